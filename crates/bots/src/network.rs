//! Which roads take the longest road.

use brickwood_rules::{
    Game, Intersection, IntersectionSet, Path, PathSet, Seat, State, Topology, longest_trail,
};

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
        self.first_road(self.roads, count, PathSet::EMPTY)
    }

    /// Whether at most so many more roads take the longest road.
    pub(crate) fn is_within(&self, count: usize) -> bool {
        self.reaches(self.roads, count, PathSet::EMPTY)
    }

    /// A road that makes the longest trail longer, if so many could take the longest road.
    pub(crate) fn longer(&self, left: usize) -> Option<Path> {
        let length = |roads| longest_trail(self.topology, roads, self.blocked);
        let now = length(self.roads);
        let could = usize::from(now) + left >= usize::from(self.wanted);
        self.next(self.roads)
            .iter()
            .find(|path| could && length(self.roads.with(*path)) > now)
    }

    /// The first of the fewest roads, at most so many, that lead to one of these sites.
    pub(crate) fn toward(&self, sites: IntersectionSet, most: usize) -> Option<Path> {
        let mut seen = self.topology.ends_of(self.roads).union(self.buildings);
        let ends = seen.minus(self.blocked).iter();
        let mut reached: Vec<(Intersection, Option<Path>)> = ends.map(|at| (at, None)).collect();
        for _ in 0..most {
            let mut further = Vec::new();
            for (at, first) in reached {
                for path in self.topology.paths_at(at).minus(self.built).iter() {
                    let to = self.topology.other_end(path, at);
                    let first = first.unwrap_or(path);
                    if sites.contains(to) && !seen.contains(to) {
                        return Some(first);
                    }
                    if !seen.contains(to) && !self.blocked.contains(to) {
                        further.push((to, Some(first)));
                    }
                    seen = seen.with(to);
                }
            }
            reached = further;
        }
        None
    }

    /// The first road by which at most so many more reach the length; none of them is `in_vain`.
    fn first_road(&self, roads: PathSet, count: usize, mut in_vain: PathSet) -> Option<Path> {
        self.next(roads).minus(in_vain).iter().find(|path| {
            let reaches = self.reaches(roads.with(*path), count - 1, in_vain);
            // Whatever this road could lead to with others, it leads to first: they need not try it again.
            in_vain = in_vain.with(*path);
            reaches
        })
    }

    fn reaches(&self, roads: PathSet, more: usize, in_vain: PathSet) -> bool {
        longest_trail(self.topology, roads, self.blocked) >= self.wanted
            || more > 0 && self.first_road(roads, more, in_vain).is_some()
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
