//! Boards that are fairer than chance alone would lay them (OPT-01, OPT-02).

use super::{BoardPlan, Hex};
use crate::{HexId, Intersection, Resource, Rules, Topology};

/// On a balanced board no intersection has more pips than this.
const MOST_PIPS: u8 = 12;

/// On a balanced board the hexes of each resource have on average at least this many pips, in tenths.
const POOREST: u32 = 26;

/// And at most this many, in tenths.
const RICHEST: u32 = 40;

/// Whether a plan keeps what these rules ask of a random board.
pub(super) fn is_fair(rules: &Rules, plan: &BoardPlan) -> bool {
    unfairness(rules, plan) == 0
}

/// How far a plan is from what these rules ask of a random board: 0 where it keeps all of it.
pub(super) fn unfairness(rules: &Rules, plan: &BoardPlan) -> u32 {
    let topology = plan.layout.topology();
    if rules.balanced_board {
        imbalance(topology, &plan.hexes)
    } else if rules.reds_apart {
        red_neighbors(topology, &plan.hexes)
    } else {
        0
    }
}

/// Whether the land keeps all that a balanced board keeps (OPT-02).
pub(super) fn is_balanced(topology: &Topology, hexes: &[Hex]) -> bool {
    imbalance(topology, hexes) == 0
}

/// How far the land is from a balanced board (OPT-02).
fn imbalance(topology: &Topology, hexes: &[Hex]) -> u32 {
    red_neighbors(topology, hexes)
        + rich_intersections(topology, hexes)
        + uniform_intersections(topology, hexes)
        + uneven_pips(hexes)
}

/// How many pairs of the tokens 6 and 8 lie on hexes that share a side.
fn red_neighbors(topology: &Topology, hexes: &[Hex]) -> u32 {
    let is_red = |hex: HexId| matches!(hexes[hex.index()].token, Some(6 | 8));
    topology
        .hexes()
        .filter(|hex| is_red(*hex))
        .map(|hex| {
            let after = topology.hex_neighbors(hex).filter(|other| *other > hex);
            after.filter(|other| is_red(*other)).count() as u32
        })
        .sum()
}

/// How many pips the intersections have beyond what one may have.
fn rich_intersections(topology: &Topology, hexes: &[Hex]) -> u32 {
    topology
        .intersections()
        .map(|at| {
            let round = topology.hexes_round(at);
            let pips: u8 = round.map(|hex| hexes[hex.index()].pips()).sum();
            u32::from(pips.saturating_sub(MOST_PIPS))
        })
        .sum()
}

/// How many intersections have three hexes of one terrain round them.
fn uniform_intersections(topology: &Topology, hexes: &[Hex]) -> u32 {
    let is_uniform = |at: &Intersection| {
        let mut round = topology
            .hexes_round(*at)
            .map(|hex| hexes[hex.index()].terrain);
        let first = round.next();
        topology.hexes_round(*at).count() == 3 && round.all(|other| Some(other) == first)
    };
    topology.intersections().filter(is_uniform).count() as u32
}

/// How many pips the resources have too many or too few, each rounded up.
fn uneven_pips(hexes: &[Hex]) -> u32 {
    Resource::ALL
        .iter()
        .map(|resource| {
            let (count, pips) = hexes
                .iter()
                .filter(|hex| hex.terrain.resource() == Some(*resource))
                .fold((0, 0), |(count, pips), hex| {
                    (count + 1, pips + u32::from(hex.pips()))
                });
            let short = (POOREST * count).saturating_sub(10 * pips);
            let excess = (10 * pips).saturating_sub(RICHEST * count);
            (short + excess).div_ceil(10)
        })
        .sum()
}
