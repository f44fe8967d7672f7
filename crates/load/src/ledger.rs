//! What clients were told and how long it took: the ground on which a server is judged.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use brickwood_rules::{Seat, View};
use hdrhistogram::Histogram;
use tokio::time::Instant;

/// What takes longer is counted as this: a minute, in microseconds.
const LONGEST: u64 = 60_000_000;

/// An acknowledgement that a client has got.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acknowledged {
    /// At which table.
    pub table: String,
    /// To which seat.
    pub seat: Seat,
    /// Of which message.
    pub key: u64,
    /// Its first line in the log.
    pub seq: u32,
}

/// A refusal that a client has got.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// At which table.
    pub table: String,
    /// To which seat.
    pub seat: Seat,
    /// Of which message.
    pub key: u64,
    /// When it was heard, in milliseconds since 1970.
    pub at_ms: u64,
}

/// What a client was shown last.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    /// Of which table.
    pub table: String,
    /// After which line of its log.
    pub seq: u32,
    /// Whether the game had begun.
    pub started: bool,
    /// What it showed.
    pub view: View,
}

/// What all clients of a run were told.
#[derive(Debug)]
pub struct Ledger(Mutex<Notes>);

/// What was noted.
#[derive(Clone, Debug)]
pub struct Notes {
    /// Every acknowledgement.
    pub acknowledged: Vec<Acknowledged>,
    /// Every message that was refused for good.
    pub refusals: Vec<Refused>,
    /// Acknowledgements that say something else than an earlier one of the same message.
    pub contradictions: u64,
    /// From the time at which a message was due to its acknowledgement, in microseconds.
    pub acknowledgements: Histogram<u64>,
    /// From the moment at which a message was first said to its acknowledgement, in microseconds.
    pub answers: Histogram<u64>,
    /// From the time at which a message was due to the update at another client, in microseconds.
    pub updates: Histogram<u64>,
    /// From the beginning of a connection to its welcome, in microseconds.
    pub welcomes: Histogram<u64>,
    /// Messages that were refused, by the code of the problem; `unavailable` says nothing of the
    /// message, which is sent again.
    pub refused: HashMap<String, u64>,
    /// Connections that were cut off or could not be made.
    pub cuts: u64,
    /// Connections on which a client has waited in vain.
    pub silences: u64,
    /// Updates that left out or repeated a line of the log.
    pub gaps: u64,
    /// Clients that came back and were shown less than they had seen before.
    pub steps_back: u64,
    /// Games that came to their end.
    pub games: u64,
}

impl Default for Ledger {
    fn default() -> Self {
        let histogram =
            || Histogram::new_with_bounds(1, LONGEST, 3).expect("the bounds are in order");
        Self(Mutex::new(Notes {
            acknowledged: Vec::new(),
            refusals: Vec::new(),
            contradictions: 0,
            acknowledgements: histogram(),
            answers: histogram(),
            updates: histogram(),
            welcomes: histogram(),
            refused: HashMap::new(),
            cuts: 0,
            silences: 0,
            gaps: 0,
            steps_back: 0,
            games: 0,
        }))
    }
}

impl Ledger {
    /// The notes, to add to or to read.
    pub fn notes(&self) -> MutexGuard<'_, Notes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets how long things took so far: the run proper begins.
    pub fn start_over(&self) {
        let mut notes = self.notes();
        notes.acknowledgements.reset();
        notes.answers.reset();
        notes.updates.reset();
        notes.welcomes.reset();
    }
}

/// Notes a time that has passed.
pub(crate) fn note(histogram: &mut Histogram<u64>, passed: Duration) {
    let micros = u64::try_from(passed.as_micros()).unwrap_or(u64::MAX);
    histogram.saturating_record(micros.max(1));
}

/// When the lines of one table were due and when others saw them: whichever is known first waits for
/// the other.
#[derive(Debug, Default)]
pub(crate) struct Deliveries(Mutex<HashMap<u32, Delivery>>);

/// One line on its way.
#[derive(Debug, Default)]
struct Delivery {
    due: Option<Instant>,
    /// When it was seen, as long as nobody knows when it was due.
    seen: Vec<Instant>,
}

impl Deliveries {
    /// The line that came of a message which was due then. The answer are the times that it took to
    /// those who have seen it already.
    pub(crate) fn due(&self, seq: u32, due: Instant) -> Vec<Duration> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Lines that nobody will ask for any more.
        if all.len() > 256 {
            all.retain(|old, _| *old + 128 > seq);
        }
        let line = all.entry(seq).or_default();
        line.due = Some(due);
        let seen = line.seen.drain(..);
        seen.map(|at| at.saturating_duration_since(due)).collect()
    }

    /// Another client has seen a line. The answer is the time that it took, if that is known yet.
    pub(crate) fn seen(&self, seq: u32, at: Instant) -> Option<Duration> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let line = all.entry(seq).or_default();
        if line.due.is_none() {
            line.seen.push(at);
        }
        Some(at.saturating_duration_since(line.due?))
    }
}
