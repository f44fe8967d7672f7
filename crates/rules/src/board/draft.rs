//! Boards that are being drawn: some of it is there, the rest is open.

use alloc::vec::Vec;

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use super::plan::harbor_errors;
use super::survey::{balance_of, count, pieces};
use super::{BoardBalance, BoardDeviation, BoardError, BoardPlan, Harbor, Hex, Layout, Terrain};
use crate::HexId;

/// A board of which a part may not be drawn yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardDraft {
    /// The shape of the land.
    pub layout: Layout,
    /// One for each hex of the layout, in reading order.
    pub hexes: Vec<DraftHex>,
    /// The harbors that are drawn.
    pub harbors: Vec<Harbor>,
    /// Where the robber begins, if that is drawn.
    pub robber: Option<HexId>,
}

/// A hex of a draft.
#[wire(rules, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DraftHex {
    /// The terrain, if it is drawn.
    #[schema(required)]
    pub terrain: Option<Terrain>,
    /// The number token, if it is drawn. A desert has none.
    #[schema(required)]
    pub token: Option<u8>,
}

/// Something that a draft still lacks.
#[wire(rules, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum BoardGap {
    /// The terrain of a hex.
    Terrain { hex: HexId },
    /// The number token of a hex that produces.
    Token { hex: HexId },
    /// The robber. With exactly one desert it begins there.
    Robber,
}

impl DraftHex {
    /// Whether the token can lie on this terrain (BRD-08).
    fn fits(self) -> bool {
        match self.token {
            None => true,
            Some(2..=6 | 8..=12) => self.terrain != Some(Terrain::Desert),
            Some(_) => false,
        }
    }
}

impl BoardDraft {
    /// A draft in which nothing is drawn.
    pub fn empty(layout: Layout) -> Self {
        Self {
            layout,
            hexes: alloc::vec![DraftHex::default(); layout.topology().hex_count()],
            harbors: Vec::new(),
            robber: None,
        }
    }

    /// Every law of boards that what is drawn breaks, whatever is drawn into the rest.
    pub fn errors(&self) -> Vec<BoardError> {
        let topology = self.layout.topology();
        let mut errors = Vec::new();
        if self.hexes.len() != topology.hex_count() {
            errors.push(BoardError::HexCount {
                expected: topology.hex_count(),
                found: self.hexes.len(),
            });
        }
        for (id, hex) in topology.hexes().zip(&self.hexes) {
            if !hex.fits() {
                errors.push(BoardError::BadToken(id));
            }
        }
        errors.extend(harbor_errors(topology, &self.harbors));
        if self
            .robber
            .is_some_and(|robber| robber.index() >= topology.hex_count())
        {
            errors.push(BoardError::RobberOffBoard);
        }
        errors
    }

    /// What has to be drawn before it can be a board. No board needs harbors.
    pub fn gaps(&self) -> Vec<BoardGap> {
        let mut gaps = Vec::new();
        for (hex, drawn) in (0..).map(HexId).zip(&self.hexes) {
            match drawn.terrain {
                None => gaps.push(BoardGap::Terrain { hex }),
                Some(Terrain::Desert) => {}
                Some(_) if drawn.token.is_none() => gaps.push(BoardGap::Token { hex }),
                Some(_) => {}
            }
        }
        let deserts = count(&self.hexes, |hex| hex.terrain == Some(Terrain::Desert));
        if self.robber.is_none() && deserts != 1 {
            gaps.push(BoardGap::Robber);
        }
        gaps
    }

    /// How many of each piece the box holds, and how many are drawn (BRD-01 to BRD-09).
    pub fn pieces(&self) -> Vec<BoardDeviation> {
        let terrain = |terrain| count(&self.hexes, |hex| hex.terrain == Some(terrain));
        let token = |token| count(&self.hexes, |hex| hex.token == Some(token));
        pieces(self.layout, terrain, token, &self.harbors)
    }

    /// How evenly what is drawn treats this many players. Tokens that cannot lie where they do count for nothing, and no
    /// draft is balanced before its land is whole.
    ///
    /// # Panics
    ///
    /// If it has not as many hexes as its layout.
    pub fn balance(&self, players: u8) -> BoardBalance {
        let mut hexes = self.land_or(Terrain::Desert);
        for (hex, drawn) in hexes.iter_mut().zip(&self.hexes) {
            if !drawn.fits() {
                hex.token = None;
            }
        }
        let is_whole = self.gaps().iter().all(|gap| *gap == BoardGap::Robber)
            && self.hexes.iter().all(|hex| hex.fits());
        let balance = balance_of(self.layout.topology(), &hexes, players);
        BoardBalance {
            is_balanced: is_whole && balance.is_balanced,
            ..balance
        }
    }

    /// The land, with this terrain wherever none is drawn.
    pub(super) fn land_or(&self, terrain: Terrain) -> Vec<Hex> {
        let hexes = self.hexes.iter();
        hexes
            .map(|hex| Hex {
                terrain: hex.terrain.unwrap_or(terrain),
                token: hex.token,
            })
            .collect()
    }
}

impl From<&BoardPlan> for BoardDraft {
    fn from(plan: &BoardPlan) -> Self {
        let hexes = plan.hexes.iter().map(|hex| DraftHex {
            terrain: Some(hex.terrain),
            token: hex.token,
        });
        Self {
            layout: plan.layout,
            hexes: hexes.collect(),
            harbors: plan.harbors.clone(),
            robber: Some(plan.robber),
        }
    }
}
