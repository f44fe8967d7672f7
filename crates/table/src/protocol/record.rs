//! What keeps a text from being a record.

use brickwood_notation::{RulesTextError, StepError};
use brickwood_rules::RulesError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::BoardFault;

/// What keeps a text from being a record. A step against the rules is a problem of its own.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export_to = "protocol/problem.ts")
)]
pub enum RecordFault {
    /// This is something else.
    #[error(
        "This is not a record of a game. The first line must be `brickwood-record 1` or `brickwood-record 2`."
    )]
    NoRecord,
    /// The record is of a version that this program does not know.
    #[error("This record is of version {version}, and this program reads versions 1 and 2.")]
    Version {
        /// The version.
        version: String,
    },
    /// The rules are those of no edition.
    #[error("There is no edition `{word}`.")]
    Edition {
        /// What the record says.
        word: String,
    },
    /// The rules do not say how many play.
    #[error("The edition must be followed by the number of players, not by `{word}`.")]
    Players {
        /// What stands there.
        word: String,
    },
    /// The rules have no such setting.
    #[error("There is no setting `{word}`.")]
    Setting {
        /// What the record says.
        word: String,
    },
    /// A setting cannot be that.
    #[error("The setting `{word}` cannot have this value.")]
    Value {
        /// The setting and its value.
        word: String,
    },
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
    /// A header or a setting is given a second time.
    #[error("`{word}` is given twice.")]
    Twice {
        /// The header or the setting.
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
    #[error("What stands after this step is not a valid nonce.")]
    Nonce,
    /// A line does not begin like a step.
    #[error("A step cannot begin with `{word}`.")]
    Step {
        /// Its first word.
        word: String,
    },
    /// There is no such action.
    #[error("There is no action `{word}`.")]
    Action {
        /// The word for it.
        word: String,
    },
    /// What follows an action is missing, wrong or too much.
    #[error("`{word}` cannot be followed by `{rest}`.")]
    Operand {
        /// The action.
        word: String,
        /// All that follows it.
        rest: String,
    },
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
}

impl From<RulesTextError> for RecordFault {
    fn from(fault: RulesTextError) -> Self {
        match fault {
            RulesTextError::Edition(word) => Self::Edition { word },
            RulesTextError::Players(word) => Self::Players { word },
            RulesTextError::Key(word) => Self::Setting { word },
            RulesTextError::Value(word) => Self::Value { word },
            RulesTextError::Twice(word) => Self::Twice { word },
        }
    }
}

impl From<StepError> for RecordFault {
    fn from(fault: StepError) -> Self {
        match fault {
            StepError::Start(word) => Self::Step { word },
            StepError::Verb(word) => Self::Action { word },
            StepError::Operand { verb, rest } => Self::Operand { word: verb, rest },
        }
    }
}
