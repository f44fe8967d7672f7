//! What the servers share: one log with what lies beside it, which is appended to on condition that
//! it ends where the writer thinks, and who is connected to which server.

use brickwood_rules::SeatSet;
use brickwood_table::{Batch, People, Progress, Record, Setup, Table};

/// The log ends elsewhere.
pub struct Conflict;

pub struct Storage {
    pub setup: Setup,
    pub people: People,
    pub records: Vec<Record>,
    pub present: Vec<SeatSet>,
    pub is_over: bool,
}

impl Storage {
    pub fn new(setup: Setup, people: People, nodes: usize) -> Self {
        Self {
            setup,
            people,
            records: Vec::new(),
            present: vec![SeatSet::EMPTY; nodes],
            is_over: false,
        }
    }

    pub fn append(&mut self, batch: &Batch) -> Result<(), Conflict> {
        let head = self.records.len() as u32;
        if batch.records()[0].seq != head + 1 {
            return Err(Conflict);
        }
        self.records.extend_from_slice(batch.records());
        self.is_over = batch.outline().progress == Progress::Over;
        if let Some(people) = batch.people() {
            self.people = people.clone();
        }
        if let Some(setup) = batch.setup() {
            self.setup = setup.clone();
        }
        Ok(())
    }

    pub fn load(&self) -> Table {
        let beside = (self.setup.clone(), self.people.clone());
        Table::restore(beside.0, beside.1, self.records.clone()).expect("every log can be replayed")
    }

    /// The seats for which somebody is connected to any server.
    pub fn present(&self) -> SeatSet {
        self.present.iter().flat_map(|seats| seats.iter()).collect()
    }
}
