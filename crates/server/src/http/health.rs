//! Health checks: whether the process is alive, and whether it should receive clients.

use std::sync::Arc;

use tokio::{
    sync::Mutex,
    time::{Duration, Instant, timeout},
};

use brickwood_storage::Storage;

/// How long the storage may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// How old an answer of the storage may be.
const AGE: Duration = Duration::from_secs(2);

/// The last answer of the storage, shared by all requests. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Health(Arc<Mutex<Option<(Instant, bool)>>>);

impl Health {
    /// Whether the storage takes writes. This writes something to it, unless the last check is recent.
    pub(super) async fn is_well(&self, log: &dyn Storage) -> bool {
        // Requests that come meanwhile wait for this answer.
        let mut last = self.0.lock().await;
        if let Some((at, well)) = *last
            && at.elapsed() < AGE
        {
            return well;
        }
        let well = matches!(timeout(PATIENCE, log.check()).await, Ok(Ok(())));
        *last = Some((Instant::now(), well));
        well
    }
}

/// `GET /healthz`: a process that answers is alive.
pub(super) async fn lives() -> &'static str {
    "ok"
}
