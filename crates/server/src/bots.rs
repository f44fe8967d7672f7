//! The pool of processors on which bots think.

use std::{num::NonZero, sync::Arc};

use brickwood_protocol::{Advice, Command};
use brickwood_rules::Seat;
use brickwood_table::room::{AdviceTask, BotTask, Bots};
use tokio::sync::Semaphore;

use crate::metrics;

/// The bots of a server, and the number that may think at a time. Cheap to clone.
#[derive(Clone)]
pub(crate) struct BotPool {
    bots: Arc<dyn Bots>,
    /// As many as there are processors, for all tables together.
    cpu_permits: Arc<Semaphore>,
}

impl BotPool {
    pub(crate) fn new(bots: Arc<dyn Bots>) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            bots,
            cpu_permits: Arc::new(Semaphore::new(processors)),
        }
    }

    /// Runs a bot's task. A bot that panics decides nothing.
    pub(crate) async fn decide(self, work: BotTask) -> Option<(Seat, Command)> {
        self.run(move |bots| {
            let begun = std::time::Instant::now();
            let choice = work.decide(bots);
            metrics::bot_thought(begun.elapsed());
            choice
        })
        .await
    }

    /// Asks the coach. One that panics advises nothing.
    pub(crate) async fn advise(self, work: AdviceTask) -> Option<Advice> {
        self.run(move |bots| work.advise(bots)).await
    }

    async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&dyn Bots) -> Option<T> + Send + 'static,
    ) -> Option<T> {
        let permit = self.cpu_permits.acquire_owned().await.ok()?;
        let thinking = tokio::task::spawn_blocking(move || {
            let result = work(&*self.bots);
            drop(permit);
            result
        });
        thinking.await.unwrap_or_else(|error| {
            tracing::error!(%error, "a bot has failed");
            None
        })
    }
}
