//! Editions and their switches. An edition is a value, never a case in the code.

mod editions;

use core::fmt;

pub use editions::Edition;
use serde::{Deserialize, Serialize};

use crate::{Cards, DevelopmentCards, MAX_SEATS, Seat};

macro_rules! switch {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }
    };
}

switch! {
    /// Where the spiral of number tokens begins (BRD-10).
    NumberStart {
        /// At a corner of the land.
        Corner,
        /// At any coastal hex.
        Coast,
    }
}
switch! {
    /// Which way the spiral of number tokens turns (BRD-10).
    NumberDirection {
        /// Against the clock.
        CounterClockwise,
        /// With the clock.
        Clockwise,
    }
}
switch! {
    /// Which coast a harbor serves where its sea hex touches two land hexes (BRD-05).
    HarborFacing {
        /// The longest line of land.
        LongestLine,
        /// Either.
        Either,
    }
}
switch! {
    /// Which harbor lies where (BRD-06, BRD-20).
    HarborLayout {
        /// Each shuffled.
        Shuffled,
        /// The published order, turned by a third of the way round or not at all.
        Frame,
        /// The published order.
        Published,
    }
}
switch! {
    /// Who gets what when the bank has too few cards of a resource (PRO-02).
    BankShortage {
        /// One claimant alone takes what is left; several get nothing.
        SoleClaimant,
        /// Nobody gets any.
        Nobody,
    }
}
switch! {
    /// What a city costs (BLD-03).
    CityCost {
        /// Three ore, two grain.
        ThreeOreTwoGrain,
        /// Two ore, three grain.
        TwoOreThreeGrain,
    }
}
switch! {
    /// Where played progress cards go (DEV-08).
    ProgressCards {
        /// Out of the game.
        LeaveTheGame,
        /// Back under the deck.
        UnderTheDeck,
    }
}
switch! {
    /// Who holds the longest road after a break, when several are equally long (LRD-05).
    LongestRoadTie {
        /// The holder, while among the longest; else nobody.
        HolderKeeps,
        /// Nobody.
        Nobody,
    }
}
switch! {
    /// When reaching the goal wins (WIN-03).
    WinWhen {
        /// In one's own turn.
        OwnTurn,
        /// In anyone's turn.
        AnyTime,
    }
}

/// Who takes the first turn (SET-01, SET-08).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum FirstPlayer {
    /// Whoever rolls highest.
    Roll,
    /// A seat that the host names.
    Named {
        /// Which.
        seat: Seat,
    },
}

/// The variants of the oldest rulebook, usable with any edition.
// Eight independent switches are what the rulebook has.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Variants {
    /// VAR-1: victory point cards are played like others, and count only then.
    pub played_victory_points: bool,
    /// VAR-2: resource hands lie open.
    pub open_hands: bool,
    /// VAR-3: development cards are played after the roll only.
    pub cards_after_roll: bool,
    /// VAR-4: in the first two rounds a 7 is rolled again.
    pub no_early_seven: bool,
    /// VAR-5: after a 7 the robber may stay.
    pub robber_may_stay: bool,
    /// VAR-6: who has built trades no more in that turn.
    pub no_trade_after_building: bool,
    /// VAR-7: a turn ends with at least one settlement on the board.
    pub keep_a_settlement: bool,
    /// VAR-8: a knight may interrupt a robber.
    pub knight_interrupt: bool,
}

/// The switches and numbers of one game.
// Yes-or-no switches are what the rulebooks have.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Rules {
    /// How many play, 2 to 6.
    pub players: u8,
    /// The goal in points (WIN-02).
    pub points_to_win: u8,
    /// The largest hand that a 7 spares (ROB-02).
    pub hand_limit: u8,
    /// Minutes until the game ends with the current turn (WIN-05).
    pub time_limit: Option<u16>,
    /// Who begins (SET-01, SET-08).
    pub first_player: FirstPlayer,
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
}

/// Why a set of switches cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RulesError {
    /// Fewer than 2 or more than 6 players, or more than this version seats.
    Players(u8),
    /// A goal that nobody can reach or that everybody has.
    PointsToWin(u8),
    /// A hand limit below 2.
    HandLimit(u8),
    /// The named first player does not sit at the table.
    FirstPlayer,
    /// The board is one for another number of players.
    Board,
    /// A switch that is data only: this version cannot play it yet.
    NotYetPlayable(&'static str),
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(count) => write!(f, "a game has 2 to 4 players, not {count}"),
            Self::PointsToWin(points) => write!(f, "the goal is 3 to 25 points, not {points}"),
            Self::HandLimit(limit) => write!(f, "the hand limit is 2 to 50 cards, not {limit}"),
            Self::FirstPlayer => write!(f, "the first player does not sit at the table"),
            Self::Board => write!(f, "the board is for another number of players"),
            Self::NotYetPlayable(switch) => {
                write!(f, "this version cannot play the switch {switch} yet")
            }
        }
    }
}

impl core::error::Error for RulesError {}

/// A road's cost (BLD-01).
const ROAD: Cards = Cards::new([1, 1, 0, 0, 0]);
/// A settlement's cost (BLD-02).
const SETTLEMENT: Cards = Cards::new([1, 1, 1, 1, 0]);
/// A development card's cost (BLD-04).
const DEVELOPMENT_CARD: Cards = Cards::new([0, 0, 1, 1, 1]);

impl Rules {
    /// Whether these rules can be played.
    ///
    /// # Errors
    ///
    /// The first setting that cannot be.
    pub fn check(&self) -> Result<(), RulesError> {
        if !(2..=4).contains(&self.players) {
            return Err(RulesError::Players(self.players));
        }
        if !(3..=25).contains(&self.points_to_win) {
            return Err(RulesError::PointsToWin(self.points_to_win));
        }
        if !(2..=50).contains(&self.hand_limit) {
            return Err(RulesError::HandLimit(self.hand_limit));
        }
        if matches!(self.first_player, FirstPlayer::Named { seat } if seat.index() >= self.seats())
        {
            return Err(RulesError::FirstPlayer);
        }
        let variants = &self.variants;
        let later = [
            (self.time_limit.is_some(), "time_limit"),
            (self.harbor_facing == HarborFacing::Either, "harbor_facing"),
            (self.steal_optional, "steal_optional"),
            (self.win_when == WinWhen::AnyTime, "win_when"),
            (variants.played_victory_points, "played_victory_points"),
            (variants.open_hands, "open_hands"),
            (variants.no_early_seven, "no_early_seven"),
            (variants.robber_may_stay, "robber_may_stay"),
            (variants.keep_a_settlement, "keep_a_settlement"),
            (variants.knight_interrupt, "knight_interrupt"),
        ];
        match later.into_iter().find(|(set, _)| *set) {
            Some((_, switch)) => Err(RulesError::NotYetPlayable(switch)),
            None => Ok(()),
        }
    }

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
pub(crate) const ROADS: usize = 15;
/// How many settlements a player has (BRD-12).
pub(crate) const SETTLEMENTS: usize = 5;
/// How many cities a player has (BRD-12).
pub(crate) const CITIES: usize = 4;

const _: () = assert!(
    MAX_SEATS == 6,
    "the bank and the deck are those of up to six players"
);
