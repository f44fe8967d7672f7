//! Sends tables to a webhook, as the usual chat systems take them.

use std::{fmt, str::FromStr, time::Duration};

use axum::http::{
    Method, Request, StatusCode, Uri,
    header::{CONTENT_TYPE, RETRY_AFTER},
};
use brickwood_site::http::outbound::Outbound;
use serde_json::json;
use thiserror::Error;
use tokio::{sync::mpsc, time::sleep};

use super::{OpenedTable, Tidings, Webhook};

/// How many tables may wait to be sent. More are not sent.
const WAITING: usize = 64;

/// How often something is tried to be sent.
const ATTEMPTS: u32 = 6;

/// The pause before the second attempt. Each is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

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
        let outbound = Outbound::new()?;
        let (queue, mut waiting) = mpsc::channel(WAITING);
        tokio::spawn(async move {
            while let Some(tidings) = waiting.recv().await {
                send(&outbound, &url, &tidings).await;
            }
        });
        Ok(Self { queue })
    }
}

/// Sends tidings until they are taken, or will not be.
async fn send(outbound: &Outbound, url: &WebhookUrl, tidings: &Tidings) {
    let body = message(tidings).to_string().into_bytes();
    let mut pause = FIRST_PAUSE;
    for attempt in 1..=ATTEMPTS {
        let request = Request::builder()
            .method(Method::POST)
            .uri(url.0.clone())
            .header(CONTENT_TYPE, "application/json")
            .body(body.clone())
            .expect("a request for an address that was read");
        let asked_to_wait = match outbound.send(request).await {
            Ok(answer) if answer.status().is_success() => return,
            // These say that nothing was taken.
            Ok(answer)
                if matches!(
                    answer.status(),
                    StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
                ) =>
            {
                let seconds = answer.headers().get(RETRY_AFTER);
                let seconds = seconds.and_then(|text| text.to_str().ok()?.parse().ok());
                Duration::from_secs(seconds.unwrap_or_default())
            }
            Err(error) if error.is_unsent() => Duration::ZERO,
            // It may have been taken: once more, and it could be there twice.
            Ok(answer) => {
                let status = answer.status().as_u16();
                return tracing::warn!(status, "the webhook has refused a message");
            }
            Err(_) => {
                return tracing::warn!("the webhook has not answered: something may not be told");
            }
        };
        if attempt < ATTEMPTS {
            sleep(pause.max(asked_to_wait).min(LONGEST_PAUSE)).await;
            pause *= 2;
        }
    }
    tracing::warn!("the webhook cannot be reached: something is not told");
}

/// What is sent: Slack and Mattermost read `text`, Discord reads `content`.
fn message(tidings: &Tidings) -> serde_json::Value {
    let (mut text, url) = match tidings {
        Tidings::Table(table) => (about_table(table), &table.url),
        Tidings::Reports(reports) => (about_reports(reports.cards), &reports.url),
    };
    if let Some(url) = url {
        text.push(' ');
        text.push_str(url);
    }
    json!({"text": text, "content": text, "allowed_mentions": {"parse": []}})
}

/// Whom reports are about, and from whom they are, is for the host's page alone.
fn about_reports(cards: u32) -> String {
    match cards {
        1 => "1 report waits for the moderators.".to_owned(),
        cards => format!("{cards} reports wait for the moderators."),
    }
}

fn about_table(table: &OpenedTable) -> String {
    let OpenedTable {
        host,
        seats,
        seconds,
        ..
    } = table;
    let host = plain(host);
    let when = match seconds {
        0 => "has just begun; bots' seats are free".to_owned(),
        1..60 => format!("begins in {seconds} seconds"),
        60..120 => "begins in a minute".to_owned(),
        _ => format!("begins in {} minutes", seconds / 60),
    };
    format!("{host} is looking for players: a game for {seats} {when}.")
}

/// A name without the signs by which chat systems mark people, links and styles.
fn plain(name: &str) -> String {
    let is_plain = |sign: &char| sign.is_alphanumeric() || " -.'’".contains(*sign);
    name.chars().filter(is_plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::webhook::OpenReports;

    fn table() -> OpenedTable {
        OpenedTable {
            host: "Ida".to_owned(),
            seats: 4,
            seconds: 60,
            url: Some("https://play.example/t/amber-otter-42".to_owned()),
        }
    }

    #[test]
    fn a_table_is_told_as_chat_systems_read_it() {
        let said = message(&Tidings::Table(table()));
        let text = "Ida is looking for players: a game for 4 begins in a minute. \
             https://play.example/t/amber-otter-42";
        assert_eq!(said["text"], text);
        assert_eq!(said["content"], text);
    }

    #[test]
    fn a_name_calls_nobody_and_links_to_nothing() {
        let mut nasty = table();
        nasty.host = "@here <!channel> [x](y)".to_owned();
        nasty.url = None;
        let said = message(&Tidings::Table(nasty));
        let text = said["text"].as_str().unwrap();
        assert!(text.starts_with("here channel xy is looking"), "{text}");
    }

    #[test]
    fn of_reports_no_more_is_told_than_how_many_there_are() {
        let reports = |cards| {
            let url = Some("https://play.example/host".to_owned());
            message(&Tidings::Reports(OpenReports { cards, url }))["text"].clone()
        };
        let link = "https://play.example/host";
        assert_eq!(
            reports(1),
            format!("1 report waits for the moderators. {link}")
        );
        assert_eq!(
            reports(12),
            format!("12 reports wait for the moderators. {link}")
        );
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
