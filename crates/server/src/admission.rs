//! Who is let in when many come at once, as after a restart.
//!
//! A welcome costs far more than an action: the table may have to be loaded, and everything that the client needs is
//! written down. If all were welcomed at once, the first action of each would wait for the welcomes of all. So few are
//! welcomed at a time, those first for whom a game waits. Until then a client costs no more than its open connection:
//! nothing is read from the storage for it. A client that would wait too long is asked to come back.

mod pass;
mod queue;

use std::{sync::Arc, time::Duration};

use brickwood_site::http::limits::AdmissionRules;
use parking_lot::Mutex;
use tokio::{
    sync::oneshot,
    time::{Instant, timeout},
};

pub(crate) use pass::{PassOwner, Passes, PlayerPass};
pub use queue::{AdmissionQueue, Entrance, Purpose};

/// The clients of a server that are about to be welcomed. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Admission(Arc<Inner>);

struct Inner {
    begun: Instant,
    patience: Duration,
    queue: Mutex<AdmissionQueue<oneshot::Sender<Admitted>>>,
}

/// A client is being welcomed, until this is dropped.
pub(crate) struct Admitted(Admission);

impl Admission {
    pub(crate) fn new(rules: AdmissionRules) -> Self {
        Self(Arc::new(Inner {
            begun: Instant::now(),
            patience: rules.patience,
            queue: Mutex::new(AdmissionQueue::new(rules)),
        }))
    }

    /// Waits until it is a client's turn to be welcomed.
    ///
    /// # Errors
    ///
    /// The time after which it should come back, if it would wait too long.
    pub(crate) async fn enter(&self, purpose: Purpose) -> Result<Admitted, Duration> {
        let (sender, turn) = oneshot::channel();
        let entrance = self
            .0
            .queue
            .lock()
            .enter(purpose, self.now(), random(), || sender);
        match entrance {
            Entrance::Now => Ok(Admitted(self.clone())),
            // The queue keeps the sender until it sends.
            Entrance::Waits => match timeout(self.0.patience, turn).await {
                Ok(Ok(admitted)) => Ok(admitted),
                Ok(Err(_)) | Err(_) => Err(self.0.queue.lock().send_away(self.now(), random())),
            },
            Entrance::ComesBack(after) => Err(after),
        }
    }

    /// After what time one of this number of clients comes back that all lose their connection now.
    pub(crate) fn farewell(&self, purpose: Purpose, clients: usize) -> Duration {
        self.0.queue.lock().farewell(purpose, clients, random())
    }

    fn now(&self) -> Duration {
        self.0.begun.elapsed()
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let Self(admission) = self;
        // Whoever has gone meanwhile is passed over.
        loop {
            let next = admission.0.queue.lock().done(admission.now());
            match next {
                Some(gone) if gone.is_closed() => {}
                Some(next) => {
                    let _ = next.send(Self(admission.clone()));
                    return;
                }
                None => return,
            }
        }
    }
}

/// From 0 to 1. Without randomness, all are asked to wait equally long.
fn random() -> f64 {
    f64::from(getrandom::u32().unwrap_or_default()) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_at_a_time() -> Admission {
        Admission::new(AdmissionRules {
            at_once: 1,
            ..AdmissionRules::default()
        })
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_waits_for_the_welcome_of_another() {
        let admission = one_at_a_time();
        let first = admission.enter(Purpose::Watch).await.unwrap();
        let second = tokio::spawn({
            let admission = admission.clone();
            async move { admission.enter(Purpose::Watch).await.is_ok() }
        });
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(!second.is_finished());
        drop(first);
        assert!(second.await.unwrap());
        assert!(admission.enter(Purpose::Watch).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_has_waited_for_eight_seconds_is_asked_to_come_back() {
        let admission = one_at_a_time();
        let _first = admission.enter(Purpose::Watch).await.unwrap();
        let begun = Instant::now();
        assert!(admission.enter(Purpose::Act).await.is_err());
        assert_eq!(begun.elapsed(), Duration::from_secs(8));
    }

    #[tokio::test(start_paused = true)]
    async fn clients_that_have_gone_keep_nobody_waiting() {
        let admission = one_at_a_time();
        let first = admission.enter(Purpose::Watch).await.unwrap();
        for _ in 0..100 {
            let gone = admission.enter(Purpose::Act);
            assert!(
                tokio::time::timeout(Duration::from_millis(1), gone)
                    .await
                    .is_err()
            );
        }
        let waits = tokio::spawn({
            let admission = admission.clone();
            async move { admission.enter(Purpose::Watch).await.is_ok() }
        });
        tokio::task::yield_now().await;
        drop(first);
        assert!(waits.await.unwrap());
        assert_eq!(admission.0.queue.lock().len(), 0);
    }
}
