//! Leases and presence for a single server: kept in its memory, and lost with it.

use std::{collections::HashMap, time::Duration};

use brickwood_rules::SeatSet;
use parking_lot::Mutex;

use crate::{Lease, NodeId, Presence, clock::now_ms};

/// The holders of leases, and the connections.
#[derive(Default)]
pub(super) struct Leases(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    /// Until when each node lives, in milliseconds since 1970.
    nodes: HashMap<NodeId, u64>,
    holders: HashMap<String, NodeId>,
    present: HashMap<String, HashMap<NodeId, SeatSet>>,
}

impl Kept {
    fn lives(&self, node: NodeId, at_ms: u64) -> bool {
        self.nodes.get(&node).is_some_and(|until| *until > at_ms)
    }

    fn holder(&self, game: &str, now_ms: u64) -> Option<NodeId> {
        let holder = self.holders.get(game).copied();
        holder.filter(|holder| self.lives(*holder, now_ms))
    }
}

impl Leases {
    pub(super) fn beat(&self, node: NodeId, lives: Duration) -> Vec<NodeId> {
        let now_ms = now_ms();
        let mut kept = self.0.lock();
        let all = kept.nodes.keys().copied();
        let living = all.filter(|node| kept.lives(*node, now_ms)).collect();
        let until_ms = now_ms.saturating_add(lives.as_millis() as u64);
        kept.nodes.insert(node, until_ms);
        living
    }

    pub(super) fn claim(&self, game: &str, node: NodeId) -> Lease {
        let mut kept = self.0.lock();
        let held = kept.holder(game, now_ms());
        let holder = held.unwrap_or(node);
        kept.holders.insert(game.to_owned(), holder);
        Lease {
            holder,
            was_free: held.is_none(),
        }
    }

    pub(super) fn note_present(&self, game: &str, node: NodeId, seats: SeatSet) {
        let mut kept = self.0.lock();
        let noted = kept.present.entry(game.to_owned()).or_default();
        noted.insert(node, seats);
    }

    pub(super) fn let_go(&self, game: &str, node: NodeId) {
        let mut kept = self.0.lock();
        if kept.holders.get(game) == Some(&node) {
            kept.holders.remove(game);
        }
        if let Some(noted) = kept.present.get_mut(game) {
            noted.remove(&node);
            if noted.is_empty() {
                kept.present.remove(game);
            }
        }
    }

    pub(super) fn presence(&self, game: &str) -> Presence {
        let now_ms = now_ms();
        let kept = self.0.lock();
        let noted = kept.present.get(game).into_iter().flatten();
        let noted = noted.filter(|(node, _)| kept.lives(**node, now_ms));
        Presence {
            holder: kept.holder(game, now_ms),
            seats: noted.flat_map(|(_, seats)| seats.iter()).collect(),
        }
    }

    /// The games for whose seats somebody is connected.
    pub(super) fn seated(&self) -> Vec<String> {
        let now_ms = now_ms();
        let kept = self.0.lock();
        let seated = kept.present.iter().filter(|(_, noted)| {
            let mut noted = noted.iter();
            noted.any(|(node, seats)| !seats.is_empty() && kept.lives(*node, now_ms))
        });
        seated.map(|(game, _)| game.clone()).collect()
    }

    /// The games for which somebody was connected at that moment, or later.
    pub(super) fn attended(&self, since_ms: u64) -> Vec<String> {
        let kept = self.0.lock();
        let attended = kept.present.iter().filter(|(_, noted)| {
            let mut nodes = noted.keys();
            nodes.any(|node| kept.lives(*node, since_ms))
        });
        attended.map(|(game, _)| game.clone()).collect()
    }
}
