//! Problems with stored tables.

use brickwood_protocol::{LogFault, ProblemKind};

use crate::log::RestoreError;

/// The log of a table cannot be replayed.
pub fn unreadable(error: &RestoreError) -> ProblemKind {
    let why = match *error {
        // The log is complete, but the rules of the game have changed since.
        RestoreError::Illegal { seq, error } => LogFault::Illegal {
            line: seq,
            illegal: error,
        },
        RestoreError::Diverged { seq } => LogFault::Diverged { line: seq },
        RestoreError::Gap { .. } | RestoreError::Unreadable { .. } => {
            return ProblemKind::UnreadableLog;
        }
    };
    ProblemKind::OtherRules { why }
}
