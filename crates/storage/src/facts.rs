//! What games are looked for by, drawn from who sits there.

use brickwood_table::{GuestId, People};

use crate::Progress;

/// Kept beside the people of a game, and changed with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Facts {
    /// Who hosts it.
    pub(super) host: Option<GuestId>,
    /// Whether the lobby lists it, as long as it has not begun.
    pub(super) listed: bool,
    /// What others type, as long as it has not begun.
    pub(super) code: Option<String>,
    /// Everybody who sits there, once each.
    pub(super) guests: Vec<GuestId>,
}

impl From<&People> for Facts {
    fn from(people: &People) -> Self {
        Self {
            host: people.host,
            listed: people.options.public && !people.open_seats().is_empty(),
            code: people.code.clone(),
            guests: people.guests(),
        }
    }
}

/// How progress is stored.
pub(super) const fn progress_number(progress: Progress) -> u8 {
    match progress {
        Progress::Gathering => 0,
        Progress::Playing => 1,
        Progress::Over => 2,
    }
}
