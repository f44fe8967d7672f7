//! Refusals of requests.

use brickwood_notation::{
    BoardTextErrors, PositionError, RecordError, RecordFault, RulesTextErrors,
};
use brickwood_rules::{Illegal, Phase, RulesError, Step};
use serde::Serialize;

/// The kinds of refusals. Their words in JSON never change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The line is not JSON, not UTF-8, or nested too deep.
    BadJson,
    /// The line is longer than the session accepts.
    TooLong,
    /// A field of the request is missing, unknown, duplicate, or of the wrong type.
    BadRequest,
    /// There is no such command.
    UnknownCommand,
    /// `hello` asks for a version that this program does not speak.
    OtherProtocol,
    /// The command needs a game, and there is none.
    NoGame,
    /// The game has fewer seats.
    NoSuchSeat,
    /// The rules cannot be parsed or played.
    BadRules,
    /// The text or plan describes no board.
    BadBoard,
    /// The text describes no position that can occur.
    BadPosition,
    /// The text is no record of a legal game.
    BadRecord,
    /// The file at `path` cannot be read.
    CannotRead,
    /// The text is no step.
    BadStep,
    /// The action breaks a rule.
    Illegal,
    /// Chance cannot have this outcome now.
    ImpossibleOutcome,
    /// Chance is to draw, but is not to act.
    NotChance,
    /// Fewer steps have been taken.
    NothingToUndo,
    /// There are more sequences than may be counted.
    TooMany,
    /// The game began from a position, and a record begins with an empty board.
    NoRecord,
    /// A bug in the program; the game of the session is lost.
    Fault,
}

impl Code {
    /// All of them, in the order of the declaration.
    pub const ALL: [Self; 20] = [
        Self::BadJson,
        Self::TooLong,
        Self::BadRequest,
        Self::UnknownCommand,
        Self::OtherProtocol,
        Self::NoGame,
        Self::NoSuchSeat,
        Self::BadRules,
        Self::BadBoard,
        Self::BadPosition,
        Self::BadRecord,
        Self::CannotRead,
        Self::BadStep,
        Self::Illegal,
        Self::ImpossibleOutcome,
        Self::NotChance,
        Self::NothingToUndo,
        Self::TooMany,
        Self::NoRecord,
        Self::Fault,
    ];
}

const _: () = assert!(Code::ALL.len() == Code::Fault as usize + 1);

/// Why a request is refused. A refused request changes nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// What kind of refusal it is, for programs.
    pub code: Code,
    /// A sentence for people.
    pub message: Box<str>,
    /// The clause of the rules that a step breaks, such as `BLD-09`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<Box<str>>,
    /// The `type` of the phase that awaits something else, if the step does not fit it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub awaited: Option<Box<str>>,
    /// The path of the wrong field: `rules.hand_limit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Box<str>>,
    /// The index of the refused step in a list of steps, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    /// The line of a record, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Everything that is wrong, if the request reports it all at once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
}

impl Problem {
    /// A problem without a clause.
    pub fn new(code: Code, message: impl Into<Box<str>>) -> Self {
        Self {
            code,
            message: message.into(),
            clause: None,
            awaited: None,
            field: None,
            step: None,
            line: None,
            details: Vec::new(),
        }
    }

    /// JSON that is not a request.
    pub(crate) fn bad_request(message: impl Into<Box<str>>) -> Self {
        Self::new(Code::BadRequest, message)
    }

    /// A field with a value that it cannot have.
    pub(crate) fn bad_field(field: &str, message: impl Into<Box<str>>) -> Self {
        Self {
            field: Some(field.into()),
            ..Self::bad_request(message)
        }
    }

    /// A step that the rules refuse in this phase.
    pub(crate) fn illegal(step: Step, illegal: Illegal, phase: &Phase) -> Self {
        let code = match step {
            Step::Action { .. } | Step::TimeUp | Step::CalledOff => Code::Illegal,
            Step::Chance { .. } => Code::ImpossibleOutcome,
        };
        let awaited = matches!(
            illegal,
            Illegal::OutOfPhase | Illegal::NotThisChance | Illegal::NotToAct
        )
        .then(|| phase_type(phase));
        let message = match &awaited {
            Some(awaited) => format!("{illegal} What is awaited is `{awaited}`."),
            None => illegal.to_string(),
        };
        Self {
            clause: Some(illegal.clause().to_string().into()),
            awaited,
            ..Self::new(code, message)
        }
    }

    /// The same, for a step of a list.
    pub(crate) fn of_step(self, number: usize) -> Self {
        Self {
            step: u32::try_from(number).ok(),
            ..self
        }
    }
}

/// The name of a phase in JSON.
fn phase_type(phase: &Phase) -> Box<str> {
    let json = serde_json::to_value(phase).unwrap_or_default();
    json["type"].as_str().unwrap_or_default().into()
}

impl From<RulesError> for Problem {
    fn from(error: RulesError) -> Self {
        Self::new(
            Code::BadRules,
            format!("These rules cannot be played: {error}."),
        )
    }
}

impl From<RulesTextErrors> for Problem {
    fn from(errors: RulesTextErrors) -> Self {
        Self {
            details: errors.0.iter().map(ToString::to_string).collect(),
            ..Self::new(Code::BadRules, errors.to_string())
        }
    }
}

impl From<BoardTextErrors> for Problem {
    fn from(errors: BoardTextErrors) -> Self {
        Self {
            details: errors.0.iter().map(ToString::to_string).collect(),
            ..Self::new(Code::BadBoard, "This text does not describe a board.")
        }
    }
}

impl From<PositionError> for Problem {
    fn from(error: PositionError) -> Self {
        let details = match &error {
            PositionError::Words(errors) => errors.0.iter().map(ToString::to_string).collect(),
            PositionError::Contradictions(errors) => {
                errors.0.iter().map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        };
        Self {
            details,
            ..Self::new(Code::BadPosition, error.to_string())
        }
    }
}

impl From<RecordError> for Problem {
    fn from(error: RecordError) -> Self {
        let clause = match &error.fault {
            RecordFault::Illegal { illegal, .. } => Some(illegal.clause().to_string().into()),
            _ => None,
        };
        Self {
            clause,
            line: u32::try_from(error.line).ok(),
            ..Self::new(Code::BadRecord, error.to_string())
        }
    }
}
