//! The public tables that wait for players: one list for all requests, rebuilt once in a while, so that
//! the number of requests does not matter.

use std::sync::Arc;

use axum::body::Bytes;
use tokio::{
    sync::Mutex,
    time::{Duration, Instant},
};

use crate::problem::Failure;

/// The cached list. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Lobby(Arc<Mutex<Option<CachedList>>>);

struct CachedList {
    since: Instant,
    list: Bytes,
}

impl Lobby {
    /// The list, if it is not older than `age`; else a new one. Requests that come while it is built wait
    /// for it.
    pub(super) async fn list(
        &self,
        age: Duration,
        make: impl Future<Output = Result<Bytes, Failure>>,
    ) -> Result<Bytes, Failure> {
        let mut cached = self.0.lock().await;
        if let Some(cached) = cached
            .as_ref()
            .filter(|cached| cached.since.elapsed() < age)
        {
            return Ok(cached.list.clone());
        }
        // The list shows the tables as of now, however long it takes to build it.
        let since = Instant::now();
        let list = make.await?;
        *cached = Some(CachedList {
            since,
            list: list.clone(),
        });
        Ok(list)
    }
}
