//! The pieces on the board.

use brickwood_rules::{Intersection, IntersectionSet, Path, PathSet, Piece, Seat, State, Topology};

use crate::place::{intersection_name, path_name};
use crate::position::PositionError;
use crate::position::read::{Draft, SeatDraft, taken};
use crate::step::seat_number;

/// BRD-12, BLD-05, BLD-08, BLD-09.
pub(super) fn check(draft: &Draft) -> Result<(), PositionError> {
    let topology = draft.game.board().topology();
    let mut settled = IntersectionSet::EMPTY;
    let mut built = PathSet::EMPTY;
    // The supply of a seat that has built nothing.
    let supply = State::new(&draft.game).view(&draft.game, None).seats[0];
    let all = |left: u8, built: usize| usize::from(left) + built;
    let roads = all(supply.roads_left, supply.roads.len());
    let settlements = all(supply.settlements_left, supply.settlements.len());
    let cities = all(supply.cities_left, supply.cities.len());
    for (seat, part) in Seat::all(draft.game.rules().players).zip(&draft.seats) {
        for (piece, there, all) in [
            (Piece::Road, part.roads.len(), roads),
            (Piece::Settlement, part.settlements.len(), settlements),
            (Piece::City, part.cities.len(), cities),
        ] {
            if there > all {
                return Err(PositionError::Supply {
                    seat: seat_number(seat),
                    piece,
                });
            }
        }
        for at in part.settlements.iter().chain(part.cities.iter()) {
            if settled.contains(at) {
                return Err(taken(topology, at));
            }
            settled = settled.with(at);
        }
        if let Some(path) = part.roads.intersection(built).iter().next() {
            return Err(PositionError::PathTaken(path_name(topology, path)));
        }
        built = built.union(part.roads);
        if let Some(path) = loose_road(topology, part) {
            return Err(PositionError::LooseRoad {
                seat: seat_number(seat),
                path: path_name(topology, path),
            });
        }
    }
    let near = |at: &Intersection| topology.neighbors(*at).meets(settled);
    match settled.iter().find(near) {
        Some(at) => Err(PositionError::TooClose(intersection_name(topology, at))),
        None => Ok(()),
    }
}

/// A road from which no own building can be reached along own roads.
fn loose_road(topology: &Topology, part: &SeatDraft) -> Option<Path> {
    let mut reached = part.settlements.union(part.cities);
    let mut loose = part.roads;
    loop {
        let next = loose.iter().find(|path| {
            topology
                .ends(*path)
                .iter()
                .any(|end| reached.contains(*end))
        });
        let Some(path) = next else {
            return loose.iter().next();
        };
        loose = loose.without(path);
        reached = topology
            .ends(path)
            .into_iter()
            .fold(reached, IntersectionSet::with);
    }
}

/// All intersections that anyone but this seat has settled.
pub(super) fn settled_by_others(draft: &Draft, number: usize) -> IntersectionSet {
    draft
        .seats
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != number)
        .fold(IntersectionSet::EMPTY, |all, (_, part)| {
            all.union(part.settlements).union(part.cities)
        })
}
