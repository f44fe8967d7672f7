//! Who may have a processor.

use std::{num::NonZero, sync::Arc, thread};

use tokio::sync::Semaphore;

/// The processors of a server, for what takes long. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Processors {
    /// As many as there are.
    all: Arc<Semaphore>,
    /// Those of them that tables can spare: a half.
    spare: Arc<Semaphore>,
}

impl Default for Processors {
    fn default() -> Self {
        let number = thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            all: Arc::new(Semaphore::new(number)),
            spare: Arc::new(Semaphore::new((number / 2).max(1))),
        }
    }
}

impl Processors {
    /// Does some work once a processor is free. There is no result if it panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let permit = Arc::clone(&self.all).acquire_owned().await.ok()?;
        let working = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(permit);
            result
        });
        working.await.map_or_else(
            |error| {
                tracing::error!(%error, "what was to be worked out has failed");
                None
            },
            Some,
        )
    }

    /// [`Processors::run`] for work that no table waits for.
    pub(crate) async fn run_aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let spare = Arc::clone(&self.spare).acquire_owned().await.ok()?;
        let work = move || {
            let result = work();
            drop(spare);
            result
        };
        self.run(work).await
    }
}
