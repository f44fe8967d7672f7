//! The spiral in which number tokens are laid (BRD-10).

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::Terrain;
use crate::{HexId, NumberDirection, NumberStart, Topology};

/// The coastal hexes at which a spiral may begin. A corner gets the first token, so it is no desert
/// (RUL-19).
pub(super) fn starts(topology: &Topology, start: NumberStart, terrain: &[Terrain]) -> Vec<HexId> {
    let neighbors = |hex: &HexId| topology.hex_neighbors(*hex).count();
    let bears_a_token = |hex: &HexId| terrain[hex.index()] != Terrain::Desert;
    match start {
        NumberStart::Corner => topology
            .hexes()
            .filter(|hex| neighbors(hex) == 3 && bears_a_token(hex))
            .collect(),
        NumberStart::Coast => topology.hexes().filter(|hex| neighbors(hex) < 6).collect(),
    }
}

/// All hexes in the order in which tokens are laid from `start`: the outer ring first, then each
/// inner ring from the hex just inside the first one: the one that also touches the hex laid last.
pub(super) fn spiral(topology: &Topology, start: HexId, direction: NumberDirection) -> Vec<HexId> {
    let mut order = Vec::with_capacity(topology.hex_count());
    let mut rest: Vec<HexId> = topology.hexes().collect();
    let mut first = Some(start);
    while let Some(begin) = first {
        let (mut ring, inner): (Vec<HexId>, Vec<HexId>) = rest.iter().partition(|hex| {
            topology
                .hex_neighbors(**hex)
                .filter(|other| rest.contains(other))
                .count()
                < 6
        });
        ring.sort_by(|a, b| clockwise(topology.hex_position(*a), topology.hex_position(*b)));
        if direction == NumberDirection::CounterClockwise {
            ring.reverse();
        }
        let turn = ring.iter().position(|hex| *hex == begin).unwrap_or(0);
        ring.rotate_left(turn);

        let last = *ring.last().expect("a ring has its first hex");
        first = topology.hex_neighbors(begin).find(|hex| {
            inner.contains(hex) && topology.hex_neighbors(last).any(|other| other == *hex)
        });
        order.extend(ring);
        rest = inner;
    }
    order
}

/// Orders positions round the middle of the board, clockwise from the west.
fn clockwise(a: (i8, i8), b: (i8, i8)) -> Ordering {
    // y grows downward: the upper half (y < 0, and the west) comes first.
    let lower = |(x, y): (i8, i8)| y > 0 || (y == 0 && x > 0);
    let cross = i32::from(b.0) * i32::from(a.1) - i32::from(a.0) * i32::from(b.1);
    lower(a).cmp(&lower(b)).then(cross.cmp(&0))
}
