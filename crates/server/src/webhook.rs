//! The webhook that hears of each table that somebody opens to find players: the channel of a group, for example.

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

/// Sends each table to a webhook, one after the other, at most once.
pub struct Webhook {
    queue: mpsc::Sender<OpenedTable>,
}

impl Webhook {
    /// Sends a table, for which nobody waits. Only the server that has created it sends it.
    pub(crate) fn send(&self, table: OpenedTable) {
        if self.queue.try_send(table).is_err() {
            tracing::warn!("the webhook is behind: a table is not sent to it");
        }
    }
}
