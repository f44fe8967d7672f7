//! Texts that wait to be sent to clients, and the memory that they may take.
//!
//! While a text waits, its length counts for its socket, for the networks of the client and for the
//! whole server. One text may always wait for a socket, so that clients that read are served however many
//! others do not. Beyond that, a text for which there is no room ends the connection of the client that
//! does not read.

use std::sync::Arc;

use brickwood_site::http::budget::{Charge, MemoryBudget, MemoryBudgets};
use tokio::sync::mpsc;
use tungstenite::Utf8Bytes;

/// Texts that may wait for one client.
const TEXTS: usize = 64;

/// A text that waits to be sent to a client.
#[derive(Debug)]
pub(crate) struct QueuedText {
    pub(crate) text: Utf8Bytes,
    /// Whether the table has more once this is sent.
    pub(crate) more: bool,
    _charge: Charge,
}

/// The sending end of the queue of texts for one client.
#[derive(Debug)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<QueuedText>,
    /// The budget of the socket.
    own: Arc<MemoryBudget>,
    budgets: MemoryBudgets,
}

/// The receiving end of an [`Outbox`].
pub(crate) type Inbox = mpsc::Receiver<QueuedText>;

impl Outbox {
    /// An outbox for a socket, limited by the budgets of the socket, of the client's networks and of the
    /// server.
    pub(crate) fn new(
        own: MemoryBudget,
        others: impl IntoIterator<Item = Arc<MemoryBudget>>,
    ) -> (Self, Inbox) {
        let (sender, inbox) = mpsc::channel(TEXTS);
        let own = Arc::new(own);
        let budgets = MemoryBudgets::new([Arc::clone(&own)].into_iter().chain(others));
        let outbox = Self {
            sender,
            own,
            budgets,
        };
        (outbox, inbox)
    }

    /// Puts a text in. `false` if the client is gone, or does not read.
    pub(crate) fn put(&self, text: Utf8Bytes, more: bool) -> bool {
        let bytes = text.len();
        let charge = if self.own.taken() == 0 {
            self.budgets.take_anyway(bytes)
        } else if let Some(charge) = self.budgets.take(bytes) {
            charge
        } else {
            return false;
        };
        let queued = QueuedText {
            text,
            more,
            _charge: charge,
        };
        self.sender.try_send(queued).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: usize) -> Utf8Bytes {
        "x".repeat(bytes).into()
    }

    #[test]
    fn a_waiting_text_counts_until_it_is_sent() {
        let server = Arc::new(MemoryBudget::new(1000));
        let (outbox, mut inbox) = Outbox::new(MemoryBudget::new(1000), [Arc::clone(&server)]);
        assert!(outbox.put(text(600), false) && outbox.put(text(300), true));
        assert_eq!(server.taken(), 900);
        assert!(!outbox.put(text(200), false));
        assert_eq!(server.taken(), 900, "a refused text takes nothing");
        drop(inbox.try_recv().unwrap());
        assert_eq!(server.taken(), 300);
        assert!(outbox.put(text(200), false));
        drop((outbox, inbox));
        assert_eq!(server.taken(), 0);
    }

    #[test]
    fn the_sockets_of_an_address_share_its_budget() {
        let address = Arc::new(MemoryBudget::new(1000));
        let socket = || Outbox::new(MemoryBudget::new(800), [Arc::clone(&address)]);
        let sockets: Vec<_> = (0..10).map(|_| socket()).collect();
        let put: usize = sockets
            .iter()
            .map(|(outbox, _)| (0..10).filter(|_| outbox.put(text(100), false)).count())
            .sum();
        // One text for each socket, and for the first as many as the address may have.
        assert_eq!(put, 8 + 2 + 8);
    }

    #[test]
    fn a_client_that_reads_is_served_while_others_have_taken_everything() {
        let server = Arc::new(MemoryBudget::new(1000));
        let socket = || Outbox::new(MemoryBudget::new(10_000), [Arc::clone(&server)]);
        let (greedy, _unread) = socket();
        while greedy.put(text(100), false) {}
        let (outbox, mut inbox) = socket();
        for _ in 0..100 {
            assert!(outbox.put(text(500), false));
            assert!(inbox.try_recv().is_ok());
        }
    }

    #[test]
    fn the_number_of_waiting_texts_is_limited_however_short_they_are() {
        let (outbox, _inbox) = Outbox::new(MemoryBudget::new(10_000), []);
        assert_eq!(
            (0..100).filter(|_| outbox.put(text(1), false)).count(),
            TEXTS
        );
    }
}
