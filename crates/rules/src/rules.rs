//! Editions and their switches. An edition is a value, never a case in the code.

mod check;
mod editions;
mod switches;
mod values;

pub use check::RulesError;
pub use editions::Edition;
pub use switches::{Rules, SWITCHES, Switch, SwitchKind, Variants, clause_applies};
pub use values::{
    BankShortage, BeginnersPieces, CityCost, DiceSource, FirstPlayer, FreeRoads, HarborFacing,
    HarborLayout, LongestRoadTie, NumberDirection, NumberLayout, NumberStart, ProgressCards, SetUp,
    WinWhen,
};

use crate::{Cards, DevelopmentCards, MAX_SEATS};

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
