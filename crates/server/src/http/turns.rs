//! Whose turn it is: one request of an address at a time, and a few of each of its wider networks.

use std::{collections::HashMap, sync::Arc};

use brickwood_site::http::{clients::ClientNetwork, rate_limit::Caller};
use parking_lot::Mutex;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

/// The turns of all clients at one kind of work. Cheap to clone.
#[derive(Clone)]
pub(super) struct Turns(Arc<Inner>);

struct Inner {
    /// The number of turns that the widest networks have.
    most: usize,
    /// A semaphore for each network that waits for something.
    networks: Mutex<HashMap<ClientNetwork, Arc<Semaphore>>>,
}

/// The turn of a client's networks, until it is dropped.
pub(super) struct Turn {
    turns: Turns,
    networks: Vec<(ClientNetwork, Option<OwnedSemaphorePermit>)>,
}

impl Turns {
    pub(super) fn new(most: usize) -> Self {
        Self(Arc::new(Inner {
            most,
            networks: Mutex::default(),
        }))
    }

    /// Waits until it is the turn of all networks of a client.
    pub(super) async fn take(&self, caller: &Caller) -> Result<Turn, AcquireError> {
        // Grows as it is acquired, so that a request that is cancelled while it waits is cleaned up.
        let mut turn = Turn {
            turns: self.clone(),
            networks: Vec::new(),
        };
        for network in caller.networks() {
            turn.networks.push((network, None));
            let own = self.semaphore_of(network).acquire_owned().await?;
            turn.networks.last_mut().expect("it was pushed").1 = Some(own);
        }
        Ok(turn)
    }

    fn semaphore_of(&self, network: ClientNetwork) -> Arc<Semaphore> {
        let mut networks = self.0.networks.lock();
        let own = networks.entry(network);
        Arc::clone(own.or_insert_with(|| Arc::new(Semaphore::new(network.share(1, self.0.most)))))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut known = self.turns.0.networks.lock();
        for (network, permit) in self.networks.drain(..) {
            drop(permit);
            let is_last = |own: &Arc<Semaphore>| Arc::strong_count(own) == 1;
            if known.get(&network).is_some_and(is_last) {
                known.remove(&network);
            }
        }
    }
}
