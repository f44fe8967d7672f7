//! What is stored to be done, and done by whichever server comes to it first. Doing it twice changes nothing.

use std::sync::Arc;

use brickwood_protocol::ProblemKind;
use brickwood_storage::{Unavailable, tag};
use brickwood_table::room::RoomRequest;
use tokio::{
    sync::Notify,
    time::{Duration, timeout},
};

use crate::tables::Tables;

/// Work of one kind.
pub(crate) trait StoredWork: Sized + Send + Sync {
    /// What it is, for the log.
    const WHAT: &str;

    /// How often work that another server has stored is looked for.
    const LOOK: Duration;

    /// Says that there is more of it.
    fn news(&self) -> &Arc<Notify>;

    /// Does all that is stored.
    fn do_all(&self) -> impl Future<Output = Result<(), Unavailable>> + Send;

    /// Does it, for as long as the server runs.
    fn run(self) -> impl Future<Output = ()> + Send {
        async move {
            loop {
                if let Err(Unavailable) = self.do_all().await {
                    tracing::warn!(what = Self::WHAT, "stored work has to wait for the storage");
                }
                // Whatever wakes it, it looks at all.
                let _ = timeout(Self::LOOK, self.news().notified()).await;
            }
        }
    }
}

/// Asks a table for its part. What is impossible there is left, since nobody waits for the answer.
pub(crate) async fn ask(
    tables: &Tables,
    game: &str,
    request: RoomRequest,
) -> Result<(), Unavailable> {
    match tables.ask(game, request).await {
        Ok(_) => Ok(()),
        Err(problem) => match problem.kind {
            ProblemKind::NoSuchTable => Ok(()),
            ProblemKind::Unavailable => Err(Unavailable),
            _ => {
                let problem = problem.code();
                tracing::error!(
                    table = tag(&game),
                    problem,
                    "a table cannot do its part of stored work"
                );
                Ok(())
            }
        },
    }
}
