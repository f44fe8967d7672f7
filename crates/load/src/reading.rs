//! What a client knows of the log of its table, and what those at one table share.

use std::{
    sync::{Arc, atomic::AtomicU64},
    time::Duration,
};

use tokio::time::Instant;

use crate::{
    deliveries::{Deliveries, Onlooker},
    ledger::Ledger,
    pace::Pace,
};

/// How long a server may say nothing, not even ask whether a client is still there.
pub(crate) const SILENCE: Duration = Duration::from_secs(15);

/// What the clients of one table share.
#[derive(Debug)]
pub(crate) struct Round {
    /// How long an answer is waited for before the client goes elsewhere.
    pub(crate) patience: Duration,
    /// Whether messages are sent twice now and then.
    pub(crate) repeats: bool,
    /// How many actions were acknowledged.
    pub(crate) acknowledged: AtomicU64,
    pub(crate) pace: Pace,
    pub(crate) deliveries: Deliveries,
}

/// How far a client has read.
pub(crate) struct Reading {
    by: Onlooker,
    round: Arc<Round>,
    ledger: Arc<Ledger>,
    /// The last line that it knows.
    seen: u32,
    /// The last line that came of its own messages.
    pub(crate) own: u32,
}

impl Reading {
    pub(crate) const fn new(by: Onlooker, round: Arc<Round>, ledger: Arc<Ledger>) -> Self {
        Self {
            by,
            round,
            ledger,
            seen: 0,
            own: 0,
        }
    }

    pub(crate) const fn seen(&self) -> u32 {
        self.seen
    }

    /// Whether it has seen what came of its own messages.
    pub(crate) const fn is_up_to_date(&self) -> bool {
        self.seen >= self.own
    }

    /// At another table.
    pub(crate) fn begin_anew(&mut self) {
        self.seen = 0;
        self.own = 0;
    }

    /// A welcome, which may tell everything from the beginning.
    pub(crate) fn begin_again(&mut self, seq: u32, mut told: impl Iterator<Item = u32>) {
        let first = told.next();
        if seq < self.seen {
            self.ledger.notes().steps_back += 1;
        } else if first.is_none_or(|first| first != 1) {
            return;
        }
        self.seen = first.map_or(seq, |first| first - 1);
    }

    /// The lines that it is told, up to this one.
    pub(crate) fn look(&mut self, seq: u32, told: impl Iterator<Item = u32>) {
        let now = Instant::now();
        let mut notes = self.ledger.notes();
        if !told.eq(self.seen + 1..=seq) {
            notes.gaps += 1;
        }
        for line in self.seen + 1..=seq {
            // Its own comes with an acknowledgement.
            if line != self.own
                && let Some(passed) = self.round.deliveries.seen(line, self.by, now)
            {
                notes.delivered(self.by, passed);
            }
        }
        self.seen = seq;
    }
}
