//! What the settlements of the set-up bring.

use brickwood_rules::{Game, HarborKind, IllegalAt, Seat, State, Step};
use serde::{Deserialize, Serialize};

use crate::protocol::PerResource;
use crate::statistics::claim;

/// What a seat has when the set-up is over.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OpeningYield {
    /// How many of the 36 throws bring it a card of each resource; two cards count twice.
    pub pips: PerResource,
    /// The harbors where it has built.
    pub harbors: Vec<HarborKind>,
}

/// What each seat has when the set-up is over, or as far as it was played, by seat.
///
/// # Errors
///
/// The first illegal step.
pub fn openings(game: &Game, steps: &[Step]) -> Result<Vec<OpeningYield>, IllegalAt> {
    let start = State::new(game);
    let mut placed = start;
    start.apply_all(game, steps.iter().copied(), |change| {
        if change.before.turn() == 0 {
            placed = *change.after;
        }
    })?;
    Ok(Seat::all(game.rules().players)
        .map(|seat| opening(game, &placed, seat))
        .collect())
}

fn opening(game: &Game, state: &State, seat: Seat) -> OpeningYield {
    let board = game.board();
    let mut opening = OpeningYield::default();
    for hex in board.topology().hexes() {
        if let Some((resource, count)) = claim(board, state, seat, hex) {
            let pips = u32::from(board.hex(hex).pips());
            opening.pips[resource as usize] += u32::from(count) * pips;
        }
    }
    let buildings = state.buildings(seat);
    let touched = board.harbors().iter().filter(|harbor| {
        let ends = board.harbor_ends(harbor);
        ends.into_iter().any(|at| buildings.contains(at))
    });
    opening.harbors = touched.map(|harbor| harbor.kind).collect();
    opening
}
