//! Random road networks on both boards: the engine's longest road against every trail there is.

use std::collections::BTreeSet;

use brickwood_rules::{Layout, longest_trail};
use brickwood_test_kit::Random;

use crate::slow::compare::{intersections, paths};
use crate::slow::geometry::Land;
use crate::slow::road;
use crate::slow::table_rules::ROADS;

/// On each board.
const NETWORKS: u64 = 100_000;

/// Up to fifteen roads. Some begin anywhere; the others touch any road, so that there are branches
/// and loops, or, in long networks, the latest one.
fn any_network(land: &Land, random: &mut Random) -> BTreeSet<usize> {
    let mut roads = vec![random.below(land.path_count())];
    let size = 1 + random.below(ROADS).max(random.below(ROADS));
    let long = random.one_in(2);
    while roads.len() < size {
        let from = if long && !random.one_in(8) {
            &roads[roads.len() - 1..]
        } else {
            &roads[..]
        };
        // A path that touches two of these roads is listed twice, and so loops close more often.
        let free: Vec<usize> = from
            .iter()
            .flat_map(|road| land.ends[*road])
            .flat_map(|at| land.ways[at].iter().map(|(path, _)| *path))
            .filter(|path| !roads.contains(path))
            .collect();
        let next = if free.is_empty() || random.one_in(12) {
            random.below(land.path_count())
        } else {
            random.pick(&free)
        };
        if !roads.contains(&next) {
            roads.push(next);
        }
    }
    roads.into_iter().collect()
}

/// Others' buildings, mostly where they matter.
fn any_buildings(land: &Land, roads: &BTreeSet<usize>, random: &mut Random) -> BTreeSet<usize> {
    let near: Vec<usize> = roads.iter().flat_map(|path| land.ends[*path]).collect();
    (0..random.below(5))
        .map(|_| {
            if random.one_in(4) {
                random.below(land.intersection_count())
            } else {
                random.pick(&near)
            }
        })
        .collect()
}

fn compare_many(layout: Layout) {
    let land = Land::of(layout);
    let mut lengths = [0u32; ROADS + 1];
    for seed in 0..NETWORKS {
        let mut random = Random::new(seed);
        let roads = any_network(&land, &mut random);
        let others = any_buildings(&land, &roads, &mut random);
        let reference = road::longest_trail(&land, &roads, &others);
        let engine = longest_trail(layout.topology(), paths(&roads), intersections(&others));
        assert_eq!(
            usize::from(engine),
            reference,
            "network {seed}: roads {roads:?}, others' buildings {others:?}"
        );
        lengths[reference] += 1;
    }
    assert!(
        lengths[1..].iter().all(|networks| *networks > 0),
        "there are networks of every length: {lengths:?}"
    );
}

#[test]
fn lrd_02_a_hundred_thousand_networks_on_the_board_for_four_are_as_long_as_their_longest_trail() {
    compare_many(Layout::Standard);
}

#[test]
fn lrd_02_a_hundred_thousand_networks_on_the_board_for_six_are_as_long_as_their_longest_trail() {
    compare_many(Layout::Large);
}
