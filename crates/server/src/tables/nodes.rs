//! The servers that share a storage: this one sends heartbeats, and learns which others have died.

use std::{collections::HashSet, mem, sync::Arc, time::Duration};

use brickwood_storage::{NodeId, Unavailable, now_ms};
use brickwood_table::room::Input;
use tokio::{
    sync::mpsc::error::TrySendError,
    time::{Instant, MissedTickBehavior, interval, interval_at},
};

use super::Tables;
use crate::call::Call;

/// The time between heartbeats.
const BEAT: Duration = Duration::from_secs(1);

/// How long a heartbeat is valid. A server that is slow for a moment is not presumed dead.
const LIVES: Duration = Duration::from_secs(3);

/// After what time without an answer to a heartbeat nobody can act. A database whose primary has only crashed is back after
/// three seconds: thinking time is not to be lost in these either.
const SILENT: Duration = Duration::from_secs(1);

/// How long the clocks and bots of a dead server may stand still before others notice.
const NOTICED: Duration = Duration::from_secs(5);
const _: () = assert!(BEAT.as_millis() + LIVES.as_millis() < NOTICED.as_millis());

impl Tables {
    /// Sends the first heartbeat: this server's leases are valid from now on.
    pub(crate) async fn begin(&self) {
        if self.log().beat(self.0.config.node, LIVES).await.is_err() {
            tracing::warn!("the storage cannot be told that this server lives");
        }
    }

    /// Sends heartbeats for as long as the server runs, and tells the tables about servers that have died, and when
    /// there was no answer: then nobody could act at any table.
    /// Thus one statement a second renews the leases of all tables.
    pub(crate) async fn live(self) {
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut known = HashSet::from([self.0.config.node]);
        let mut unheard = false;
        loop {
            beats.tick().await;
            let Ok(mut living) = self.beat().await else {
                unheard = true;
                self.tell_away(now_ms());
                continue;
            };
            if mem::take(&mut unheard) {
                // The lost heartbeat may have been stored, with the answer that this server was presumed
                // dead.
                living.retain(|node| *node != self.0.config.node);
            }
            let gone = known.iter().filter(|node| !living.contains(node));
            let gone: Arc<[NodeId]> = gone.copied().collect();
            if !gone.is_empty() {
                self.tell_gone(&gone);
            }
            known = living.into_iter().chain([self.0.config.node]).collect();
        }
    }

    /// Ends this server's heartbeats, so that others can take over its tables at once.
    pub(crate) async fn end(&self) {
        // If this fails, the leases expire soon.
        let _ = self.log().beat(self.0.config.node, Duration::ZERO).await;
    }

    /// Sends a heartbeat. While no answer comes, the tables are told so.
    async fn beat(&self) -> Result<Vec<NodeId>, Unavailable> {
        let beat = self.log().beat(self.0.config.node, LIVES);
        tokio::pin!(beat);
        let mut silent = interval_at(Instant::now() + SILENT, BEAT);
        loop {
            tokio::select! {
                answer = &mut beat => return answer,
                _ = silent.tick() => self.tell_away(now_ms()),
            }
        }
    }

    fn tell_away(&self, at_ms: u64) {
        for handle in self.0.handles.lock().values() {
            // A table whose queue is full waits for the storage, and finds out.
            let _ = handle.try_send(Call::Tell(Input::Away { at_ms }));
        }
    }

    fn tell_gone(&self, gone: &Arc<[NodeId]>) {
        for handle in self.0.handles.lock().values() {
            let nodes = Arc::clone(gone);
            let told = handle.try_send(Call::Tell(Input::Gone { nodes }));
            if let Err(TrySendError::Full(call)) = told {
                // No later call would repeat this.
                let handle = handle.clone();
                tokio::spawn(async move { handle.send(call).await });
            }
        }
    }
}
