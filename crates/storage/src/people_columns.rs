//! The indexed columns of a game that follow from its people.

use brickwood_table::{GuestId, People};

use crate::Progress;

/// Stored with the people of a game, and changed with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PeopleColumns {
    /// The host.
    pub(super) host: Option<GuestId>,
    /// Whether the lobby lists it, as long as it has not begun.
    pub(super) listed: bool,
    /// The code that others type, as long as it has not begun.
    pub(super) code: Option<String>,
    /// All guests with a seat, once each.
    pub(super) guests: Vec<GuestId>,
}

impl From<&People> for PeopleColumns {
    fn from(people: &People) -> Self {
        Self {
            host: people.host,
            listed: people.options.public && !people.open_seats().is_empty(),
            code: people.code.clone(),
            guests: people.guests(),
        }
    }
}

/// The stored form of progress.
pub(super) const fn progress_number(progress: Progress) -> u8 {
    match progress {
        Progress::Gathering => 0,
        Progress::Playing => 1,
        Progress::Over => 2,
    }
}
