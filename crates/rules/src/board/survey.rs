//! What can be said of a board before anyone plays on it: where it differs from what the box holds, and how evenly
//! it treats those who settle. Nothing here forbids play (OPT-05).

use alloc::vec::Vec;

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use super::{Board, Harbor, HarborKind, Hex, Layout, Terrain, balance};
use crate::{HexId, Intersection, IntersectionSet, Resource, Topology};

/// How many of a piece the box has, and how many a board. Where they differ, the pieces of the box cannot lay the board
/// (BRD-01 to BRD-09).
#[wire(rules, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BoardDeviation {
    /// Hexes of a terrain.
    Terrain {
        /// The terrain.
        terrain: Terrain,
        /// How many the box has.
        usual: u8,
        /// How many the board has.
        found: u8,
    },
    /// Tokens with one number.
    Token {
        /// The number on the token.
        token: u8,
        /// How many the box has.
        usual: u8,
        /// How many the board has.
        found: u8,
    },
    /// Harbors of a kind.
    Harbor {
        /// What they trade.
        kind: HarborKind,
        /// How many the box has.
        usual: u8,
        /// How many the board has.
        found: u8,
    },
}

/// How evenly a board treats those who settle on it. Turning or mirroring a board changes none of it.
#[wire(rules, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardBalance {
    /// The pips of each player's two starts, in the order in which they place. Starts are the intersections with no
    /// neighbor of more pips, then those of what these leave free, and so on. The best of them go round the table and
    /// back, one each, as settlements are placed (SET-03).
    pub starts: Vec<u8>,
    /// The pips on all hexes of each resource, in the order of [`Resource::ALL`].
    pub pips: [u8; 5],
    /// The pairs of neighboring hexes that both bear a 6 or an 8 (OPT-01).
    pub red_neighbors: Vec<[HexId; 2]>,
    /// The pairs of neighboring hexes with the same number.
    pub equal_neighbors: Vec<[HexId; 2]>,
    /// Whether it keeps all that a balanced board keeps (OPT-02).
    pub is_balanced: bool,
}

impl BoardBalance {
    /// The pips between the richest pair of starts and the poorest.
    pub fn gap(&self) -> u8 {
        let most = self.starts.iter().max().copied().unwrap_or(0);
        let least = self.starts.iter().min().copied().unwrap_or(0);
        most - least
    }
}

impl Board {
    /// All that differs from the pieces of the box. Empty for every board that is shuffled or printed.
    pub fn deviations(&self) -> Vec<BoardDeviation> {
        let terrain = |terrain| count(&self.plan().hexes, |hex| hex.terrain == terrain);
        let token = |token| count(&self.plan().hexes, |hex| hex.token == Some(token));
        let mut pieces = pieces(self.layout(), terrain, token, self.harbors());
        pieces.retain(BoardDeviation::differs);
        pieces
    }

    /// How evenly the board treats this many players.
    pub fn balance(&self, players: u8) -> BoardBalance {
        balance_of(self.topology(), &self.plan().hexes, players)
    }
}

impl BoardDeviation {
    /// Whether the board has another number of them than the box.
    pub fn differs(&self) -> bool {
        let (Self::Terrain { usual, found, .. }
        | Self::Token { usual, found, .. }
        | Self::Harbor { usual, found, .. }) = self;
        usual != found
    }
}

/// How many of each piece the box holds and a board has, given how many it has of a terrain and of a token.
pub(super) fn pieces(
    layout: Layout,
    terrain_count: impl Fn(Terrain) -> u8,
    token_count: impl Fn(u8) -> u8,
    harbors: &[Harbor],
) -> Vec<BoardDeviation> {
    let terrains = layout.terrain_counts().iter().map(|&(terrain, usual)| {
        let (usual, found) = (usual as u8, terrain_count(terrain));
        BoardDeviation::Terrain {
            terrain,
            usual,
            found,
        }
    });
    let tokens = (2..=12).filter(|token| *token != 7).map(|token| {
        let usual = count(layout.tokens(), |usual| *usual == token);
        let found = token_count(token);
        BoardDeviation::Token {
            token,
            usual,
            found,
        }
    });
    let special = Resource::ALL.map(|resource| HarborKind::Special { resource });
    let kinds = [HarborKind::Generic].into_iter().chain(special);
    let harbors = kinds.map(|kind| BoardDeviation::Harbor {
        kind,
        usual: count(layout.harbor_kinds(), |usual| *usual == kind),
        found: count(harbors, |harbor| harbor.kind == kind),
    });
    terrains.chain(tokens).chain(harbors).collect()
}

/// How evenly land treats this many players.
pub(super) fn balance_of(topology: &Topology, hexes: &[Hex], players: u8) -> BoardBalance {
    let is_red = |hex: Hex| matches!(hex.token, Some(6 | 8));
    let pips = Resource::ALL.map(|resource| {
        hexes
            .iter()
            .filter(|hex| hex.terrain.resource() == Some(resource))
            .map(|hex| hex.pips())
            .sum()
    });
    BoardBalance {
        starts: starts(topology, hexes, usize::from(players)),
        pips,
        red_neighbors: pairs(topology, hexes, |a, b| is_red(a) && is_red(b)),
        equal_neighbors: pairs(topology, hexes, |a, b| {
            a.token.is_some() && a.token == b.token
        }),
        is_balanced: balance::is_balanced(topology, hexes),
    }
}

/// The pips of the best starts, as players take them in turn and back.
fn starts(topology: &Topology, hexes: &[Hex], players: usize) -> Vec<u8> {
    let pips = |at| -> u8 {
        let round = topology.hexes_round(at);
        round.map(|hex| hexes[hex.index()].pips()).sum()
    };
    let mut starts: Vec<u8> = Vec::new();
    let mut free = IntersectionSet::first(topology.intersections().count());
    while !free.is_empty() {
        let is_start = |at: &Intersection| {
            let others = topology.neighbors(*at).intersection(free);
            others.iter().all(|other| pips(other) <= pips(*at))
        };
        let mut taken = IntersectionSet::EMPTY;
        for at in free.iter().filter(is_start) {
            starts.push(pips(at));
            taken = taken.with(at).union(topology.neighbors(at));
        }
        free = free.minus(taken);
    }
    starts.sort_unstable_by(|a, b| b.cmp(a));
    let start = |place: usize| starts.get(place).copied().unwrap_or(0);
    (0..players)
        .map(|seat| start(seat) + start(2 * players - 1 - seat))
        .collect()
}

/// The pairs of neighboring hexes of which something holds, each once.
fn pairs(topology: &Topology, hexes: &[Hex], holds: impl Fn(Hex, Hex) -> bool) -> Vec<[HexId; 2]> {
    let mut found = Vec::new();
    for hex in topology.hexes() {
        let after = topology.hex_neighbors(hex).filter(|other| *other > hex);
        let pairs = after.filter(|other| holds(hexes[hex.index()], hexes[other.index()]));
        found.extend(pairs.map(|other| [hex, other]));
    }
    found.sort_unstable();
    found
}

/// How many of these something holds of. Boards are small.
pub(super) fn count<T>(all: &[T], holds: impl Fn(&T) -> bool) -> u8 {
    all.iter().filter(|one| holds(one)).count() as u8
}
