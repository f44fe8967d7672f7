//! Games of bots for the tests.

use std::sync::Arc;

use brickwood_arena::{BotEntrant, Deal, Entrant, Player};
use brickwood_bots::Level;
use brickwood_rules::{Game, Rules, State, Step};

/// A game that was played.
pub(crate) struct PlayedGame {
    pub(crate) game: Arc<Game>,
    pub(crate) steps: Vec<Step>,
    /// Before the first step, and after each.
    pub(crate) states: Vec<State>,
}

/// A game of bots, level by level round the table.
pub(crate) fn bots(rules: Rules, seed: u64, levels: &[Level]) -> PlayedGame {
    let players = (0..rules.seats()).map(|seat| {
        let bot = BotEntrant::new(levels[seat % levels.len()]);
        bot.player().expect("a bot")
    });
    between(rules, seed, players.collect())
}

/// A game of these players.
pub(crate) fn between(rules: Rules, seed: u64, mut players: Vec<Box<dyn Player>>) -> PlayedGame {
    let deal = Deal::new(rules, seed).expect("a game can be played");
    let (course, _) = deal.play(&mut players);
    let mut states = vec![State::new(&deal.game)];
    course.for_each_change(|change| states.push(*change.after));
    PlayedGame {
        game: deal.game,
        steps: course.into_steps(),
        states,
    }
}
