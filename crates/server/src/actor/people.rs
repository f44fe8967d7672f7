//! Those who are connected to a table, and what each of them has been told.

use axum::extract::ws::Utf8Bytes;
use brickwood_rules::{Seat, SeatSet};
use brickwood_table::{Table, protocol::ServerMessage};
use tokio::sync::mpsc;

/// Messages on their way to one client. A client that lets it run full is disconnected, and gets
/// the rest when it comes back.
pub(crate) type Outbox = mpsc::Sender<Utf8Bytes>;

/// Names a connection to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ConnectionId(u64);

struct Connection {
    id: ConnectionId,
    seat: Option<Seat>,
    /// The last line of the log that it was told.
    seen: u32,
    outbox: Outbox,
}

/// Everybody who is connected to one table.
#[derive(Default)]
pub(super) struct Connections {
    all: Vec<Connection>,
    next: u64,
}

impl Connections {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The seats for which somebody is there.
    pub(super) fn present(&self) -> SeatSet {
        self.all
            .iter()
            .filter_map(|connection| connection.seat)
            .collect()
    }

    pub(super) fn add(&mut self, seat: Option<Seat>, seen: u32, outbox: Outbox) -> ConnectionId {
        let id = ConnectionId(self.next);
        self.next += 1;
        self.all.push(Connection {
            id,
            seat,
            seen,
            outbox,
        });
        id
    }

    pub(super) fn remove(&mut self, id: ConnectionId) {
        self.all.retain(|connection| connection.id != id);
    }

    /// The seat for which a connection may act.
    pub(super) fn seat(&self, id: ConnectionId) -> Option<Seat> {
        self.all.iter().find(|connection| connection.id == id)?.seat
    }

    pub(super) fn send(&mut self, id: ConnectionId, message: &ServerMessage) {
        let text = text(message);
        self.all
            .retain(|connection| connection.id != id || deliver(connection, text.clone()));
    }

    pub(super) fn send_all(&mut self, message: &ServerMessage) {
        let text = text(message);
        self.all
            .retain(|connection| deliver(connection, text.clone()));
    }

    /// Tells everybody, each from its own side, where the table stands: all, or those who have not
    /// seen its last step.
    pub(super) fn update(&mut self, table: &Table, all: bool, now_ms: u64) {
        let head = table.head();
        // Those who see and know the same get the same text.
        let mut texts: Vec<((Option<Seat>, u32), Utf8Bytes)> = Vec::new();
        self.all.retain_mut(|connection| {
            if !all && connection.seen == head {
                return true;
            }
            let known = (connection.seat, connection.seen);
            connection.seen = head;
            let text = if let Some((_, text)) = texts.iter().find(|(same, _)| *same == known) {
                text.clone()
            } else {
                let update = table.update(known.0, known.1, now_ms);
                let text = text(&ServerMessage::Update { update });
                texts.push((known, text.clone()));
                text
            };
            deliver(connection, text)
        });
    }
}

fn text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message)
        .expect("messages have nothing that JSON has not")
        .into()
}

/// `false` if the client is gone or does not keep up.
fn deliver(connection: &Connection, text: Utf8Bytes) -> bool {
    connection.outbox.try_send(text).is_ok()
}
