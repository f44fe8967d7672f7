//! What keeps a text from being a board.

use brickwood_notation::{BoardFault as TextFault, BoardTextError};
use brickwood_rules::BoardError;
use serde::{Deserialize, Serialize};
#[cfg(feature = "ts")]
use ts_rs::TS;

/// Something that keeps a text from being a board, at its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS), ts(export_to = "protocol/problem.ts"))]
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
#[cfg_attr(feature = "ts", derive(TS), ts(export_to = "protocol/problem.ts"))]
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
