//! The rest of a board that somebody has begun to draw, at random. The randomness is the caller's.

use alloc::vec::Vec;
use core::fmt;
use core::iter::repeat_n;

use super::{
    Board, BoardDeviation, BoardDraft, BoardErrors, BoardPlan, Harbor, HarborKind, Hex, Layout,
    Terrain, balance, permute::shuffle, shuffle, spiral,
};
use crate::{HarborFacing, HexId, IntersectionSet, NumberLayout, Rules, Side};

/// How many boards are laid, at most, before none is said to be found.
const TRIES: usize = 40;

/// How often pieces of such a board are swapped to make it fairer.
const SWAPS: usize = 250;

/// What lies on land at random that keeps what is drawn.
const PRODUCING: [Terrain; 5] = [
    Terrain::Hills,
    Terrain::Forest,
    Terrain::Pasture,
    Terrain::Fields,
    Terrain::Mountains,
];

/// Why a draft is not filled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FillError {
    /// What is drawn breaks laws of boards.
    Errors(BoardErrors),
    /// No board was found that keeps what is drawn and is as fair as the rules ask (OPT-01, OPT-02).
    NotFair,
}

impl fmt::Display for FillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Errors(errors) => errors.fmt(f),
            Self::NotFair => f.write_str("no board was found that is as fair as the rules ask"),
        }
    }
}

impl core::error::Error for FillError {}

impl BoardDraft {
    /// Fills what is not drawn at random, with the pieces that the box still holds, and where these do not suffice with
    /// others. What is drawn stays.
    ///
    /// The rules say how numbers and harbors are laid, as for [`shuffled_board`](super::shuffled_board), and how fair the
    /// board is to be. Numbers lie in a spiral only where none is drawn. `below(n)` draws a number from `0..n`, each
    /// equally likely; the same draws give the same board. Their number is bounded.
    ///
    /// # Errors
    ///
    /// If what is drawn breaks laws of boards, or no board was found that is as fair as the rules ask.
    ///
    /// # Panics
    ///
    /// If `below` returns a number that is not below its argument.
    pub fn fill(
        &self,
        rules: &Rules,
        mut below: impl FnMut(usize) -> usize,
    ) -> Result<Board, FillError> {
        let errors = self.errors();
        if !errors.is_empty() {
            return Err(FillError::Errors(BoardErrors(errors)));
        }
        for _ in 0..TRIES {
            let mut plan = self.filled(rules, &mut below);
            if self.make_fair(rules, &mut plan, &mut below) {
                return Board::try_from(plan).map_err(FillError::Errors);
            }
        }
        Err(FillError::NotFair)
    }

    /// The draft with random pieces in its gaps, fair or not.
    fn filled(&self, rules: &Rules, below: &mut impl FnMut(usize) -> usize) -> BoardPlan {
        let pieces = self.pieces();
        let mut hexes = self.laid_terrain(&pieces, below);
        self.lay_tokens(rules, &pieces, &mut hexes, below);
        let harbors = self.laid_harbors(rules, &pieces, below);
        let robber = self.robber.unwrap_or_else(|| {
            let all: Vec<HexId> = self.layout.topology().hexes().collect();
            let mut places = all.clone();
            places.retain(|hex| hexes[hex.index()].terrain == Terrain::Desert);
            let places = if places.is_empty() { all } else { places };
            places[below(places.len())]
        });
        BoardPlan {
            layout: self.layout,
            hexes,
            harbors,
            robber,
        }
    }

