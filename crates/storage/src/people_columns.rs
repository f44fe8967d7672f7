//! The indexed columns of a game that follow from its people.

use brickwood_protocol::SpectatorRule;
use brickwood_table::{People, PersonId};

/// Stored with the people of a game, and changed with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PeopleColumns {
    /// The host.
    pub(super) host: Option<PersonId>,
    /// Whether the lobby lists it, as long as it has not begun.
    pub(super) listed: bool,
    /// Whether everybody finds it and may watch it while it is played.
    pub(super) watchable: bool,
    /// The last turn in which a bot's seat can be taken by whoever finds it; 0 if none can.
    pub(super) takeover_until: u16,
    /// The code that others type, as long as it has not begun.
    pub(super) code: Option<String>,
    /// All people with a seat, once each.
    pub(super) persons: Vec<PersonId>,
}

impl From<&People> for PeopleColumns {
    fn from(people: &People) -> Self {
        Self {
            host: people.host,
            listed: people.options.public && !people.open_seats().is_empty(),
            watchable: people.options.public
                && people.options.spectators != SpectatorRule::Forbidden,
            takeover_until: if people.options.public && !people.bot_seats().is_empty() {
                people.takeover_until()
            } else {
                0
            },
            code: people.code.clone(),
            persons: people.persons(),
        }
    }
}
