//! Log lines that are stored together.

use crate::log::{Entry, LogRecord};
use crate::seats::People;
use crate::setup::Setup;
use crate::table::Fold;
use crate::view::Outline;

/// Proposed log lines, with the changes that belong to them: they are stored all together or not at all.
#[derive(Clone, Debug)]
pub struct Batch {
    pub(crate) records: Vec<LogRecord>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) people: Option<People>,
    pub(crate) setup: Option<Setup>,
    pub(crate) fold: Fold,
    /// The number of seats after them.
    pub(crate) seats: u8,
}

impl Batch {
    /// The lines, at least one.
    pub fn records(&self) -> &[LogRecord] {
        &self.records
    }

    /// The new people, if they change.
    pub const fn people(&self) -> Option<&People> {
        self.people.as_ref()
    }

    /// The new set-up, if it changes.
    pub const fn setup(&self) -> Option<&Setup> {
        self.setup.as_ref()
    }

    /// The outline of the game after them.
    pub fn outline(&self) -> Outline {
        Outline::of(&self.fold, self.seats)
    }
}
