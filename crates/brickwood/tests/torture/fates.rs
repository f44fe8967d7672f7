//! What became of everything that clients were told: their ledger beside the log.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt,
    time::Duration,
};

use brickwood_load::Told;
use brickwood_rules::Seat;
use brickwood_storage::{Storage, StoredGame};
use brickwood_table::{Table, protocol::SeatKind};

/// The sum of a run. All that is called a finding must be nothing.
#[derive(Debug, Default)]
pub struct Fates {
    pub games: usize,
    pub lines: usize,
    pub acknowledged: usize,
    pub by_bots: usize,
    pub views: usize,
    pub cuts: u64,
    /// Connections on which a client has waited in vain.
    pub silences: u64,
    pub over: u64,
    /// Messages that were refused by one node, and done later by one that had stood still.
    pub late: usize,
    /// The longest time from when something was first said to its acknowledgement.
    pub longest_wait: Duration,
    pub refused: BTreeMap<&'static str, u64>,
    pub findings: Vec<String>,
}

impl Fates {
    /// Compares what clients were told with what is stored.
    pub async fn of(all: &[Told], log: &dyn Storage) -> Self {
        let mut fates = Self::default();
        for told in all {
            fates.add(told, log).await;
        }
        fates
    }

    async fn add(&mut self, told: &Told, log: &dyn Storage) {
        let fates = self;
        let notes = told.ledger.notes().clone();
        fates.acknowledged += notes.acknowledged.len();
        fates.cuts += notes.cuts;
        fates.silences += notes.silences;
        fates.over += notes.games;
        let longest = Duration::from_micros(notes.answers.max());
        fates.longest_wait = fates.longest_wait.max(longest);
        for (code, count) in notes.refused {
            *fates.refused.entry(code).or_default() += count;
        }
        for (count, what) in [
            (notes.gaps, "updates left out or repeated a line"),
            (notes.steps_back, "clients were shown less than before"),
            (notes.contradictions, "messages got two different answers"),
        ] {
            if count > 0 {
                fates.findings.push(format!("{count} {what}"));
            }
        }
        let tables: BTreeSet<&String> = (notes.acknowledged.iter().map(|one| &one.table))
            .chain(told.seen.iter().map(|seen| &seen.table))
            .collect();
        for id in tables {
            let Some(game) = log.load(id).await.expect("the log can be read") else {
                fates.findings.push(format!("the table {id} is gone"));
                continue;
            };
            let stored = fates.check(id, &game);
            for one in notes.acknowledged.iter().filter(|one| one.table == *id) {
                let found = name(&game, one.seat, one.key).and_then(|name| stored.get(&name));
                if found != Some(&one.seq) {
                    fates
                        .findings
                        .push(format!("{one:?} is stored as {found:?}"));
                }
            }
            for one in notes.refusals.iter().filter(|one| one.table == *id) {
                let name = name(&game, one.seat, one.key);
                let Some(seq) = name.and_then(|name| stored.get(&name)) else {
                    continue;
                };
                // A node that stood still finds the message among what it has yet to read, and it may
                // have become legal meanwhile.
                if game.records[*seq as usize - 1].at_ms < one.at_ms {
                    fates.findings.push(format!("{one:?} is stored"));
                } else {
                    fates.late += 1;
                }
            }
            for seen in told
                .seen
                .iter()
                .filter(|seen| seen.table == *id && seen.started)
            {
                fates.views += 1;
                let records = game.records.get(..seen.seq as usize);
                let then = records.and_then(|records| {
                    let (setup, people) = (game.setup.clone(), game.people.clone());
                    Table::restore(setup, people, records.to_vec()).ok()
                });
                if then.is_none_or(|then| then.view(seen.view.viewer) != seen.view) {
                    let found =
                        format!("at line {} of {id}, a client saw something else", seen.seq);
                    fates.findings.push(found);
                }
            }
        }
    }

    /// Looks at a game for itself. The answer are the lines of all messages.
    fn check(&mut self, id: &str, game: &StoredGame) -> HashMap<u64, u32> {
        self.games += 1;
        self.lines += game.records.len();
        let (setup, people) = (game.setup.clone(), game.people.clone());
        // No gaps, every line legal, and every state the one that it was.
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

    /// Prints the sum, for people and for `cargo xtask torture`, and fails if there is a finding.
    pub fn report(&self, faults: &str) {
        println!("torture: {faults}: {self}");
        assert!(self.findings.is_empty(), "{:#?}", self.findings);
    }
}

/// What a seat's message is called in the log.
fn name(game: &StoredGame, seat: Seat, key: u64) -> Option<u64> {
    let guest = game.people.places.get(seat.index())?.guest?;
    Some(guest.message(key))
}

impl fmt::Display for Fates {
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
