//! What a provider says of itself, asked for as seldom as possible and by nobody alone.

use std::{sync::Arc, time::Duration};

use futures_util::{
    FutureExt,
    future::{BoxFuture, Shared},
};
use parking_lot::Mutex;
use tokio::time::{Instant, timeout};

use crate::person::identities::oidc::OidcError;

/// How long an answer is remembered.
const AGE: Duration = Duration::from_mins(10);

/// How long it is remembered that there was none: whoever comes meanwhile does not wait for the next one.
const FAILED: Duration = Duration::from_secs(5);

/// How often it is asked for anew because of tokens that do not fit, which anybody can have made.
const ANEW: Duration = Duration::from_secs(30);

type Asking<T> = Shared<BoxFuture<'static, Result<T, OidcError>>>;

/// What a provider says of itself.
pub(super) struct Discovery<T> {
    ask: Box<dyn Fn() -> BoxFuture<'static, Result<T, OidcError>> + Send + Sync>,
    patience: Duration,
    heard: Arc<Mutex<Heard<T>>>,
}

/// What was heard, and what is being asked. Nobody holds this while the provider is asked.
struct Heard<T> {
    known: Option<(Instant, T)>,
    /// Why there was no answer last.
    failed: Option<(Instant, OidcError)>,
    /// When a token did not fit.
    misfit: Option<Instant>,
    /// All who want the answer wait for the same.
    asking: Option<Asking<T>>,
}

impl<T: Clone + Send + Sync + 'static> Discovery<T> {
    /// By what asks, and how long it may take.
    pub(super) fn by(
        patience: Duration,
        ask: impl Fn() -> BoxFuture<'static, Result<T, OidcError>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            ask: Box::new(ask),
            patience,
            heard: Arc::new(Mutex::new(Heard {
                known: None,
                failed: None,
                misfit: None,
                asking: None,
            })),
        }
    }

    /// What is known, or else what the provider answers now.
    pub(super) async fn get(&self) -> Result<T, OidcError> {
        let asking = {
            let mut heard = self.heard.lock();
            if let Some((at, known)) = &heard.known
                && at.elapsed() < AGE
            {
                return Ok(known.clone());
            }
            if let Some((at, error)) = &heard.failed
                && at.elapsed() < FAILED
            {
                return Err(error.clone());
            }
            self.ask(&mut heard)
        };
        asking.await
    }

    /// What the provider answers now, for a token that does not fit what is known; unless such a token came a moment ago.
    pub(super) async fn anew(&self) -> Result<T, OidcError> {
        let asking = {
            let mut heard = self.heard.lock();
            if heard.misfit.is_some_and(|at| at.elapsed() < ANEW) {
                None
            } else {
                heard.misfit = Some(Instant::now());
                Some(self.ask(&mut heard))
            }
        };
        match asking {
            Some(asking) => asking.await,
            None => self.get().await,
        }
    }

    /// Whether the provider has not answered when it was asked last.
    pub(super) fn has_failed(&self) -> bool {
        self.heard.lock().failed.is_some()
    }

    /// Asks, unless that is being done.
    fn ask(&self, heard: &mut Heard<T>) -> Asking<T> {
        if let Some(asking) = &heard.asking {
            return asking.clone();
        }
        let (asked, shared) = ((self.ask)(), Arc::clone(&self.heard));
        let patience = self.patience;
        // It goes on when those who wait have gone away.
        let task = tokio::spawn(async move {
            let late = |_| Err(OidcError::Provider("it does not answer in time".to_owned()));
            let answer = timeout(patience, asked).await.unwrap_or_else(late);
            let mut heard = shared.lock();
            heard.asking = None;
            match &answer {
                Ok(known) => {
                    heard.known = Some((Instant::now(), known.clone()));
                    heard.failed = None;
                }
                Err(error) => heard.failed = Some((Instant::now(), error.clone())),
            }
            answer
        });
        let ended = |_| Err(OidcError::Provider("nobody asks it any more".to_owned()));
        let asking = task.map(move |answer| answer.unwrap_or_else(ended));
        let asking = asking.boxed().shared();
        heard.asking = Some(asking.clone());
        asking
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use futures_util::future::join_all;
    use tokio::time::{advance, sleep};

    use super::*;

    /// A provider that answers after so long with how often it was asked, or not.
    fn provider(after: Duration, answers: bool) -> (Arc<AtomicU32>, Discovery<u32>) {
        let times = Arc::new(AtomicU32::new(0));
        let asked = Arc::clone(&times);
        let discovery = Discovery::by(4 * SECOND, move || {
            let time = asked.fetch_add(1, Ordering::Relaxed) + 1;
            async move {
                sleep(after).await;
                answers
                    .then_some(time)
                    .ok_or_else(|| OidcError::Provider("x".to_owned()))
            }
            .boxed()
        });
        (times, discovery)
    }

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn whoever_comes_while_a_provider_is_asked_waits_for_the_same_answer() {
        let (times, discovery) = provider(3 * SECOND, true);
        let begun = Instant::now();
        let answers = join_all((0..30).map(|_| discovery.get())).await;
        assert!(answers.iter().all(|answer| *answer.as_ref().unwrap() == 1));
        assert_eq!(begun.elapsed(), 3 * SECOND);
        assert_eq!(times.load(Ordering::Relaxed), 1);
        advance(AGE).await;
        assert_eq!(discovery.get().await.unwrap(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_provider_that_is_silent_costs_four_seconds_once_and_then_nothing_for_five() {
        let (times, discovery) = provider(60 * SECOND, true);
        let begun = Instant::now();
        let answers = join_all((0..30).map(|_| discovery.get())).await;
        assert!(answers.iter().all(Result::is_err));
        assert_eq!(begun.elapsed(), 4 * SECOND);
        assert!(discovery.has_failed());
        for _ in 0..4 {
            advance(SECOND).await;
            let begun = Instant::now();
            assert!(discovery.get().await.is_err());
            assert_eq!(begun.elapsed(), Duration::ZERO);
        }
        assert_eq!(times.load(Ordering::Relaxed), 1);
        advance(SECOND).await;
        assert!(discovery.get().await.is_err());
        assert_eq!(times.load(Ordering::Relaxed), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_goes_away_does_not_keep_others_from_the_answer() {
        let (times, discovery) = provider(3 * SECOND, true);
        assert!(timeout(SECOND, discovery.get()).await.is_err());
        sleep(3 * SECOND).await;
        let begun = Instant::now();
        assert_eq!(discovery.get().await.unwrap(), 1);
        assert_eq!(begun.elapsed(), Duration::ZERO);
        assert_eq!(times.load(Ordering::Relaxed), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn tokens_that_do_not_fit_have_a_provider_asked_once_in_half_a_minute() {
        let (times, discovery) = provider(Duration::ZERO, true);
        discovery.get().await.unwrap();
        for _ in 0..20 {
            assert_eq!(discovery.anew().await.unwrap(), 2);
            advance(SECOND).await;
        }
        advance(ANEW).await;
        assert_eq!(discovery.anew().await.unwrap(), 3);
        assert_eq!(times.load(Ordering::Relaxed), 3);
    }
}
