//! What cannot be encoded or decoded.

use std::fmt;

/// Why something has no index, an index no action, or a slice no room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodeError {
    /// A slice has another length than the tensor.
    Length {
        /// How many numbers the tensor has.
        expected: usize,
        /// How many the slice has.
        found: usize,
    },
    /// The space has fewer choices.
    NoSuchIndex {
        /// The index.
        index: usize,
        /// How many choices there are.
        choices: usize,
    },
    /// The game has no seat with this number.
    NoSuchSeat {
        /// The number, from 0.
        seat: u8,
    },
    /// The choice composes an action, and cannot come next in it.
    NotNext {
        /// The index.
        index: u16,
    },
    /// The action names a place that the board lacks, or cards that no game has.
    NoSuchAction,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => {
                write!(
                    f,
                    "the tensor has {expected} numbers, and room for {found} was given"
                )
            }
            Self::NoSuchIndex { index, choices } => {
                write!(
                    f,
                    "there are {choices} choices, and none with the index {index}"
                )
            }
            Self::NoSuchSeat { seat } => write!(f, "the game has no seat {}", seat + 1),
            Self::NotNext { index } => {
                write!(
                    f,
                    "the choice {index} cannot come next in an action that is composed"
                )
            }
            Self::NoSuchAction => write!(
                f,
                "the action names a place that the board lacks, or cards that no game has"
            ),
        }
    }
}

impl std::error::Error for EncodeError {}
