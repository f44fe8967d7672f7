//! The board on the grid.

use brickwood_rules::{Board, HarborKind, IntersectionSet, Layout, Resource, Terrain};

use super::{
    Sight,
    sink::{fits, part},
};
use crate::space::{RESOURCES, most_seats};
use crate::{EncodeError, Grid};

/// The tokens, in the order of their planes.
const TOKENS: [u8; 10] = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
/// In how many of the 36 throws a 6 or an 8 comes up.
const MOST_PIPS: u32 = 5;

/// Where the planes of the land begin, one after the other.
const PLACES: usize = 0;
const TERRAINS: usize = PLACES + 3;
const TOKEN: usize = TERRAINS + 6;
const PIPS: usize = TOKEN + TOKENS.len();
const HARBORS: usize = PIPS + 1;
const LAND: usize = HARBORS + 6;
/// And those of the pieces.
const ROBBER: usize = LAND;
const FREE: usize = ROBBER + 1;
const SEATS: usize = FREE + 1;

pub(super) fn names(layout: Layout) -> Vec<String> {
    let mut names: Vec<String> = ["hex", "intersection", "path"].map(String::from).into();
    names.extend(RESOURCES.map(|resource| format!("terrain.{resource}")));
    names.push("terrain.desert".to_owned());
    names.extend(TOKENS.map(|token| format!("token.{token}")));
    names.push("pips".to_owned());
    names.push("harbor.generic".to_owned());
    names.extend(RESOURCES.map(|resource| format!("harbor.{resource}")));
    names.extend(["robber", "free"].map(String::from));
    for seat in 0..most_seats(layout) {
        names.extend(["settlement", "city", "road"].map(|piece| format!("{piece}.{seat}")));
    }
    names
}

/// The planes that never change in a game.
pub(super) fn land(board: &Board) -> Vec<f32> {
    let grid = Grid::of(board.layout());
    let topology = board.topology();
    let mut land = vec![0.0; LAND * grid.cells()];
    let mut set = |plane: usize, cell: usize, value: f32| {
        land[plane * grid.cells() + cell] = value;
    };
    for id in topology.hexes() {
        let (hex, cell) = (board.hex(id), grid.hex(id));
        set(PLACES, cell, 1.0);
        set(TERRAINS + terrain_number(hex.terrain), cell, 1.0);
        if let Some(place) = TOKENS.iter().position(|token| Some(*token) == hex.token) {
            set(TOKEN + place, cell, 1.0);
        }
        set(PIPS, cell, part(hex.pips().into(), MOST_PIPS));
    }
    for at in topology.intersections() {
        set(PLACES + 1, grid.intersection(at), 1.0);
    }
    for path in topology.paths() {
        set(PLACES + 2, grid.path(path), 1.0);
    }
    for harbor in board.harbors() {
        let plane = match harbor.kind {
            HarborKind::Generic => HARBORS,
            HarborKind::Special { resource } => HARBORS + 1 + resource.index(),
        };
        for at in board.harbor_ends(harbor) {
            set(plane, grid.intersection(at), 1.0);
        }
    }
    land
}

fn terrain_number(terrain: Terrain) -> usize {
    terrain.resource().map_or(RESOURCES.len(), Resource::index)
}

pub(super) fn write(sight: Sight<'_>, land: &[f32], into: &mut [f32]) -> Result<(), EncodeError> {
    let board = sight.game.board();
    let grid = Grid::of(board.layout());
    fits(into, (SEATS + 3 * sight.rows) * grid.cells())?;
    let (fixed, pieces) = into.split_at_mut(land.len());
    fixed.copy_from_slice(land);
    pieces.fill(0.0);
    let mut mark = |plane: usize, cell: usize| {
        pieces[(plane - LAND) * grid.cells() + cell] = 1.0;
    };
    mark(ROBBER, grid.hex(sight.view.robber));
    for at in free(sight).iter() {
        mark(FREE, grid.intersection(at));
    }
    for row in 0..sight.rows {
        let Some(seat) = sight.seat(row) else {
            continue;
        };
        let seen = &sight.view.seats[seat.index()];
        let plane = SEATS + 3 * row;
        for at in seen.settlements.iter() {
            mark(plane, grid.intersection(at));
        }
        for at in seen.cities.iter() {
            mark(plane + 1, grid.intersection(at));
        }
        for path in seen.roads.iter() {
            mark(plane + 2, grid.path(path));
        }
    }
    Ok(())
}

/// The intersections that keep the distance from all buildings (BLD-09).
pub(super) fn free(sight: Sight<'_>) -> IntersectionSet {
    let topology = sight.game.board().topology();
    let settled = sight
        .view
        .seats
        .iter()
        .fold(IntersectionSet::EMPTY, |all, seat| {
            all.union(seat.settlements).union(seat.cities)
        });
    let taken = settled
        .iter()
        .fold(settled, |taken, at| taken.union(topology.neighbors(at)));
    topology.every_intersection().minus(taken)
}
