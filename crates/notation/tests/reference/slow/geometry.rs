//! The shape of the land, from rows of hexes alone.
//!
//! A hex is a spot `(q, r)`: columns to the right, rows down, each row half a hex further left. An
//! intersection is the three spots round it, a path the two spots beside it. Places are numbered as
//! the crate numbers them: in reading order of where they lie.

use std::collections::BTreeSet;

use brickwood_rules::{Layout, Side};

type Spot = (i32, i32);

const ROUND: [Spot; 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// What lies where, by number.
pub(crate) struct Land {
    hexes: Vec<Spot>,
    paths: Vec<BTreeSet<Spot>>,
    /// By intersection: the land hexes round it.
    pub(crate) hexes_round: Vec<Vec<usize>>,
    /// By intersection: each path at it, and the intersection at its other end.
    pub(crate) ways: Vec<Vec<(usize, usize)>>,
    /// By path: the two intersections at its ends.
    pub(crate) ends: Vec<[usize; 2]>,
}

/// Where some hexes have their common middle, row first: the order of reading.
fn middle(spots: &BTreeSet<Spot>) -> Spot {
    spots
        .iter()
        .fold((0, 0), |(y, x), (q, r)| (y + r, x + 2 * q + r))
}

fn beyond((q, r): Spot, (dq, dr): Spot) -> Spot {
    (q + dq, r + dr)
}

/// In which direction the hex beyond a side lies.
fn direction(side: Side) -> Spot {
    match side {
        Side::NorthEast => (1, -1),
        Side::East => (1, 0),
        Side::SouthEast => (0, 1),
        Side::SouthWest => (-1, 1),
        Side::West => (-1, 0),
        Side::NorthWest => (0, -1),
    }
}

fn in_reading_order(places: BTreeSet<BTreeSet<Spot>>) -> Vec<BTreeSet<Spot>> {
    let mut places: Vec<_> = places.into_iter().collect();
    places.sort_by_key(middle);
    places
}

impl Land {
    /// BRD-01, BRD-02.
    pub(crate) fn of(layout: Layout) -> Self {
        let (rows, longest): (&[i32], i32) = match layout {
            Layout::Standard => (&[3, 4, 5, 4, 3], 2),
            Layout::Large => (&[3, 4, 5, 6, 5, 4, 3], 3),
        };
        let mut hexes = Vec::new();
        for (row, length) in (0..).zip(rows) {
            // Above the middle, a row begins half a hex further right than the one below it.
            let first = (longest - row).max(0);
            hexes.extend((first..first + length).map(|q| (q, row)));
        }
        Self::of_hexes(hexes)
    }

    /// BRD-16.
    fn of_hexes(hexes: Vec<Spot>) -> Self {
        let mut intersections = BTreeSet::new();
        let mut paths = BTreeSet::new();
        for hex in &hexes {
            for turn in 0..6 {
                let next = beyond(*hex, ROUND[turn]);
                let after = beyond(*hex, ROUND[(turn + 1) % 6]);
                intersections.insert(BTreeSet::from([*hex, next, after]));
                paths.insert(BTreeSet::from([*hex, next]));
            }
        }
        let intersections = in_reading_order(intersections);
        let paths = in_reading_order(paths);

        let hexes_round = intersections
            .iter()
            .map(|three| {
                (0..hexes.len())
                    .filter(|hex| three.contains(&hexes[*hex]))
                    .collect()
            })
            .collect();
        // A path ends where three hexes meet of which two are the ones beside it.
        let ends: Vec<[usize; 2]> = paths
            .iter()
            .map(|two| {
                let ends: Vec<usize> = (0..intersections.len())
                    .filter(|at| two.is_subset(&intersections[*at]))
                    .collect();
                ends.try_into().expect("a path has two ends")
            })
            .collect();
        let mut ways = vec![Vec::new(); intersections.len()];
        for (path, [one, other]) in ends.iter().enumerate() {
            ways[*one].push((path, *other));
            ways[*other].push((path, *one));
        }
        Self {
            hexes,
            paths,
            hexes_round,
            ways,
            ends,
        }
    }

    pub(crate) fn hex_count(&self) -> usize {
        self.hexes.len()
    }

    pub(crate) fn intersection_count(&self) -> usize {
        self.hexes_round.len()
    }

    pub(crate) fn path_count(&self) -> usize {
        self.ends.len()
    }

    /// The intersection between these hexes, all of them land.
    pub(crate) fn between(&self, hexes: [usize; 3]) -> usize {
        self.hexes_round
            .iter()
            .position(|round| *round == hexes)
            .expect("three hexes that meet")
    }

    /// The path from one intersection to its neighbor.
    pub(crate) fn path_between(&self, one: usize, other: usize) -> usize {
        self.ways[one]
            .iter()
            .find_map(|(path, end)| (*end == other).then_some(*path))
            .expect("two neighbors")
    }

    /// The two intersections at the ends of a hex's side.
    pub(crate) fn ends_of_side(&self, hex: usize, side: Side) -> [usize; 2] {
        let hex = self.hexes[hex];
        let two = BTreeSet::from([hex, beyond(hex, direction(side))]);
        let path = self.paths.iter().position(|path| *path == two);
        self.ends[path.expect("a side is a path")]
    }
}
