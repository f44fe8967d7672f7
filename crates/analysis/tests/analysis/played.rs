//! Games of bots for the tests.

use brickwood_arena::{Bot, Budget, Caps, Deal, Entrant, play};
use brickwood_bots::Level;
use brickwood_rules::{Game, Rules, State, Step};

/// A game that was played.
pub(crate) struct PlayedGame {
    pub(crate) game: Game,
    pub(crate) steps: Vec<Step>,
    /// Before the first step, and after each.
    pub(crate) states: Vec<State>,
}

/// A game of bots, level by level round the table.
pub(crate) fn bots(rules: Rules, seed: u64, levels: &[Level]) -> PlayedGame {
    let deal = Deal::new(rules, seed).expect("a game can be played");
    let mut players: Vec<_> = (0..rules.seats())
        .map(|seat| {
            let bot = Bot(levels[seat % levels.len()]);
            bot.player().expect("a bot")
        })
        .collect();
    let mut steps = Vec::new();
    let mut states = vec![State::new(&deal.game)];
    let watch = |step: Step, state: &State| {
        steps.push(step);
        states.push(*state);
    };
    let chance = &mut deal.chance();
    let (budget, caps) = (Budget::default(), Caps::default());
    play(&deal.game, &mut players, chance, seed, budget, caps, watch);
    PlayedGame {
        game: deal.game,
        steps,
        states,
    }
}
