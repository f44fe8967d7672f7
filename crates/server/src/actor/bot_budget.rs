//! Who pays for the lines that bots have stored.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use brickwood_site::http::clients::{ConnectionPermit, LimitKind};
use brickwood_table::room::ConnectionId;
use parking_lot::Mutex;

/// How often it is tried again, at least: somebody else may be connected by then.
const AGAIN: Duration = Duration::from_secs(1);

/// The clients of a table, from whose shares the lines of its bots are paid. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct BotBudget(Arc<Mutex<Vec<Payer>>>);

/// A connection, and what it pays with.
type Payer = (ConnectionId, Arc<ConnectionPermit>);

impl BotBudget {
    pub(super) fn add(&self, connection: ConnectionId, permit: Arc<ConnectionPermit>) {
        self.0.lock().push((connection, permit));
    }

    pub(super) fn remove(&self, connection: ConnectionId) {
        self.0.lock().retain(|(one, _)| *one != connection);
    }

    /// Pays for one line. If nobody has anything left, the bots wait: tables of bots alone do not fill the disk
    /// because somebody watches them.
    pub(super) async fn pay(self) {
        while let Err(wait) = self.try_to_pay() {
            tokio::time::sleep(wait.min(AGAIN)).await;
        }
    }

    /// Takes a line from the share of the first client who has one left; else says how long to wait.
    fn try_to_pay(&self) -> Result<(), Duration> {
        let now = Instant::now();
        let mut least = None;
        for (_, permit) in &*self.0.lock() {
            match permit.take(LimitKind::Storing, 1, now) {
                Ok(()) => return Ok(()),
                Err(wait) => least = Some(least.unwrap_or(wait).min(wait)),
            }
        }
        // Without clients, bots do not play.
        least.map_or(Ok(()), Err)
    }
}
