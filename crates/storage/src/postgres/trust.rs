//! Which connections can be believed.
//!
//! A server that was stopped or cut off may go on answering after another one has taken its place: it shows what it
//! had before, until it learns of its successor. So once something is wrong with one connection, all that are as old
//! are given up, with what is awaited on them.

use std::time::Instant;

use tokio::sync::watch;

/// Shared by all connections of a storage. Cheap to clone.
#[derive(Clone)]
pub(super) struct Trust(watch::Sender<Option<Instant>>);

impl Default for Trust {
    fn default() -> Self {
        Self(watch::Sender::new(None))
    }
}

impl Trust {
    /// Whether a connection made at this time can be believed.
    pub(super) fn is_given(&self, made: Instant) -> bool {
        self.0.borrow().is_none_or(|lost| made > lost)
    }

    /// Something is wrong with a connection made at this time. One that nobody believes any more says nothing about
    /// those made since.
    pub(super) fn withdraw(&self, made: Instant) {
        self.0.send_if_modified(|lost| {
            let is_news = lost.is_none_or(|lost| made > lost);
            if is_news {
                *lost = Some(Instant::now());
            }
            is_news
        });
    }

    /// Waits until a connection made at this time can no longer be believed.
    pub(super) async fn is_lost(&self, made: Instant) {
        let mut lost = self.0.subscribe();
        // The sender is there as long as this is.
        let _ = lost
            .wait_for(|lost| lost.is_some_and(|lost| made <= lost))
            .await;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn trouble_with_one_connection_ends_all_that_are_as_old_and_no_later_ones() {
        let trust = Trust::default();
        let before = Instant::now();
        assert!(trust.is_given(before));
        assert!(trust.is_lost(before).now_or_never().is_none());
        trust.withdraw(before);
        assert!(!trust.is_given(before));
        assert!(trust.is_lost(before).now_or_never().is_some());

        let later = Instant::now() + Duration::from_millis(1);
        assert!(trust.is_given(later));
        // The end of an old connection may be noticed late.
        trust.withdraw(before);
        assert!(trust.is_given(later));
    }
}
