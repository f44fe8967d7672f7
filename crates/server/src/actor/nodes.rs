//! Other servers that may have the same table in memory: who of them looks after it, who is connected
//! to them, and what they have written.

use brickwood_rules::SeatSet;

use super::{Actor, now_ms};
use brickwood_storage::{NodeId, Unavailable};

impl Actor {
    /// Whether this server looks after the table's clock and bots.
    pub(super) fn looks_after(&self) -> bool {
        self.attendance.holder == Some(self.node)
    }

    /// The seats for which somebody is connected here; none where nobody is.
    fn here(&self) -> Option<SeatSet> {
        (!self.connections.is_empty()).then(|| self.connections.present())
    }

    /// Whether the others do not know who is connected here.
    pub(super) fn has_moved(&self) -> bool {
        self.in_touch && self.here() != self.noted
    }

    /// Notes who is connected, here and elsewhere, and what follows from it. A server that cannot do
    /// so goes on with what it knows, and tries again: the log judges what it does.
    pub(super) async fn note_present(&mut self) {
        let is_first = self.noted.is_none();
        let met = self.meet_others().await;
        self.in_touch = met.is_ok();
        let here = self.connections.present();
        let elsewhere = self.attendance.seats;
        let present = here.iter().chain(elsewhere.iter()).collect();
        let Some(live) = &mut self.live else { return };
        if is_first && met == Ok(true) {
            live.table.rest();
        }
        if live.table.set_present(present, now_ms()) {
            self.news = true;
            self.advance().await;
        }
    }

    /// Says who is connected here, where the others do not know it, hears of them, and looks after the
    /// table if nobody else does. The answer is whether nobody did.
    async fn meet_others(&mut self) -> Result<bool, Unavailable> {
        let here = self.here();
        if !self.in_touch || self.noted != here {
            match here {
                Some(seats) => self.log.note_present(&self.id, self.node, seats).await?,
                None => self.log.let_go(&self.id, self.node, now_ms()).await?,
            }
            self.noted = here;
        }
        self.attendance = self.log.attendance(&self.id).await?;
        // Whoever has nobody here leaves the table to those who have.
        if here.is_none() || self.attendance.holder.is_some() {
            return Ok(false);
        }
        let lease = self.log.claim(&self.id, self.node).await?;
        self.attendance.holder = Some(lease.holder);
        Ok(lease.was_free)
    }

    /// These servers have died, or were taken for dead: what they looked after is free, and who was
    /// connected to them is gone.
    pub(super) async fn miss(&mut self, gone: &[NodeId]) {
        let Some(here) = self.here() else { return };
        if gone.contains(&self.node) {
            // The others may have forgotten who is here.
            self.in_touch = false;
        }
        let is_free = self
            .attendance
            .holder
            .is_none_or(|node| gone.contains(&node));
        let mut others = self.attendance.seats.iter();
        if !self.in_touch || is_free || others.any(|seat| !here.contains(seat)) {
            self.reach_out().await;
        }
    }

    /// Reads the table where it has to be read, and hears who is there.
    pub(super) async fn reach_out(&mut self) {
        // A table at which nobody is here is read when somebody comes.
        if self.connections.is_empty() || self.live().await.is_ok() {
            self.note_present().await;
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
        if !self.connections.is_empty() {
            self.reach_out().await;
            self.pass_on_talk().await;
        }
    }
}
