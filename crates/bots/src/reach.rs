//! Where a seat could settle, now and a few roads on.

use brickwood_rules::{IntersectionSet, PathSet, Seat, State};

use crate::land::Land;

/// How many roads ahead a bot looks.
pub(crate) const ROADS_AHEAD: usize = 2;

/// The places where a seat may settle after exactly so many further roads, by their number.
pub(crate) type Spots = [IntersectionSet; ROADS_AHEAD + 1];

/// Nowhere.
pub(crate) const NO_SPOTS: Spots = [IntersectionSet::EMPTY; ROADS_AHEAD + 1];

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
    pub(crate) fn new(state: &State) -> Self {
        Self {
            settled: state.settled(),
            free: state.free_intersections(),
            built: state.built_paths(),
        }
    }
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
    let mut spots = NO_SPOTS;
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
