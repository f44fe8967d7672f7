//! The servers that share a storage: this one says that it lives, and hears which others have died.

use std::{collections::HashSet, mem, sync::Arc, time::Duration};

use tokio::{
    sync::mpsc::error::TrySendError,
    time::{MissedTickBehavior, interval},
};

use super::{Command, Tables};
use brickwood_storage::NodeId;

/// How often a server says that it lives.
const BEAT: Duration = Duration::from_secs(1);

/// How long that holds. A server that is slow for a moment is not taken for dead.
const LIVES: Duration = Duration::from_secs(3);

/// How long the clocks and bots of a server that has died may stand still before others notice.
const NOTICED: Duration = Duration::from_secs(5);
const _: () = assert!(BEAT.as_millis() + LIVES.as_millis() < NOTICED.as_millis());

impl Tables {
    /// Says for the first time that this server lives: its leases hold from now on.
    pub(crate) async fn begin(&self) {
        if self.log().beat(self.0.config.node, LIVES).await.is_err() {
            tracing::warn!("the storage cannot be told that this server lives");
        }
    }

    /// Says that this server lives, for as long as it does, and tells the tables of servers that have
    /// died. Thus one statement a second says of all tables who looks after them.
    pub(crate) async fn live(self) {
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut known = HashSet::from([self.0.config.node]);
        let mut unheard = false;
        loop {
            beats.tick().await;
            let Ok(mut living) = self.log().beat(self.0.config.node, LIVES).await else {
                unheard = true;
                continue;
            };
            if mem::take(&mut unheard) {
                // Perhaps it was heard, and the answer was that the others took this server for dead.
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

    /// Ends: what this server looked after is free for others at once.
    pub(crate) async fn end(&self) {
        // Without that, it is free soon.
        let _ = self.log().beat(self.0.config.node, Duration::ZERO).await;
    }

    fn tell_gone(&self, gone: &Arc<[NodeId]>) {
        for line in self.lines().values() {
            let nodes = Arc::clone(gone);
            if let Err(TrySendError::Full(command)) = line.try_send(Command::Gone { nodes }) {
                // No other command would say so later.
                let line = line.clone();
                tokio::spawn(async move { line.send(command).await });
            }
        }
    }
}
