//! The step from a plan that may be anything to a board that keeps the laws.

use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Harbor, HarborKind, Hex, Layout, Terrain};
use crate::topology::MAX_HEXES;
use crate::{ByResource, Cards, HexId, Intersection, IntersectionSet, Topology};

/// A board as somebody wrote it down: not yet checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardPlan {
    /// The shape of the land.
    pub layout: Layout,
    /// One for each hex of the layout, in reading order.
    pub hexes: Vec<Hex>,
    /// The harbors, clockwise from the upper left.
    pub harbors: Vec<Harbor>,
    /// Where the robber begins (BRD-11).
    pub robber: HexId,
}

/// Why a plan is no board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// The layout has another number of hexes.
    HexCount {
        /// How many the layout has.
        expected: usize,
        /// How many the plan has.
        found: usize,
    },
    /// A producing hex has no token.
    MissingToken(HexId),
    /// A token that no roll of two dice but a 7 moves, or a token on a desert (BRD-08).
    BadToken(HexId),
    /// A harbor names a hex that the layout lacks, or a side that faces land (BRD-04).
    InlandHarbor(usize),
    /// Two harbors serve one intersection (BRD-05).
    CrowdedHarbor(usize),
    /// The robber begins on no hex of the layout.
    RobberOffBoard,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HexCount { expected, found } => {
                write!(f, "the layout has {expected} hexes, the plan {found}")
            }
            Self::MissingToken(hex) => write!(f, "hex {} produces and has no number token", hex.0),
            Self::BadToken(hex) => {
                write!(f, "hex {} has a number token that it cannot have", hex.0)
            }
            Self::InlandHarbor(harbor) => write!(f, "harbor {harbor} does not lie on the coast"),
            Self::CrowdedHarbor(harbor) => {
                write!(f, "harbor {harbor} shares an intersection with another")
            }
            Self::RobberOffBoard => write!(f, "the robber begins on no hex of the board"),
        }
    }
}

impl core::error::Error for BoardError {}

/// Everything that keeps a plan from being a board. Never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardErrors(pub Vec<BoardError>);

impl fmt::Display for BoardErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, error) in self.0.iter().enumerate() {
            let comma = if number > 0 { "; " } else { "" };
            write!(f, "{comma}{error}")?;
        }
        Ok(())
    }
}

impl core::error::Error for BoardErrors {}

impl BoardPlan {
    /// Every law of a board that the plan breaks.
    fn violations(&self) -> Vec<BoardError> {
        let topology = self.layout.topology();
        let mut errors = Vec::new();
        if self.hexes.len() != topology.hex_count() {
            errors.push(BoardError::HexCount {
                expected: topology.hex_count(),
                found: self.hexes.len(),
            });
        }
        for (id, hex) in topology.hexes().zip(&self.hexes) {
            match (hex.terrain.resource(), hex.token) {
                (Some(_), None) => errors.push(BoardError::MissingToken(id)),
                (Some(_), Some(2..=6 | 8..=12)) | (None, None) => {}
                (_, Some(_)) => errors.push(BoardError::BadToken(id)),
            }
        }
        errors.extend(harbor_errors(topology, &self.harbors));
        if self.robber.index() >= topology.hex_count() {
            errors.push(BoardError::RobberOffBoard);
        }
        errors
    }
}

/// Every law of harbors that these break.
pub(super) fn harbor_errors(topology: &Topology, harbors: &[Harbor]) -> Vec<BoardError> {
    let mut errors = Vec::new();
    let mut served = IntersectionSet::EMPTY;
    for (number, harbor) in harbors.iter().enumerate() {
        if harbor.hex.index() >= topology.hex_count()
            || topology.neighbor(harbor.hex, harbor.side).is_some()
        {
            errors.push(BoardError::InlandHarbor(number));
            continue;
        }
        let ends = harbor.intersections(topology);
        if served.meets(ends) {
            errors.push(BoardError::CrowdedHarbor(number));
        }
        served = served.union(ends);
    }
    errors
}

impl Harbor {
    /// The two intersections that it serves.
    pub(super) fn intersections(self, topology: &Topology) -> IntersectionSet {
        topology
            .ends(topology.side(self.hex, self.side))
            .into_iter()
            .collect()
    }
}

