//! Why a text is no record.

use brickwood_rules::{Illegal, RulesError};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board_text::{BoardFault, BoardTextErrors};
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
#[wire(problem)]
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum RecordFault {
    /// This is something else.
    #[error("This is not a record of a game. The first line must be `brickwood-record 1`.")]
    NoRecord,
    /// The record is of a version that this program does not know.
    #[error("This record is of version {version}, and this program reads version 1.")]
    Version { version: String },
    /// The rules cannot be played, or not on this board.
    #[error("The rules of this record cannot be played: {why}.")]
    Unplayable {
        /// Why not.
        why: RulesError,
    },
    /// The board cannot be read, or is none.
    #[error("The board of this record cannot be read.")]
    Board {
        /// What is wrong with it.
        faults: Vec<BoardFault>,
    },
    /// A header is not of its form.
    #[error("This line is not a valid header: `{word}`.")]
    Header {
        /// The line.
        word: String,
    },
    /// A header is given a second time.
    #[error("`{word}` is given twice.")]
    Twice {
        /// The header.
        word: String,
    },
    /// A header is not there.
    #[error("The header `{word}` is missing.")]
    Missing {
        /// The header.
        word: String,
    },
    /// Not each seat in its turn.
    #[error("The seats must be given in order, from `seat 1` to `seat {expected}`.")]
    Seats {
        /// How many play.
        expected: u8,
    },
    /// The seeds of the fairness part are not those of seats that play, each once and in order.
    #[error(
        "Each seed must belong to a seat of this game, and they must be in the order of the seats."
    )]
    Seeds,
    /// Something behind a step is not the nonce of a draw.
    #[error("What follows this step is not a valid nonce.")]
    Nonce,
    /// The line says that another turn has begun than the steps do.
    #[error("Turn {expected} has begun by now, not turn `{word}`.")]
    Turn {
        /// How many turns have begun.
        expected: u16,
        /// What the line says.
        word: String,
    },
    /// The result is not of its form.
    #[error("This is not a valid result: `{word}`.")]
    Result {
        /// What the record says.
        word: String,
    },
    /// The result is another than that of the steps.
    #[error("The steps of this record lead to another result: `{word}`.")]
    WrongResult {
        /// The result that would be right.
        word: String,
    },
    /// There is a result, and the game goes on.
    #[error("The record gives a result, but the game is not over.")]
    NotOver,
    /// Something comes after the result.
    #[error("Only comments may follow the result.")]
    AfterResult,
    /// The steps end the game, and no result follows.
    #[error("The game is over, but its result is missing.")]
    NoResult,
    /// The rules refuse a step. What is told of a record has a problem of its own for this.
    #[error("step {number}, `{step}`, is not legal: {illegal} ({})", illegal.clause())]
    #[serde(skip)]
    #[ts(skip)]
    Illegal {
        /// Which step, from 1.
        number: usize,
        step: String,
        illegal: Illegal,
    },
    /// The rules cannot be read.
    #[error("rules: {0}")]
    #[serde(untagged)]
    Rules(#[from] RulesTextError),
    /// A line is no step.
    #[error("{0}")]
    #[serde(untagged)]
    Step(#[from] StepError),
}

impl From<BoardTextErrors> for RecordFault {
    fn from(BoardTextErrors(faults): BoardTextErrors) -> Self {
        Self::Board { faults }
    }
}
