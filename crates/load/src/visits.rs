//! A client that comes back whenever it is cut off.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use rand_chacha::ChaCha8Rng;
use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

use crate::{
    ledger::{Ledger, note},
    retry,
};

/// How a connection ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// It is cut off, or was never made. Perhaps the server said when to come back.
    Cut(Option<Duration>),
    /// The client goes by itself, and comes back at once.
    Left,
}

impl End {
    pub(crate) const CUT: Self = Self::Cut(None);
}

/// Somebody who connects to servers.
pub(crate) trait Client: Send {
    /// One connection.
    fn visit(&mut self, server: SocketAddr, visit: &mut Visit) -> impl Future<Output = End> + Send;
}

/// Lets a client visit servers until there are none: the same one while all is well, and the next each
/// time that it is cut off.
pub(crate) async fn visit_all(
    client: &mut impl Client,
    mut servers: watch::Receiver<Vec<SocketAddr>>,
    mut at: usize,
    ledger: &Arc<Ledger>,
    random: &mut ChaCha8Rng,
) {
    let mut failures = 0;
    loop {
        let addresses = servers.borrow_and_update().clone();
        if addresses.is_empty() {
            return;
        }
        let mut visit = Visit::new(Arc::clone(ledger));
        let end = tokio::select! {
            end = client.visit(addresses[at % addresses.len()], &mut visit) => end,
            _ = servers.changed() => continue,
        };
        if visit.is_welcome {
            failures = 0;
        }
        drop(visit);
        let End::Cut(asked) = end else {
            continue;
        };
        ledger.notes().cuts += 1;
        at = at.wrapping_add(1);
        let delay = asked.unwrap_or_else(|| {
            failures += 1;
            retry::delay(failures - 1, random)
        });
        tokio::select! {
            () = sleep(delay) => {}
            _ = servers.changed() => {}
        }
    }
}

/// One connection as the ledger sees it: who is welcome is there until this is dropped.
pub(crate) struct Visit {
    ledger: Arc<Ledger>,
    pub(crate) begun: Instant,
    is_welcome: bool,
}

impl Visit {
    fn new(ledger: Arc<Ledger>) -> Self {
        Self {
            ledger,
            begun: Instant::now(),
            is_welcome: false,
        }
    }

    pub(crate) const fn is_welcome(&self) -> bool {
        self.is_welcome
    }

    /// The server has said the first word.
    pub(crate) fn welcome(&mut self) {
        if std::mem::replace(&mut self.is_welcome, true) {
            return;
        }
        let mut notes = self.ledger.notes();
        notes.there += 1;
        note(&mut notes.welcomes, self.begun.elapsed());
        if let Some(recovery) = notes.recovery_of(self.begun) {
            recovery.returns.push(recovery.since.elapsed());
        }
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        if self.is_welcome {
            self.ledger.notes().there -= 1;
        }
    }
}
