//! Network bots that listen for invitations, for a single server: kept in its memory, and lost with it.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use crate::{Listener, MOST_INVITATIONS};

/// The listeners by their ids, with the games to which they are invited.
#[derive(Default)]
pub(super) struct Listeners(Mutex<BTreeMap<String, (Listener, Vec<String>)>>);

impl Listeners {
    pub(super) fn listen(&self, listener: &Listener, now_ms: u64) {
        let mut kept = self.0.lock();
        kept.retain(|_, (other, _)| other.until_ms > now_ms);
        let waits = kept.remove(&listener.bot).map(|(_, waits)| waits);
        let entry = (listener.clone(), waits.unwrap_or_default());
        kept.insert(listener.bot.clone(), entry);
    }

    pub(super) fn hear(&self, listener: &Listener, told: &[String]) -> Option<Vec<String>> {
        let mut kept = self.0.lock();
        let new = || (listener.clone(), Vec::new());
        let (held, waits) = kept.entry(listener.bot.clone()).or_insert_with(new);
        if held.line != listener.line {
            return None;
        }
        held.until_ms = listener.until_ms;
        waits.retain(|game| !told.contains(game));
        Some(waits.clone())
    }

    pub(super) fn stop(&self, bot: &str, line: u64) {
        let mut kept = self.0.lock();
        if kept.get(bot).is_some_and(|(held, _)| held.line == line) {
            kept.remove(bot);
        }
    }

    pub(super) fn all(&self, now_ms: u64, limit: usize) -> Vec<Listener> {
        let kept = self.0.lock();
        let listeners = kept.values().map(|(listener, _)| listener);
        listeners
            .filter(|listener| listener.open && listener.until_ms > now_ms)
            .take(limit)
            .cloned()
            .collect()
    }

    pub(super) fn invite(&self, bot: &str, game: &str, now_ms: u64) -> bool {
        let mut kept = self.0.lock();
        let Some((listener, waits)) = kept.get_mut(bot) else {
            return false;
        };
        if !listener.open || listener.until_ms <= now_ms {
            return false;
        }
        let is_new = waits.iter().all(|waiting| waiting != game);
        if is_new && waits.len() < usize::from(MOST_INVITATIONS) {
            waits.push(game.to_owned());
            return true;
        }
        !is_new
    }
}
