//! The editions as presets of the switches.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use super::{
    BankShortage, CityCost, FreeRoads, HarborFacing, LongestRoadTie, NumberDirection, NumberStart,
    ProgressCards, Rules, WinWhen,
};

/// A rulebook, as a preset of the switches.
#[wire(rules, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Edition {
    /// Today's rules: the default.
    #[serde(rename = "modern")]
    Modern,
    /// The English rulebook of 1996.
    #[serde(rename = "mayfair-1996")]
    Mayfair1996,
    /// The almanac of 1999.
    #[serde(rename = "almanac-1999")]
    Almanac1999,
    /// The rule sheet for five and six.
    #[serde(rename = "five-six")]
    FiveSix,
    /// The German rules as retold.
    #[serde(rename = "siedler")]
    Siedler,
}

impl Edition {
    /// All editions, the default first.
    pub const ALL: [Self; 5] = [
        Self::Modern,
        Self::Mayfair1996,
        Self::Almanac1999,
        Self::FiveSix,
        Self::Siedler,
    ];

    /// What people call it: no publisher's name, and no name of the published game.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Modern => "Modern",
            Self::Mayfair1996 => "Classic 1996",
            Self::Almanac1999 => "Almanac 1999",
            Self::FiveSix => "Large board",
            Self::Siedler => "German classic",
        }
    }

    /// The edition's rules for a number of players.
    pub const fn rules(self, players: u8) -> Rules {
        let modern = Rules::modern(players);
        match self {
            Self::Modern => modern,
            Self::Mayfair1996 => Rules {
                bank_shortage: BankShortage::Nobody,
                like_for_like: true,
                city_cost: CityCost::TwoOreThreeGrain,
                steal_optional: true,
                ..modern
            },
            Self::Almanac1999 => Rules {
                bank_shortage: BankShortage::Nobody,
                trade_then_build: true,
                like_for_like: true,
                robber_on_desert: false,
                steal_optional: true,
                longest_road_tie: LongestRoadTie::Nobody,
                ..modern
            },
            Self::FiveSix => Rules {
                bank_shortage: BankShortage::Nobody,
                like_for_like: true,
                robber_on_desert: false,
                longest_road_tie: LongestRoadTie::Nobody,
                ..modern
            },
            Self::Siedler => Rules {
                number_start: NumberStart::Coast,
                number_direction: NumberDirection::Clockwise,
                harbor_facing: HarborFacing::Either,
                bank_shortage: BankShortage::Nobody,
                trade_then_build: true,
                like_for_like: true,
                steal_optional: true,
                free_roads: FreeRoads::WithinTurn,
                progress_cards: ProgressCards::UnderTheDeck,
                longest_road_tie: LongestRoadTie::Nobody,
                win_when: WinWhen::AnyTime,
                ..modern
            },
        }
    }

    /// The form in which two play for a prize: to 15 points, with nine cards safe from a 7 and a friendly robber.
    pub const fn duel(self) -> Rules {
        Rules {
            points_to_win: 15,
            hand_limit: 9,
            friendly_robber: true,
            ..self.rules(2)
        }
    }
}
