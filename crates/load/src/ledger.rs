//! What clients were told, and how long it took: the data by which a server is judged.

use std::{collections::HashMap, time::Duration};

use brickwood_rules::{Seat, View};
use hdrhistogram::Histogram;
use parking_lot::{Mutex, MutexGuard};
use tokio::time::Instant;

use crate::deliveries::ClientKind;

/// The longest time that is recorded: a minute, in microseconds. Longer times count as this.
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
    /// When it came, in milliseconds since 1970.
    pub at_ms: u64,
}

/// The last view of a client.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    /// The table.
    pub table: String,
    /// The last line of its log.
    pub seq: u32,
    /// Whether the game had begun.
    pub started: bool,
    /// The view after that line.
    pub view: View,
}

/// Everything that the clients of a run were told.
#[derive(Debug)]
pub struct Ledger(Mutex<Notes>);

/// The entries of a ledger.
#[derive(Clone, Debug)]
pub struct Notes {
    /// Every acknowledgement.
    pub acknowledged: Vec<Acknowledged>,
    /// Every message that was refused for good.
    pub refusals: Vec<Refused>,
    /// Acknowledgements that contradict an earlier one of the same message.
    pub contradictions: u64,
    /// From the time at which a message was due to its acknowledgement, in microseconds.
    pub acknowledgements: Histogram<u64>,
    /// From the first sending of a message to its acknowledgement, in microseconds.
    pub answers: Histogram<u64>,
    /// From the time at which a message was due to the update at another player, in microseconds.
    pub updates: Histogram<u64>,
    /// From that time to the update at a spectator, in microseconds.
    pub watched: Histogram<u64>,
    /// From the beginning of a connection to its welcome, in microseconds.
    pub welcomes: Histogram<u64>,
    /// Clients that are connected.
    pub there: u32,
    /// The recovery since a server failed, if one was made to fail.
    pub recovery: Option<Recovery>,
    /// Refused messages, by the code of the problem. A message refused with `unavailable` is sent again.
    pub refused: HashMap<&'static str, u64>,
    /// Connections that were cut off or could not be made.
    pub cuts: u64,
    /// Connections on which a client waited in vain.
    pub silences: u64,
    /// Updates that left out or repeated a line of the log.
    pub gaps: Vec<Gap>,
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
            watched: histogram(),
            welcomes: histogram(),
            there: 0,
            recovery: None,
            refused: HashMap::new(),
            cuts: 0,
            silences: 0,
            gaps: Vec::new(),
            steps_back: 0,
            games: 0,
        }))
    }
}

impl Ledger {
    /// The entries, to add to or to read.
    pub fn notes(&self) -> MutexGuard<'_, Notes> {
        self.0.lock()
    }

    /// Resets the measured times after the warm-up.
    pub fn start_over(&self) {
        let mut notes = self.notes();
        notes.acknowledgements.reset();
        notes.answers.reset();
        notes.updates.reset();
        notes.watched.reset();
        notes.welcomes.reset();
        notes.cuts = 0;
    }

    /// A server fails now: from here on, the clients' recovery is measured.
    pub fn note_recovery(&self) {
        self.notes().recovery = Some(Recovery {
            since: Instant::now(),
            returns: Vec::new(),
            first_action: None,
            needed: Vec::new(),
            answers: Vec::new(),
            first_answers: Vec::new(),
        });
    }
}

/// An update that left out or repeated a line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// At which table.
    pub table: String,
    /// To whom.
    pub to: ClientKind,
    /// The line that should have come next.
    pub next: u32,
    /// The first and the last line that came; none if none came.
    pub told: Option<(u32, u32)>,
    /// How many came.
    pub lines: usize,
    /// The line as of which the update was.
    pub seq: u32,
}

/// The recovery of the clients since a server failed.
#[derive(Clone, Debug)]
pub struct Recovery {
    /// When it failed.
    pub(crate) since: Instant,
    /// The times until clients were welcomed again, each with everything that it had missed.
    pub returns: Vec<Duration>,
    /// Those of the clients for whom a game waited when the server failed.
    pub needed: Vec<Duration>,
    /// The time until the first of them got an acknowledgement.
    pub first_action: Option<Duration>,
    /// How long each of them waited for an acknowledgement after it was back and had sent the message.
    pub answers: Vec<Duration>,
    /// The same for the first message of each connection alone.
    pub first_answers: Vec<Duration>,
}

impl Notes {
    /// The recovery to which a connection belongs that began at this time.
    pub(crate) fn recovery_of(&mut self, begun: Instant) -> Option<&mut Recovery> {
        let recovery = self.recovery.as_mut();
        recovery.filter(|recovery| begun >= recovery.since)
    }

    /// Records how long a line took to an observer.
    pub(crate) fn delivered(&mut self, by: ClientKind, passed: Duration) {
        let histogram = match by {
            ClientKind::Player => &mut self.updates,
            ClientKind::Spectator => &mut self.watched,
        };
        note(histogram, passed);
    }
}

/// Records a duration.
pub(crate) fn note(histogram: &mut Histogram<u64>, passed: Duration) {
    let micros = u64::try_from(passed.as_micros()).unwrap_or(u64::MAX);
    histogram.saturating_record(micros.max(1));
}
