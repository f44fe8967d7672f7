//! Random boards (BRD-05 to BRD-07, BRD-10, BRD-20, OPT-01, OPT-02). The randomness is the caller's.

use alloc::vec::Vec;

use super::{Board, BoardPlan, Harbor, HarborKind, Hex, Layout, Terrain, balance, spiral};
use crate::{HarborFacing, HarborLayout, HexId, NumberLayout, Rules, Side};

/// Lays a random board for these rules.
///
/// `below(n)` draws a number from `0..n`, each equally likely. The same draws lay the same board.
/// Where the rules ask for a fair board, boards are laid until one is.
///
/// # Panics
///
/// If `below` returns a number that is not below its argument.
pub fn shuffled_board(rules: &Rules, mut below: impl FnMut(usize) -> usize) -> Board {
    loop {
        let plan = shuffled_plan(rules, &mut below);
        if balance::is_fair(rules, &plan) {
            return Board::try_from(plan).expect("a shuffled board keeps the laws of its layout");
        }
    }
}

fn shuffled_plan(rules: &Rules, below: &mut impl FnMut(usize) -> usize) -> BoardPlan {
    let layout = Layout::for_players(rules.players);
    let hexes = shuffled_land(rules, layout, below);
    let harbors = shuffled_harbors(rules, layout, below);
    let deserts: Vec<HexId> = layout
        .topology()
        .hexes()
        .filter(|hex| hexes[hex.index()].terrain == Terrain::Desert)
        .collect();
    let robber = deserts[below(deserts.len())];
    BoardPlan {
        layout,
        hexes,
        harbors,
        robber,
    }
}

/// BRD-07, BRD-10.
fn shuffled_land(
    rules: &Rules,
    layout: Layout,
    below: &mut impl FnMut(usize) -> usize,
) -> Vec<Hex> {
    let topology = layout.topology();
    let mut terrain: Vec<Terrain> = layout
        .terrain_counts()
        .iter()
        .flat_map(|&(terrain, count)| core::iter::repeat_n(terrain, count))
        .collect();
    shuffle(&mut terrain, below);

    let mut tokens = layout.tokens().to_vec();
    let order = match rules.number_layout {
        NumberLayout::Spiral => {
            let starts = spiral::starts(topology, rules.number_start);
            let start = starts[below(starts.len())];
            spiral::spiral(topology, start, rules.number_direction)
        }
        NumberLayout::Shuffled => {
            shuffle(&mut tokens, below);
            topology.hexes().collect()
        }
    };
    let mut tokens = tokens.into_iter();
    let mut hexes: Vec<Hex> = terrain
        .iter()
        .map(|&terrain| Hex {
            terrain,
            token: None,
        })
        .collect();
    for hex in order {
        if terrain[hex.index()] != Terrain::Desert {
            hexes[hex.index()].token = tokens.next();
        }
    }
    hexes
}

/// BRD-05, BRD-06, BRD-20.
fn shuffled_harbors(
    rules: &Rules,
    layout: Layout,
    below: &mut impl FnMut(usize) -> usize,
) -> Vec<Harbor> {
    let mut kinds: Vec<HarborKind> = layout.harbor_kinds().to_vec();
    match rules.harbor_layout {
        HarborLayout::Shuffled => shuffle(&mut kinds, below),
        HarborLayout::Frame => {
            // The small frame comes round to itself after a third of a turn; the large one, with its
            // eleven harbors, begins anywhere (RUL-14).
            let step = match layout {
                Layout::Standard => kinds.len() / 3,
                Layout::Large => 1,
            };
            let turns = kinds.len() / step;
            kinds.rotate_right(step * below(turns));
        }
        HarborLayout::Published => {}
    }
    let mut harbors = layout.harbors(&kinds);
    if rules.harbor_facing == HarborFacing::Either {
        for harbor in &mut harbors {
            let coasts = coasts(layout, harbor.hex, harbor.side);
            (harbor.hex, harbor.side) = coasts[below(coasts.len())];
        }
    }
    harbors
}

/// The one or two coasts of the sea hex beyond a side.
fn coasts(layout: Layout, hex: HexId, side: Side) -> Vec<(HexId, Side)> {
    let topology = layout.topology();
    let beyond = |(hex, side): (HexId, Side)| {
        let (x, y) = topology.hex_position(hex);
        let (dx, dy) = side.offset();
        (x + dx, y + dy)
    };
    let sea = beyond((hex, side));
    topology
        .hexes()
        .flat_map(|hex| Side::ALL.map(|side| (hex, side)))
        .filter(|coast| beyond(*coast) == sea)
        .collect()
}

/// Fisher and Yates.
fn shuffle<T>(items: &mut [T], below: &mut impl FnMut(usize) -> usize) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last + 1));
    }
}
