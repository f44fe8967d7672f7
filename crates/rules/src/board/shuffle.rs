//! Random boards (BRD-05 to BRD-07, BRD-10, BRD-20, OPT-01, OPT-02). The randomness is the caller's.

use alloc::vec::Vec;

use super::{
    Board, BoardPlan, Harbor, HarborKind, Hex, Layout, Terrain, balance, frame, permute::shuffle,
    spiral,
};
use crate::{HarborFacing, HarborLayout, HexId, IntersectionSet, NumberLayout, Rules, Side};

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
            let starts = spiral::starts(topology, rules.number_start, &terrain);
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
pub(super) fn shuffled_harbors(
    rules: &Rules,
    layout: Layout,
    below: &mut impl FnMut(usize) -> usize,
) -> Vec<Harbor> {
    let mut kinds: Vec<HarborKind> = layout.harbor_kinds().to_vec();
    let mut harbors = match rules.harbor_layout {
        HarborLayout::Shuffled => {
            shuffle(&mut kinds, below);
            layout.harbors(&kinds)
        }
        HarborLayout::Frame => frame::shuffled(layout, below),
        HarborLayout::Published => layout.harbors(&kinds),
    };
    if rules.harbor_facing == HarborFacing::Either {
        face_either_coast(layout, &mut harbors, 0, below);
    }
    harbors
}

/// BRD-05: each harbor from the `first` on faces any coast of its sea hex where it serves no intersection of another.
pub(super) fn face_either_coast(
    layout: Layout,
    harbors: &mut [Harbor],
    first: usize,
    below: &mut impl FnMut(usize) -> usize,
) {
    let topology = layout.topology();
    for number in first..harbors.len() {
        let served = harbors
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != number)
            .fold(IntersectionSet::EMPTY, |all, (_, harbor)| {
                all.union(harbor.intersections(topology))
            });
        let harbor = &mut harbors[number];
        let mut coasts = coasts(layout, harbor.hex, harbor.side);
        coasts.retain(|&(hex, side)| {
            let turned = Harbor {
                hex,
                side,
                ..*harbor
            };
            !turned.intersections(topology).meets(served)
        });
        (harbor.hex, harbor.side) = coasts[below(coasts.len())];
    }
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
