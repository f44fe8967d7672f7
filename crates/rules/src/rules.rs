//! Editions and their switches. An edition is a value, never a case in the code.

mod catalogue;
mod check;
mod editions;
mod switches;

pub use catalogue::{SWITCHES, Switch, SwitchKind, clause_applies};
pub use check::RulesError;
pub use editions::Edition;
use serde::{Deserialize, Serialize};
pub use switches::{
    BankShortage, BeginnersPieces, CityCost, DiceSource, FirstPlayer, FreeRoads, HarborFacing,
    HarborLayout, LongestRoadTie, NumberDirection, NumberLayout, NumberStart, ProgressCards, SetUp,
    Variants, WinWhen,
};

use crate::{Cards, DevelopmentCards, MAX_SEATS};

/// The switches and numbers of one game.
// Yes-or-no switches are what the rulebooks have.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
pub struct Rules {
    /// How many play, 2 to 6.
    pub players: u8,
    /// The goal in points (WIN-02).
    pub points_to_win: u8,
    /// The largest hand that a 7 spares (ROB-02).
    pub hand_limit: u8,
    /// Minutes until the game ends with the current turn (WIN-05).
    pub time_limit: Option<u16>,
    /// The seat that begins (SET-01, SET-08).
    pub first_player: FirstPlayer,
    /// How the first pieces come onto the board (SET-02, SET-07).
    #[serde(default)]
    pub set_up: SetUp,
    /// BRD-10, OPT-06.
    #[serde(default)]
    pub number_layout: NumberLayout,
    /// BRD-10.
    pub number_start: NumberStart,
    /// BRD-10.
    pub number_direction: NumberDirection,
    /// BRD-05.
    pub harbor_facing: HarborFacing,
    /// BRD-20.
    pub harbor_layout: HarborLayout,
    /// PRO-02.
    pub bank_shortage: BankShortage,
    /// TRN-03: all trading of a turn comes before all building.
    pub trade_then_build: bool,
    /// TRD-12: a resource may stand on both sides of a domestic trade.
    pub like_for_like: bool,
    /// BLD-03.
    pub city_cost: CityCost,
    /// ROB-04: the robber may be moved to a desert.
    pub robber_on_desert: bool,
    /// ROB-06: the mover may forgo the theft.
    pub steal_optional: bool,
    /// DEV-04.
    #[serde(default)]
    pub free_roads: FreeRoads,
    /// DEV-08.
    pub progress_cards: ProgressCards,
    /// LRD-05.
    pub longest_road_tie: LongestRoadTie,
    /// WIN-03.
    pub win_when: WinWhen,
    /// SBP-01: with five and six players, the others build after each turn.
    pub special_building_phase: bool,
    /// VAR-1 to VAR-8.
    pub variants: Variants,
    /// OPT-01: no 6 and 8, nor two of one of them, side by side.
    #[serde(default)]
    pub reds_apart: bool,
    /// OPT-02: land, tokens and resources are spread evenly.
    #[serde(default)]
    pub balanced_board: bool,
    /// OPT-03: the robber spares players with fewer than three points.
    #[serde(default)]
    pub friendly_robber: bool,
    /// OPT-04: what decides the rolls.
    #[serde(default)]
    pub dice: DiceSource,
    /// OPT-07: players trade with the bank alone.
    #[serde(default)]
    pub no_domestic_trade: bool,
}

/// A road's cost (BLD-01).
const ROAD: Cards = Cards::new([1, 1, 0, 0, 0]);
/// A settlement's cost (BLD-02).
const SETTLEMENT: Cards = Cards::new([1, 1, 1, 1, 0]);
/// A development card's cost (BLD-04).
const DEVELOPMENT_CARD: Cards = Cards::new([0, 0, 1, 1, 1]);

impl Rules {
    /// How many seats there are, for indexing.
    pub const fn seats(&self) -> usize {
        self.players as usize
    }

    /// What a road costs (BLD-01).
    pub const fn road_cost(&self) -> Cards {
        ROAD
    }

    /// What a settlement costs (BLD-02).
    pub const fn settlement_cost(&self) -> Cards {
        SETTLEMENT
    }

    /// What a city costs (BLD-03).
    pub const fn city_cost(&self) -> Cards {
        match self.city_cost {
            CityCost::ThreeOreTwoGrain => Cards::new([0, 0, 0, 2, 3]),
            CityCost::TwoOreThreeGrain => Cards::new([0, 0, 0, 3, 2]),
        }
    }

    /// What a development card costs (BLD-04).
    pub const fn development_card_cost(&self) -> Cards {
        DEVELOPMENT_CARD
    }

    /// How many cards of each resource there are (BRD-13).
    pub const fn bank(&self) -> Cards {
        Cards::new([if self.players > 4 { 24 } else { 19 }; 5])
    }

    /// Whether the others build after each turn (SBP-01).
    pub const fn has_special_building(&self) -> bool {
        self.special_building_phase && self.players > 4
    }

    /// The development deck (BRD-14, BRD-15).
    pub const fn deck(&self) -> DevelopmentCards {
        DevelopmentCards::new(if self.players > 4 {
            [20, 3, 3, 3, 5]
        } else {
            [14, 2, 2, 2, 5]
        })
    }
}

/// How many roads a player has (BRD-12).
pub const ROADS: usize = 15;
/// How many settlements a player has (BRD-12).
pub const SETTLEMENTS: usize = 5;
/// How many cities a player has (BRD-12).
pub const CITIES: usize = 4;

const _: () = assert!(
    MAX_SEATS == 6,
    "the bank and the deck are those of up to six players"
);
