//! What each switch can be.

use serde::{Deserialize, Serialize};

use crate::Seat;

macro_rules! switch {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
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
/// How number tokens come onto the land.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
pub enum NumberLayout {
    /// By letter, in a spiral (BRD-10).
    #[default]
    Spiral,
    /// Shuffled (OPT-06).
    Shuffled,
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
        /// On the pieces of the frame, which lie in any order.
        Frame,
        /// The published order.
        Published,
    }
}
switch! {
    /// The seats that get cards when the bank has too few cards of a resource (PRO-02).
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
/// When the roads of a road building card are laid (DEV-04).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
pub enum FreeRoads {
    /// As soon as the card is played.
    #[default]
    AtOnce,
    /// At any point of the rest of the turn.
    WithinTurn,
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
    /// The holder of the longest road after a break, when several are equally long (LRD-05).
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

/// The seat that takes the first turn (SET-01, SET-08).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
pub enum FirstPlayer {
    /// The seat that rolls highest.
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
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

/// How the first pieces come onto the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
pub enum SetUp {
    /// Players place them (SET-02, SET-03).
    #[default]
    Placed,
    /// They lie where the beginners' sheet shows them, and each player chooses the settlement that
    /// brings the first cards (SET-07, BRD-19). On the printed board, for three and four.
    Beginners {
        /// Which pieces stay in the box with three players; none means the red ones.
        left_out: Option<BeginnersPieces>,
    },
}

switch! {
    /// The four sets of pieces on the beginners' sheet (BRD-19), in the order of the seats.
    BeginnersPieces {
        /// Seat 0, with four players.
        Red,
        /// Seat 1, with four players.
        Orange,
        /// Seat 2, with four players.
        White,
        /// Seat 3, with four players.
        Blue,
    }
}

/// What decides the rolls of the turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
pub enum DiceSource {
    /// Two dice (PRB-01).
    #[default]
    Dice,
    /// A shuffled deck of the 36 throws, shuffled anew when it is used up (OPT-04).
    Deck,
}
