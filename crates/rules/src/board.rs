//! Boards: terrain, tokens, harbors. A [`BoardPlan`] is any layout of them; a [`Board`] is a valid one.

mod balance;
mod draft;
mod fill;
mod frame;
mod layouts;
mod permute;
mod plan;
mod shuffle;
mod spiral;
mod survey;

pub use draft::{BoardDraft, BoardGap, DraftHex};
pub use fill::FillError;
pub use layouts::beginners_board;
pub use plan::{Board, BoardError, BoardErrors, BoardPlan};
pub use shuffle::shuffled_board;
pub use survey::{BoardBalance, BoardDeviation};

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{HexId, Resource, Side, Topology, topology};

/// What a land hex is (BRD-03).
#[wire(rules, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Gives brick.
    Hills,
    /// Gives lumber.
    Forest,
    /// Gives wool.
    Pasture,
    /// Gives grain.
    Fields,
    /// Gives ore.
    Mountains,
    /// Gives nothing.
    Desert,
}

impl Terrain {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Hills,
        Self::Forest,
        Self::Pasture,
        Self::Fields,
        Self::Mountains,
        Self::Desert,
    ];

    /// The name in English, as JSON has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hills => "hills",
            Self::Forest => "forest",
            Self::Pasture => "pasture",
            Self::Fields => "fields",
            Self::Mountains => "mountains",
            Self::Desert => "desert",
        }
    }

    /// What it produces (BRD-03).
    pub const fn resource(self) -> Option<Resource> {
        match self {
            Self::Hills => Some(Resource::Brick),
            Self::Forest => Some(Resource::Lumber),
            Self::Pasture => Some(Resource::Wool),
            Self::Fields => Some(Resource::Grain),
            Self::Mountains => Some(Resource::Ore),
            Self::Desert => None,
        }
    }
}

/// A land hex: its terrain, and its number token unless it is a desert.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hex {
    /// The terrain.
    pub terrain: Terrain,
    /// The token, 2 to 12 without 7.
    pub token: Option<u8>,
}

impl Hex {
    /// In how many of the 36 throws of two dice the token comes up (BRD-17).
    pub fn pips(self) -> u8 {
        self.token.map_or(0, |token| 6 - token.abs_diff(7))
    }
}

/// What a harbor trades (TRD-07, TRD-08).
#[wire(rules, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum HarborKind {
    /// Three of any one resource for one.
    Generic,
    /// Two of its own resource for one.
    Special {
        /// The resource.
        resource: Resource,
    },
}

/// A harbor: which side of which hex it faces, and what it trades.
#[wire(rules, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Harbor {
    /// The coastal hex that it faces.
    pub hex: HexId,
    /// The side of that hex, whose two ends it serves (BRD-05).
    pub side: Side,
    /// What it trades.
    pub kind: HarborKind,
}

/// A shape of land.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// 19 hexes, for up to four players.
    Standard,
    /// 30 hexes, for five and six.
    Large,
}

impl Layout {
    /// The layout for a number of players.
    pub const fn for_players(players: u8) -> Self {
        if players > 4 {
            Self::Large
        } else {
            Self::Standard
        }
    }

    /// How its places touch.
    pub fn topology(self) -> &'static Topology {
        match self {
            Self::Standard => &topology::STANDARD,
            Self::Large => &topology::LARGE,
        }
    }
}
