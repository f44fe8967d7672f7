//! The public tables that wait for players: one list for all who ask, made anew once in a while, so
//! that it does not matter how many they are.

use std::sync::Arc;

use axum::body::Bytes;
use tokio::{
    sync::Mutex,
    time::{Duration, Instant},
};

use crate::problem::Failure;

/// The list as it was made last. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Lobby(Arc<Mutex<Option<Shown>>>);

struct Shown {
    since: Instant,
    list: Bytes,
}

impl Lobby {
    /// The list, if it is not older than that; or else a new one. Whoever asks while it is made waits
    /// for that one.
    pub(super) async fn list(
        &self,
        age: Duration,
        make: impl Future<Output = Result<Bytes, Failure>>,
    ) -> Result<Bytes, Failure> {
        let mut shown = self.0.lock().await;
        if let Some(shown) = shown.as_ref().filter(|shown| shown.since.elapsed() < age) {
            return Ok(shown.list.clone());
        }
        // What is true now will be old from now on, however long it takes to write it down.
        let since = Instant::now();
        let list = make.await?;
        *shown = Some(Shown {
            since,
            list: list.clone(),
        });
        Ok(list)
    }
}
