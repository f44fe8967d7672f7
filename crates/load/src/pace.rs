//! When the players of a table act: at fixed times, however long the server takes (an open loop). A
//! message that is late is late from the time at which it was due.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// The times at which the players of one table act.
#[derive(Debug)]
pub(crate) struct Pace {
    interval: Duration,
    times: Mutex<Times>,
}

#[derive(Debug)]
struct Times {
    next: Instant,
    /// Taken, and not used: somebody else has acted first.
    left: Vec<Instant>,
}

impl Pace {
    /// The first action is due at `start`, and each other one `interval` after the one before.
    pub(crate) const fn new(start: Instant, interval: Duration) -> Self {
        Self {
            interval,
            times: Mutex::new(Times {
                next: start,
                left: Vec::new(),
            }),
        }
    }

    /// The next time.
    pub(crate) fn take(&self) -> Instant {
        let mut times = self.times();
        let earliest = (0..times.left.len()).min_by_key(|place| times.left[*place]);
        if let Some(place) = earliest {
            return times.left.swap_remove(place);
        }
        let next = times.next;
        times.next += self.interval;
        next
    }

    /// Gives a time back that was taken and is not used.
    pub(crate) fn give_back(&self, time: Instant) {
        self.times().left.push(time);
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn actions_are_due_at_fixed_times_whenever_they_are_asked_for() {
        let start = Instant::now();
        let pace = Pace::new(start, Duration::from_millis(20));
        assert_eq!(pace.take(), start);
        tokio::time::sleep(Duration::from_millis(30)).await;
        let second = pace.take();
        assert_eq!(second, start + Duration::from_millis(20));
        pace.give_back(second);
        assert_eq!(pace.take(), second);
        assert_eq!(pace.take(), start + Duration::from_millis(40));
    }
}
