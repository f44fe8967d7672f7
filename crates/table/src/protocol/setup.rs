//! Setting up a table, over HTTP.

use brickwood_rules::Edition;
use serde::{Deserialize, Serialize};

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum BotLevel {
    /// Knows the rules.
    Easy,
    /// Builds on good numbers.
    Medium,
    /// Plans, trades and robs the leader.
    Hard,
}

/// The paint of a seat's pieces (SET-10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum Color {
    /// Coral red, with a disc.
    Coral,
    /// Cobalt, with a square.
    Cobalt,
    /// Amber, with a triangle.
    Amber,
    /// Chalk, with a diamond.
    Chalk,
    /// Plum, with a cross.
    Plum,
    /// Teal, with bars.
    Teal,
}

impl Color {
    /// The colors in the order in which seats take them by default.
    pub const ALL: [Self; 6] = [
        Self::Coral,
        Self::Cobalt,
        Self::Amber,
        Self::Teal,
        Self::Chalk,
        Self::Plum,
    ];
}

/// Who is to sit on a seat of a new table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum NewSeat {
    /// The one who creates the table takes the first of these, the others are open.
    Human {
        /// The color of the seat.
        color: Color,
    },
    /// A bot.
    Bot {
        /// The color of the seat.
        color: Color,
        /// How well it plays.
        level: BotLevel,
    },
}

impl NewSeat {
    /// The color of the seat.
    pub const fn color(self) -> Color {
        match self {
            Self::Human { color } | Self::Bot { color, .. } => color,
        }
    }
}

/// Which board is laid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum BoardChoice {
    /// A new random one.
    Random,
    /// The printed one for a first game (BRD-18).
    Beginners,
    /// The random one that this text stands for: the same text, the same board.
    Seed {
        /// Up to 64 characters.
        seed: String,
    },
}

/// A table to create: the body of `POST /api/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NewTable {
    /// The name of the one who creates it.
    pub name: String,
    /// The preset of the switches.
    pub edition: Edition,
    /// The seats, clockwise; as many as play.
    pub seats: Vec<NewSeat>,
    /// The goal in points.
    pub points_to_win: u8,
    /// The largest hand that a 7 spares.
    pub hand_limit: u8,
    /// Which board is laid.
    pub board: BoardChoice,
}

/// The answer to `POST /api/tables` and `POST /api/tables/{id}/rematch`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Created {
    /// The table's id, as in its link `/t/{id}`.
    pub id: String,
}

/// Takes an open seat: the body of `POST /api/tables/{id}/join`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct JoinTable {
    /// The name to sit down with.
    pub name: String,
}

/// One of the caller's tables: an element of the answer to `GET /api/tables`, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TableSummary {
    /// The table's id.
    pub id: String,
    /// The names of those who sit there, clockwise; none where a seat is open.
    pub players: Vec<Option<String>>,
    /// Turns begun.
    pub turn: u16,
    /// Who has won, by name: nobody yet, one, or several who share it.
    pub winners: Vec<String>,
    /// Whether the caller is to act.
    pub your_turn: bool,
    /// When it was created, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created_ms: u64,
}
