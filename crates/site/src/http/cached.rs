//! Answers that are the same for everybody: built once in a while for all requests, so that the number of requests does
//! not matter.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, header};
use tokio::{
    sync::Mutex,
    time::{Duration, Instant},
};

use crate::http::problem::Failure;

/// The last answer. Cheap to clone.
#[derive(Clone)]
pub struct Cached<T>(Arc<Mutex<Option<(Instant, T)>>>);

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T: Clone> Cached<T> {
    /// The answer, if it is not older than `age`; else a new one. Requests that come while it is built wait
    /// for it.
    pub async fn get(
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

    /// Something has changed that must be seen at once.
    pub async fn forget(&self) {
        *self.0.lock().await = None;
    }
}

/// Weak, because the bytes on the wire may be compressed in one way or another.
pub fn entity_tag(hash: &[u8; 32]) -> HeaderValue {
    let tag = format!("W/\"{}\"", base16ct::lower::encode_string(&hash[..16]));
    HeaderValue::try_from(tag).expect("a tag is made of hexadecimal digits")
}

/// Whether the browser has the file already.
pub fn has_tag(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|tags| tags.split(','))
        .any(|known| known.trim().as_bytes() == tag.as_bytes())
}
