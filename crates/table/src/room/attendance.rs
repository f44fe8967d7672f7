//! Other nodes that may have the same table in memory: which of them runs it, and which seats are connected
//! to them.

use brickwood_rules::SeatSet;

use super::queries::PendingQuery;
use super::{Attended, Change, Job, Query, Room};
use crate::stored::{NodeId, Unavailable};

impl Room {
    /// Whether this node runs the table's clock and bots.
    pub(super) fn looks_after(&self) -> bool {
        self.attendance.holder == Some(self.config.node)
    }

    /// The seats for which somebody is connected here; none if nobody is.
    fn here(&self) -> Option<SeatSet> {
        (!self.connections.is_empty()).then(|| self.connections.present())
    }

    /// Whether the connected seats have changed since the other nodes learned them.
    pub(super) fn has_moved(&self) -> bool {
        self.in_touch && self.here() != self.noted
    }

    /// Exchanges the attendance: stores which seats are connected here, if that has changed, reads the
    /// others, and claims the lease if nobody else holds it.
    pub(super) fn meet(&mut self) {
        let here = self.here();
        let note = !self.in_touch || self.noted != here;
        self.ask(
            Query::Attend { here, note },
            PendingQuery::Attendance { here },
        );
    }

    /// Takes the new attendance. If the exchange failed, the node continues with its old knowledge, and tries
    /// again: the log decides whether its lines are valid.
    pub(super) fn met(&mut self, here: Option<SeatSet>, met: Result<Attended, Unavailable>) {
        let is_first = self.noted.is_none();
        self.in_touch = met.is_ok();
        if let Ok(met) = met {
            self.noted = here;
            self.attendance = met.attendance;
        }
        let elsewhere = self.attendance.seats;
        let present = here.unwrap_or_default().iter().chain(elsewhere.iter());
        let present = present.collect();
        let Some(loaded) = &mut self.loaded else {
            return;
        };
        if is_first && met.is_ok_and(|met| met.was_free) {
            loaded.table.suspend();
        }
        if loaded.table.set_present(present, self.now_ms) {
            self.news = true;
            self.first(Job::Change(Change::advance()));
        }
    }

    /// These nodes have died, or are presumed dead: their leases are free, and their connections are gone.
    pub(super) fn miss(&mut self, gone: &[NodeId]) {
        let Some(here) = self.here() else { return };
        if gone.contains(&self.config.node) {
            // The others may have forgotten this node's connections.
            self.in_touch = false;
        }
        let holder = self.attendance.holder;
        let is_free = holder.is_none_or(|node| gone.contains(&node));
        let mut others = self.attendance.seats.iter();
        if !self.in_touch || is_free || others.any(|seat| !here.contains(seat)) {
            self.next([Job::ReachOut, Job::Tell]);
        }
    }

    /// Another node may have written something.
    pub(super) fn take_hint(&mut self) {
        if self.connections.is_empty() {
            return self.next([Job::CatchUp, Job::Tell]);
        }
        let news = Job::ReadChat { all: false };
        self.next([Job::CatchUp, Job::ReachOut, news, Job::Tell]);
    }
}
