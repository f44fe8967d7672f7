//! Where a seat could settle, now and a few roads on.

use brickwood_rules::{IntersectionSet, PathSet, Seat, State};

use crate::land::Land;

/// How many roads ahead a bot looks.
pub(crate) const ROADS_AHEAD: usize = 2;

/// The places where a seat may settle after exactly so many further roads, by their number.
pub(crate) type Spots = [IntersectionSet; ROADS_AHEAD + 1];

/// What stands on the board, all seats together.
pub(crate) struct Occupied {
    /// Every settled intersection.
    pub(crate) settled: IntersectionSet,
    /// Intersections that may still be settled, if a road leads there (BLD-09).
    pub(crate) free: IntersectionSet,
    /// Every path with a road.
    pub(crate) built: PathSet,
}

impl Occupied {
    pub(crate) fn new(land: &Land, state: &State) -> Self {
        let settled = state.settled();
        Self {
            settled,
            free: free(land, settled),
            built: state.built_paths(),
        }
    }
}

/// The intersections that keep the distance rule from these settled ones (BLD-09).
pub(crate) fn free(land: &Land, settled: IntersectionSet) -> IntersectionSet {
    let near = settled
        .iter()
        .fold(settled, |all, at| all.union(land.topology.neighbors(at)));
    land.topology.every_intersection().minus(near)
}

/// Where a seat may settle.
pub(crate) fn spots(land: &Land, state: &State, seat: Seat, occupied: &Occupied) -> Spots {
    let topology = land.topology;
    let own = state.buildings(seat);
    let blocked = occupied.settled.minus(own);
    let ends: IntersectionSet = state
        .roads(seat)
        .iter()
        .flat_map(|path| topology.ends(path))
        .collect();
    let mut spots = [IntersectionSet::EMPTY; ROADS_AHEAD + 1];
    spots[0] = ends.intersection(occupied.free);
    let mut seen = ends.union(own);
    let mut frontier = seen;
    for found in &mut spots[1..] {
        let mut next = IntersectionSet::EMPTY;
        for at in frontier.minus(blocked).iter() {
            for path in topology.paths_at(at).minus(occupied.built).iter() {
                next = next.with(topology.other_end(path, at));
            }
        }
        frontier = next.minus(seen);
        seen = seen.union(next);
        *found = frontier.intersection(occupied.free);
    }
    spots
}
