//! What the hexes bring to the seats.

use crate::topology::MAX_HEXES;
use crate::{BySeat, Game, HexId, Intersection, Seat};

/// How many cards each seat gets from each hex when its number is rolled: four bits for each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Yields([u32; MAX_HEXES]);

impl Yields {
    pub(crate) const NONE: Self = Self([0; MAX_HEXES]);

    /// One card more for `seat` from each of the hexes round a building.
    pub(crate) fn grow(&mut self, game: &Game, seat: Seat, at: Intersection) {
        for hex in game.board().topology().hexes_round(at) {
            self.0[hex.index()] += 1 << (4 * seat.index());
        }
    }

    /// What each seat gets from a hex.
    #[inline]
    pub(crate) fn of(&self, hex: HexId) -> BySeat<u8> {
        let yields = self.0[hex.index()];
        BySeat::of(|seat| (yields >> (4 * seat.index())) as u8 & 0xf)
    }
}
