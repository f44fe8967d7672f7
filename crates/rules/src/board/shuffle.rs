//! Random boards (BRD-06, BRD-07, BRD-10, BRD-20). The randomness is the caller's.

use alloc::vec::Vec;

use super::{Board, BoardPlan, Hex, Layout, Terrain, spiral};
use crate::{HarborLayout, HexId, Rules};

/// Lays a random board for these rules.
///
/// `below(n)` draws a number from `0..n`, each equally likely. The same draws lay the same board.
///
/// # Panics
///
/// If `below` returns a number that is not below its argument.
pub fn shuffled_board(rules: &Rules, mut below: impl FnMut(usize) -> usize) -> Board {
    let layout = Layout::for_players(rules.players);
    let topology = layout.topology();

    let mut terrain: Vec<Terrain> = layout
        .terrain_counts()
        .iter()
        .flat_map(|&(terrain, count)| core::iter::repeat_n(terrain, count))
        .collect();
    shuffle(&mut terrain, &mut below);

    let starts = spiral::starts(topology, rules.number_start);
    let start = starts[below(starts.len())];
    let mut tokens = layout.tokens().iter().copied();
    let mut hexes: Vec<Hex> = terrain
        .iter()
        .map(|&terrain| Hex {
            terrain,
            token: None,
        })
        .collect();
    for hex in spiral::spiral(topology, start, rules.number_direction) {
        if terrain[hex.index()] != Terrain::Desert {
            hexes[hex.index()].token = tokens.next();
        }
    }

    let mut kinds = layout.harbor_kinds().to_vec();
    match rules.harbor_layout {
        HarborLayout::Shuffled => shuffle(&mut kinds, &mut below),
        HarborLayout::Frame => {
            let third = kinds.len() / 3;
            kinds.rotate_right(third * below(3));
        }
        HarborLayout::Published => {}
    }

    let deserts: Vec<HexId> = topology
        .hexes()
        .filter(|hex| terrain[hex.index()] == Terrain::Desert)
        .collect();
    let robber = deserts[below(deserts.len())];

    let plan = BoardPlan {
        layout,
        hexes,
        harbors: layout.harbors(&kinds),
        robber,
    };
    Board::try_from(plan).expect("a shuffled board keeps the laws of its layout")
}

/// Fisher and Yates.
fn shuffle<T>(items: &mut [T], below: &mut impl FnMut(usize) -> usize) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last + 1));
    }
}
