//! What programs need that make the weights of the hard level.

use brickwood_rules::{Game, Intersection, Seat, State};

use crate::evaluation;
use crate::land::Land;

pub use crate::evaluation::{OpeningTerms, Weights};

/// The weights of the hard level.
pub const fn weights() -> &'static Weights {
    &evaluation::HARD
}

impl Weights {
    /// Those of openings: between two players, or among more.
    pub const fn of_openings(&self, players: u8) -> &OpeningTerms {
        if players == 2 {
            &self.duel_opening
        } else {
            &self.opening
        }
    }
}

/// What the two settlements of a seat have at the end of the set-up, of which it has placed `second` last.
pub fn opening_terms(game: &Game, state: &State, seat: Seat, second: Intersection) -> OpeningTerms {
    let land = Land::new(game, Some(state.dice_deck()));
    let own = state.buildings(seat).without(second);
    evaluation::opening_terms(&land, own, second, state.free_intersections())
}
