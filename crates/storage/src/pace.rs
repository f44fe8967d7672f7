//! How long a group of writes gathers.

use std::time::Duration;

/// What the last group was like.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// How many were in it.
    pub(super) group: usize,
    /// How long its commit took.
    pub(super) commit: Duration,
}

impl Pace {
    /// How long as many as last time may be waited for: short beside the commit that they save.
    pub(super) fn moment(&self) -> Duration {
        self.commit / 4
    }
}
