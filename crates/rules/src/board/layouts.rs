//! What each layout is made of, and the printed board for beginners.

use alloc::vec::Vec;

use super::{Board, BoardPlan, Harbor, HarborKind, Hex, Layout, Terrain};
use crate::{HexId, Resource, Side};
use Terrain::{Desert, Fields, Forest, Hills, Mountains, Pasture};

pub(super) const GENERIC: HarborKind = HarborKind::Generic;
pub(super) const BRICK: HarborKind = HarborKind::Special {
    resource: Resource::Brick,
};
pub(super) const LUMBER: HarborKind = HarborKind::Special {
    resource: Resource::Lumber,
};
pub(super) const WOOL: HarborKind = HarborKind::Special {
    resource: Resource::Wool,
};
pub(super) const GRAIN: HarborKind = HarborKind::Special {
    resource: Resource::Grain,
};
pub(super) const ORE: HarborKind = HarborKind::Special {
    resource: Resource::Ore,
};

impl Layout {
    /// How many hexes of each terrain there are (BRD-01, BRD-02).
    pub(super) const fn terrain_counts(self) -> &'static [(Terrain, usize)] {
        match self {
            Self::Standard => &[
                (Forest, 4),
                (Pasture, 4),
                (Fields, 4),
                (Hills, 3),
                (Mountains, 3),
                (Desert, 1),
            ],
            Self::Large => &[
                (Forest, 6),
                (Pasture, 6),
                (Fields, 6),
                (Hills, 5),
                (Mountains, 5),
                (Desert, 2),
            ],
        }
    }

    /// The number tokens by letter (BRD-08, BRD-09).
    pub(super) const fn tokens(self) -> &'static [u8] {
        match self {
            Self::Standard => &[5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11],
            Self::Large => &[
                2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12,
                3, 2, 6,
            ],
        }
    }

    /// The harbor places, clockwise (BRD-06).
    pub(super) const fn harbor_places(self) -> &'static [(HexId, Side)] {
        use Side::{East, NorthEast, NorthWest, SouthEast, SouthWest, West};
        match self {
            Self::Standard => &[
                (HexId(0), NorthWest),
                (HexId(1), NorthEast),
                (HexId(6), NorthEast),
                (HexId(11), East),
                (HexId(15), SouthEast),
                (HexId(17), SouthEast),
                (HexId(16), SouthWest),
                (HexId(12), West),
                (HexId(3), West),
            ],
            Self::Large => &[
                (HexId(0), NorthWest),
                (HexId(1), NorthEast),
                (HexId(6), NorthEast),
                (HexId(11), East),
                (HexId(22), East),
                (HexId(26), SouthEast),
                (HexId(28), SouthEast),
                (HexId(27), SouthWest),
                (HexId(18), SouthWest),
                (HexId(12), West),
                (HexId(7), NorthWest),
            ],
        }
    }

    /// The harbors, in the published order of BRD-18 (BRD-04).
    pub(super) const fn harbor_kinds(self) -> &'static [HarborKind] {
        match self {
            Self::Standard => &[
                GENERIC, GRAIN, ORE, GENERIC, WOOL, GENERIC, GENERIC, BRICK, LUMBER,
            ],
            Self::Large => &[
                GENERIC, GRAIN, ORE, GENERIC, WOOL, GENERIC, GENERIC, BRICK, LUMBER, GENERIC, WOOL,
            ],
        }
    }

    /// Harbors of these kinds at the harbor places.
    pub(super) fn harbors(self, kinds: &[HarborKind]) -> Vec<Harbor> {
        self.harbor_places()
            .iter()
            .zip(kinds)
            .map(|(&(hex, side), &kind)| Harbor { hex, side, kind })
            .collect()
    }
}

/// The printed board for a first game, for up to four players (BRD-18).
///
/// # Panics
///
/// Never: the board is fixed, and a test lays it.
pub fn beginners_board() -> Board {
    const HEXES: [(Terrain, u8); 19] = [
        (Mountains, 10),
        (Pasture, 2),
        (Forest, 9),
        (Fields, 12),
        (Hills, 6),
        (Pasture, 4),
        (Hills, 10),
        (Fields, 9),
        (Forest, 11),
        (Desert, 0),
        (Forest, 3),
        (Mountains, 8),
        (Forest, 8),
        (Mountains, 3),
        (Fields, 4),
        (Pasture, 5),
        (Hills, 5),
        (Fields, 6),
        (Pasture, 11),
    ];
    let layout = Layout::Standard;
    let plan = BoardPlan {
        layout,
        hexes: HEXES
            .iter()
            .map(|&(terrain, token)| Hex {
                terrain,
                token: (token != 0).then_some(token),
            })
            .collect(),
        harbors: layout.harbors(layout.harbor_kinds()),
        robber: HexId(9),
    };
    Board::try_from(plan).expect("the printed board is valid")
}
