//! Sends messages to a webhook, as the usual chat systems take them.

use std::{fmt, str::FromStr, sync::Arc, time::Duration};

use axum::http::{
    Method, Request, StatusCode, Uri,
    header::{CONTENT_TYPE, RETRY_AFTER},
};
use brickwood_site::http::outbound::Outbound;
use brickwood_storage::now_ms;
use futures_util::{FutureExt, StreamExt, future::BoxFuture, stream};
use thiserror::Error;
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};

use super::{OpenReports, OpenedTable, Tidings, Webhook, wording::message};

/// How many tables may wait to be told. More are not told.
const WAITING: usize = 64;

/// The time between two messages: a channel is not flooded, however many tables are opened. Those that are opened meanwhile
/// are told together.
const BETWEEN: Duration = Duration::from_mins(1);

/// The pause before the second attempt. Each is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_mins(5);

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// The address of a webhook. It is a secret: whoever knows it can write to the channel, so it is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookUrl(Uri);

impl fmt::Debug for WebhookUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WebhookUrl").field(&self.0.host()).finish()
    }
}

/// A text is not the address of a webhook.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the address of a webhook begins with https:// or http://, and a host")]
pub struct NotAWebhookUrl;

impl FromStr for WebhookUrl {
    type Err = NotAWebhookUrl;

    fn from_str(text: &str) -> Result<Self, NotAWebhookUrl> {
        let url: Uri = text.parse().map_err(|_| NotAWebhookUrl)?;
        let is_web = matches!(url.scheme_str(), Some("https" | "http"));
        if !is_web || url.host().is_none_or(str::is_empty) {
            return Err(NotAWebhookUrl);
        }
        Ok(Self(url))
    }
}

impl Webhook {
    /// Begins to send. It ends when this is dropped. To be called in a runtime.
    ///
    /// # Errors
    ///
    /// If TLS cannot be used.
    pub fn start(url: WebhookUrl) -> std::io::Result<Self> {
        let outbound = Outbound::new(PATIENCE)?;
        let (queue, heard) = mpsc::channel(WAITING);
        let (outbound, url) = (Arc::new(outbound), Arc::new(url));
        tokio::spawn(tell(heard, move |body| {
            let (outbound, url) = (Arc::clone(&outbound), Arc::clone(&url));
            async move { post(&outbound, &url, body).await }.boxed()
        }));
        Ok(Self { queue })
    }
}

/// What has become of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Posted {
    /// It was taken, or may have been: once more, and it could be there twice.
    Done,
    /// Nothing was taken, and the other side asks to wait for so long.
    Refused(Duration),
}

/// What waits to be told.
#[derive(Default)]
struct Waiting {
    tables: Vec<OpenedTable>,
    reports: Option<OpenReports>,
}

impl Waiting {
    fn add(&mut self, tidings: Tidings) {
        match tidings {
            Tidings::Table(table) if self.tables.len() < WAITING => self.tables.push(table),
            Tidings::Table(_) => {}
            Tidings::Reports(reports) => self.reports = Some(reports),
        }
    }

    fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.reports.is_none()
    }
}

/// Tells of tables and reports as they come, at once or together with others. What is over when its turn comes is not told.
async fn tell(
    mut heard: mpsc::Receiver<Tidings>,
    post: impl Fn(Vec<u8>) -> BoxFuture<'static, Posted> + Send,
) {
    let mut waiting = Waiting::default();
    let (mut next, mut pause) = (Instant::now(), FIRST_PAUSE);
    loop {
        let is_due = sleep_until(next);
        tokio::pin!(is_due);
        loop {
            tokio::select! {
                biased;
                tidings = heard.recv() => match tidings {
                    Some(tidings) => waiting.add(tidings),
                    None => return,
                },
                () = &mut is_due, if !waiting.is_empty() => break,
            }
        }
        let told = stream::iter(std::mem::take(&mut waiting.tables))
            .filter_map(|table| async move { table.is_news().await.then_some(table) });
        waiting.tables = told.collect().await;
        if waiting.is_empty() {
            continue;
        }
        let body = message(&waiting.tables, waiting.reports.as_ref(), now_ms())
            .to_string()
            .into_bytes();
        match post(body).await {
            Posted::Done => {
                waiting = Waiting::default();
                (next, pause) = (Instant::now() + BETWEEN, FIRST_PAUSE);
            }
            Posted::Refused(wait) => {
                next = Instant::now() + pause.max(wait).min(LONGEST_PAUSE);
                pause = LONGEST_PAUSE.min(2 * pause);
            }
        }
    }
}

