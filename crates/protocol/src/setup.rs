//! Setting up a table, over HTTP.

use brickwood_rules::{Edition, Rules, Seat};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{BotLevel, Reliability, TableOptions};

/// The paint of a seat's pieces (SET-10).
#[wire(table, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
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
    /// A person at the device of the one who creates the table.
    Local {
        /// The color of the seat.
        color: Color,
        /// The name of that person.
        name: String,
    },
    /// Nobody, until the host opens it.
    Locked {
        /// The color of the seat.
        color: Color,
    },
}

impl NewSeat {
    /// The color of the seat.
    pub const fn color(&self) -> Color {
        match self {
            Self::Human { color }
            | Self::Bot { color, .. }
            | Self::Local { color, .. }
            | Self::Locked { color } => *color,
        }
    }
}

/// For whom the host keeps a seat.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatOrder {
    /// Whoever comes.
    Open {},
    /// A bot.
    Bot {
        /// How well it plays.
        level: BotLevel,
    },
    /// A person at the host's device.
    Local {
        /// The name of that person.
        name: String,
    },
    /// Nobody.
    Locked {},
}

/// The most characters of a name.
pub const LONGEST_NAME: usize = 24;

/// The longest text that stands for a random board, in bytes.
pub const LONGEST_BOARD_SEED: usize = 64;

/// The longest board file, in bytes.
pub const LONGEST_BOARD_TEXT: usize = 8 * 1024;

/// Which board is laid.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BoardChoice {
    /// A new random one.
    Random,
    /// The printed one for a first game (BRD-18).
    Beginners,
    /// The random one that this text stands for: the same text, the same board.
    Seed {
        /// Up to [`LONGEST_BOARD_SEED`] bytes.
        #[schema(max_length = 64)]
        seed: String,
    },
    /// One that somebody has written down, in the notation of boards. What is wrong with it is told
    /// all at once, in the arguments of the problem.
    Own {
        /// Up to [`LONGEST_BOARD_TEXT`] bytes.
        #[schema(max_length = 8192)]
        text: String,
    },
}

/// An edition and its preset: an element of the answer to `GET /api/editions`, the default first.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The name of the one who creates it.
    pub name: String,
    /// The preset that the rules began as.
    pub edition: Edition,
    /// The switches and numbers, `players` among them: as many as there are seats.
    pub rules: Rules,
    /// The seats, clockwise; as many as play.
    #[schema(min_items = 2, max_items = 6)]
    pub seats: Vec<NewSeat>,
    /// Which board is laid.
    pub board: BoardChoice,
    /// How the table is run.
    #[serde(default)]
    pub options: TableOptions,
    /// A position of another game to begin from. Its edition, rules and board then take the place of those
    /// above, and there are as many seats as in that game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional = nullable)]
    pub from: Option<Beginning>,
}

/// A position of another game, from which a table begins. The steps that led there are the first of the new
/// table's game.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beginning {
    /// The record of that game, up to 256 KiB with the rest of the body.
    pub record: String,
    /// How many of its steps are taken over.
    pub steps: u32,
}

/// How a table is set up from now on: the body of `PUT /api/tables/{id}/set-up`. The host may change
/// it until the game begins.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUpOrder {
    /// The preset that the rules began as.
    pub edition: Edition,
    /// The switches and numbers, `players` among them. More players get open seats; with fewer, the
    /// last seats go, and whoever sits there moves to a free one.
    pub rules: Rules,
    /// Which board is laid.
    pub board: BoardChoice,
    /// The color of each seat, clockwise.
    #[schema(min_items = 2, max_items = 6)]
    pub colors: Vec<Color>,
    /// How the table is run.
    pub options: TableOptions,
    /// Deals another random board if this is the `deal` of the one that lies there.
    #[serde(default)]
    pub instead_of: Option<u16>,
}

/// The answer to `POST /api/tables`, `POST /api/tables/{id}/rematch` and `GET /api/codes/{code}`.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Created {
    /// The table's id, as in its link `/t/{id}`.
    pub id: String,
}

/// Takes an open seat: the body of `POST /api/tables/{id}/join`.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinTable {
    /// The name to sit down with.
    pub name: String,
    /// Which open seat, from 0; none for the first.
    #[serde(default)]
    pub seat: Option<Seat>,
}

/// The caller: the answer to `GET /api/me`, and the body of `PUT /api/me`.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Me {
    /// The name that the caller sits down with, 1 to 24 characters; none before the first time.
    #[schema(required)]
    pub name: Option<String>,
}

/// One table in a list: an element of the answers to `GET /api/tables` (the caller's, newest first)
/// and `GET /api/lobby` (public ones that have an open seat, or a bot's that can be taken, newest first).
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableSummary {
    /// The table's id.
    pub id: String,
    /// The names of those who sit there, clockwise; none where a seat is open or locked.
    pub players: Vec<Option<String>>,
    /// How many seats are open.
    #[schema(maximum = 6)]
    pub open_seats: u8,
    /// Whether the game has begun.
    pub started: bool,
    /// The name of the host; none where the host has no seat.
    #[schema(required)]
    pub host: Option<String>,
    /// The preset of the rules.
    pub edition: Edition,
    /// How many points win.
    pub points: u8,
    /// How the table is run.
    pub options: TableOptions,
    /// Turns begun. Of a game that spectators see later, only its players are told; others read 0, and that nobody is to act.
    pub turn: u16,
    /// The names of those who are to act; nobody before the game, after it, and while it waits.
    pub awaited: Vec<String>,
    /// Whether the game is over.
    pub over: bool,
    /// Who has won, by name: one, or several who share it. Nobody in a game that was ended without a
    /// winner (RUL-24), and until a game is over.
    pub winners: Vec<String>,
    /// Whether the caller is to act.
    pub your_turn: bool,
    /// When it was created, in milliseconds since 1970.
    pub created_ms: u64,
    /// How many seats of bots whoever comes may take in a game that has begun; missing where there are none.
    #[serde(default, skip_serializing_if = "is_none_of_them")]
    #[ts(as = "Option<u8>", optional)]
    #[schema(maximum = 6)]
    pub seats_to_take: u8,
    /// Whether the host stays to the end of games, where the lobby tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reliability: Option<Reliability>,
}

// By reference, as serde asks.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_none_of_them(seats: &u8) -> bool {
    *seats == 0
}
