//! How long an action takes to reach the other clients.

use std::{collections::HashMap, time::Duration};

use parking_lot::Mutex;
use tokio::time::Instant;

/// The kinds of clients.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClientKind {
    /// Who has a seat.
    Player,
    /// Who has none.
    Spectator,
}

/// When the lines of one table were due and when others saw them. Either time may be known first.
#[derive(Debug, Default)]
pub(crate) struct Deliveries(Mutex<HashMap<u32, Delivery>>);

/// One line on its way.
#[derive(Debug, Default)]
struct Delivery {
    due: Option<Instant>,
    /// The observers and times, as long as the due time is unknown.
    seen: Vec<(ClientKind, Instant)>,
}

impl Deliveries {
    /// Records the line of a message that was due at this time. Returns the delays of those who have seen
    /// the line already.
    pub(crate) fn due(&self, seq: u32, due: Instant) -> Vec<(ClientKind, Duration)> {
        let mut all = self.0.lock();
        // Old lines are no longer needed.
        if all.len() > 256 {
            all.retain(|old, _| *old + 128 > seq);
        }
        let line = all.entry(seq).or_default();
        line.due = Some(due);
        let seen = line.seen.drain(..);
        seen.map(|(by, at)| (by, at.saturating_duration_since(due)))
            .collect()
    }

    /// Records that another client has seen a line. Returns the delay, if the due time is known yet.
    pub(crate) fn seen(&self, seq: u32, by: ClientKind, at: Instant) -> Option<Duration> {
        let mut all = self.0.lock();
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
    fn a_delay_counts_from_the_due_time_whichever_time_is_known_first() {
        let due = Instant::now();
        let after = |millis| due + Duration::from_millis(millis);
        let deliveries = Deliveries::default();
        assert_eq!(deliveries.seen(7, ClientKind::Spectator, after(5)), None);
        assert_eq!(
            deliveries.due(7, due),
            [(ClientKind::Spectator, Duration::from_millis(5))]
        );
        assert_eq!(
            deliveries.seen(7, ClientKind::Player, after(9)),
            Some(Duration::from_millis(9))
        );
    }
}