/// Sends a message once.
async fn post(outbound: &Outbound, url: &WebhookUrl, body: Vec<u8>) -> Posted {
    let request = Request::builder()
        .method(Method::POST)
        .uri(url.0.clone())
        .header(CONTENT_TYPE, "application/json")
        .body(body)
        .expect("a request for an address that was read");
    match outbound.send(request).await {
        Ok(answer) if answer.status().is_success() => Posted::Done,
        // These say that nothing was taken.
        Ok(answer)
            if matches!(
                answer.status(),
                StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
            ) =>
        {
            let seconds = answer.headers().get(RETRY_AFTER);
            let seconds = seconds.and_then(|text| text.to_str().ok()?.parse().ok());
            Posted::Refused(Duration::from_secs(seconds.unwrap_or_default()))
        }
        Err(error) if error.is_unsent() => {
            tracing::warn!("the webhook cannot be reached");
            Posted::Refused(Duration::ZERO)
        }
        Ok(answer) => {
            let status = answer.status().as_u16();
            tracing::warn!(status, "the webhook has refused a message");
            Posted::Done
        }
        Err(_) => {
            tracing::warn!("the webhook has not answered: a message may not be told");
            Posted::Done
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use parking_lot::Mutex;
    use serde_json::Value;
    use tokio::time::{advance, sleep};

    use super::{super::wording::tests::table, *};

    const SECOND: Duration = Duration::from_secs(1);

    /// What was said, and when.
    type Said = Arc<Mutex<Vec<(Duration, String)>>>;

    /// A channel that answers each message as it is told to, in virtual time, and what was said there and when.
    fn channel(
        answer: impl Fn(usize) -> (Duration, Posted) + Send + 'static,
    ) -> (mpsc::Sender<Tidings>, Said) {
        let (queue, opened) = mpsc::channel(WAITING);
        let said = Said::default();
        let (heard, begun) = (Arc::clone(&said), Instant::now());
        tokio::spawn(tell(opened, move |body| {
            let body: Value = serde_json::from_slice(&body).unwrap();
            let text = body["text"].as_str().unwrap().to_owned();
            let mut heard = heard.lock();
            heard.push((begun.elapsed(), text));
            let (lasts, posted) = answer(heard.len());
            async move {
                sleep(lasts).await;
                posted
            }
            .boxed()
        }));
        (queue, said)
    }

    /// What was said, and after how many seconds.
    fn heard(said: &Mutex<Vec<(Duration, String)>>) -> Vec<(u64, String)> {
        let said = said.lock();
        let said = said.iter().map(|(at, text)| {
            let text = text.split(" players").next().unwrap_or_default();
            (at.as_secs(), text.to_owned())
        });
        said.collect()
    }

    async fn pass(time: Duration) {
        for _ in 0..time.as_millis() / 500 {
            advance(Duration::from_millis(500)).await;
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn many_tables_are_a_message_a_minute() {
        let (queue, said) = channel(|_| (Duration::ZERO, Posted::Done));
        for second in 0..130 {
            let _ = queue.try_send(Tidings::Table(table(&format!("Host {second}"), None)));
            pass(SECOND).await;
        }
        let expected = [
            (0, "Host 0 is looking for".to_owned()),
            (60, "60 tables are looking for".to_owned()),
            (120, "60 tables are looking for".to_owned()),
        ];
        assert_eq!(heard(&said), expected);
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_that_has_begun_or_ended_meanwhile_is_not_told() {
        let (queue, said) = channel(|_| (Duration::ZERO, Posted::Done));
        queue
            .try_send(Tidings::Table(table("First", None)))
            .ok()
            .unwrap();
        pass(SECOND).await;
        let is_open = Arc::new(AtomicBool::new(true));
        let open = Arc::clone(&is_open);
        let mut ends = table("Ends", None);
        ends.is_open = Box::new(move || {
            let is_open = open.load(Ordering::Relaxed);
            async move { is_open }.boxed()
        });
        // It had to begin before it can be told.
        let begins = table("Begins", Some(now_ms()));
        for table in [ends, begins, table("Waits", None)] {
            queue.try_send(Tidings::Table(table)).ok().unwrap();
        }
        is_open.store(false, Ordering::Relaxed);
        pass(90 * SECOND).await;
        let expected = [
            (0, "First is looking for".to_owned()),
            (60, "Waits is looking for".to_owned()),
        ];
        assert_eq!(heard(&said), expected);
        // Where nothing is left, the next one does not wait for a message that was never sent.
        queue
            .try_send(Tidings::Table(table("Begins", Some(now_ms()))))
            .ok()
            .unwrap();
        pass(60 * SECOND).await;
        queue
            .try_send(Tidings::Table(table("Last", None)))
            .ok()
            .unwrap();
        pass(SECOND).await;
        assert_eq!(heard(&said)[2], (151, "Last is looking for".to_owned()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_channel_that_asks_to_wait_is_told_what_is_true_afterwards() {
        let (queue, said) = channel(|attempt| {
            let wait = Duration::from_secs(if attempt == 1 { 60 } else { 0 });
            let refused = attempt < 3;
            let posted = if refused {
                Posted::Refused(wait)
            } else {
                Posted::Done
            };
            (Duration::ZERO, posted)
        });
        queue
            .try_send(Tidings::Table(table("First", None)))
            .ok()
            .unwrap();
        pass(10 * SECOND).await;
        queue
            .try_send(Tidings::Table(table("Second", None)))
            .ok()
            .unwrap();
        pass(80 * SECOND).await;
        let expected = [
            (0, "First is looking for".to_owned()),
            (60, "2 tables are looking for".to_owned()),
            (61, "2 tables are looking for".to_owned()),
        ];
        assert_eq!(heard(&said), expected);
    }

    #[tokio::test(start_paused = true)]
    async fn a_channel_that_hangs_is_not_flooded_when_it_is_well_again() {
        let (queue, said) = channel(|attempt| {
            let lasts = if attempt == 1 {
                PATIENCE
            } else {
                Duration::ZERO
            };
            (lasts, Posted::Done)
        });
        for second in 0..70 {
            let _ = queue.try_send(Tidings::Table(table(&format!("Host {second}"), None)));
            pass(SECOND).await;
        }
        let times: Vec<u64> = heard(&said).iter().map(|(at, _)| *at).collect();
        assert_eq!(times, [0, 65]);
    }

    #[tokio::test(start_paused = true)]
    async fn of_many_reports_a_minute_only_the_last_number_is_told() {
        let (queue, said) = channel(|_| (Duration::ZERO, Posted::Done));
        for cards in 1..=90 {
            let reports = OpenReports { cards, url: None };
            let _ = queue.try_send(Tidings::Reports(reports));
            pass(SECOND).await;
        }
        let expected = [
            (0, "1 report waits for the moderators.".to_owned()),
            (60, "61 reports wait for the moderators.".to_owned()),
        ];
        assert_eq!(heard(&said), expected);
    }

    #[test]
    fn the_address_of_a_webhook_is_not_shown() {
        let url: WebhookUrl = "https://hooks.example/secret".parse().unwrap();
        assert!(!format!("{url:?}").contains("secret"));
        for bad in ["hooks.example", "ftp://hooks.example/a", "https:///a", ""] {
            assert!(bad.parse::<WebhookUrl>().is_err(), "{bad}");
        }
    }
}
