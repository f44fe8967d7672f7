//! The bots of a browser: the built-in ones.

use brickwood_bots::Level;
use brickwood_rules::{Action, Game, InformationState, Terms, View};
use brickwood_table::{
    protocol::{Advice, BotLevel},
    room::Bots,
};

pub(crate) struct BuiltIn;

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
            // No table of a browser has a bot from outside.
            BotLevel::Hard | BotLevel::Outside { .. } => Level::Hard,
        };
        brickwood_bots::choose(level, game, known, seed)
    }

    fn advise(
        &self,
        game: &Game,
        known: InformationState<'_>,
        terms: Option<Terms>,
        seed: u64,
    ) -> Option<Advice> {
        brickwood_coach::advise(game, known, terms, seed)
    }

    fn give_up(&self, game: &Game, view: &View) -> Option<Action> {
        brickwood_bots::give_up(game, view)
    }
}
