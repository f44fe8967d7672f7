//! The bots, and where they think.

use std::sync::Arc;

use brickwood_protocol::{Advice, Command};
use brickwood_rules::Seat;
use brickwood_site::http::metrics;
use brickwood_table::room::{AdviceTask, BotTask, Bots};

use crate::processors::Processors;

/// The bots of a server, and the processors on which they think, for all tables together. Cheap to clone.
#[derive(Clone)]
pub(crate) struct BotPool {
    bots: Arc<dyn Bots>,
    processors: Processors,
}

impl BotPool {
    pub(crate) fn new(bots: Arc<dyn Bots>, processors: Processors) -> Self {
        Self { bots, processors }
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
        let Self { bots, processors } = self;
        processors.run(move || work(&*bots)).await.flatten()
    }
}
