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

/// Errands of one kind.
pub(crate) trait Errands: Sized + Send + Sync {
    /// What they are, for the log.
    const WHAT: &str;

    /// How often those that another server has stored are looked for.
    const LOOK: Duration;

    /// Says that there is another one.
    fn news(&self) -> &Arc<Notify>;

    /// Does all that are stored.
    fn do_all(&self) -> impl Future<Output = Result<(), Unavailable>> + Send;

    /// Does them, for as long as the server runs.
    fn run(self) -> impl Future<Output = ()> + Send {
        async move {
            loop {
                if let Err(Unavailable) = self.do_all().await {
                    tracing::warn!(what = Self::WHAT, "errands have to wait for the storage");
                }
                // Whatever wakes it, it looks at all.
                let _ = timeout(Self::LOOK, self.news().notified()).await;
            }
        }
    }
}

/// Asks a table for its part of an errand. What is impossible there is left, since nobody waits for the answer.
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
                tracing::error!(table = tag(&game), problem, "a table has refused an errand");
                Ok(())
            }
        },
    }
}
