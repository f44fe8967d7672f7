//! How long what was done takes to those who look on.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// Who sees a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Onlooker {
    Player,
    Spectator,
}

/// When the lines of one table were due and when others saw them: whichever is known first waits for
/// the other.
#[derive(Debug, Default)]
pub(crate) struct Deliveries(Mutex<HashMap<u32, Delivery>>);

/// One line on its way.
#[derive(Debug, Default)]
struct Delivery {
    due: Option<Instant>,
    /// By whom and when it was seen, as long as nobody knows when it was due.
    seen: Vec<(Onlooker, Instant)>,
}

impl Deliveries {
    /// The line that came of a message which was due then. The answer are the times that it took to
    /// those who have seen it already.
    pub(crate) fn due(&self, seq: u32, due: Instant) -> Vec<(Onlooker, Duration)> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Lines that nobody will ask for any more.
        if all.len() > 256 {
            all.retain(|old, _| *old + 128 > seq);
        }
        let line = all.entry(seq).or_default();
        line.due = Some(due);
        let seen = line.seen.drain(..);
        seen.map(|(by, at)| (by, at.saturating_duration_since(due)))
            .collect()
    }

    /// Another client has seen a line. The answer is the time that it took, if that is known yet.
    pub(crate) fn seen(&self, seq: u32, by: Onlooker, at: Instant) -> Option<Duration> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let line = all.entry(seq).or_default();
        if line.due.is_none() {
            line.seen.push((by, at));
        }
        Some(at.saturating_duration_since(line.due?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_takes_from_when_it_was_due_to_each_who_sees_it_whoever_knows_first() {
        let due = Instant::now();
        let after = |millis| due + Duration::from_millis(millis);
        let deliveries = Deliveries::default();
        assert_eq!(deliveries.seen(7, Onlooker::Spectator, after(5)), None);
        assert_eq!(
            deliveries.due(7, due),
            [(Onlooker::Spectator, Duration::from_millis(5))]
        );
        assert_eq!(
            deliveries.seen(7, Onlooker::Player, after(9)),
            Some(Duration::from_millis(9))
        );
    }
}
