//! Our bots in the server's seats.

use brickwood_bots::Level;
use brickwood_rules::{Action, Game, View};
use brickwood_server::Bots;
use brickwood_table::protocol::BotLevel;

/// The bots of `brickwood-bots`.
pub(crate) struct HouseBots;

impl Bots for HouseBots {
    fn choose(&self, level: BotLevel, game: &Game, view: &View, seed: u64) -> Option<Action> {
        let level = match level {
            BotLevel::Easy => Level::Easy,
            BotLevel::Medium => Level::Medium,
            BotLevel::Hard => Level::Hard,
        };
        brickwood_bots::choose(level, game, view, seed)
    }

    fn give_up(&self, game: &Game, view: &View) -> Option<Action> {
        brickwood_bots::give_up(game, view)
    }
}
