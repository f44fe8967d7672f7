//! Sources of chance.

use std::collections::VecDeque;

use brickwood_rules::{ChanceOutcome, Dice, DiceSource, Game, Phase, State, ToAct, draw_outcome};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// Decides what the rules leave to chance.
pub trait Chance {
    /// The next outcome; `None` where chance is not to act, or has nothing to say any more.
    fn draw(&mut self, game: &Game, state: &State) -> Option<ChanceOutcome>;
}

/// Chance from a seed.
///
/// Throws and cards come from streams of their own: the fifth throw of a seed is the same whatever
/// was stolen or bought before, so that two games of one seed differ by little else than by who
/// plays them. (Not so where a deck decides the throws and was used up at another time.)
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Seeded {
    throws: ChaCha8Rng,
    cards: ChaCha8Rng,
}

impl Seeded {
    /// Chance from this seed, the same on every platform.
    pub fn new(seed: u64) -> Self {
        let stream = |number| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(number);
            rng
        };
        Self {
            throws: stream(1),
            cards: stream(2),
        }
    }
}

impl Chance for Seeded {
    fn draw(&mut self, game: &Game, state: &State) -> Option<ChanceOutcome> {
        if state.to_act() != ToAct::Chance {
            return None;
        }
        let deck = game.rules().dice == DiceSource::Deck;
        let rng = match state.phase() {
            Phase::Theft { .. } | Phase::Draw => &mut self.cards,
            Phase::Dice if deck => &mut self.throws,
            _ => {
                let mut face = || self.throws.random_range(1..=6);
                let dice = Dice::new(face(), face()).expect("a die shows 1 to 6");
                return Some(ChanceOutcome::Dice { dice });
            }
        };
        draw_outcome(game, state, |weights| rng.random_range(0..weights))
    }
}

/// Outcomes that somebody has written down, in their order.
#[derive(Clone, Debug)]
pub struct Scripted(VecDeque<ChanceOutcome>);

impl Scripted {
    /// These outcomes, the first first.
    pub fn new(outcomes: impl IntoIterator<Item = ChanceOutcome>) -> Self {
        Self(outcomes.into_iter().collect())
    }

    /// How many are left.
    pub fn left(&self) -> usize {
        self.0.len()
    }
}

impl Chance for Scripted {
    fn draw(&mut self, _game: &Game, _state: &State) -> Option<ChanceOutcome> {
        self.0.pop_front()
    }
}
