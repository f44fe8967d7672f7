//! How the places of a board touch each other. Computed at compile time from the lengths of the rows.
//!
//! The lattice has pointy tops. A hex lies at `(x, y)` with `x` in half hex widths and `y` in rows,
//! both counted from the middle of the board. A corner lies at `(x, v)` with `v` in half edge
//! lengths, so that a row is three of them high and all coordinates are whole numbers.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{HexId, Intersection, IntersectionSet, Path, PathSet};

pub(crate) const MAX_HEXES: usize = 30;
const MAX_INTERSECTIONS: usize = 80;
const MAX_PATHS: usize = 109;
const NONE: u8 = u8::MAX;

/// A corner of a hex, clockwise from the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corner {
    /// Top.
    North,
    /// Upper right.
    NorthEast,
    /// Lower right.
    SouthEast,
    /// Bottom.
    South,
    /// Lower left.
    SouthWest,
    /// Upper left.
    NorthWest,
}

impl Corner {
    /// Clockwise from the top.
    pub const ALL: [Self; 6] = [
        Self::North,
        Self::NorthEast,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::NorthWest,
    ];
}

/// A side of a hex, clockwise from the upper right.
#[wire(rules, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Upper right.
    NorthEast,
    /// Right.
    East,
    /// Lower right.
    SouthEast,
    /// Lower left.
    SouthWest,
    /// Left.
    West,
    /// Upper left.
    NorthWest,
}

impl Side {
    /// Clockwise from the upper right.
    pub const ALL: [Self; 6] = [
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];
}

impl Side {
    /// How much further `(x, y)` of the hex beyond this side lies.
    pub const fn offset(self) -> (i8, i8) {
        SIDE_OFFSETS[self as usize]
    }
}

/// `(x, v)` of the corners of a hex in its middle at `(0, 0)`, in the order of [`Corner::ALL`].
const CORNER_OFFSETS: [(i8, i8); 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];

/// `(x, y)` of the neighbors of a hex, in the order of [`Side::ALL`].
const SIDE_OFFSETS: [(i8, i8); 6] = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];

/// The places of one shape of land and how they touch.
#[derive(Debug)]
pub struct Topology {
    rows: &'static [u8],
    hexes: usize,
    intersections: usize,
    paths: usize,
    hex_at: [(i8, i8); MAX_HEXES],
    hex_corners: [[Intersection; 6]; MAX_HEXES],
    hex_corner_set: [IntersectionSet; MAX_HEXES],
    hex_sides: [[Path; 6]; MAX_HEXES],
    hex_neighbors: [[u8; 6]; MAX_HEXES],
    intersection_at: [(i8, i8); MAX_INTERSECTIONS],
    intersection_hexes: [[u8; 3]; MAX_INTERSECTIONS],
    intersection_neighbors: [IntersectionSet; MAX_INTERSECTIONS],
    intersection_paths: [PathSet; MAX_INTERSECTIONS],
    path_ends: [[Intersection; 2]; MAX_PATHS],
    path_end_set: [IntersectionSet; MAX_PATHS],
}

/// The land for 3 and 4 players: 19 hexes, 54 intersections, 72 paths (BRD-01, BRD-16).
pub(crate) static STANDARD: Topology = Topology::of_rows(&[3, 4, 5, 4, 3]);

/// The land for 5 and 6 players: 30 hexes, 80 intersections, 109 paths (BRD-02, BRD-16).
pub(crate) static LARGE: Topology = Topology::of_rows(&[3, 4, 5, 6, 5, 4, 3]);

impl Topology {
    /// The land with rows of these lengths, each centered. The number of rows is odd.
    const fn of_rows(rows: &'static [u8]) -> Self {
        let mut topology = Self {
            rows,
            hexes: 0,
            intersections: 0,
            paths: 0,
            hex_at: [(0, 0); MAX_HEXES],
            hex_corners: [[Intersection(NONE); 6]; MAX_HEXES],
            hex_corner_set: [IntersectionSet::EMPTY; MAX_HEXES],
            hex_sides: [[Path(NONE); 6]; MAX_HEXES],
            hex_neighbors: [[NONE; 6]; MAX_HEXES],
            intersection_at: [(0, 0); MAX_INTERSECTIONS],
            intersection_hexes: [[NONE; 3]; MAX_INTERSECTIONS],
            intersection_neighbors: [IntersectionSet::EMPTY; MAX_INTERSECTIONS],
            intersection_paths: [PathSet::EMPTY; MAX_INTERSECTIONS],
            path_ends: [[Intersection(NONE); 2]; MAX_PATHS],
            path_end_set: [IntersectionSet::EMPTY; MAX_PATHS],
        };
        topology.lay_hexes();
        topology.lay_intersections();
        topology.lay_paths();
        topology
    }

