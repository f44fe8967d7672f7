//! Compares everything that clients were told with the log.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt,
    time::Duration,
};

use brickwood_load::RunResult;
use brickwood_protocol::SeatKind;
use brickwood_rules::Seat;
use brickwood_storage::{Storage, StoredGame};
use brickwood_table::Table;

/// The totals of a run. There must be no findings.
#[derive(Debug, Default)]
pub struct RunAudit {
    pub games: usize,
    pub lines: usize,
    pub acknowledged: usize,
    pub by_bots: usize,
    /// The times of all stored lines, in milliseconds since 1970.
    pub stored_ms: BTreeSet<u64>,
    pub views: usize,
    pub cuts: u64,
    /// Connections on which a client waited in vain.
    pub silences: u64,
    pub over: u64,
    /// Messages that were refused by one node, and done later by one that had been stopped.
    pub late: usize,
    /// The longest time from the first sending of a message to its acknowledgement.
    pub longest_wait: Duration,
    pub refused: BTreeMap<&'static str, u64>,
    pub findings: Vec<String>,
}

impl RunAudit {
    /// Compares what clients were told with what is stored.
    pub async fn of(all: &[RunResult], log: &dyn Storage) -> Self {
        let mut audit = Self::default();
        for told in all {
            audit.add(told, log).await;
        }
        audit
    }

    async fn add(&mut self, told: &RunResult, log: &dyn Storage) {
        let audit = self;
        let notes = told.ledger.notes().clone();
        audit.acknowledged += notes.acknowledged.len();
        audit.cuts += notes.cuts;
        audit.silences += notes.silences;
        audit.over += notes.games;
        let longest = Duration::from_micros(notes.answers.max());
        audit.longest_wait = audit.longest_wait.max(longest);
        for (code, count) in notes.refused {
            *audit.refused.entry(code).or_default() += count;
        }
        let gaps = notes.gaps.iter();
        (audit.findings)
            .extend(gaps.map(|gap| format!("lines were left out or repeated: {gap:?}")));
        for (count, what) in [
            (notes.steps_back, "clients were shown less than before"),
            (notes.contradictions, "messages got two different answers"),
        ] {
            if count > 0 {
                audit.findings.push(format!("{count} {what}"));
            }
        }
        let tables: BTreeSet<&String> = (notes.acknowledged.iter().map(|one| &one.table))
            .chain(told.seen.iter().map(|seen| &seen.table))
            .collect();
        for id in tables {
            let Some(game) = log.load(id).await.expect("the log can be read") else {
                audit.findings.push(format!("the table {id} is gone"));
                continue;
            };
            let stored = audit.check(id, &game);
            for one in notes.acknowledged.iter().filter(|one| one.table == *id) {
                let found = name(&game, one.seat, one.key).and_then(|name| stored.get(&name));
                if found != Some(&one.seq) {
                    audit
                        .findings
                        .push(format!("{one:?} is stored as {found:?}"));
                }
            }
            for one in notes.refusals.iter().filter(|one| one.table == *id) {
                let name = name(&game, one.seat, one.key);
                let Some(seq) = name.and_then(|name| stored.get(&name)) else {
                    continue;
                };
                // A stopped node still finds the message in its unread input, and the message may have become
                // legal meanwhile.
                if game.records[*seq as usize - 1].at_ms < one.at_ms {
                    audit.findings.push(format!("{one:?} is stored"));
                } else {
                    audit.late += 1;
                }
            }
            for seen in told
                .seen
                .iter()
                .filter(|seen| seen.table == *id && seen.started)
            {
                audit.views += 1;
                let records = game.records.get(..seen.seq as usize);
                let then = records.and_then(|records| {
                    let (setup, people) = (game.setup.clone(), game.people.clone());
                    Table::restore(setup, people, records.to_vec()).ok()
                });
                if then.is_none_or(|then| then.view(seen.view.viewer) != seen.view) {
                    let found =
                        format!("at line {} of {id}, a client saw something else", seen.seq);
                    audit.findings.push(found);
                }
            }
        }
    }

    /// Checks a stored game. Returns the lines of all messages.
    fn check(&mut self, id: &str, game: &StoredGame) -> HashMap<u64, u32> {
        self.games += 1;
        self.lines += game.records.len();
        self.stored_ms
            .extend(game.records.iter().map(|record| record.at_ms));
        let (setup, people) = (game.setup.clone(), game.people.clone());
        // There are no gaps, every line is legal, and every state is the same as before.
        if let Err(error) = Table::restore(setup, people, game.records.clone()) {
            self.findings
                .push(format!("{id} cannot be replayed: {error}"));
        }
        let mut stored = HashMap::new();
        for (place, record) in game.records.iter().enumerate() {
            if record.seq as usize != place + 1 {
                self.findings
                    .push(format!("{id} has a gap before {}", record.seq));
            }
            let place = record.actor.map(|actor| &game.people.places[actor.index()]);
            let is_bots = place.is_some_and(|place| matches!(place.kind, SeatKind::Bot { .. }));
            self.by_bots += usize::from(is_bots);
            if let Some(name) = record.key
                && stored.insert(name, record.seq).is_some()
            {
                self.findings
                    .push(format!("{id}: the message {name} is stored twice"));
            }
        }
        stored
    }

    /// Prints the totals, for people and for `cargo xtask torture`, and fails if there is a finding.
    pub fn report(&self, faults: &str) {
        println!("torture: {faults}: {self}");
        assert!(self.findings.is_empty(), "{:#?}", self.findings);
    }
}

/// The id of a seat's message in the log.
fn name(game: &StoredGame, seat: Seat, key: u64) -> Option<u64> {
    let person = game.people.places.get(seat.index())?.person?;
    Some(person.message(key))
}

impl fmt::Display for RunAudit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} acknowledged, {} games ({} over) with {} lines ({} of bots), {} views, {} cuts and \
             {} silences, longest wait {:.1} s, {} late, {} findings",
            self.acknowledged,
            self.games,
            self.over,
            self.lines,
            self.by_bots,
            self.views,
            self.cuts,
            self.silences,
            self.longest_wait.as_secs_f64(),
            self.late,
            self.findings.len()
        )
    }
}
