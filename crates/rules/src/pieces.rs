//! The pieces on the board, and what follows from where they lie.
//!
//! What follows is kept up to date with each piece, so that no step has to look at the whole board.

use crate::rules::{CITIES, SETTLEMENTS};
use crate::state::Holdings;
use crate::{Game, Intersection, Path, PathSet, Seat, SeatView, State};

impl Holdings {
    /// Points for settlements and for cities (WIN-01).
    pub(crate) const fn building_points(&self) -> (u8, u8) {
        (
            SETTLEMENTS as u8 - self.settlements_left,
            2 * (CITIES as u8 - self.cities_left),
        )
    }
}

impl State {
    /// Lays a road that the seat has and that may lie there.
    #[inline]
    pub(crate) fn put_road(&mut self, game: &Game, seat: Seat, at: Path) {
        let topology = game.board().topology();
        let blocked = self.settled_by_others(seat);
        let holdings = &mut self.holdings[seat.index()];
        holdings.roads = holdings.roads.with(at);
        holdings.roads_left -= 1;
        for end in topology.ends(at) {
            if !blocked.contains(end) {
                holdings.network = holdings.network.union(topology.paths_at(end));
            }
        }
    }

    /// Places a settlement that the seat has and that may stand there.
    pub(crate) fn put_settlement(&mut self, game: &Game, seat: Seat, at: Intersection) {
        let paths = game.board().topology().paths_at(at);
        let holdings = &mut self.holdings[seat.index()];
        holdings.buildings = holdings.buildings.with(at);
        holdings.settlements_left -= 1;
        holdings.network = holdings.network.union(paths);
        holdings.rates = game.board().rates(holdings.buildings);
        self.yields.grow(game, seat, at);
        let near = game.board().topology().neighbors(at).with(at);
        self.free = self.free.minus(near);
        for other in Seat::all(game.rules().players).filter(|other| *other != seat) {
            if self.roads(other).meets(paths) {
                self.find_network(game, other);
            }
        }
    }

    /// Turns a settlement into a city that the seat has.
    pub(crate) fn put_city(&mut self, game: &Game, seat: Seat, at: Intersection) {
        let holdings = &mut self.holdings[seat.index()];
        holdings.cities_left -= 1;
        holdings.settlements_left += 1;
        self.cities = self.cities.with(at);
        self.yields.grow(game, seat, at);
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
        self.holdings[seat.index()].network = topology
            .ends_of(self.roads(seat))
            .minus(self.settled_by_others(seat))
            .union(buildings)
            .iter()
            .map(|at| topology.paths_at(at))
            .fold(PathSet::EMPTY, PathSet::union);
    }
}