    const fn lay_hexes(&mut self) {
        let middle = self.rows.len() as i8 / 2;
        let mut row = 0;
        while row < self.rows.len() {
            let length = self.rows[row].cast_signed();
            let mut column = 0;
            while column < length {
                self.hex_at[self.hexes] = (2 * column - length + 1, row as i8 - middle);
                self.hexes += 1;
                column += 1;
            }
            row += 1;
        }
        let mut hex = 0;
        while hex < self.hexes {
            let mut side = 0;
            while side < 6 {
                let (x, y) = self.hex_at[hex];
                let (dx, dy) = SIDE_OFFSETS[side];
                let mut other = 0;
                while other < self.hexes {
                    if self.hex_at[other].0 == x + dx && self.hex_at[other].1 == y + dy {
                        self.hex_neighbors[hex][side] = other as u8;
                    }
                    other += 1;
                }
                side += 1;
            }
            hex += 1;
        }
    }

    /// Numbers the corners in reading order: `v` first, then `x`.
    const fn lay_intersections(&mut self) {
        let rows = self.rows.len() as i8;
        let mut v = -3 * rows;
        while v <= 3 * rows {
            let mut x = -2 * rows;
            while x <= 2 * rows {
                let mut found = 0;
                let mut hex = 0;
                while hex < self.hexes {
                    let (hex_x, hex_y) = self.hex_at[hex];
                    // Hexes out of reach are skipped: this runs whenever the crate is compiled.
                    let near = (hex_x - x).abs() <= 1 && (3 * hex_y - v).abs() <= 2;
                    let mut corner = 0;
                    while near && corner < 6 {
                        let (dx, dv) = CORNER_OFFSETS[corner];
                        if hex_x + dx == x && 3 * hex_y + dv == v {
                            let at = Intersection(self.intersections as u8);
                            self.hex_corners[hex][corner] = at;
                            self.hex_corner_set[hex] = self.hex_corner_set[hex].with(at);
                            self.intersection_hexes[self.intersections][found] = hex as u8;
                            found += 1;
                        }
                        corner += 1;
                    }
                    hex += 1;
                }
                if found > 0 {
                    self.intersection_at[self.intersections] = (x, v);
                    self.intersections += 1;
                }
                x += 1;
            }
            v += 1;
        }
    }

    /// Numbers the sides in reading order of their midpoints: `v` first, then `x`.
    const fn lay_paths(&mut self) {
        let rows = self.rows.len() as i8;
        // Midpoints, doubled so that they are whole: `(x + x', v + v')` of the two ends.
        let mut v = -6 * rows;
        while v <= 6 * rows {
            let mut x = -4 * rows;
            while x <= 4 * rows {
                let mut found = false;
                let mut hex = 0;
                while hex < self.hexes {
                    let (hex_x, hex_y) = self.hex_at[hex];
                    let near = (2 * hex_x - x).abs() <= 2 && (6 * hex_y - v).abs() <= 3;
                    let mut side = 0;
                    while near && side < 6 {
                        let (ax, av) = CORNER_OFFSETS[side];
                        let (bx, bv) = CORNER_OFFSETS[(side + 1) % 6];
                        if 2 * hex_x + ax + bx == x && 6 * hex_y + av + bv == v {
                            self.hex_sides[hex][side] = Path(self.paths as u8);
                            let a = self.hex_corners[hex][side];
                            let b = self.hex_corners[hex][(side + 1) % 6];
                            self.path_ends[self.paths] = if a.0 < b.0 { [a, b] } else { [b, a] };
                            found = true;
                        }
                        side += 1;
                    }
                    hex += 1;
                }
                if found {
                    let path = Path(self.paths as u8);
                    let [a, b] = self.path_ends[self.paths];
                    self.path_end_set[self.paths] = IntersectionSet::only(a).with(b);
                    self.intersection_paths[a.index()] =
                        self.intersection_paths[a.index()].with(path);
                    self.intersection_paths[b.index()] =
                        self.intersection_paths[b.index()].with(path);
                    self.intersection_neighbors[a.index()] =
                        self.intersection_neighbors[a.index()].with(b);
                    self.intersection_neighbors[b.index()] =
                        self.intersection_neighbors[b.index()].with(a);
                    self.paths += 1;
                }
                x += 1;
            }
            v += 1;
        }
    }

