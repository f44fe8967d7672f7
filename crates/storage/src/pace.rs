//! How long the writer waits for a group of writes.

use std::time::Duration;

/// The last group of writes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// The number of writes in it.
    pub(super) group: usize,
    /// How long its commit took.
    pub(super) commit: Duration,
}

impl Pace {
    /// How long to wait for as many writes as last time: short in comparison with the commit that this
    /// saves.
    pub(super) fn moment(&self) -> Duration {
        self.commit / 4
    }
}
