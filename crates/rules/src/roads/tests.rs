use std::collections::HashSet;

use proptest::prelude::*;

use super::longest_trail;
use crate::{Intersection, IntersectionSet, Path, PathSet, Topology, topology};

/// Grows every trail by every road that goes on from its end, all at once, until none grows.
fn brute_force(topology: &Topology, roads: PathSet, blocked: IntersectionSet) -> u8 {
    let mut trails: HashSet<(PathSet, Intersection)> = roads
        .iter()
        .flat_map(|path| topology.ends(path).map(|end| (PathSet::only(path), end)))
        .collect();
    let mut length = 0;
    while !trails.is_empty() {
        length += 1;
        trails = trails
            .into_iter()
            .filter(|(_, end)| !blocked.contains(*end))
            .flat_map(|(used, end)| {
                topology
                    .paths_at(end)
                    .intersection(roads)
                    .minus(used)
                    .iter()
                    .map(move |path| (used.with(path), topology.other_end(path, end)))
            })
            .collect();
    }
    length
}

/// Up to fifteen roads, most of them laid on from the ones before, and up to six buildings of
/// others, most of them at these roads. Each pair is a kind of choice and the choice itself.
fn network(
    topology: &Topology,
    roads: &[(u8, usize)],
    buildings: &[(u8, usize)],
) -> (PathSet, IntersectionSet) {
    let mut laid = PathSet::EMPTY;
    let mut reached = IntersectionSet::EMPTY;
    for (kind, choice) in roads {
        let on: PathSet = reached
            .iter()
            .fold(PathSet::EMPTY, |all, at| all.union(topology.paths_at(at)));
        let free = match on.minus(laid) {
            on if *kind > 0 && !on.is_empty() => on,
            _ => topology.every_path().minus(laid),
        };
        let paths: Vec<Path> = free.iter().collect();
        let path = paths[choice % paths.len()];
        laid = laid.with(path);
        reached = reached.union(topology.ends(path).into_iter().collect());
    }
    let blocked = buildings.iter().map(|(kind, choice)| {
        let among = if *kind > 0 {
            reached
        } else {
            topology.every_intersection()
        };
        let places: Vec<Intersection> = among.iter().collect();
        places[choice % places.len()]
    });
    (laid, blocked.collect())
}

fn choices(
    count: impl Into<prop::collection::SizeRange>,
) -> impl Strategy<Value = Vec<(u8, usize)>> {
    prop::collection::vec((0..8u8, any::<usize>()), count)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_longest_trail_is_the_longest_of_all(
        roads in choices(1..=15),
        buildings in choices(0..=6),
    ) {
        for topology in [&topology::STANDARD, &topology::LARGE] {
            let (roads, blocked) = network(topology, &roads, &buildings);
            prop_assert_eq!(
                longest_trail(topology, roads, blocked),
                brute_force(topology, roads, blocked)
            );
        }
    }
}
