//! The built-in bots, as a table asks them.

use brickwood_bots::Level;
use brickwood_rules::{Action, Game, InformationState, Terms, View};
use brickwood_table::{
    protocol::{Advice, BotLevel},
    room::Bots,
};

/// The bots of `brickwood-bots`, and the coach. The hard level also plays for an external program that is missing: the
/// game may have begun where there was one.
pub struct BuiltIn;

impl Bots for BuiltIn {
    fn choose(
        &self,
        level: BotLevel,
        game: &Game,
        known: InformationState<'_>,
        seed: u64,
    ) -> Option<Action> {
        let level = match level {
            BotLevel::Easy => Level::Easy,
            BotLevel::Medium => Level::Medium,
            BotLevel::Hard | BotLevel::Outside { .. } => Level::Hard,
        };
        brickwood_bots::choose(level, game, known, seed)
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
        crate::advise(game, known, terms, seed)
    }
}
