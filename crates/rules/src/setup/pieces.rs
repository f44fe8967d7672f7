//! The pieces on the board.

use alloc::vec::Vec;

use super::{PositionSpec, SeatSpec, SetupError};
use crate::rules::{CITIES, ROADS, SETTLEMENTS};
use crate::{Game, IntersectionSet, Path, PathSet, Piece, Seat, Topology};

/// BRD-12, BLD-05, BLD-08, BLD-09.
pub(super) fn check(game: &Game, setup: &PositionSpec, errors: &mut Vec<SetupError>) {
    let topology = game.board().topology();
    let mut settled = IntersectionSet::EMPTY;
    let mut built = PathSet::EMPTY;
    for (seat, part) in Seat::all(game.rules().players).zip(&setup.seats) {
        for (piece, there, all) in [
            (Piece::Road, part.roads.len(), ROADS),
            (Piece::Settlement, part.settlements.len(), SETTLEMENTS),
            (Piece::City, part.cities.len(), CITIES),
        ] {
            if there > all {
                errors.push(SetupError::Supply { seat, piece });
            }
        }
        for set in [part.settlements, part.cities] {
            errors.extend(
                settled
                    .intersection(set)
                    .iter()
                    .map(SetupError::IntersectionTaken),
            );
            settled = settled.union(set);
        }
        errors.extend(
            built
                .intersection(part.roads)
                .iter()
                .map(SetupError::PathTaken),
        );
        built = built.union(part.roads);
        if let Some(path) = loose_road(topology, part) {
            errors.push(SetupError::LooseRoad { seat, path });
        }
    }
    // Of two neighbors the later is named.
    let mut before = IntersectionSet::EMPTY;
    for at in settled.iter() {
        if topology.neighbors(at).meets(before) {
            errors.push(SetupError::TooClose(at));
        }
        before = before.with(at);
    }
}

/// A road from which no own building can be reached along own roads.
fn loose_road(topology: &Topology, part: &SeatSpec) -> Option<Path> {
    let mut reached = part.buildings();
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
