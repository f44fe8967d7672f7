//! A client's progress in the log of its table, and the state that the clients of one table share.

use std::{
    sync::{Arc, atomic::AtomicU64},
    time::Duration,
};

use tokio::time::Instant;

use crate::{
    deliveries::{ClientKind, Deliveries},
    ledger::{Gap, Ledger},
    pace::Pace,
};

/// How long a server may be silent, without even a ping.
pub(crate) const SILENCE: Duration = Duration::from_secs(15);

/// The state that the clients of one table share.
#[derive(Debug)]
pub(crate) struct SharedTable {
    /// How long a client waits for an answer before it tries another server.
    pub(crate) patience: Duration,
    /// Whether messages are sent twice now and then.
    pub(crate) repeats: bool,
    /// The number of acknowledged actions.
    pub(crate) acknowledged: AtomicU64,
    pub(crate) pace: Pace,
    pub(crate) deliveries: Deliveries,
}

/// How much of the log a client has read.
pub(crate) struct LogProgress {
    by: ClientKind,
    shared: Arc<SharedTable>,
    ledger: Arc<Ledger>,
    /// The last line that the client knows.
    seen: u32,
    /// The last line that its own messages led to.
    pub(crate) own: u32,
}

impl LogProgress {
    pub(crate) const fn new(by: ClientKind, shared: Arc<SharedTable>, ledger: Arc<Ledger>) -> Self {
        Self {
            by,
            shared,
            ledger,
            seen: 0,
            own: 0,
        }
    }

    pub(crate) const fn seen(&self) -> u32 {
        self.seen
    }

    /// Starts at another table.
    pub(crate) fn start_table(&mut self) {
        self.seen = 0;
        self.own = 0;
    }

    /// Handles a welcome, which may repeat the log from the beginning.
    pub(crate) fn restart(&mut self, seq: u32, mut told: impl Iterator<Item = u32>) {
        let first = told.next();
        if seq < self.seen {
            self.ledger.notes().steps_back += 1;
        } else if first.is_none_or(|first| first != 1) {
            return;
        }
        self.seen = first.map_or(seq, |first| first - 1);
    }

    /// Handles the lines of a message, up to this one.
    pub(crate) fn look(&mut self, table: &str, seq: u32, told: impl Iterator<Item = u32> + Clone) {
        let now = Instant::now();
        if !told.clone().eq(self.seen + 1..=seq) {
            let ends = told.clone().min().zip(told.clone().max());
            self.note_gap(table, seq, ends, told.count());
        }
        let mut notes = self.ledger.notes();
        for line in self.seen + 1..=seq {
            // Its own line comes with an acknowledgement.
            if line != self.own
                && let Some(passed) = self.shared.deliveries.seen(line, self.by, now)
            {
                notes.delivered(self.by, passed);
            }
        }
        self.seen = seq;
    }

    /// Records a message whose lines, from the first to the last, are not those that follow.
    pub(crate) fn note_gap(&self, table: &str, seq: u32, told: Option<(u32, u32)>, lines: usize) {
        self.ledger.notes().gaps.push(Gap {
            table: table.to_owned(),
            to: self.by,
            next: self.seen + 1,
            told,
            lines,
            seq,
        });
    }
}
