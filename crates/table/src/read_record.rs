//! Records that are read.

use brickwood_notation::{
    BoardTextErrors, Record, RecordError, RecordFault as TextFault, parse_record,
};

use crate::protocol::{Problem, ProblemKind, RecordFault};

/// The most steps or lines of a game in a replay: some ten times those of a long game. Each is sent with
/// everything that it led to.
pub(crate) const MOST_STEPS: usize = 10_000;

/// Reads a record that is not too long.
///
/// # Errors
///
/// The fault of the text, with its line; for the first illegal step, with the clause that it breaks.
pub(crate) fn read(text: &str) -> Result<Record, Problem> {
    if text.lines().nth(MOST_STEPS).is_some() {
        return Err(too_long());
    }
    parse_record(text).map_err(problem)
}

fn problem(RecordError { line, fault }: RecordError) -> Problem {
    let details = match &fault {
        TextFault::Board(BoardTextErrors(faults)) => {
            faults.iter().map(ToString::to_string).collect()
        }
        _ => Vec::new(),
    };
    Problem::from(ProblemKind::from(fault))
        .with_details(details)
        .at_line(u32::try_from(line).unwrap_or(u32::MAX))
}

pub(crate) fn too_long() -> Problem {
    ProblemKind::LongRecord {
        most: MOST_STEPS as u32,
    }
    .into()
}

impl From<TextFault> for ProblemKind {
    fn from(fault: TextFault) -> Self {
        let why = match fault {
            TextFault::Illegal {
                number,
                step,
                illegal,
            } => {
                return Self::IllegalInRecord {
                    number: number as u32,
                    step,
                    illegal,
                };
            }
            TextFault::NoRecord => RecordFault::NoRecord,
            TextFault::Version(version) => RecordFault::Version { version },
            TextFault::Rules(fault) => fault.into(),
            TextFault::Unplayable(why) => RecordFault::Unplayable { why },
            TextFault::Board(BoardTextErrors(faults)) => RecordFault::Board {
                faults: faults.into_iter().map(Into::into).collect(),
            },
            TextFault::Header(word) => RecordFault::Header { word },
            TextFault::Twice(word) => RecordFault::Twice { word },
            TextFault::Missing(word) => RecordFault::Missing { word: word.into() },
            TextFault::Seats { expected } => RecordFault::Seats { expected },
            TextFault::Seeds => RecordFault::Seeds,
            TextFault::Nonce => RecordFault::Nonce,
            TextFault::Step(fault) => fault.into(),
            TextFault::Turn { expected, found } => RecordFault::Turn {
                expected,
                word: found,
            },
            TextFault::Result(word) => RecordFault::Result { word },
            TextFault::WrongResult { expected } => RecordFault::WrongResult { word: expected },
            TextFault::NotOver => RecordFault::NotOver,
            TextFault::AfterResult => RecordFault::AfterResult,
            TextFault::NoResult => RecordFault::NoResult,
        };
        Self::BadRecord { why: why.into() }
    }
}
