//! What waits to be sent to clients, and how much memory that may take.
//!
//! Each text counts with its length for its socket, for the address of the client and for the whole
//! server, as long as it waits. One text may always wait for a socket, so that those who read are served
//! however many others do not; beyond that, a text for which there is no room ends the connection of who
//! does not read.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::sync::mpsc;
use tungstenite::Utf8Bytes;

/// Texts that may wait for one client.
const TEXTS: usize = 64;

/// Bytes that may be taken, and are given back.
#[derive(Debug)]
pub(crate) struct Budget {
    most: usize,
    taken: AtomicUsize,
}

impl Budget {
    pub(crate) const fn new(most: usize) -> Self {
        Self {
            most,
            taken: AtomicUsize::new(0),
        }
    }

    fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    fn has_room_for(&self, bytes: usize) -> bool {
        self.taken().saturating_add(bytes) <= self.most
    }
}

/// The budgets that a text counts for, narrowest first.
#[derive(Clone, Debug)]
struct Budgets([Option<Arc<Budget>>; 3]);

impl Budgets {
    fn all(&self) -> impl Iterator<Item = &Budget> {
        self.0.iter().flatten().map(AsRef::as_ref)
    }
}

/// Bytes that were taken: given back when it is dropped.
#[derive(Debug)]
struct Charge {
    budgets: Budgets,
    bytes: usize,
}

impl Drop for Charge {
    fn drop(&mut self) {
        for budget in self.budgets.all() {
            budget.taken.fetch_sub(self.bytes, Ordering::Relaxed);
        }
    }
}

/// A text on its way to a client.
#[derive(Debug)]
pub(crate) struct Post {
    pub(crate) text: Utf8Bytes,
    /// Whether more is to be had once this is sent.
    pub(crate) more: bool,
    _charge: Charge,
}

/// The way to one client.
#[derive(Debug)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<Post>,
    budgets: Budgets,
}

/// Where what was put into an [`Outbox`] comes out.
pub(crate) type Inbox = mpsc::Receiver<Post>;

impl Outbox {
    /// An outbox for a socket that may hold as much as `socket` has, of what its address and the server
    /// have.
    pub(crate) fn new(
        socket: Budget,
        address: Option<Arc<Budget>>,
        server: Option<Arc<Budget>>,
    ) -> (Self, Inbox) {
        let (sender, inbox) = mpsc::channel(TEXTS);
        let budgets = Budgets([Some(Arc::new(socket)), address, server]);
        (Self { sender, budgets }, inbox)
    }

    /// Puts a text in. `false` if the client is gone, or does not read what it is sent.
    pub(crate) fn put(&self, text: Utf8Bytes, more: bool) -> bool {
        let bytes = text.len();
        let is_empty = self.budgets.0[0]
            .as_ref()
            .is_none_or(|own| own.taken() == 0);
        if !is_empty && !self.budgets.all().all(|budget| budget.has_room_for(bytes)) {
            return false;
        }
        for budget in self.budgets.all() {
            budget.taken.fetch_add(bytes, Ordering::Relaxed);
        }
        let charge = Charge {
            budgets: self.budgets.clone(),
            bytes,
        };
        let post = Post {
            text,
            more,
            _charge: charge,
        };
        self.sender.try_send(post).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: usize) -> Utf8Bytes {
        "x".repeat(bytes).into()
    }

    #[test]
    fn what_waits_is_counted_until_it_is_sent() {
        let server = Arc::new(Budget::new(1000));
        let (outbox, mut inbox) = Outbox::new(Budget::new(1000), None, Some(Arc::clone(&server)));
        assert!(outbox.put(text(600), false) && outbox.put(text(300), true));
        assert_eq!(server.taken(), 900);
        assert!(!outbox.put(text(200), false));
        assert_eq!(server.taken(), 900, "what is refused takes nothing");
        drop(inbox.try_recv().unwrap());
        assert_eq!(server.taken(), 300);
        assert!(outbox.put(text(200), false));
        drop((outbox, inbox));
        assert_eq!(server.taken(), 0);
    }

    #[test]
    fn the_sockets_of_an_address_share_what_it_has() {
        let address = Arc::new(Budget::new(1000));
        let socket = || Outbox::new(Budget::new(800), Some(Arc::clone(&address)), None);
        let sockets: Vec<_> = (0..10).map(|_| socket()).collect();
        let put: usize = sockets
            .iter()
            .map(|(outbox, _)| (0..10).filter(|_| outbox.put(text(100), false)).count())
            .sum();
        // One text each; and of the first, as much as the address has.
        assert_eq!(put, 8 + 2 + 8);
    }

    #[test]
    fn one_who_reads_is_served_while_others_have_taken_everything() {
        let server = Arc::new(Budget::new(1000));
        let socket = || Outbox::new(Budget::new(10_000), None, Some(Arc::clone(&server)));
        let (greedy, _unread) = socket();
        while greedy.put(text(100), false) {}
        let (outbox, mut inbox) = socket();
        for _ in 0..100 {
            assert!(outbox.put(text(500), false));
            assert!(inbox.try_recv().is_ok());
        }
    }

    #[test]
    fn as_many_texts_wait_as_may_however_short() {
        let (outbox, _inbox) = Outbox::new(Budget::new(10_000), None, None);
        assert_eq!(
            (0..100).filter(|_| outbox.put(text(1), false)).count(),
            TEXTS
        );
    }
}
