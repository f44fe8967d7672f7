//! Why a text is no record.

use brickwood_rules::{Illegal, RulesError};
use thiserror::Error;

use crate::board_text::BoardTextErrors;
use crate::rules_text::RulesTextError;
use crate::step::StepError;

/// What is wrong with a record, and in which line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {fault}")]
pub struct RecordError {
    /// The line, from 1. For what is missing at the end, the line after the last.
    pub line: usize,
    /// What is wrong.
    pub fault: RecordFault,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordFault {
    /// This is something else.
    #[error("a record begins with `brickwood-record 1` or `brickwood-record 2`")]
    NoRecord,
    /// The record is of a version that this program does not know.
    #[error(
        "this record is of version {0}, which a later Brickwood reads; this one reads versions 1 and 2"
    )]
    Version(String),
    /// The rules cannot be read.
    #[error("rules: {0}")]
    Rules(#[from] RulesTextError),
    /// The rules cannot be played, or not on this board.
    #[error("rules: {0}")]
    Unplayable(RulesError),
    /// The board cannot be read, or is none.
    #[error("board: {0}")]
    Board(#[from] BoardTextErrors),
    /// A header is not of its form.
    #[error("`{0}` is not a header")]
    Header(String),
    /// Rules, board or a seat are given a second time.
    #[error("`{0}` is a duplicate")]
    Twice(String),
    /// A header is not there.
    #[error("the header `{0}` is missing")]
    Missing(&'static str),
    /// Not each seat in its turn.
    #[error("there are {expected} seats, from `seat 1` on, in their order")]
    Seats {
        /// How many play.
        expected: u8,
    },
    /// The seeds of the fairness part are not those of seats that play, each once and in order.
    #[error("the seeds are of seats that play, one each, in their order")]
    Seeds,
    /// Something behind a step is not the nonce of a draw.
    #[error(
        "a nonce is 32 small hexadecimal digits behind an outcome of chance after the opening, in a record with the header `fair`"
    )]
    Nonce,
    /// A line is no step.
    #[error("{0}")]
    Step(#[from] StepError),
    /// The rules refuse a step.
    #[error("step {number}, `{step}`, is not legal: {illegal} ({})", illegal.clause())]
    Illegal {
        /// Which step, from 1.
        number: usize,
        /// The step.
        step: String,
        /// Why.
        illegal: Illegal,
    },
    /// The line says that another turn has begun than the steps do.
    #[error("the steps have come to turn {expected}, not to turn `{found}`")]
    Turn {
        /// How many turns have begun.
        expected: u16,
        /// What the line says.
        found: String,
    },
    /// The result is not of its form.
    #[error("`{0}` is not a result")]
    Result(String),
    /// The result is another than that of the steps.
    #[error("the steps lead to `{expected}`")]
    WrongResult {
        /// The line that would be right.
        expected: String,
    },
    /// There is a result, and the game goes on.
    #[error("the game is not over and has no result")]
    NotOver,
    /// Something comes after the result.
    #[error("nothing but comments comes after the result")]
    AfterResult,
    /// The steps end the game, and no result follows.
    #[error("the game is over, and its result is missing")]
    NoResult,
}
