//! What each switch can be.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::Seat;

/// What a switch can be, each value with its id.
pub(super) trait Value: Copy + PartialEq + 'static {
    /// All values but those that hold more than their id.
    const ALL: &'static [Self];
    /// The ids of all values, in the same order.
    const IDS: &'static [&'static str];

    /// The id of a value.
    fn id(self) -> &'static str {
        let place = Self::ALL.iter().position(|value| *value == self);
        place.map_or("", |place| Self::IDS[place])
    }

    /// The value of an id, where the id says all.
    fn of(id: &str) -> Option<Self> {
        let place = Self::IDS.iter().position(|known| *known == id)?;
        Self::ALL.get(place).copied()
    }
}

impl Value for bool {
    const ALL: &'static [Self] = &[false, true];
    const IDS: &'static [&'static str] = &["false", "true"];
}

macro_rules! values {
    ($(#[$meta:meta])* $name:ident { $($(#[$value_meta:meta])* $value:ident = $id:literal,)+ }) => {
        $(#[$meta])*
        #[wire(rules, openapi)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum $name {
            $(
                $(#[$value_meta])*
                #[serde(rename = $id)]
                // Without a group, as a macro passes it on, utoipa would read that of serde.
                #[schema(rename = $id)]
                $value,
            )+
        }

        impl Value for $name {
            const ALL: &'static [Self] = &[$(Self::$value),+];
            const IDS: &'static [&'static str] = &[$($id),+];
        }
    };
}

values! {
    /// Where the spiral of number tokens begins (BRD-10).
    NumberStart {
        /// At a corner of the land.
        Corner = "corner",
        /// At any coastal hex.
        Coast = "coast",
    }
}
values! {
    /// Which way the spiral of number tokens turns (BRD-10).
    NumberDirection {
        /// Against the clock.
        CounterClockwise = "counter_clockwise",
        /// With the clock.
        Clockwise = "clockwise",
    }
}
values! {
    /// How number tokens come onto the land.
    #[derive(Default)]
    NumberLayout {
        /// By letter, in a spiral (BRD-10).
        #[default]
        Spiral = "spiral",
        /// Shuffled (OPT-06).
        Shuffled = "shuffled",
    }
}

values! {
    /// Which coast a harbor serves where its sea hex touches two land hexes (BRD-05).
    HarborFacing {
        /// The longest line of land.
        LongestLine = "longest_line",
        /// Either.
        Either = "either",
    }
}
values! {
    /// Which harbor lies where (BRD-06, BRD-20).
    HarborLayout {
        /// Each shuffled.
        Shuffled = "shuffled",
        /// On the pieces of the frame, which lie in any order.
        Frame = "frame",
        /// The published order.
        Published = "published",
    }
}
values! {
    /// The seats that get cards when the bank has too few cards of a resource (PRO-02).
    BankShortage {
        /// One claimant alone takes what is left; several get nothing.
        SoleClaimant = "sole_claimant",
        /// Nobody gets any.
        Nobody = "nobody",
    }
}
values! {
    /// What a city costs (BLD-03).
    CityCost {
        /// Three ore, two grain.
        ThreeOreTwoGrain = "three_ore_two_grain",
        /// Two ore, three grain.
        TwoOreThreeGrain = "two_ore_three_grain",
    }
}
values! {
    /// When the roads of a road building card are laid (DEV-04).
    #[derive(Default)]
    FreeRoads {
        /// As soon as the card is played.
        #[default]
        AtOnce = "at_once",
        /// At any point of the rest of the turn.
        WithinTurn = "within_turn",
    }
}

values! {
    /// Where played progress cards go (DEV-08).
    ProgressCards {
        /// Out of the game.
        LeaveTheGame = "leave_the_game",
        /// Back under the deck.
        UnderTheDeck = "under_the_deck",
    }
}
values! {
    /// The holder of the longest road after a break, when several are equally long (LRD-05).
    LongestRoadTie {
        /// The holder, while among the longest; else nobody.
        HolderKeeps = "holder_keeps",
        /// Nobody.
        Nobody = "nobody",
    }
}
values! {
    /// When reaching the goal wins (WIN-03).
    WinWhen {
        /// In one's own turn.
        OwnTurn = "own_turn",
        /// In anyone's turn.
        AnyTime = "any_time",
    }
}

/// The seat that takes the first turn (SET-01, SET-08).
#[wire(rules, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FirstPlayer {
    /// The seat that rolls highest.
    Roll,
    /// A seat that the host names.
    Named {
        /// Which.
        seat: Seat,
    },
}

impl Value for FirstPlayer {
    const ALL: &'static [Self] = &[Self::Roll];
    const IDS: &'static [&'static str] = &["roll", "named"];

    fn id(self) -> &'static str {
        match self {
            Self::Roll => "roll",
            Self::Named { .. } => "named",
        }
    }
}

/// How the first pieces come onto the board.
#[wire(rules, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
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

impl SetUp {
    const fn without(pieces: BeginnersPieces) -> Self {
        let left_out = Some(pieces);
        Self::Beginners { left_out }
    }
}

impl Value for SetUp {
    const ALL: &'static [Self] = &[
        Self::Placed,
        Self::Beginners { left_out: None },
        Self::without(BeginnersPieces::Red),
        Self::without(BeginnersPieces::Orange),
        Self::without(BeginnersPieces::White),
        Self::without(BeginnersPieces::Blue),
    ];
    const IDS: &'static [&'static str] = &[
        "placed",
        "beginners",
        "beginners_without_red",
        "beginners_without_orange",
        "beginners_without_white",
        "beginners_without_blue",
    ];
}

values! {
    /// The four sets of pieces on the beginners' sheet (BRD-19), in the order of the seats.
    BeginnersPieces {
        /// Seat 0, with four players.
        Red = "red",
        /// Seat 1, with four players.
        Orange = "orange",
        /// Seat 2, with four players.
        White = "white",
        /// Seat 3, with four players.
        Blue = "blue",
    }
}

values! {
    /// What decides the rolls of the turns.
    #[derive(Default)]
    DiceSource {
        /// Two dice (PRB-01).
        #[default]
        Dice = "dice",
        /// A shuffled deck of the 36 throws, shuffled anew when it is used up (OPT-04).
        Deck = "deck",
    }
}
