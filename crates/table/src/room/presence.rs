//! Other nodes that may have the same table in memory: which of them runs it, and which seats are connected
//! to them.

use brickwood_rules::SeatSet;

use super::queries::PendingQuery;
use super::{Attended, Change, Job, Outside, Query, Room};
use crate::stored::{NodeId, Presence, Unavailable};

/// What a node knows of the presence on all nodes.
#[derive(Debug)]
pub(super) struct KnownPresence {
    /// Which node runs the table's clock and bots, and which seats are connected to any node, as of the last exchange.
    last: Presence,
    /// The connected seats of this node as the other nodes know them; none if they know of nobody.
    noted: Option<SeatSet>,
    /// Whether the last exchange succeeded.
    pub(super) in_touch: bool,
}

impl Default for KnownPresence {
    fn default() -> Self {
        Self {
            last: Presence::default(),
            noted: None,
            in_touch: true,
        }
    }
}

impl Room {
    /// Takes the new presence. If the exchange failed, the node continues with its old knowledge, and tries
    /// again: the log decides whether its lines are valid.
    pub(super) fn met(&mut self, here: Option<SeatSet>, met: Result<Attended, Unavailable>) {
        let is_first = self.outside.presence.noted.is_none();
        self.outside.presence.in_touch = met.is_ok();
        if let Ok(met) = met {
            self.outside.presence.noted = here;
            self.outside.presence.last = met.presence;
        }
        let elsewhere = self.outside.presence.last.seats;
        let present = here.unwrap_or_default().iter().chain(elsewhere.iter());
        let present = present.collect();
        let Some(loaded) = &mut self.loaded else {
            return;
        };
        if is_first && met.is_ok_and(|met| met.was_free) {
            loaded.table.find_again();
        }
        if loaded.table.set_present(present, self.outside.now_ms) {
            self.outside.news = true;
            self.outside.first(Job::change(Change::advance()));
        }
    }
}

impl Room {
    /// The last connection to this node has gone: if nobody is connected to another one either, the log says so before the
    /// lease is given back. Else whoever claims it next would take it that this node had stopped.
    pub(super) fn note_if_deserted(&mut self) {
        let noted = self.outside.presence.noted.unwrap_or_default();
        let known = self.outside.presence.last.seats.iter();
        let elsewhere = known.filter(|seat| !noted.contains(*seat)).collect();
        let now_ms = self.outside.now_ms;
        if self.is_empty()
            && let Some(loaded) = &mut self.loaded
            && loaded.table.set_present(elsewhere, now_ms)
        {
            self.outside.first(Job::change(Change::advance()));
        }
    }
}

impl Outside {
    /// Whether this node runs the table's clock and bots.
    pub(super) fn looks_after(&self) -> bool {
        self.presence.last.holder == Some(self.config.node)
    }

    /// The seats for which somebody is connected here; none if nobody is.
    fn here(&self) -> Option<SeatSet> {
        (!self.connections.is_empty()).then(|| self.connections.present())
    }

    /// Whether the connected seats have changed since the other nodes learned them.
    pub(super) fn has_moved(&self) -> bool {
        self.presence.in_touch && self.here() != self.presence.noted
    }

    /// Exchanges the presence: stores which seats are connected here, if that has changed, reads the
    /// others, and claims the lease if nobody else holds it.
    pub(super) fn meet(&mut self) {
        let here = self.here();
        let note = !self.presence.in_touch || self.presence.noted != here;
        self.ask(
            Query::Attend { here, note },
            PendingQuery::Presence { here },
        );
    }

    /// These nodes have died, or are presumed dead: their leases are free, and their connections are gone.
    pub(super) fn miss(&mut self, gone: &[NodeId]) {
        let Some(here) = self.here() else { return };
        if gone.contains(&self.config.node) {
            // The others may have forgotten this node's connections.
            self.presence.in_touch = false;
        }
        let holder = self.presence.last.holder;
        let is_free = holder.is_none_or(|node| gone.contains(&node));
        let mut others = self.presence.last.seats.iter();
        if !self.presence.in_touch || is_free || others.any(|seat| !here.contains(seat)) {
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
