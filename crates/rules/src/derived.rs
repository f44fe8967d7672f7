//! What follows from the pieces on the board, kept up to date with each of them, so that no step has to look at the
//! whole board.

use core::hash::{Hash, Hasher};

use crate::contenders::Winnable;
use crate::rules::{CITIES, ROADS, SETTLEMENTS};
use crate::yields::Yields;
use crate::{BySeat, Cards, Game, IntersectionSet, PathSet};

/// What follows from the pieces of all seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Derived {
    /// The intersections that nobody has settled and that keep the distance rule (BLD-09).
    pub(crate) free: IntersectionSet,
    pub(crate) yields: Yields,
    /// The paths that a seat's roads and buildings lead to, built or not (BLD-05, BLD-06).
    pub(crate) networks: BySeat<PathSet>,
    pub(crate) seats: BySeat<SeatDerived>,
    /// Somebody can win, with pieces and cards as they are (RUL-25).
    pub(crate) winnable: Winnable,
}

/// What follows from the pieces of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SeatDerived {
    /// How many of each resource the bank wants for one card (TRD-06 to TRD-08).
    pub(crate) rates: Cards,
    pub(crate) roads_left: u8,
    pub(crate) settlements_left: u8,
    pub(crate) cities_left: u8,
}

impl Derived {
    /// With no piece on the board.
    pub(crate) fn of_no_pieces(game: &Game) -> Self {
        Self {
            free: game.board().topology().every_intersection(),
            yields: Yields::NONE,
            networks: BySeat::all(PathSet::EMPTY),
            seats: BySeat::all(SeatDerived {
                rates: Cards::new([4; 5]),
                roads_left: ROADS as u8,
                settlements_left: SETTLEMENTS as u8,
                cities_left: CITIES as u8,
            }),
            winnable: Winnable(false),
        }
    }
}

impl SeatDerived {
    /// Points for settlements and for cities (WIN-01).
    pub(crate) const fn building_points(self) -> (u8, u8) {
        (
            SETTLEMENTS as u8 - self.settlements_left,
            2 * (CITIES as u8 - self.cities_left),
        )
    }
}

/// It adds nothing to the pieces.
impl Hash for Derived {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
