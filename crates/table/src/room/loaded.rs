//! A table in memory, as of the log.

use std::sync::Arc;

use brickwood_protocol::ServerMessage;
use brickwood_rules::{Game, Seat, SeatSet};

use super::kept_bots::KeptBots;
use crate::log::RestoreError;
use crate::stored::StoredGame;
use crate::table::{Batch, Table};

/// A table, and the data that belongs to it.
#[derive(Debug)]
pub(super) struct LoadedTable {
    pub(super) table: Table,
    /// Shared with the bots that think about it.
    pub(super) game: Arc<Game>,
    pub(super) bots: Arc<KeptBots>,
    /// The rematch.
    pub(super) rematch: Option<String>,
    /// Who has asked for it, as far as this server knows.
    pub(super) rematch_by: Option<Seat>,
    /// Whether the storage was away since its last line was read: a server that crashes may show a line that is lost
    /// with it, unless somebody got an acknowledgement.
    pub(super) is_in_doubt: bool,
}

impl LoadedTable {
    /// A table from the storage. `present` are the seats for which somebody is connected.
    pub(super) fn new(
        stored: StoredGame,
        present: SeatSet,
        now_ms: u64,
    ) -> Result<Self, RestoreError> {
        let mut table = Table::restore(stored.setup, stored.people, stored.records)?;
        table.watch(present, now_ms);
        Ok(Self {
            game: Arc::new(table.game().clone()),
            bots: Arc::default(),
            table,
            rematch: stored.rematch,
            rematch_by: None,
            is_in_doubt: false,
        })
    }

    /// What tells clients of the rematch; none while there is none.
    pub(super) fn rematch_message(&self) -> Option<ServerMessage> {
        let by = self.rematch_by;
        self.rematch
            .clone()
            .map(|table| ServerMessage::Rematch { table, by })
    }

    /// Applies the lines that others have stored. After an error, the table must be loaded again.
    pub(super) fn catch_up(&mut self, tail: StoredGame) -> Result<(), RestoreError> {
        self.rematch = tail.rematch;
        self.table.catch_up(tail.setup, tail.people, tail.records)?;
        self.note_game();
        Ok(())
    }

    /// Commits a stored batch.
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
