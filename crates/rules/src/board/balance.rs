//! Boards that are fairer than chance alone would lay them (OPT-01, OPT-02).

use super::{BoardPlan, Hex};
use crate::{HexId, Resource, Rules, Topology};

/// On a balanced board no intersection has more pips than this.
const MOST_PIPS: u8 = 12;

/// On a balanced board the hexes of each resource have on average at least this many pips, in tenths.
const POOREST: u32 = 26;

/// And at most this many, in tenths.
const RICHEST: u32 = 40;

/// Whether a plan keeps what these rules ask of a random board.
pub(super) fn is_fair(rules: &Rules, plan: &BoardPlan) -> bool {
    let topology = plan.layout.topology();
    let apart = !rules.reds_apart || reds_apart(topology, &plan.hexes);
    let balanced = !rules.balanced_board || is_balanced(topology, &plan.hexes);
    apart && balanced
}

/// Whether the land keeps all that a balanced board keeps (OPT-02).
pub(super) fn is_balanced(topology: &Topology, hexes: &[Hex]) -> bool {
    reds_apart(topology, hexes)
        && no_rich_intersection(topology, hexes)
        && no_uniform_intersection(topology, hexes)
        && even_resources(hexes)
}

/// No two of the tokens 6 and 8 on hexes that share a side.
fn reds_apart(topology: &Topology, hexes: &[Hex]) -> bool {
    let is_red = |hex: HexId| matches!(hexes[hex.index()].token, Some(6 | 8));
    topology
        .hexes()
        .filter(|hex| is_red(*hex))
        .all(|hex| !topology.hex_neighbors(hex).any(is_red))
}

fn no_rich_intersection(topology: &Topology, hexes: &[Hex]) -> bool {
    topology.intersections().all(|at| {
        let pips: u8 = topology
            .hexes_round(at)
            .map(|hex| hexes[hex.index()].pips())
            .sum();
        pips <= MOST_PIPS
    })
}

/// No three hexes of one terrain round an intersection.
fn no_uniform_intersection(topology: &Topology, hexes: &[Hex]) -> bool {
    topology.intersections().all(|at| {
        let mut round = topology
            .hexes_round(at)
            .map(|hex| hexes[hex.index()].terrain);
        let first = round.next();
        topology.hexes_round(at).count() < 3 || round.any(|other| Some(other) != first)
    })
}

/// Each resource has its share of the pips.
fn even_resources(hexes: &[Hex]) -> bool {
    Resource::ALL.iter().all(|resource| {
        let (count, pips) = hexes
            .iter()
            .filter(|hex| hex.terrain.resource() == Some(*resource))
            .fold((0, 0), |(count, pips), hex| {
                (count + 1, pips + u32::from(hex.pips()))
            });
        (POOREST * count..=RICHEST * count).contains(&(10 * pips))
    })
}
