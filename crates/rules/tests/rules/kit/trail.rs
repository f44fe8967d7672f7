//! A slow and obvious way to the longest road, to judge the fast one by.

use std::collections::HashSet;

use brickwood_rules::{Intersection, IntersectionSet, Path, PathSet, Topology};

/// Grows every trail road by road, all at once, until none grows any further (LRD-02). A trail
/// that reaches a building of another player grows no more (LRD-03).
pub(crate) fn slow_longest_trail(
    topology: &Topology,
    roads: PathSet,
    others: IntersectionSet,
) -> u8 {
    let mut trails: HashSet<(Vec<Path>, Intersection)> = roads
        .iter()
        .flat_map(|path| topology.ends(path).map(|end| (vec![path], end)))
        .collect();
    let mut length = 0;
    while !trails.is_empty() {
        length += 1;
        let mut longer = HashSet::new();
        for (used, end) in trails.iter().filter(|(_, end)| !others.contains(*end)) {
            for path in roads.iter().filter(|path| !used.contains(path)) {
                let [a, b] = topology.ends(path);
                let next = match *end {
                    end if end == a => b,
                    end if end == b => a,
                    _ => continue,
                };
                // Which roads a trail has used matters to its future, not their order.
                let mut used = used.clone();
                used.push(path);
                used.sort_unstable();
                longer.insert((used, next));
            }
        }
        trails = longer;
    }
    length
}
