//! Records that are read.

use brickwood_notation::{Record, parse_record};
use brickwood_protocol::{Problem, ProblemKind};

/// The most steps or lines of a game in a replay: some ten times those of a long game. Each is sent with
/// everything that it led to.
pub(crate) const MOST_STEPS: usize = 10_000;

/// Reads a record that is not too long.
///
/// # Errors
///
/// The fault of the text, with its line; for the first illegal step, with the clause that it breaks.
pub fn read_record(text: &str) -> Result<Record, Problem> {
    if text.lines().nth(MOST_STEPS).is_some() {
        return Err(too_long());
    }
    Ok(parse_record(text)?)
}

pub(crate) fn too_long() -> Problem {
    ProblemKind::LongRecord {
        most: MOST_STEPS as u32,
    }
    .into()
}
