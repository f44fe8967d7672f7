//! Problems that do not come from the table itself.

use crate::protocol::Problem;
use crate::record::RestoreError;

/// Whether it is done is not known: a client on a socket says it again with the same key.
pub fn unavailable() -> Problem {
    Problem::new(
        "unavailable",
        "The server cannot store anything at the moment. Wait a little and see whether it is done; if \
         not, try again.",
    )
}

/// No table has this id.
pub fn no_such_table() -> Problem {
    Problem::new("no_such_table", "There is no such table.")
}

/// The log of a table cannot be replayed.
pub fn unreadable(error: &RestoreError) -> Problem {
    if error.is_of_other_rules() {
        let message = format!(
            "This game was played by rules that have been corrected since, and cannot go on or be \
             shown by this version: {error}. It is stored as it was."
        );
        return Problem::new("other_rules", message);
    }
    Problem::new(
        "unreadable_log",
        "The log of this table cannot be replayed by this version.",
    )
}

/// A spectator asks for something that only players may do.
pub(super) fn not_seated() -> Problem {
    Problem::new("not_seated", "Spectators only watch.")
}
