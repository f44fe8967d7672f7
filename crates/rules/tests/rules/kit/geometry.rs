//! The shape of a board, found a second time and in another way: a hex is a cube coordinate, an
//! intersection the three hexes round it, a path the two hexes beside it.

use std::collections::{BTreeMap, BTreeSet};

/// `(q, r)`: columns to the right, rows down, each row half a hex further left.
type Spot = (i8, i8);

/// What touches what, by intersections in no particular order.
pub(crate) struct Neighborhood {
    /// For each intersection its paths, and for each of them the intersection at its other end.
    pub(crate) ways: Vec<Vec<(usize, usize)>>,
}

/// Land in centered rows.
pub(crate) struct Land {
    /// All land hexes in reading order.
    pub(crate) hexes: Vec<Spot>,
}

const ROUND: [Spot; 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

fn beyond((q, r): Spot, (dq, dr): Spot) -> Spot {
    (q + dq, r + dr)
}

impl Land {
    pub(crate) fn of_rows(rows: &[u8]) -> Self {
        let longest = rows
            .iter()
            .position(|length| rows.iter().max() == Some(length));
        let longest = i8::try_from(longest.expect("there is a row")).expect("few rows");
        let mut hexes = Vec::new();
        for (row, length) in (0..).zip(rows) {
            // Above the longest row each row begins half a hex further right than the one below.
            let first = (longest - row).max(0);
            hexes.extend((first..).take(usize::from(*length)).map(|q| (q, row)));
        }
        Self { hexes }
    }

    /// The sea hexes that touch land.
    pub(crate) fn sea(&self) -> BTreeSet<Spot> {
        self.hexes
            .iter()
            .flat_map(|hex| ROUND.map(|step| beyond(*hex, step)))
            .filter(|spot| !self.hexes.contains(spot))
            .collect()
    }

    /// Every place where three hexes meet, at least one of them land.
    pub(crate) fn intersections(&self) -> BTreeSet<[Spot; 3]> {
        let mut found = BTreeSet::new();
        for hex in &self.hexes {
            for turn in 0..6 {
                let mut three = [
                    *hex,
                    beyond(*hex, ROUND[turn]),
                    beyond(*hex, ROUND[(turn + 1) % 6]),
                ];
                three.sort_unstable();
                found.insert(three);
            }
        }
        found
    }

    /// Every edge between two hexes, at least one of them land.
    pub(crate) fn paths(&self) -> BTreeSet<[Spot; 2]> {
        let mut found = BTreeSet::new();
        for hex in &self.hexes {
            for step in ROUND {
                let mut two = [*hex, beyond(*hex, step)];
                two.sort_unstable();
                found.insert(two);
            }
        }
        found
    }

    /// A path ends at the two intersections that share both its hexes.
    pub(crate) fn neighborhood(&self) -> Neighborhood {
        let intersections = self.intersections();
        let number: BTreeMap<_, _> = intersections
            .iter()
            .enumerate()
            .map(|(i, at)| (at, i))
            .collect();
        let mut ways = vec![Vec::new(); intersections.len()];
        for (path, [a, b]) in self.paths().iter().enumerate() {
            let ends: Vec<usize> = intersections
                .iter()
                .filter(|at| at.contains(a) && at.contains(b))
                .map(|at| number[at])
                .collect();
            let [one, other] = ends[..] else {
                panic!("a path has two ends");
            };
            ways[one].push((path, other));
            ways[other].push((path, one));
        }
        Neighborhood { ways }
    }
}
