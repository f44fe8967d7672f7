//! What an answer says where a request cannot be met.

use brickwood_notation::{
    BoardTextErrors, PositionError, RecordError, RecordFault, RulesTextError,
};
use brickwood_rules::{Illegal, RulesError, Step};
use serde::Serialize;

/// Why a request is refused. Nothing has changed then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// A fixed word for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The clause of the rules that a step breaks, such as `BLD-09`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// The line of a record, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Everything that is wrong, where it is told all at once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
}

impl Problem {
    /// A problem of no clause.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            clause: None,
            line: None,
            details: Vec::new(),
        }
    }

    /// A request that is JSON and yet no request.
    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new("bad_request", message)
    }

    /// A step that the rules refuse.
    pub(crate) fn illegal(step: Step, illegal: Illegal) -> Self {
        let code = match step {
            Step::Action { .. } | Step::TimeUp | Step::CalledOff => "illegal",
            Step::Chance { .. } => "impossible_outcome",
        };
        Self {
            clause: Some(illegal.clause().to_string()),
            ..Self::new(code, illegal.to_string())
        }
    }
}

impl From<RulesError> for Problem {
    fn from(error: RulesError) -> Self {
        Self::new(
            "bad_rules",
            format!("These rules cannot be played: {error}."),
        )
    }
}

impl From<RulesTextError> for Problem {
    fn from(error: RulesTextError) -> Self {
        Self::new("bad_rules", error.to_string())
    }
}

impl From<BoardTextErrors> for Problem {
    fn from(errors: BoardTextErrors) -> Self {
        Self {
            details: errors.0.iter().map(ToString::to_string).collect(),
            ..Self::new("bad_board", "This text is no board.")
        }
    }
}

impl From<PositionError> for Problem {
    fn from(error: PositionError) -> Self {
        let details = match &error {
            PositionError::Board(errors) => errors.0.iter().map(ToString::to_string).collect(),
            PositionError::Contradictions(errors) => {
                errors.0.iter().map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        };
        Self {
            details,
            ..Self::new("bad_position", error.to_string())
        }
    }
}

impl From<RecordError> for Problem {
    fn from(error: RecordError) -> Self {
        let clause = match &error.fault {
            RecordFault::Illegal { illegal, .. } => Some(illegal.clause().to_string()),
            _ => None,
        };
        Self {
            clause,
            line: Some(error.line),
            ..Self::new("bad_record", error.to_string())
        }
    }
}
