//! A table in memory, as the log has it.

use std::sync::Arc;

use brickwood_rules::{Game, Seat, SeatSet};
use brickwood_table::{Record, Setup, Table, protocol::Problem};

use crate::{
    http::tag,
    log::{GameLog, Sitter},
    problem::{no_such_table, unavailable},
    session::SessionId,
};

/// A table and those who sit there.
pub(super) struct Live {
    pub(super) table: Table,
    pub(super) game: Arc<Game>,
    pub(super) sitters: Vec<Sitter>,
    /// The seats for which somebody is connected.
    present: SeatSet,
    pub(super) rematch: Option<String>,
}

impl Live {
    /// Reads a table from the log. `present` are the seats for which somebody is connected.
    pub(super) async fn load(
        log: &dyn GameLog,
        id: &str,
        present: SeatSet,
    ) -> Result<Self, Problem> {
        let stored = log.load(id).await.map_err(|_| unavailable())?;
        let stored = stored.ok_or_else(no_such_table)?;
        let mut table = restore(stored.setup, stored.records)?;
        for sitter in &stored.sitters {
            table.sit(sitter.seat, sitter.name.clone());
        }
        let mut live = Self {
            game: Arc::new(table.game().clone()),
            table,
            sitters: stored.sitters,
            present: SeatSet::EMPTY,
            rematch: stored.rematch,
        };
        live.note_present(present);
        Ok(live)
    }

    /// Notes who is there. `true` if that has changed.
    pub(super) fn note_present(&mut self, present: SeatSet) -> bool {
        for sitter in &self.sitters {
            self.table
                .set_present(sitter.seat, present.contains(sitter.seat));
        }
        std::mem::replace(&mut self.present, present) != present
    }

    pub(super) fn seat_of(&self, session: Option<SessionId>) -> Option<Seat> {
        let sitter = self
            .sitters
            .iter()
            .find(|sitter| Some(sitter.session) == session)?;
        Some(sitter.seat)
    }
}

/// A table as its log has it.
pub(crate) fn restore(setup: Setup, records: Vec<Record>) -> Result<Table, Problem> {
    let id = setup.id.clone();
    Table::restore(setup, records).map_err(|error| {
        tracing::error!(table = tag(&id), %error, "a log cannot be replayed");
        Problem::new(
            "unreadable_log",
            "The log of this table cannot be replayed by this version.",
        )
    })
}
