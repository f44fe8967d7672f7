//! Drafts of log lines.

use brickwood_protocol::{Problem, SeatKind};
use brickwood_rules::{Action, Game, Illegal, Seat, SeatSet, Step};

use crate::log::{Entry, LogRecord};
use crate::seats::{NetworkMark, People};
use crate::setup::Setup;
use crate::table::{Batch, Table};

/// A batch that is being built.
pub(crate) struct Draft<'a> {
    table: &'a Table,
    at_ms: u64,
    /// The network from which its author comes, as far as it is known.
    pub(crate) network: Option<NetworkMark>,
    pub(crate) batch: Batch,
}

impl<'a> Draft<'a> {
    pub(crate) fn of(table: &'a Table, now_ms: u64) -> Self {
        Self {
            table,
            at_ms: now_ms.max(table.last_ms()),
            network: None,
            batch: Batch {
                records: Vec::new(),
                entries: Vec::new(),
                people: None,
                setup: None,
                fold: table.fold.clone(),
                seats: table.people().places.len() as u8,
            },
        }
    }

    /// Sets the message that led to the batch, and its seat.
    pub(crate) fn sign(&mut self, actor: Option<Seat>, message: Option<u64>) {
        let batch = &mut self.batch;
        if let Some(first) = batch.records.first_mut() {
            first.key = message;
        }
        let mut lines = batch.records.iter_mut().zip(&batch.entries);
        if let Some((own, _)) = lines.find(|(_, entry)| !entry.is_of_rest()) {
            own.actor = actor;
        }
    }

    /// The batch, if it has lines.
    pub(crate) fn finish(self) -> Option<Batch> {
        (!self.batch.records.is_empty()).then_some(self.batch)
    }

    /// The table as it was before the batch.
    pub(crate) const fn table(&self) -> &'a Table {
        self.table
    }

    pub(crate) fn setup(&self) -> &Setup {
        self.batch.setup.as_ref().unwrap_or(self.table.setup())
    }

    pub(crate) fn game(&self) -> &Game {
        &self.setup().game
    }

    /// The people after the batch.
    pub(crate) fn people(&self) -> &People {
        self.batch.people.as_ref().unwrap_or(self.table.people())
    }

    /// The people, to change them.
    pub(crate) fn people_mut(&mut self) -> &mut People {
        self.batch
            .people
            .get_or_insert_with(|| self.table.people().clone())
    }

    /// Begins the game, without the locked seats.
    pub(crate) fn start(&mut self) -> Result<(), Problem> {
        let without = self.people().locked_seats();
        if !without.is_empty() {
            self.batch.setup = Some(self.setup().without(without)?);
        }
        let people = self.people_mut();
        people.places.retain(|place| place.kind != SeatKind::Locked);
        people.code = None;
        people.founder = people.host;
        if people.options.rated {
            people.rated = people.places.iter().map(|place| place.person).collect();
        }
        self.batch.seats = people.places.len() as u8;
        self.note(Entry::Started { without });
        Ok(())
    }

    /// Adds an action, and says so if it has ended a game that nobody can win (RUL-25).
    pub(crate) fn act(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.add(Entry::Step(Step::Action { seat, action }))?;
        let winners = self.batch.fold.state.phase().winners();
        if winners.is_some_and(SeatSet::is_empty) {
            self.note(Entry::NobodyCanWin);
        }
        Ok(())
    }

    pub(crate) fn add(&mut self, entry: Entry) -> Result<(), Illegal> {
        let must_resume = self.batch.records.is_empty() && self.table.must_resume();
        if must_resume && !entry.is_of_rest() {
            self.add(self.table.resumption())?;
        }
        let setup = self.batch.setup.as_ref().unwrap_or(self.table.setup());
        let people = self.batch.people.as_ref().unwrap_or(self.table.people());
        self.batch.fold.apply(setup, people, self.at_ms, entry)?;
        let record = LogRecord {
            seq: self.next_seq(),
            at_ms: self.at_ms,
            actor: entry.actor(),
            key: None,
            nonce: None,
            body: entry.text(self.game().board().topology()),
            post_hash: self.batch.fold.post_hash(setup),
        };
        self.batch.entries.push(entry);
        self.batch.records.push(record);
        Ok(())
    }

    /// Adds a line that the rules always allow.
    pub(crate) fn note(&mut self, entry: Entry) {
        self.add(entry)
            .expect("chance, clock and host say only what the rules allow");
    }

    /// Draws the chance outcomes for which the game waits, with the nonce of the line before them.
    pub(crate) fn let_chance_decide(&mut self) {
        if !self.batch.fold.status.begun {
            return;
        }
        let chance = self.setup().chance(&self.batch.fold.status.seeds);
        let mut nonce = self.batch.records.last().and_then(|last| last.nonce);
        while let Some(outcome) = {
            let fold = &self.batch.fold;
            chance.outcome(self.game(), &fold.state, fold.draws + 1, nonce.take())
        } {
            self.note(Entry::Step(Step::Chance { outcome }));
        }
    }

    /// The time of its lines, in milliseconds since 1970.
    pub(crate) const fn at_ms(&self) -> u64 {
        self.at_ms
    }

    /// The sequence number of the next line that is not `resumed`.
    pub(crate) fn coming_seq(&self) -> u32 {
        let resumes = self.batch.records.is_empty() && self.table.must_resume();
        self.next_seq() + u32::from(resumes)
    }

    fn next_seq(&self) -> u32 {
        self.table.head() + self.batch.records.len() as u32 + 1
    }
}
