//! For programs that make the weights of the hard level.

mod candidates;
mod siblings;

use brickwood_rules::{Game, Intersection, Seat, State};

use crate::evaluation;
use crate::land::Land;

pub use crate::alternatives::DecisionKind;
pub use crate::evaluation::{OpeningTerms, Weights, term_names};
pub use candidates::candidates;
pub use siblings::{SiblingMoment, SiblingOutcome, play_out, siblings};

/// The weights of the hard level.
pub const fn weights() -> &'static Weights {
    &evaluation::HARD
}

impl Weights {
    /// The weights of openings, for two players or for more.
    pub const fn of_openings(&self, players: u8) -> &OpeningTerms {
        if players == 2 {
            &self.duel_opening
        } else {
            &self.opening
        }
    }
}

/// The terms of a seat's two settlements at the end of the set-up; `second` is the one that it placed last.
pub fn opening_terms(game: &Game, state: &State, seat: Seat, second: Intersection) -> OpeningTerms {
    let land = Land::new(game, Some(state.dice_deck()));
    let own = state.buildings(seat).without(second);
    evaluation::opening_terms(&land, own, second, state.free_intersections())
}
