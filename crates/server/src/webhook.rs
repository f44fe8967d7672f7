//! The webhook that hears of each table that somebody opens to find players, and of reports: the channel of a group, for
//! example.

#[cfg(feature = "webhook")]
mod sending;

use tokio::sync::mpsc;

#[cfg(feature = "webhook")]
pub use sending::{NotAWebhookUrl, WebhookUrl};

/// A table that somebody has opened to find players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenedTable {
    /// Its host's name.
    pub(crate) host: String,
    /// How many play.
    pub(crate) seats: u8,
    /// After how many seconds the game begins, with bots on the seats that are open.
    pub(crate) seconds: u16,
    /// Its link; none where the address of the site is unknown.
    pub(crate) url: Option<String>,
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Tidings {
    Table(OpenedTable),
    Reports(OpenReports),
}

/// Sends tidings to a webhook, one after the other, at most once.
pub struct Webhook {
    queue: mpsc::Sender<Tidings>,
}

impl Webhook {
    /// Sends tidings, for which nobody waits. Only the server at which it has happened sends them.
    pub(crate) fn send(&self, tidings: Tidings) {
        if self.queue.try_send(tidings).is_err() {
            tracing::warn!("the webhook is behind: something is not sent to it");
        }
    }
}