/// A valid board: immutable for a whole game, with what a step looks up worked out beforehand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "BoardPlan", into = "BoardPlan")]
pub struct Board {
    plan: BoardPlan,
    /// The producing hexes of each roll, as bits by hex number.
    hexes_by_roll: [u32; 13],
    terrain: [Terrain; MAX_HEXES],
    /// As bits by hex number.
    deserts: u32,
    generic_harbors: IntersectionSet,
    special_harbors: ByResource<IntersectionSet>,
}

impl Board {
    /// How the places touch.
    pub fn topology(&self) -> &'static Topology {
        self.plan.layout.topology()
    }

    /// The plan that this board is made of.
    pub fn plan(&self) -> &BoardPlan {
        &self.plan
    }

    /// The shape of the land.
    pub fn layout(&self) -> Layout {
        self.plan.layout
    }

    /// A land hex.
    pub fn hex(&self, hex: HexId) -> Hex {
        self.plan.hexes[hex.index()]
    }

    /// The terrain of a hex.
    pub fn terrain(&self, hex: HexId) -> Terrain {
        self.terrain[hex.index()]
    }

    /// The harbors, clockwise from the upper left.
    pub fn harbors(&self) -> &[Harbor] {
        &self.plan.harbors
    }

    /// The two intersections that a harbor serves.
    pub fn harbor_ends(&self, harbor: &Harbor) -> [Intersection; 2] {
        let topology = self.topology();
        topology.ends(topology.side(harbor.hex, harbor.side))
    }

    /// Where the robber begins.
    pub fn robber(&self) -> HexId {
        self.plan.robber
    }

    /// The hexes whose token is this total of the dice, in reading order.
    pub fn hexes_with_token(&self, total: u8) -> impl Iterator<Item = HexId> + use<> {
        let mut rest = self
            .hexes_by_roll
            .get(usize::from(total))
            .copied()
            .unwrap_or_default();
        core::iter::from_fn(move || {
            (rest != 0).then(|| {
                let hex = HexId(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                hex
            })
        })
    }

    /// The intersections that a harbor of this kind serves.
    pub fn harbor_intersections(&self, kind: HarborKind) -> IntersectionSet {
        match kind {
            HarborKind::Generic => self.generic_harbors,
            HarborKind::Special { resource } => self.special_harbors[resource],
        }
    }

    /// How many of each resource the bank takes for one card from the owner of these buildings: 4, 3 or 2
    /// (TRD-06 to TRD-08).
    pub fn rates(&self, buildings: IntersectionSet) -> Cards {
        let usual = if buildings.meets(self.generic_harbors) {
            3
        } else {
            4
        };
        let rate = |harbors| if buildings.meets(harbors) { 2 } else { usual };
        Cards::new(self.special_harbors.map(rate).0)
    }
}

impl Board {
    /// All hexes, as bits by number.
    pub(crate) fn every_hex(&self) -> u32 {
        (1 << self.topology().hex_count()) - 1
    }

    /// The deserts, as bits by hex number.
    pub(crate) const fn deserts(&self) -> u32 {
        self.deserts
    }
}

impl TryFrom<BoardPlan> for Board {
    type Error = BoardErrors;

    fn try_from(plan: BoardPlan) -> Result<Self, BoardErrors> {
        let errors = plan.violations();
        if !errors.is_empty() {
            return Err(BoardErrors(errors));
        }
        let topology = plan.layout.topology();
        let mut terrain = [Terrain::Desert; MAX_HEXES];
        let mut hexes_by_roll = [0; 13];
        let mut deserts = 0;
        for (id, hex) in topology.hexes().zip(&plan.hexes) {
            terrain[id.index()] = hex.terrain;
            deserts |= u32::from(hex.terrain == Terrain::Desert) << id.0;
            if let Some(token) = hex.token {
                hexes_by_roll[usize::from(token)] |= 1 << id.0;
            }
        }
        let mut generic_harbors = IntersectionSet::EMPTY;
        let mut special_harbors = ByResource::all(IntersectionSet::EMPTY);
        for harbor in &plan.harbors {
            let set = match harbor.kind {
                HarborKind::Generic => &mut generic_harbors,
                HarborKind::Special { resource } => &mut special_harbors[resource],
            };
            *set = set.union(harbor.intersections(topology));
        }
        Ok(Self {
            plan,
            hexes_by_roll,
            terrain,
            deserts,
            generic_harbors,
            special_harbors,
        })
    }
}

impl From<Board> for BoardPlan {
    fn from(board: Board) -> Self {
        board.plan
    }
}
