//! Other servers that may have the same table in memory: who of them looks after it, who is connected
//! to them, and what they have written.

use std::time::Duration;

use brickwood_rules::SeatSet;
use brickwood_table::protocol::Problem;

use super::{Actor, now_ms};
use crate::problem::unavailable;

/// How often a server says that it looks after a table, and who is there.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(5);

/// How long that holds.
const LEASE: Duration = Duration::from_secs(15);

impl Actor {
    /// Asks to look after the table. The answer is whether nobody did.
    pub(super) async fn claim(&mut self) -> Result<bool, Problem> {
        let now_ms = now_ms();
        let until_ms = now_ms + LEASE.as_millis() as u64;
        let claimed = self.log.claim(&self.id, self.node, now_ms, until_ms).await;
        let lease = claimed.map_err(|_| unavailable())?;
        self.looks_after = lease.holder == self.node;
        Ok(lease.was_free)
    }

    /// Says that this server is there, and hears who is connected to others.
    pub(super) async fn beat(&mut self) {
        if self.live.is_none() {
            return;
        }
        // A server that cannot tell goes on with what it knows: the log judges what it does.
        let _ = self.claim().await;
        self.note_present().await;
        self.tell();
    }

    /// Notes who is connected, here and elsewhere, and what follows from it.
    pub(super) async fn note_present(&mut self) {
        let here = self.connections.present();
        let now = now_ms();
        let until = now + LEASE.as_millis() as u64;
        let noted = self
            .log
            .note_present(&self.id, self.node, here, until)
            .await;
        let elsewhere = match noted {
            Ok(()) => self.log.present(&self.id, now).await,
            Err(unavailable) => Err(unavailable),
        };
        // A server that cannot tell knows its own.
        let elsewhere = elsewhere.unwrap_or(SeatSet::EMPTY);
        let present = here.iter().chain(elsewhere.iter()).collect();
        if let Some(live) = &mut self.live
            && live.table.set_present(present, now)
        {
            self.news = true;
            self.advance().await;
        }
    }

    /// Nobody here looks at the table any more: others may look after it.
    pub(super) async fn let_go(&mut self) {
        if std::mem::take(&mut self.looks_after) {
            // A lease that is not given back runs out.
            let _ = self.log.release(&self.id, self.node).await;
        }
    }

    /// Reads what another server may have written.
    pub(super) async fn catch_up(&mut self) {
        let Some(live) = &mut self.live else { return };
        let tail = self.log.tail(&self.id, live.table.head()).await;
        let people = live.table.people().clone();
        match tail.ok().flatten().map(|tail| live.catch_up(tail)) {
            Some(Some(())) => {
                self.connections.review(&mut live.table, now_ms());
                self.news |= people != *live.table.people();
            }
            _ => self.live = None,
        }
    }

    /// Whether another server has written what no hint has told this one yet. Nothing is refused for
    /// good before that is known: it may even be done already.
    pub(super) async fn learns(&mut self) -> bool {
        let head = self.live.as_ref().map(|live| live.table.head());
        self.catch_up().await;
        head != self.live.as_ref().map(|live| live.table.head())
    }

    /// Another server may have written.
    pub(super) async fn take_hint(&mut self) {
        self.catch_up().await;
        // A table at which nobody is here is read when somebody comes.
        if !self.connections.is_empty() && self.live().await.is_ok() {
            self.note_present().await;
            self.pass_on_talk().await;
        }
    }
}
