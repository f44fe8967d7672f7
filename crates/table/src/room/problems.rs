//! Problems with stored tables.

use crate::log_record::RestoreError;
use crate::protocol::ProblemKind;

/// The log of a table cannot be replayed.
pub fn unreadable(error: &RestoreError) -> ProblemKind {
    if error.is_of_other_rules() {
        let why = error.to_string();
        ProblemKind::OtherRules { why }
    } else {
        ProblemKind::UnreadableLog
    }
}
