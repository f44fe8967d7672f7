//! The longest road: its length, exactly, and who holds it (LRD).

#[cfg(test)]
mod tests;

use crate::{
    Game, Intersection, IntersectionSet, LongestRoadTie, Path, PathSet, Seat, State, Topology,
};

/// The fewest roads that hold the card (LRD-01).
pub const SHORTEST_LONGEST_ROAD: u8 = 5;

/// The most roads of a trail that uses no road twice and passes no intersection of `blocked`
/// (LRD-02, LRD-03).
pub fn longest_trail(topology: &Topology, roads: PathSet, blocked: IntersectionSet) -> u8 {
    let mut best = 0;
    for start in topology.ends_of(roads).iter() {
        best = best.max(trail_from(topology, roads, blocked, start));
        if usize::from(best) == roads.len() {
            break;
        }
    }
    best
}

/// The longest trail that leaves `from` along `roads`.
fn trail_from(
    topology: &Topology,
    mut roads: PathSet,
    blocked: IntersectionSet,
    mut from: Intersection,
) -> u8 {
    let mut length = 0;
    // As far as there is but one way to go.
    loop {
        let ways = topology.paths_at(from).intersection(roads);
        let Some(path) = ways.single() else {
            let further = ways.iter().map(|path| {
                let to = topology.other_end(path, from);
                if blocked.contains(to) {
                    1
                } else {
                    1 + trail_from(topology, roads.without(path), blocked, to)
                }
            });
            return length + further.max().unwrap_or(0);
        };
        from = topology.other_end(path, from);
        roads = roads.minus(ways);
        length += 1;
        if blocked.contains(from) {
            return length;
        }
    }
}

/// The longest trail once `laid` has joined `roads`, whose longest was `length`.
fn longer_trail(
    topology: &Topology,
    roads: PathSet,
    blocked: IntersectionSet,
    laid: Path,
    length: u8,
) -> u8 {
    let others = roads.without(laid);
    let [a, b] = topology.ends(laid).map(|end| {
        if blocked.contains(end) {
            0
        } else {
            trail_from(topology, others, blocked, end)
        }
    });
    // A longer trail runs along the new road, and from each of its ends no further than this.
    let most = 1 + a + b;
    if most <= length {
        length
    } else if a == 0 || b == 0 {
        most
    } else {
        longest_trail(topology, roads, blocked)
    }
}

impl State {
    /// After a road: measures its seat's longest trail.
    pub(crate) fn measure_road_with(&mut self, game: &Game, seat: Seat, laid: Path) {
        self.holdings[seat].road_length = longer_trail(
            game.board().topology(),
            self.roads(seat),
            self.settled_by_others(seat),
            laid,
            self.road_length(seat),
        );
    }

    /// Measures a seat's longest trail anew.
    pub(crate) fn measure_road(&mut self, game: &Game, seat: Seat) {
        let blocked = self.settled_by_others(seat);
        let roads = self.roads(seat);
        self.holdings[seat].road_length = longest_trail(game.board().topology(), roads, blocked);
    }

    /// After a settlement of `builder`: measures every trail of others that ran through its
    /// intersection.
    pub(crate) fn measure_roads_through(&mut self, game: &Game, builder: Seat, at: Intersection) {
        let paths = game.board().topology().paths_at(at);
        for seat in Seat::all(game.rules().players) {
            // Where a seat has but one road, its trails only end.
            let roads = self.roads(seat).intersection(paths);
            let runs_through = !roads.is_empty() && roads.single().is_none();
            if seat != builder && runs_through {
                self.measure_road(game, seat);
            }
        }
    }

    /// Finds the holder anew (LRD-04, LRD-05, RUL-08). `before` is the holder's length before the step.
    pub(crate) fn award_longest_road(&mut self, game: &Game, before: u8) {
        let lengths = || Seat::all(game.rules().players).map(|seat| (seat, self.road_length(seat)));
        let best = lengths().map(|(_, length)| length).max().unwrap_or(0);
        let longest: crate::SeatSet = lengths()
            .filter(|(_, length)| *length == best && best >= SHORTEST_LONGEST_ROAD)
            .map(|(seat, _)| seat)
            .collect();
        let holder = self
            .common
            .longest_road
            .filter(|holder| longest.contains(*holder));
        let broken = self
            .common
            .longest_road
            .is_some_and(|holder| self.road_length(holder) < before);
        self.common.longest_road = if longest.len() == 1 {
            longest.single()
        } else if broken && game.rules().longest_road_tie == LongestRoadTie::Nobody {
            None
        } else {
            holder
        };
    }
}
