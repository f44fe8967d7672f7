//! Setting up a table, over HTTP.

use brickwood_rules::{Edition, Rules};
use serde::{Deserialize, Serialize};

use super::BotLevel;

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

    /// The color as records name it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Coral => "coral",
            Self::Cobalt => "cobalt",
            Self::Amber => "amber",
            Self::Chalk => "chalk",
            Self::Plum => "plum",
            Self::Teal => "teal",
        }
    }
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
        /// Up to 64 bytes.
        seed: String,
    },
    /// One that somebody has written down, in the notation of boards. What is wrong with it is told
    /// all at once, in the details of the problem.
    Own {
        /// Up to 8 KiB.
        text: String,
    },
}

/// An edition and its preset: an element of the answer to `GET /api/editions`, the default first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EditionInfo {
    /// The edition.
    pub edition: Edition,
    /// Its switches and numbers, for four players. Nothing but `players` differs for others.
    pub rules: Rules,
}

impl EditionInfo {
    /// All editions, the default first.
    pub fn all() -> Vec<Self> {
        Edition::ALL
            .map(|edition| Self {
                edition,
                rules: edition.rules(4),
            })
            .to_vec()
    }
}

/// A table to create: the body of `POST /api/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NewTable {
    /// The name of the one who creates it.
    pub name: String,
    /// The preset that the rules began as.
    pub edition: Edition,
    /// The switches and numbers, `players` among them: as many as there are seats.
    pub rules: Rules,
    /// The seats, clockwise; as many as play.
    pub seats: Vec<NewSeat>,
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
