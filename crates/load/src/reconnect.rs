//! Clients that reconnect whenever they are cut off.

use std::{convert::Infallible, error::Error, net::SocketAddr, sync::Arc, time::Duration};

use brickwood_client::asked_wait;
use brickwood_test_client::Closed;
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
    /// It was cut off, or could not be made. The server may have said when to come back.
    Cut(Option<Duration>),
    /// The client ends it, and reconnects at once.
    Left,
}

impl End {
    pub(crate) const CUT: Self = Self::Cut(None);

    /// The server, or what lies between, has ended it.
    pub(crate) fn closed(closed: &Closed) -> Self {
        Self::Cut(asked_wait(&closed.reason))
    }
}

/// Whatever fails, the connection cannot be used any more.
impl<E: Error> From<E> for End {
    fn from(_: E) -> Self {
        Self::CUT
    }
}

/// A client of the servers.
pub(crate) trait Visitor: Send {
    /// Runs one connection to its end.
    fn converse(
        &mut self,
        server: SocketAddr,
        connection: &mut ConnectionRecord,
    ) -> impl Future<Output = Result<Infallible, End>> + Send;
}

/// Keeps a client connected until there are no more servers. It stays at one server, and goes to the next
/// each time that it is cut off.
pub(crate) async fn keep_connected(
    client: &mut impl Visitor,
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
        let mut connection = ConnectionRecord::new(Arc::clone(ledger));
        let Err(end) = tokio::select! {
            ended = client.converse(addresses[at % addresses.len()], &mut connection) => ended,
            _ = servers.changed() => continue,
        };
        if connection.is_welcomed {
            failures = 0;
        }
        drop(connection);
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

/// One connection in the ledger: a welcomed client counts as connected until this is dropped.
pub(crate) struct ConnectionRecord {
    ledger: Arc<Ledger>,
    pub(crate) begun: Instant,
    /// Whether a game waits for the client, as far as it knows.
    pub(crate) is_needed: bool,
    /// Whether a message on it was acknowledged.
    pub(crate) is_answered: bool,
    is_welcomed: bool,
}

impl ConnectionRecord {
    fn new(ledger: Arc<Ledger>) -> Self {
        Self {
            ledger,
            begun: Instant::now(),
            is_needed: false,
            is_answered: false,
            is_welcomed: false,
        }
    }

    /// The server has sent its first message.
    pub(crate) fn welcome(&mut self) {
        if std::mem::replace(&mut self.is_welcomed, true) {
            return;
        }
        let mut notes = self.ledger.notes();
        notes.there += 1;
        note(&mut notes.welcomes, self.begun.elapsed());
        if let Some(recovery) = notes.recovery_of(self.begun) {
            let passed = recovery.since.elapsed();
            recovery.returns.push(passed);
            if self.is_needed {
                recovery.needed.push(passed);
            }
        }
    }
}

impl Drop for ConnectionRecord {
    fn drop(&mut self) {
        if self.is_welcomed {
            self.ledger.notes().there -= 1;
        }
    }
}
