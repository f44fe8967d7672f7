//! Chance: every draw follows from the table's secret seed and the draw's place in the log, so that
//! nothing has to be remembered over a restart.

use brickwood_rules::{
    Cards, ChanceOutcome, DevelopmentCard, DevelopmentCards, Dice, Phase, Resource, State,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

/// The draws of one table.
pub(crate) struct Chance {
    seed: [u8; 32],
}

impl Chance {
    pub(crate) const fn new(seed: [u8; 32]) -> Self {
        Self { seed }
    }

    /// Draws for laying the board: a number below the argument.
    pub(crate) fn board(&self) -> impl FnMut(usize) -> usize + use<> {
        // Sequence numbers count from 1: stream 0 is free for the board.
        let mut random = self.stream(0);
        move |below| random.random_range(0..below)
    }

    /// The outcome at this place in the log, if the state waits for chance.
    pub(crate) fn outcome(&self, state: &State, seq: u32) -> Option<ChanceOutcome> {
        let mut random = self.stream(u64::from(seq));
        let mut below = |count: u8| random.random_range(0..count);
        match state.phase() {
            Phase::FirstPlayer { .. } | Phase::Dice => {
                let dice = Dice::new(below(6) + 1, below(6) + 1)?;
                Some(ChanceOutcome::Dice { dice })
            }
            Phase::Theft { victim } => {
                let hand = state.hand(*victim);
                let resource = nth_resource(hand, below(hand.total()))?;
                Some(ChanceOutcome::Stolen { resource })
            }
            Phase::Draw => {
                let deck = state.drawable();
                let card = nth_card(deck, below(deck.total()))?;
                Some(ChanceOutcome::Drawn { card })
            }
            _ => None,
        }
    }

    fn stream(&self, stream: u64) -> ChaCha12Rng {
        let mut random = ChaCha12Rng::from_seed(self.seed);
        random.set_stream(stream);
        random
    }
}

fn nth_resource(cards: Cards, n: u8) -> Option<Resource> {
    nth(cards.iter(), n)
}

fn nth_card(cards: DevelopmentCards, n: u8) -> Option<DevelopmentCard> {
    nth(cards.iter(), n)
}

/// The kind of the card at place `n` of a multiset laid out in order.
fn nth<T>(mut kinds: impl Iterator<Item = (T, u8)>, mut n: u8) -> Option<T> {
    kinds.find_map(|(kind, count)| {
        if n < count {
            Some(kind)
        } else {
            n -= count;
            None
        }
    })
}
