//! Putting pieces on the board.

use crate::{Game, Intersection, Path, PathSet, Seat, SeatView, State};

impl State {
    /// Lays a road that the seat has and that may lie there.
    #[inline]
    pub(crate) fn put_road(&mut self, game: &Game, seat: Seat, at: Path) {
        let topology = game.board().topology();
        let blocked = self.settled_by_others(seat);
        self.pieces.roads[seat] = self.pieces.roads[seat].with(at);
        self.derived.seats[seat].roads_left -= 1;
        let network = &mut self.derived.networks[seat];
        for end in topology.ends(at) {
            if !blocked.contains(end) {
                *network = network.union(topology.paths_at(end));
            }
        }
    }

    /// Places a settlement that the seat has and that may stand there.
    pub(crate) fn put_settlement(&mut self, game: &Game, seat: Seat, at: Intersection) {
        let paths = game.board().topology().paths_at(at);
        let buildings = self.buildings(seat).with(at);
        self.pieces.buildings[seat] = buildings;
        self.derived.networks[seat] = self.derived.networks[seat].union(paths);
        let derived = &mut self.derived.seats[seat];
        derived.settlements_left -= 1;
        derived.rates = game.board().rates(buildings);
        self.derived.yields.grow(game, seat, at);
        let near = game.board().topology().neighbors(at).with(at);
        self.derived.free = self.derived.free.minus(near);
        for other in Seat::all(game.rules().players).filter(|other| *other != seat) {
            if self.roads(other).meets(paths) {
                self.find_network(game, other);
            }
        }
    }

    /// Turns a settlement into a city that the seat has.
    pub(crate) fn put_city(&mut self, game: &Game, seat: Seat, at: Intersection) {
        let derived = &mut self.derived.seats[seat];
        derived.cities_left -= 1;
        derived.settlements_left += 1;
        self.pieces.cities = self.pieces.cities.with(at);
        self.derived.yields.grow(game, seat, at);
    }

    /// Puts all that a view shows of a seat.
    pub(crate) fn put_pieces(&mut self, game: &Game, seat: Seat, seen: &SeatView) {
        for at in seen.cities.iter() {
            self.put_settlement(game, seat, at);
            self.put_city(game, seat, at);
        }
        for at in seen.settlements.iter() {
            self.put_settlement(game, seat, at);
        }
        for at in seen.roads.iter() {
            self.put_road(game, seat, at);
        }
    }

    /// Finds anew where a seat's roads lead, after another's building has cut them (BLD-06).
    fn find_network(&mut self, game: &Game, seat: Seat) {
        let topology = game.board().topology();
        let buildings = self.buildings(seat);
        self.derived.networks[seat] = topology
            .ends_of(self.roads(seat))
            .minus(self.settled_by_others(seat))
            .union(buildings)
            .iter()
            .map(|at| topology.paths_at(at))
            .fold(PathSet::EMPTY, PathSet::union);
    }
}
