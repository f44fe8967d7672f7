//! What cannot be encoded or decoded.

use thiserror::Error;

/// Why something has no index, an index no action, or a slice no room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs)]
pub enum EncodeError {
    /// A slice has another length than the tensor.
    #[error("the tensor has {expected} numbers, and room for {found} was given")]
    Length {
        /// How many numbers the tensor has.
        expected: usize,
        /// How many the slice has.
        found: usize,
    },
    /// The space has fewer choices.
    #[error("there are {choices} choices, and none with the index {index}")]
    NoSuchIndex {
        index: usize,
        /// How many choices there are.
        choices: usize,
    },
    /// The game has no seat with this number.
    #[error("the game has no seat {}", seat + 1)]
    NoSuchSeat {
        /// The number, from 0.
        seat: u8,
    },
    /// The choice composes an action, and cannot come next in it.
    #[error("the choice {index} cannot come next in an action that is composed")]
    NotNext { index: u16 },
    /// The action names a place that the board lacks, or cards that no game has.
    #[error("the action names a place that the board lacks, or cards that no game has")]
    NoSuchAction,
}
