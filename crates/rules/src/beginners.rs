//! The pieces of the beginners' sheet (BRD-19).

use crate::rules::BeginnersPieces;
use crate::{Board, HexId, Intersection, Path, Rules, Seat, SetUp, Topology};

/// A settlement and the far end of its road, each named by the hexes round it.
type Pair = [[u8; 3]; 2];

impl BeginnersPieces {
    /// In the order of the seats.
    pub const ALL: [Self; 4] = [Self::Red, Self::Orange, Self::White, Self::Blue];

    const fn pairs(self) -> [Pair; 2] {
        match self {
            Self::Red => [[[0, 1, 4], [1, 4, 5]], [[7, 8, 12], [8, 12, 13]]],
            Self::Orange => [[[2, 5, 6], [1, 2, 5]], [[13, 14, 17], [14, 17, 18]]],
            Self::White => [[[3, 4, 8], [3, 7, 8]], [[10, 11, 15], [6, 10, 11]]],
            Self::Blue => [[[12, 13, 16], [13, 16, 17]], [[14, 15, 18], [10, 14, 15]]],
        }
    }

    /// The two settlements, each with its road.
    pub(crate) fn placed(self, board: &Board) -> [(Intersection, Path); 2] {
        let topology = board.topology();
        self.pairs().map(|[settlement, end]| {
            let at = between(topology, settlement);
            let end = between(topology, end);
            let road = topology
                .path_between(at, end)
                .expect("the sheet's roads lie on paths");
            (at, road)
        })
    }
}

fn between(topology: &Topology, hexes: [u8; 3]) -> Intersection {
    topology
        .intersections()
        .find(|at| topology.hexes_round(*at).eq(hexes.map(HexId)))
        .expect("the sheet's settlements lie between three hexes of land")
}

impl Rules {
    /// Whose pieces of the beginners' sheet each seat has, clockwise; none where players place
    /// their own.
    pub fn beginners_pieces(&self) -> impl Iterator<Item = (Seat, BeginnersPieces)> + use<> {
        let left_out = match self.set_up {
            SetUp::Beginners { left_out } if self.players < 4 => {
                Some(left_out.unwrap_or(BeginnersPieces::Red))
            }
            SetUp::Placed | SetUp::Beginners { .. } => None,
        };
        let seats = match self.set_up {
            SetUp::Placed => 0,
            SetUp::Beginners { .. } => self.players,
        };
        let pieces = BeginnersPieces::ALL
            .into_iter()
            .filter(move |pieces| Some(*pieces) != left_out);
        Seat::all(seats).zip(pieces)
    }
}
