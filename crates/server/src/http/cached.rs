//! Answers that are the same for everybody: built once in a while for all requests, so that the number of requests does
//! not matter.

use std::sync::Arc;

use tokio::{
    sync::Mutex,
    time::{Duration, Instant},
};

use crate::problem::Failure;

/// The last answer. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Cached<T>(Arc<Mutex<Option<(Instant, T)>>>);

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T: Clone> Cached<T> {
    /// The answer, if it is not older than `age`; else a new one. Requests that come while it is built wait
    /// for it.
    pub(super) async fn get(
        &self,
        age: Duration,
        make: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let mut last = self.0.lock().await;
        if let Some((since, answer)) = &*last
            && since.elapsed() < age
        {
            return Ok(answer.clone());
        }
        // The answer shows things as of now, however long it takes to build it.
        let since = Instant::now();
        let answer = make.await?;
        *last = Some((since, answer.clone()));
        Ok(answer)
    }
}
