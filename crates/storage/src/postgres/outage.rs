//! When the database cannot be reached, the program's log gets one line, and another one once it can be again: not one
//! for each statement that waits for it.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

/// Shared by all connections of a storage. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Outage(Arc<Mutex<Option<Current>>>);

/// The outage that has not ended yet.
struct Current {
    since: Instant,
    failures: u64,
}

impl Outage {
    /// No connection could be made.
    pub(super) fn failed(&self, error: &str) {
        if self.count() == 1 {
            tracing::error!(error, "the database cannot be reached");
        } else {
            tracing::debug!(error, "the database cannot be reached");
        }
    }

    /// A connection was made.
    pub(super) fn succeeded(&self) {
        if let Some((lasted, failures)) = self.end() {
            tracing::warn!(
                seconds = lasted.as_secs_f64(),
                failures,
                "the database can be reached again"
            );
        }
    }

    /// The number of failures of this outage, with a new one.
    fn count(&self) -> u64 {
        let mut current = self.0.lock();
        let current = current.get_or_insert_with(|| Current {
            since: Instant::now(),
            failures: 0,
        });
        current.failures += 1;
        current.failures
    }

    /// How long the outage has lasted, and the number of its failures; none if there was none.
    fn end(&self) -> Option<(Duration, u64)> {
        let ended = self.0.lock().take()?;
        Some((ended.since.elapsed(), ended.failures))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outage_begins_and_ends_once() {
        let outage = Outage::default();
        assert_eq!(outage.end(), None);
        for _ in 0..2 {
            assert_eq!([outage.count(), outage.count()], [1, 2]);
            assert_eq!(outage.end().map(|(_, failures)| failures), Some(2));
            assert_eq!(outage.end(), None);
        }
    }
}