    /// Terrain for every hex. A hex whose number is drawn is no desert.
    fn laid_terrain(
        &self,
        pieces: &[BoardDeviation],
        below: &mut impl FnMut(usize) -> usize,
    ) -> Vec<Hex> {
        let (mut open, numbered): (Vec<usize>, Vec<usize>) = (0..self.hexes.len())
            .filter(|hex| self.hexes[*hex].terrain.is_none())
            .partition(|hex| self.hexes[*hex].token.is_none());
        let mut bag: Vec<Terrain> = pieces
            .iter()
            .filter_map(|piece| match *piece {
                BoardDeviation::Terrain {
                    terrain,
                    usual,
                    found,
                } => Some(repeat_n(terrain, usize::from(usual.saturating_sub(found)))),
                _ => None,
            })
            .flatten()
            .collect();
        shuffle(&mut bag, below);
        let (mut deserts, mut producing): (Vec<_>, Vec<_>) =
            bag.iter().partition(|terrain| **terrain == Terrain::Desert);
        // Deserts of the box are laid where they can be, for the box has only as many numbers.
        deserts.truncate(open.len());
        shuffle(&mut open, below);
        let mut hexes = self.land_or(Terrain::Desert);
        for hex in open.split_off(deserts.len()).into_iter().chain(numbered) {
            hexes[hex].terrain = producing
                .pop()
                .unwrap_or_else(|| PRODUCING[below(PRODUCING.len())]);
        }
        hexes
    }

    /// A number for every hex that produces and has none.
    fn lay_tokens(
        &self,
        rules: &Rules,
        pieces: &[BoardDeviation],
        hexes: &mut [Hex],
        below: &mut impl FnMut(usize) -> usize,
    ) {
        let topology = self.layout.topology();
        if self.is_spiral(rules) {
            let terrain: Vec<Terrain> = hexes.iter().map(|hex| hex.terrain).collect();
            let starts = spiral::starts(topology, rules.number_start, &terrain);
            if !starts.is_empty() {
                let start = starts[below(starts.len())];
                let mut tokens = self.layout.tokens().iter().cycle().copied();
                for hex in spiral::spiral(topology, start, rules.number_direction) {
                    let hex = &mut hexes[hex.index()];
                    if hex.terrain != Terrain::Desert {
                        hex.token = tokens.next();
                    }
                }
                return;
            }
        }
        let mut bag: Vec<u8> = pieces
            .iter()
            .filter_map(|piece| match *piece {
                BoardDeviation::Token {
                    token,
                    usual,
                    found,
                } => Some(repeat_n(token, usize::from(usual.saturating_sub(found)))),
                _ => None,
            })
            .flatten()
            .collect();
        shuffle(&mut bag, below);
        let all = self.layout.tokens();
        for hex in hexes {
            if hex.terrain != Terrain::Desert && hex.token.is_none() {
                hex.token = Some(bag.pop().unwrap_or_else(|| all[below(all.len())]));
            }
        }
    }

    /// Whether numbers are laid in a spiral: nobody has drawn any.
    fn is_spiral(&self, rules: &Rules) -> bool {
        rules.number_layout == NumberLayout::Spiral
            && self.hexes.iter().all(|hex| hex.token.is_none())
    }

    /// The harbors that are drawn, and those that the box still holds where there is room. They come clockwise from the
    /// upper left.
    fn laid_harbors(
        &self,
        rules: &Rules,
        pieces: &[BoardDeviation],
        below: &mut impl FnMut(usize) -> usize,
    ) -> Vec<Harbor> {
        let layout = self.layout;
        let topology = layout.topology();
        let mut harbors = if self.harbors.is_empty() {
            shuffle::shuffled_harbors(rules, layout, below)
        } else {
            let mut bag: Vec<HarborKind> = pieces
                .iter()
                .filter_map(|piece| match *piece {
                    BoardDeviation::Harbor { kind, usual, found } => {
                        Some(repeat_n(kind, usize::from(usual.saturating_sub(found))))
                    }
                    _ => None,
                })
                .flatten()
                .collect();
            shuffle(&mut bag, below);
            let missing = layout
                .harbor_kinds()
                .len()
                .saturating_sub(self.harbors.len());
            bag.truncate(missing);
            let mut places = layout.harbor_places().to_vec();
            shuffle(&mut places, below);
            let mut others = coast(layout);
            shuffle(&mut others, below);
            let mut harbors = self.harbors.clone();
            let mut served = (harbors.iter()).fold(IntersectionSet::EMPTY, |all, harbor| {
                all.union(harbor.intersections(topology))
            });
            for (hex, side) in places.into_iter().chain(others) {
                let Some(&kind) = bag.last() else { break };
                let harbor = Harbor { hex, side, kind };
                let ends = harbor.intersections(topology);
                if !served.meets(ends) {
                    bag.pop();
                    served = served.union(ends);
                    harbors.push(harbor);
                }
            }
            if rules.harbor_facing == HarborFacing::Either {
                shuffle::face_either_coast(layout, &mut harbors, self.harbors.len(), below);
            }
            harbors
        };
        let coast = coast(layout);
        harbors.sort_by_key(|harbor| {
            let here = (harbor.hex, harbor.side);
            coast.iter().position(|place| *place == here)
        });
        harbors
    }