    /// The lengths of the rows, from the top.
    pub const fn rows(&self) -> &'static [u8] {
        self.rows
    }

    /// All land hexes, in reading order.
    pub fn hexes(&self) -> impl DoubleEndedIterator<Item = HexId> + Clone + use<> {
        (0..self.hexes as u8).map(HexId)
    }

    /// All intersections, in reading order.
    pub fn intersections(&self) -> impl DoubleEndedIterator<Item = Intersection> + Clone + use<> {
        (0..self.intersections as u8).map(Intersection)
    }

    /// All paths, in the reading order of their midpoints.
    pub fn paths(&self) -> impl DoubleEndedIterator<Item = Path> + Clone + use<> {
        (0..self.paths as u8).map(Path)
    }

    /// All intersections as a set.
    pub const fn every_intersection(&self) -> IntersectionSet {
        IntersectionSet::first(self.intersections)
    }

    /// All paths as a set.
    pub const fn every_path(&self) -> PathSet {
        PathSet::first(self.paths)
    }

    /// How many land hexes there are.
    pub const fn hex_count(&self) -> usize {
        self.hexes
    }

    /// How many intersections there are.
    pub const fn intersection_count(&self) -> usize {
        self.intersections
    }

    /// How many paths there are.
    pub const fn path_count(&self) -> usize {
        self.paths
    }

    /// Where a hex lies: `x` in half hex widths, `y` in rows, from the middle of the board.
    pub const fn hex_position(&self, hex: HexId) -> (i8, i8) {
        self.hex_at[hex.index()]
    }

    /// Where an intersection lies: `x` in half hex widths, `v` in half edge lengths, from the middle.
    pub const fn intersection_position(&self, at: Intersection) -> (i8, i8) {
        self.intersection_at[at.index()]
    }

    /// The hex at a position, if land lies there.
    pub fn hex_at(&self, position: (i8, i8)) -> Option<HexId> {
        self.hexes().find(|hex| self.hex_position(*hex) == position)
    }

    /// The six corners of a hex, in the order of [`Corner::ALL`].
    pub const fn corners(&self, hex: HexId) -> &[Intersection; 6] {
        &self.hex_corners[hex.index()]
    }

    /// The six corners of a hex as a set.
    pub const fn corner_set(&self, hex: HexId) -> IntersectionSet {
        self.hex_corner_set[hex.index()]
    }

    /// One corner of a hex.
    pub const fn corner(&self, hex: HexId, corner: Corner) -> Intersection {
        self.hex_corners[hex.index()][corner as usize]
    }

    /// The six sides of a hex, in the order of [`Side::ALL`].
    pub const fn sides(&self, hex: HexId) -> &[Path; 6] {
        &self.hex_sides[hex.index()]
    }

    /// One side of a hex.
    pub const fn side(&self, hex: HexId, side: Side) -> Path {
        self.hex_sides[hex.index()][side as usize]
    }

    /// The land hex beyond a side, if there is one.
    pub fn neighbor(&self, hex: HexId, side: Side) -> Option<HexId> {
        let neighbor = self.hex_neighbors[hex.index()][side as usize];
        (neighbor != NONE).then_some(HexId(neighbor))
    }

    /// The land hexes that share a side with this one.
    pub fn hex_neighbors(&self, hex: HexId) -> impl Iterator<Item = HexId> + Clone + '_ {
        self.hex_neighbors[hex.index()]
            .iter()
            .filter(|id| **id != NONE)
            .map(|id| HexId(*id))
    }

    /// The one to three land hexes round an intersection, in reading order.
    pub fn hexes_round(&self, at: Intersection) -> impl Iterator<Item = HexId> + Clone + '_ {
        self.intersection_hexes[at.index()]
            .iter()
            .filter(|id| **id != NONE)
            .map(|id| HexId(*id))
    }

    /// The intersections one path away (BLD-09).
    pub const fn neighbors(&self, at: Intersection) -> IntersectionSet {
        self.intersection_neighbors[at.index()]
    }

    /// The paths that end at an intersection.
    pub const fn paths_at(&self, at: Intersection) -> PathSet {
        self.intersection_paths[at.index()]
    }

    /// The two ends of a path, in reading order.
    pub const fn ends(&self, path: Path) -> [Intersection; 2] {
        self.path_ends[path.index()]
    }

    /// The intersections at which these paths end.
    pub fn ends_of(&self, paths: PathSet) -> IntersectionSet {
        paths
            .iter()
            .map(|path| self.path_end_set[path.index()])
            .fold(IntersectionSet::EMPTY, IntersectionSet::union)
    }

    /// The path between two neighboring intersections.
    pub fn path_between(&self, a: Intersection, b: Intersection) -> Option<Path> {
        self.paths_at(a)
            .intersection(self.paths_at(b))
            .iter()
            .next()
    }

    /// The end of a path that is not `from`.
    pub fn other_end(&self, path: Path, from: Intersection) -> Intersection {
        let [a, b] = self.ends(path);
        if a == from { b } else { a }
    }
}
