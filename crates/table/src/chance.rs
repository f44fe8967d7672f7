//! Chance: every draw follows from the table's secret seed and the draw's place in the log, so that
//! nothing has to be remembered over a restart.

use brickwood_rules::{ChanceOutcome, Game, State, for_each_outcome};
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
    pub(crate) fn outcome(&self, game: &Game, state: &State, seq: u32) -> Option<ChanceOutcome> {
        let mut total = 0;
        for_each_outcome(game, state, |_, weight| total += weight);
        if total == 0 {
            return None;
        }
        let mut left = self.stream(u64::from(seq)).random_range(0..total);
        let mut drawn = None;
        for_each_outcome(game, state, |outcome, weight| {
            if drawn.is_none() {
                if left < weight {
                    drawn = Some(outcome);
                } else {
                    left -= weight;
                }
            }
        });
        drawn
    }

    fn stream(&self, stream: u64) -> ChaCha12Rng {
        let mut random = ChaCha12Rng::from_seed(self.seed);
        random.set_stream(stream);
        random
    }
}
