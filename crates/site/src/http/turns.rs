//! Whose turn it is: one request of an address at a time, and a few of each of its wider networks.

use std::{collections::HashMap, sync::Arc};

use brickwood_table::PersonId;
use parking_lot::Mutex;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use crate::http::{clients::ClientNetwork, rate_limit::Caller};

/// The turns of all clients at one kind of work. Cheap to clone.
#[derive(Clone)]
pub struct Turns(Arc<Inner>);

struct Inner {
    /// The number of turns that the widest networks have.
    most: usize,
    /// A semaphore for each of those that wait for something.
    waiting: Mutex<HashMap<Whose, Arc<Semaphore>>>,
    /// For a step of the work that one request does at a time.
    step: Semaphore,
}

/// Who has a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Whose {
    Network(ClientNetwork),
    Person(PersonId),
}

/// The turn of a client, until it is dropped.
pub struct Turn {
    turns: Turns,
    held: Vec<(Whose, Option<OwnedSemaphorePermit>)>,
}

impl Turns {
    /// Turns at work of which the widest networks do so much at a time.
    pub fn new(most: usize) -> Self {
        Self(Arc::new(Inner {
            most,
            waiting: Mutex::default(),
            step: Semaphore::new(1),
        }))
    }

    /// Waits until it is the turn of all networks of a client.
    ///
    /// # Errors
    ///
    /// Never while the server runs.
    pub async fn take(&self, caller: &Caller) -> Result<Turn, AcquireError> {
        self.take_for(caller, None).await
    }

    /// Waits until it is the turn of all networks of a client, and of a person, wherever they are.
    ///
    /// # Errors
    ///
    /// Never while the server runs.
    pub async fn take_for(
        &self,
        caller: &Caller,
        person: Option<PersonId>,
    ) -> Result<Turn, AcquireError> {
        // Grows as it is acquired, so that a request that is cancelled while it waits is cleaned up.
        let mut turn = Turn {
            turns: self.clone(),
            held: Vec::new(),
        };
        let networks = caller.networks().map(Whose::Network);
        for whose in person.map(Whose::Person).into_iter().chain(networks) {
            turn.held.push((whose, None));
            let own = self.semaphore_of(whose).acquire_owned().await?;
            turn.held.last_mut().expect("it was pushed").1 = Some(own);
        }
        Ok(turn)
    }

    fn semaphore_of(&self, whose: Whose) -> Arc<Semaphore> {
        let most = match whose {
            Whose::Network(network) => network.share(1, self.0.most),
            Whose::Person(_) => 1,
        };
        let mut waiting = self.0.waiting.lock();
        let own = waiting.entry(whose);
        Arc::clone(own.or_insert_with(|| Arc::new(Semaphore::new(most))))
    }
}

impl Turn {
    /// Waits until no other request is at a step of this work, so that however many take their turns, they leave the
    /// processor to those who play.
    ///
    /// # Errors
    ///
    /// Never while the server runs.
    pub async fn step(&self) -> Result<SemaphorePermit<'_>, AcquireError> {
        self.turns.0.step.acquire().await
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut known = self.turns.0.waiting.lock();
        for (whose, permit) in self.held.drain(..) {
            drop(permit);
            let is_last = |own: &Arc<Semaphore>| Arc::strong_count(own) == 1;
            if known.get(&whose).is_some_and(is_last) {
                known.remove(&whose);
            }
        }
    }
}
