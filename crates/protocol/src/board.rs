//! The board as a client draws it: positions and names, no rules.

use brickwood_rules::{Board, Corner, HarborKind, HexId, Intersection, Path, Side, Terrain};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

/// A land hex.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HexInfo {
    /// In half hex widths from the middle of the board, eastward.
    pub x: i8,
    /// In rows from the middle of the board, southward.
    pub y: i8,
    /// The terrain.
    pub terrain: Terrain,
    /// The number token.
    #[schema(required)]
    pub token: Option<u8>,
    /// The ways in 36 to roll it.
    pub pips: u8,
    /// Its name, such as `C3`.
    pub name: String,
    /// Its corners, clockwise from the top.
    pub corners: [Intersection; 6],
}

/// An intersection.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IntersectionInfo {
    /// In half hex widths from the middle of the board, eastward.
    pub x: i8,
    /// In half edge lengths from the middle of the board, southward; a row is three of them.
    pub v: i8,
    /// Its name, such as `c3n`.
    pub name: String,
    /// The land hexes round it.
    pub hexes: Vec<HexId>,
    /// The harbor that serves it.
    #[schema(required)]
    pub harbor: Option<HarborKind>,
}

/// A path.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PathInfo {
    /// Its two ends.
    pub ends: [Intersection; 2],
    /// Its name, such as `c3e`.
    pub name: String,
}

/// A harbor.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HarborInfo {
    /// What it trades.
    pub kind: HarborKind,
    /// The two intersections that it serves.
    pub ends: [Intersection; 2],
    /// The sea hex that it lies on, as in [`HexInfo::x`].
    pub x: i8,
    /// The sea hex that it lies on, as in [`HexInfo::y`].
    pub y: i8,
}

/// A board as a client draws it. Places are numbered by their index.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardInfo {
    /// The land hexes, in reading order.
    pub hexes: Vec<HexInfo>,
    /// The intersections, in reading order.
    pub intersections: Vec<IntersectionInfo>,
    /// The paths, in the reading order of their midpoints.
    pub paths: Vec<PathInfo>,
    /// The harbors, clockwise.
    pub harbors: Vec<HarborInfo>,
}

impl BoardInfo {
    /// Describes a board.
    pub fn of(board: &Board) -> Self {
        let topology = board.topology();
        let harbor_at = |at: Intersection| {
            board
                .harbors()
                .iter()
                .find(|harbor| board.harbor_ends(harbor).contains(&at))
        };
        Self {
            hexes: topology
                .hexes()
                .map(|id| {
                    let (x, y) = topology.hex_position(id);
                    let hex = board.hex(id);
                    HexInfo {
                        x,
                        y,
                        terrain: hex.terrain,
                        token: hex.token,
                        pips: hex.pips(),
                        name: brickwood_notation::hex_name(topology, id).to_uppercase(),
                        corners: Corner::ALL.map(|corner| topology.corner(id, corner)),
                    }
                })
                .collect(),
            intersections: topology
                .intersections()
                .map(|at| {
                    let (x, v) = topology.intersection_position(at);
                    IntersectionInfo {
                        x,
                        v,
                        name: brickwood_notation::intersection_name(topology, at),
                        hexes: topology.hexes_round(at).collect(),
                        harbor: harbor_at(at).map(|harbor| harbor.kind),
                    }
                })
                .collect(),
            paths: topology
                .paths()
                .map(|path: Path| PathInfo {
                    ends: topology.ends(path),
                    name: brickwood_notation::path_name(topology, path),
                })
                .collect(),
            harbors: board
                .harbors()
                .iter()
                .map(|harbor| {
                    let (x, y) = topology.hex_position(harbor.hex);
                    let (dx, dy) = Side::offset(harbor.side);
                    HarborInfo {
                        kind: harbor.kind,
                        ends: board.harbor_ends(harbor),
                        x: x + dx,
                        y: y + dy,
                    }
                })
                .collect(),
        }
    }
}