    /// Swaps pieces that are not drawn until the board is fair, or too long. Returns whether it is.
    fn make_fair(
        &self,
        rules: &Rules,
        plan: &mut BoardPlan,
        below: &mut impl FnMut(usize) -> usize,
    ) -> bool {
        let mut worst = balance::unfairness(rules, plan);
        if worst == 0 {
            return true;
        }
        let producing = |hex: &usize| plan.hexes[*hex].terrain != Terrain::Desert;
        let open = |is_open: fn(&BoardDraft, usize) -> bool| -> Vec<usize> {
            let hexes = 0..self.hexes.len();
            hexes
                .filter(|hex| is_open(self, *hex))
                .filter(producing)
                .collect()
        };
        let terrain = open(|draft, hex| draft.hexes[hex].terrain.is_none());
        let mut tokens = open(|draft, hex| draft.hexes[hex].token.is_none());
        if self.is_spiral(rules) {
            tokens.clear();
        }
        let choices = terrain.len() + tokens.len();
        for _ in 0..SWAPS {
            if choices == 0 {
                break;
            }
            let drawn = below(choices);
            let of_terrain = drawn < terrain.len();
            let among = if of_terrain { &terrain } else { &tokens };
            let (one, other) = (among[below(among.len())], among[below(among.len())]);
            let before = plan.hexes.clone();
            if of_terrain {
                plan.hexes[one].terrain = before[other].terrain;
                plan.hexes[other].terrain = before[one].terrain;
            } else {
                plan.hexes[one].token = before[other].token;
                plan.hexes[other].token = before[one].token;
            }
            let now = balance::unfairness(rules, plan);
            if now == 0 {
                return true;
            }
            if now <= worst {
                worst = now;
            } else {
                plan.hexes = before;
            }
        }
        false
    }
}

/// The sides of hexes that face the sea, clockwise from the upper left of the first hex.
fn coast(layout: Layout) -> Vec<(HexId, Side)> {
    let topology = layout.topology();
    let turned = |side: Side, by: usize| {
        let here = Side::ALL.iter().position(|each| *each == side);
        Side::ALL[(here.unwrap_or(0) + by) % Side::ALL.len()]
    };
    let first = (HexId(0), Side::NorthWest);
    let mut all = alloc::vec![first];
    let (mut hex, mut side) = first;
    loop {
        // Round the corner lies either the next side of this hex, or a hex with a side of its own.
        side = turned(side, 1);
        if let Some(next) = topology.neighbor(hex, side) {
            (hex, side) = (next, turned(side, 4));
        }
        if (hex, side) == first {
            return all;
        }
        all.push((hex, side));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coast_goes_once_round_the_island() {
        for (layout, length) in [(Layout::Standard, 30), (Layout::Large, 38)] {
            let topology = layout.topology();
            let coast = coast(layout);
            assert_eq!(coast.len(), length);
            for (number, &(hex, side)) in coast.iter().enumerate() {
                assert_eq!(topology.neighbor(hex, side), None);
                assert!(!coast[..number].contains(&(hex, side)));
            }
            let places: Vec<_> = layout.harbor_places().to_vec();
            let ordered = coast.iter().filter(|place| places.contains(place));
            assert_eq!(ordered.copied().collect::<Vec<_>>(), places);
        }
    }
}
