//! Log lines in the making.

use brickwood_rules::{Action, Game, Illegal, Seat, Step};

use crate::chance::Chance;
use crate::entry::Entry;
use crate::fold::Fold;
use crate::outline::Outline;
use crate::people::People;
use crate::protocol::{Problem, SeatKind};
use crate::record::Record;
use crate::setup::Setup;
use crate::table::Table;

/// Log lines that are not true yet, and what changes with them: stored all together or not at all.
#[derive(Clone, Debug)]
pub struct Batch {
    pub(crate) records: Vec<Record>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) people: Option<People>,
    pub(crate) setup: Option<Setup>,
    pub(crate) fold: Fold,
    /// How many seats there are after them.
    pub(crate) seats: u8,
}

impl Batch {
    /// The lines, at least one.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The people from now on, where they change.
    pub const fn people(&self) -> Option<&People> {
        self.people.as_ref()
    }

    /// The set-up from now on, where it changes.
    pub const fn setup(&self) -> Option<&Setup> {
        self.setup.as_ref()
    }

    /// How the game stands after them.
    pub fn outline(&self) -> Outline {
        Outline::of(&self.fold, self.seats)
    }
}

/// A batch in the making.
pub(crate) struct Draft<'a> {
    table: &'a Table,
    at_ms: u64,
    pub(crate) batch: Batch,
}

impl<'a> Draft<'a> {
    pub(crate) fn of(table: &'a Table, now_ms: u64) -> Self {
        Self {
            table,
            at_ms: now_ms.max(table.last_ms()),
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

    /// Notes the message that it comes of, and whose it is.
    pub(crate) fn sign(&mut self, actor: Option<Seat>, message: Option<u64>) {
        let batch = &mut self.batch;
        if let Some(first) = batch.records.first_mut() {
            first.key = message;
        }
        let mut lines = batch.records.iter_mut().zip(&batch.entries);
        if let Some((own, _)) = lines.find(|(_, entry)| **entry != Entry::Resumed) {
            own.actor = actor;
        }
    }

    /// The batch, if it has become one.
    pub(crate) fn finish(self) -> Option<Batch> {
        (!self.batch.records.is_empty()).then_some(self.batch)
    }

    pub(crate) fn setup(&self) -> &Setup {
        self.batch.setup.as_ref().unwrap_or(self.table.setup())
    }

    pub(crate) fn game(&self) -> &Game {
        &self.setup().game
    }

    /// The people as they will be.
    pub(crate) fn people(&self) -> &People {
        self.batch.people.as_ref().unwrap_or(self.table.people())
    }

    /// The people, to be changed.
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
        self.batch.seats = people.places.len() as u8;
        self.note(Entry::Started { without });
        Ok(())
    }

    pub(crate) fn act(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.add(Entry::Step(Step::Action { seat, action }))
    }

    pub(crate) fn add(&mut self, entry: Entry) -> Result<(), Illegal> {
        let has_to_go_on = self.batch.records.is_empty() && self.table.has_to_go_on();
        if has_to_go_on && entry != Entry::Resumed {
            self.add(Entry::Resumed)?;
        }
        let setup = self.batch.setup.as_ref().unwrap_or(self.table.setup());
        let people = self.batch.people.as_ref().unwrap_or(self.table.people());
        self.batch.fold.apply(setup, people, self.at_ms, entry)?;
        let record = Record {
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

    /// Adds what no seat has chosen.
    pub(crate) fn note(&mut self, entry: Entry) {
        self.add(entry)
            .expect("chance, clock and host say only what the rules allow");
    }

    /// Lets chance decide whatever the game waits for, with the nonce of the line before it.
    pub(crate) fn let_chance_decide(&mut self) {
        if !self.batch.fold.standing.begun {
            return;
        }
        let chance = Chance::of(self.setup(), &self.batch.fold.standing);
        let mut nonce = self.batch.records.last().and_then(|last| last.nonce);
        while let Some(outcome) = {
            let fold = &self.batch.fold;
            chance.outcome(self.game(), &fold.state, fold.draws + 1, nonce.take())
        } {
            self.note(Entry::Step(Step::Chance { outcome }));
        }
    }

    /// When its lines are accepted, in milliseconds since 1970.
    pub(crate) const fn at_ms(&self) -> u64 {
        self.at_ms
    }

    /// The sequence number of the next line that is not `resumed`.
    pub(crate) fn coming_seq(&self) -> u32 {
        let goes_on = self.batch.records.is_empty() && self.table.has_to_go_on();
        self.next_seq() + u32::from(goes_on)
    }

    fn next_seq(&self) -> u32 {
        self.table.head() + self.batch.records.len() as u32 + 1
    }
}
