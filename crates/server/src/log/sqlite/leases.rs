//! Leases and presence where there is one server: in its memory, and gone with it.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use brickwood_rules::SeatSet;

use crate::log::{Lease, NodeId};

/// Who looks after which game, and who is connected.
#[derive(Default)]
pub(super) struct Leases(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    leases: HashMap<String, Lease>,
    present: HashMap<String, Vec<(NodeId, SeatSet, u64)>>,
    /// With so many leases, those that have expired are thrown out.
    sweep_at: usize,
}

impl Leases {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn claim(&self, game: &str, node: NodeId, now_ms: u64, until_ms: u64) -> Lease {
        let mut kept = self.kept();
        let held = kept.leases.get(game).filter(|held| held.until_ms > now_ms);
        if let Some(other) = held.filter(|held| held.holder != node) {
            return Lease {
                was_free: false,
                ..*other
            };
        }
        let lease = Lease {
            holder: node,
            until_ms,
            was_free: held.is_none(),
        };
        if kept.leases.len() >= kept.sweep_at {
            kept.leases.retain(|_, held| held.until_ms > now_ms);
            kept.sweep_at = 2 * kept.leases.len() + 1024;
        }
        kept.leases.insert(game.to_owned(), lease);
        lease
    }

    pub(super) fn release(&self, game: &str, node: NodeId) {
        let mut kept = self.kept();
        if kept
            .leases
            .get(game)
            .is_some_and(|held| held.holder == node)
        {
            kept.leases.remove(game);
        }
    }

    pub(super) fn note_present(&self, game: &str, node: NodeId, seats: SeatSet, until_ms: u64) {
        let mut kept = self.kept();
        let noted = kept.present.entry(game.to_owned()).or_default();
        noted.retain(|(other, ..)| *other != node);
        if !seats.is_empty() {
            noted.push((node, seats, until_ms));
        } else if noted.is_empty() {
            kept.present.remove(game);
        }
    }

    pub(super) fn present(&self, game: &str, now_ms: u64) -> SeatSet {
        let kept = self.kept();
        let noted = kept.present.get(game).into_iter().flatten();
        noted
            .filter(|(.., until_ms)| *until_ms > now_ms)
            .flat_map(|(_, seats, _)| seats.iter())
            .collect()
    }
}
