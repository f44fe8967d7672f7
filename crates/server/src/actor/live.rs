//! A table in memory, as the log has it.

use std::sync::Arc;

use brickwood_rules::{Game, SeatSet};
use brickwood_table::{Batch, People, Record, Setup, Table, protocol::Problem};

use crate::problem::{no_such_table, unavailable};
use brickwood_storage::{Storage, Tail, tag};

/// A table, and what goes with it.
pub(super) struct Live {
    pub(super) table: Table,
    pub(super) game: Arc<Game>,
    pub(super) rematch: Option<String>,
}

impl Live {
    /// Reads a table from the log. `present` are the seats for which somebody is connected.
    pub(super) async fn load(
        log: &dyn Storage,
        id: &str,
        present: SeatSet,
        now_ms: u64,
    ) -> Result<Self, Problem> {
        let stored = log.load(id).await.map_err(|_| unavailable())?;
        let stored = stored.ok_or_else(no_such_table)?;
        let mut table = restore(stored.setup, stored.people, stored.records)?;
        table.watch(present, now_ms);
        Ok(Self {
            game: Arc::new(table.game().clone()),
            table,
            rematch: stored.rematch,
        })
    }

    /// Folds in what others have stored. `None` if it cannot be: the table has to be read again.
    pub(super) fn catch_up(&mut self, tail: Tail) -> Option<()> {
        self.rematch = tail.rematch;
        self.table
            .catch_up(tail.setup, tail.people, tail.records)
            .inspect_err(|error| tracing::error!(%error, "a log has gone another way"))
            .ok()?;
        self.note_game();
        Some(())
    }

    /// Makes a stored batch true.
    pub(super) fn commit(&mut self, batch: Batch) {
        self.table.commit(batch);
        self.note_game();
    }

    /// The game may have begun without some of its seats.
    fn note_game(&mut self) {
        if *self.game != *self.table.game() {
            self.game = Arc::new(self.table.game().clone());
        }
    }
}

/// A table as its log has it.
pub(crate) fn restore(
    setup: Setup,
    people: People,
    records: Vec<Record>,
) -> Result<Table, Problem> {
    let id = setup.id.clone();
    Table::restore(setup, people, records).map_err(|error| {
        tracing::error!(table = tag(&id), %error, "a log cannot be replayed");
        if error.is_of_other_rules() {
            let message = format!(
                "This game was played by rules that have been corrected since, and cannot go on or be \
                 shown by this version: {error}. It is stored as it was."
            );
            return Problem::new("other_rules", message);
        }
        Problem::new(
            "unreadable_log",
            "The log of this table cannot be replayed by this version.",
        )
    })
}
