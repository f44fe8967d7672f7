//! What is said of a board before there is a table, and what is wrong with the text of one.

use brickwood_notation::{BoardFault as TextFault, BoardTextError};
use brickwood_rules::{
    BoardBalance, BoardDeviation, BoardError, BoardGap, DraftHex, Harbor, HexId, Rules,
};
use serde::{Deserialize, Serialize};

use super::{BoardChoice, BoardInfo};

/// Asks what a board is like: the body of `POST /api/boards`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/table.ts"))]
pub struct BoardOrder {
    /// The switches and numbers by which it would be played.
    pub rules: Rules,
    /// The board. A random one is unknown until there is a table.
    pub board: BoardChoice,
}

/// What a board is like: the answer to `POST /api/boards`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/table.ts"))]
pub struct BoardReport {
    /// The board, to be drawn.
    pub board: BoardInfo,
    /// Where the robber begins.
    pub robber: HexId,
    /// The board in the notation of boards, on one line.
    pub text: String,
    /// Where it differs from what the box holds. That does not forbid play.
    pub deviations: Vec<BoardDeviation>,
    /// How evenly it treats the players.
    pub balance: BoardBalance,
}

/// Asks about a board that is being drawn: the body of `POST /api/boards/draft`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/table.ts"))]
pub struct DraftOrder {
    /// How many would play on it.
    pub players: u8,
    /// The draft in the notation of boards, with `?` for terrain that is not drawn.
    pub text: String,
}

/// What is to be said of a board that is being drawn: the answer to `POST /api/boards/draft`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/table.ts"))]
pub struct DraftReport {
    /// The draft in the notation of boards, on one line.
    pub text: String,
    /// The hexes, in reading order: 19 for up to four players, 30 for more.
    pub hexes: Vec<DraftHex>,
    /// The harbors that are drawn.
    pub harbors: Vec<Harbor>,
    /// Where the robber begins, if that is drawn.
    pub robber: Option<HexId>,
    /// What is wrong, whatever is drawn into the rest.
    pub faults: Vec<DraftFault>,
    /// What is not drawn yet and has to be.
    pub gaps: Vec<BoardGap>,
    /// How many of each piece the box has, and how many are drawn.
    pub pieces: Vec<BoardDeviation>,
    /// How evenly what is drawn treats the players.
    pub balance: BoardBalance,
}

/// Something in a draft that keeps it from becoming a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/table.ts"))]
pub enum DraftFault {
    /// A hex has a number that it cannot have.
    WrongNumber {
        /// The hex.
        hex: HexId,
    },
    /// A harbor is not on the coast.
    InlandHarbor {
        /// Which of the harbors, from 0.
        harbor: u16,
    },
    /// A harbor shares an intersection with one before it.
    CrowdedHarbor {
        /// Which of the harbors, from 0.
        harbor: u16,
    },
}

/// Asks for the rest of a board that somebody has begun to draw: the body of `POST /api/boards/fill`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/table.ts"))]
pub struct FillOrder {
    /// The rules by which it would be played. They say how numbers and harbors are laid, and how fair it is to be.
    pub rules: Rules,
    /// The draft in the notation of boards, with `?` for terrain that is not drawn.
    pub text: String,
    /// Any text: the same fills the same draft in the same way.
    pub seed: String,
}

/// Something that keeps a text from being a board, at its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export_to = "protocol/problem.ts")
)]
pub struct BoardFault {
    /// The line of the text, from 1; none where no line alone is to blame.
    pub line: Option<u32>,
    /// The column of the word, from 1, in characters.
    pub column: Option<u32>,
    /// What is wrong.
    pub fault: BoardFaultKind,
}

/// What keeps a text from being a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export_to = "protocol/problem.ts")
)]
pub enum BoardFaultKind {
    /// A word is no hex.
    Hex {
        /// The word.
        word: String,
    },
    /// A word is no harbor.
    Harbor {
        /// The word.
        word: String,
    },
    /// A word is no place on this board.
    Place {
        /// The word.
        word: String,
    },
    /// The rows are those of no land.
    Rows {
        /// How many hexes each row has.
        rows: String,
    },
    /// Rows come after the harbors or the robber.
    LateRow,
    /// The robber stands on two hexes.
    SecondRobber,
    /// Nobody can tell where the robber begins.
    NoRobber,
    /// The text is longer than that of any board.
    TooLong,
    /// A hex that produces has no number.
    MissingNumber {
        /// The hex.
        hex: String,
    },
    /// A hex has a number that it cannot have.
    WrongNumber {
        /// The hex.
        hex: String,
    },
    /// A harbor is not on the coast.
    InlandHarbor {
        /// The harbor, as it is written.
        harbor: String,
    },
    /// A harbor shares an intersection with another.
    CrowdedHarbor {
        /// The harbor, as it is written.
        harbor: String,
    },
}

impl From<BoardTextError> for BoardFault {
    fn from(error: BoardTextError) -> Self {
        let count = |at: Option<usize>| at.and_then(|at| u32::try_from(at).ok());
        Self {
            line: count(error.line),
            column: count(error.column),
            fault: error.fault.into(),
        }
    }
}

impl From<TextFault> for BoardFaultKind {
    fn from(fault: TextFault) -> Self {
        match fault {
            TextFault::Hex(word) => Self::Hex { word },
            TextFault::Harbor(word) => Self::Harbor { word },
            TextFault::Place(word) => Self::Place { word },
            TextFault::Rows(rows) => Self::Rows { rows },
            TextFault::LateRow => Self::LateRow,
            TextFault::SecondRobber => Self::SecondRobber,
            TextFault::NoRobber => Self::NoRobber,
            TextFault::TooLong => Self::TooLong,
            TextFault::Law { place, error } => match error {
                BoardError::MissingToken(_) => Self::MissingNumber {
                    hex: place.to_uppercase(),
                },
                BoardError::BadToken(_) => Self::WrongNumber {
                    hex: place.to_uppercase(),
                },
                BoardError::InlandHarbor(_) => Self::InlandHarbor { harbor: place },
                BoardError::CrowdedHarbor(_) => Self::CrowdedHarbor { harbor: place },
                // A text that was read has as many hexes as its rows, and a robber on one of them.
                BoardError::HexCount { found, .. } => Self::Rows {
                    rows: found.to_string(),
                },
                BoardError::RobberOffBoard => Self::NoRobber,
            },
        }
    }
}
