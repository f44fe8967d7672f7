//! The built-in bots, as a table asks them, and what is told of records and positions: on a server and in a browser.

mod study;

use brickwood_bots::{Bot, Level, Manner};
use brickwood_protocol::{Advice, BotLevel, BotOffers};
use brickwood_rules::{Action, Game, InformationState, Terms, View};
use brickwood_table::room::{Bots, SeatedBot};

pub use study::{advise, analyzer, exercise, look, reconsider};

/// The bots of `brickwood-bots`, and the coach. The hard level also plays for an external program that is missing: the
/// game may have begun where there was one.
pub struct BuiltIn;

impl Bots for BuiltIn {
    fn reads_history(&self, level: BotLevel) -> bool {
        of_table(level).reads_history()
    }

    fn choose(
        &self,
        bot: &mut SeatedBot,
        game: &Game,
        known: InformationState<'_>,
        seed: u64,
    ) -> Option<Action> {
        let level = of_table(bot.level());
        let manner = manner(bot.offers());
        bot.memory(|| Bot::new(level).with_manner(manner))
            .choose(game, known, seed)
    }

    fn give_up(&self, game: &Game, view: &View) -> Option<Action> {
        brickwood_bots::give_up(game, view)
    }

    fn advise(
        &self,
        game: &Game,
        known: InformationState<'_>,
        terms: Option<Terms>,
        seed: u64,
    ) -> Option<Advice> {
        brickwood_analysis::advise(game, known, terms, seed)
    }
}

/// How a bot trades that is to make so many offers.
const fn manner(offers: BotOffers) -> Manner {
    match offers {
        BotOffers::None => Manner::Quiet,
        BotOffers::Few => Manner::Table,
        BotOffers::Many => Manner::Lively,
    }
}

const fn of_table(level: BotLevel) -> Level {
    match level {
        BotLevel::Own(level) => level,
        BotLevel::Outside { .. } => Level::Hard,
    }
}
