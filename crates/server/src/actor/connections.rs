//! Those who are connected to a table, and what each of them has been told.

use axum::extract::ws::Utf8Bytes;
use brickwood_rules::{Seat, SeatSet};
use brickwood_table::{
    GuestId, Table, Viewer,
    protocol::{PROTOCOL, ServerMessage},
};
use tokio::sync::mpsc;

/// Messages on their way to one client. A client that lets it run full is disconnected, and gets
/// the rest when it comes back.
pub(crate) type Outbox = mpsc::Sender<Utf8Bytes>;

/// Names a connection to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ConnectionId(u64);

/// Somebody who is connected.
pub(super) struct Connection {
    id: ConnectionId,
    pub(super) guest: Option<GuestId>,
    pub(super) viewer: Viewer,
    /// All seats that the guest acts for.
    yours: SeatSet,
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
        let seats = self.all.iter().flat_map(|one| one.yours.iter());
        seats.collect()
    }

    pub(super) fn get(&self, id: ConnectionId) -> Option<&Connection> {
        self.all.iter().find(|connection| connection.id == id)
    }

    /// Adds a client that has seen the log up to a line, and welcomes it.
    pub(super) fn add(
        &mut self,
        table: &Table,
        guest: Option<GuestId>,
        seen: u32,
        outbox: Outbox,
        now_ms: u64,
    ) -> ConnectionId {
        let id = ConnectionId(self.next);
        self.next += 1;
        let mut connection = Connection {
            id,
            guest,
            viewer: table.viewer(guest, None),
            yours: SeatSet::EMPTY,
            seen,
            outbox,
        };
        if connection.welcome(table, seen, now_ms) {
            self.all.push(connection);
        }
        id
    }

    pub(super) fn remove(&mut self, id: ConnectionId) {
        self.all.retain(|connection| connection.id != id);
    }

    /// Shows a client the table from the side of another of its seats.
    pub(super) fn view_as(&mut self, table: &Table, id: ConnectionId, seat: Seat, now_ms: u64) {
        self.all.retain_mut(|connection| {
            if connection.id != id {
                return true;
            }
            connection.viewer = table.viewer(connection.guest, Some(seat));
            connection.welcome(table, 0, now_ms)
        });
    }

    /// The people have changed: lets those go who may not watch any more, and welcomes those anew
    /// who see the table from another side now.
    pub(super) fn review(&mut self, table: &Table, now_ms: u64) {
        self.all.retain_mut(|connection| {
            if !table.may_watch(connection.guest) {
                return false;
            }
            let viewer = table.viewer(connection.guest, connection.viewer.seat);
            let yours = table.people().seats_of(connection.guest);
            if viewer == connection.viewer && yours == connection.yours {
                return true;
            }
            connection.viewer = viewer;
            connection.welcome(table, 0, now_ms)
        });
    }

    pub(super) fn send(&mut self, id: ConnectionId, message: &ServerMessage) {
        let text = text(message);
        self.all
            .retain(|connection| connection.id != id || connection.deliver(text.clone()));
    }

    pub(super) fn send_all(&mut self, message: &ServerMessage) {
        let text = text(message);
        self.all
            .retain(|connection| connection.deliver(text.clone()));
    }

    /// Tells everybody, each from its own side, where the table stands: all, or those who have not
    /// seen the last step that they may see.
    pub(super) fn update(&mut self, table: &Table, all: bool, now_ms: u64) {
        // Those who see and know the same get the same text.
        let mut texts: Vec<((Viewer, u32), Utf8Bytes)> = Vec::new();
        self.all.retain_mut(|connection| {
            let head = table.shown_head(connection.viewer, now_ms);
            if !all && connection.seen == head {
                return true;
            }
            let known = (connection.viewer, connection.seen);
            connection.seen = head;
            let text = if let Some((_, text)) = texts.iter().find(|(same, _)| *same == known) {
                text.clone()
            } else {
                let update = table.update(known.0, known.1, now_ms);
                let text = text(&ServerMessage::Update { update });
                texts.push((known, text.clone()));
                text
            };
            connection.deliver(text)
        });
    }

    /// When there is more to show to spectators who are kept behind, in milliseconds since 1970.
    pub(super) fn shown_at_ms(&self, table: &Table) -> Option<u64> {
        let times = self
            .all
            .iter()
            .map(|connection| table.shown_at_ms(connection.viewer, connection.seen));
        times.flatten().min()
    }
}

impl Connection {
    /// Tells the client all that it needs to draw the table. `false` if it is gone.
    fn welcome(&mut self, table: &Table, after: u32, now_ms: u64) -> bool {
        self.yours = table.people().seats_of(self.guest);
        let update = table.update(self.viewer, after, now_ms);
        self.seen = update.seq;
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL,
            table: table.info(self.viewer, self.guest),
            board: table.board(),
            update,
        };
        self.deliver(text(&welcome))
    }

    /// `false` if the client is gone or does not keep up.
    fn deliver(&self, text: Utf8Bytes) -> bool {
        self.outbox.try_send(text).is_ok()
    }
}

fn text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message)
        .expect("messages have nothing that JSON has not")
        .into()
}
