//! Which roads take the longest road.

use brickwood_rules::{Game, IntersectionSet, Path, PathSet, Seat, State, Topology, longest_trail};

/// The fewest roads that hold the card (LRD-01).
pub(crate) const SHORTEST: u8 = 5;

/// A seat's roads, and where more of them can lie.
pub(crate) struct Network<'a> {
    topology: &'a Topology,
    roads: PathSet,
    buildings: IntersectionSet,
    /// Paths with a road of anybody.
    built: PathSet,
    /// Intersections that others have settled.
    blocked: IntersectionSet,
    /// The length that takes the longest road.
    wanted: u8,
}

impl<'a> Network<'a> {
    pub(crate) fn of(game: &'a Game, state: &State, seat: Seat) -> Self {
        let others = Seat::all(game.rules().players).filter(|other| *other != seat);
        let longest = others.map(|other| state.road_length(other)).max();
        Self {
            topology: game.board().topology(),
            roads: state.roads(seat),
            buildings: state.buildings(seat),
            built: state.built_paths(),
            blocked: state.settled_by_others(seat),
            wanted: longest.map_or(SHORTEST, |longest| SHORTEST.max(longest + 1)),
        }
    }

    /// The first of at most so many roads that take the longest road.
    pub(crate) fn first_of(&self, count: usize) -> Option<Path> {
        self.next(self.roads)
            .iter()
            .find(|path| self.reaches(self.roads.with(*path), count - 1))
    }

    /// Whether at most so many more roads take the longest road.
    pub(crate) fn is_within(&self, count: usize) -> bool {
        self.reaches(self.roads, count)
    }

    fn reaches(&self, roads: PathSet, more: usize) -> bool {
        let mut next = self.next(roads).iter();
        longest_trail(self.topology, roads, self.blocked) >= self.wanted
            || more > 0 && next.any(|path| self.reaches(roads.with(path), more - 1))
    }

    /// Where the next road can lie.
    fn next(&self, roads: PathSet) -> PathSet {
        let ends = self.topology.ends_of(roads).minus(self.blocked);
        ends.union(self.buildings)
            .iter()
            .map(|at| self.topology.paths_at(at))
            .fold(PathSet::EMPTY, PathSet::union)
            .minus(self.built)
            .minus(roads)
    }
}
