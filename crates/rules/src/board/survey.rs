//! What can be said of a board before anyone plays on it: where it differs from what the box holds, and how evenly
//! it treats those who settle. Nothing here forbids play (OPT-05).

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{Board, HarborKind, Hex, Terrain, balance};
use crate::{HexId, Resource};

/// A way in which a board differs from one that the pieces of the box can lay (BRD-01 to BRD-09).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
pub enum BoardDeviation {
    /// Another number of hexes of a terrain.
    Terrain {
        /// The terrain.
        terrain: Terrain,
        /// How many the box has.
        usual: u8,
        /// How many the board has.
        found: u8,
    },
    /// Another number of tokens with one number.
    Token {
        /// The number on the token.
        token: u8,
        /// How many the box has.
        usual: u8,
        /// How many the board has.
        found: u8,
    },
    /// Another number of harbors of a kind.
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
pub struct BoardBalance {
    /// The pips of each player's two starts, in the order in which they place. A start is an intersection with no
    /// neighbor of more pips; the best of them go round the table and back, one each, as settlements are placed
    /// (SET-03).
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
        let layout = self.layout();
        let hexes = &self.plan().hexes;
        let mut found = Vec::new();
        for &(terrain, usual) in layout.terrain_counts() {
            let (usual, count) = (usual as u8, count(hexes, |hex| hex.terrain == terrain));
            if count != usual {
                found.push(BoardDeviation::Terrain {
                    terrain,
                    usual,
                    found: count,
                });
            }
        }
        for token in (2..=12).filter(|token| *token != 7) {
            let usual = count(layout.tokens(), |usual| *usual == token);
            let count = count(hexes, |hex| hex.token == Some(token));
            if count != usual {
                found.push(BoardDeviation::Token {
                    token,
                    usual,
                    found: count,
                });
            }
        }
        let special = Resource::ALL.map(|resource| HarborKind::Special { resource });
        for kind in [HarborKind::Generic].into_iter().chain(special) {
            let usual = count(layout.harbor_kinds(), |usual| *usual == kind);
            let count = count(self.harbors(), |harbor| harbor.kind == kind);
            if count != usual {
                found.push(BoardDeviation::Harbor {
                    kind,
                    usual,
                    found: count,
                });
            }
        }
        found
    }

    /// How evenly the board treats this many players.
    pub fn balance(&self, players: u8) -> BoardBalance {
        let hexes = &self.plan().hexes;
        let is_red = |hex: Hex| matches!(hex.token, Some(6 | 8));
        let pips = Resource::ALL.map(|resource| {
            hexes
                .iter()
                .filter(|hex| hex.terrain.resource() == Some(resource))
                .map(|hex| hex.pips())
                .sum()
        });
        BoardBalance {
            starts: self.starts(usize::from(players)),
            pips,
            red_neighbors: self.pairs(|a, b| is_red(a) && is_red(b)),
            equal_neighbors: self.pairs(|a, b| a.token.is_some() && a.token == b.token),
            is_balanced: balance::is_balanced(self.topology(), hexes),
        }
    }

    /// The pips of the best starts, as players take them in turn and back.
    fn starts(&self, players: usize) -> Vec<u8> {
        let topology = self.topology();
        let pips = |at| -> u8 {
            let round = topology.hexes_round(at);
            round.map(|hex| self.hex(hex).pips()).sum()
        };
        let mut starts: Vec<u8> = topology
            .intersections()
            .filter(|at| {
                topology
                    .neighbors(*at)
                    .iter()
                    .all(|other| pips(other) <= pips(*at))
            })
            .map(pips)
            .collect();
        starts.sort_unstable_by(|a, b| b.cmp(a));
        let start = |place: usize| starts.get(place).copied().unwrap_or(0);
        (0..players)
            .map(|seat| start(seat) + start(2 * players - 1 - seat))
            .collect()
    }

    /// The pairs of neighboring hexes of which something holds, each once.
    fn pairs(&self, holds: impl Fn(Hex, Hex) -> bool) -> Vec<[HexId; 2]> {
        let topology = self.topology();
        let mut found = Vec::new();
        for hex in topology.hexes() {
            let after = topology.hex_neighbors(hex).filter(|other| *other > hex);
            let pairs = after.filter(|other| holds(self.hex(hex), self.hex(*other)));
            found.extend(pairs.map(|other| [hex, other]));
        }
        found.sort_unstable();
        found
    }
}

fn count<T>(all: &[T], holds: impl Fn(&T) -> bool) -> u8 {
    all.iter().filter(|one| holds(one)).count() as u8
}
