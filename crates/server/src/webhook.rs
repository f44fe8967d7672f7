//! The webhook that hears of tables that somebody opens to find players, and of reports: the channel of a group, for
//! example.

#[cfg(feature = "webhook")]
mod sending;
#[cfg(feature = "webhook")]
mod wording;

use brickwood_storage::now_ms;
use futures_util::future::BoxFuture;
use tokio::sync::mpsc;

#[cfg(feature = "webhook")]
pub use sending::{NotAWebhookUrl, WebhookUrl};

/// A table that somebody has opened to find players.
pub(crate) struct OpenedTable {
    /// Its host's name.
    pub(crate) host: String,
    /// How many play.
    pub(crate) seats: u8,
    /// When the game begins, with bots on the seats that are open, in milliseconds since 1970; none if it has begun, and
    /// bots' seats are free.
    pub(crate) begins_ms: Option<u64>,
    /// Its id.
    pub(crate) id: String,
    /// The address of the site; none where it is unknown.
    pub(crate) origin: Option<String>,
    /// Finds out whether somebody can still sit down.
    pub(crate) is_open: Box<dyn Fn() -> BoxFuture<'static, bool> + Send + Sync>,
}

impl OpenedTable {
    /// Whether there is something to tell of it now.
    #[cfg_attr(not(feature = "webhook"), expect(dead_code, reason = "nobody is told"))]
    async fn is_news(&self) -> bool {
        self.begins_ms.is_none_or(|begins_ms| now_ms() < begins_ms) && (self.is_open)().await
    }
}

/// Reports about people that nobody has decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenReports {
    /// How many people at tables they are about.
    pub(crate) cards: u32,
    /// The link of the host's page; none where the address of the site is unknown.
    pub(crate) url: Option<String>,
}

/// What a webhook hears of.
pub(crate) enum Tidings {
    Table(OpenedTable),
    Reports(OpenReports),
}

/// Tells a webhook what has happened, at most once, and no more than a message a minute.
pub struct Webhook {
    queue: mpsc::Sender<Tidings>,
}

impl Webhook {
    /// Sends tidings, for which nobody waits. Only the server at which it has happened sends them.
    pub(crate) fn send(&self, tidings: Tidings) {
        if self.queue.try_send(tidings).is_err() {
            tracing::debug!("the webhook is behind: something is not told");
        }
    }
}
