//! Those who are connected to a table, and what each of them has been told.

use brickwood_rules::{Seat, SeatSet};
use brickwood_table::{
    GuestId, Table, Viewer,
    protocol::{ChatLine, PROTOCOL, ServerMessage},
};
use tungstenite::Utf8Bytes;

use crate::outbox::Outbox;

/// The most lines of a log in one message: some 30 KB.
const PAGE: u32 = 128;

/// The most lines of talk in one message: some 30 KB at most.
const PART: usize = 32;

/// How often all are told how many watch.
const WATCHING_MS: u64 = 2000;

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
    /// Which game it was welcomed to: how often the table was set up in another way, and how many
    /// seats there were.
    game: (u16, usize),
    /// Whether what it was told holds no more, or it was told nothing yet: the next it hears is a
    /// welcome.
    is_new: bool,
    /// The last line of the log that it was told.
    seen: u32,
    /// Whether it reads a long log part by part, and has not asked for the next part yet.
    is_reading: bool,
    /// The last line of the talk that it was told.
    heard: u32,
    outbox: Outbox,
}

/// Everybody who is connected to one table.
#[derive(Default)]
pub(super) struct Connections {
    all: Vec<Connection>,
    next: u64,
    /// How many watched when all were told last.
    told_watching: usize,
    /// When that was, in milliseconds since 1970.
    told_watching_ms: u64,
}

impl Connections {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// How many only watch.
    pub(super) fn spectators(&self) -> usize {
        let watching = self.all.iter().filter(|one| one.viewer.is_spectator());
        watching.count()
    }

    /// When all are to be told that another number watches, in milliseconds since 1970. Not at once
    /// for each: where thousands come to watch, thousands would be told of thousands.
    pub(super) fn watching_due_ms(&self) -> Option<u64> {
        (self.spectators() != self.told_watching).then_some(self.told_watching_ms + WATCHING_MS)
    }

    /// Tells all how many watch, where that is due.
    pub(super) fn tell_watching(&mut self, now_ms: u64) {
        if self
            .watching_due_ms()
            .is_some_and(|due_ms| due_ms <= now_ms)
        {
            self.told_watching = self.spectators();
            self.told_watching_ms = now_ms;
            self.send_all(&watching(self.told_watching));
        }
    }

    /// Tells one who has just come how many watch, where somebody does.
    pub(super) fn show_watching(&mut self, id: ConnectionId) {
        let count = self.spectators();
        if count > 0 {
            self.send(id, &watching(count));
        }
    }

    /// The seats for which somebody is there.
    pub(super) fn present(&self) -> SeatSet {
        let seats = self.all.iter().flat_map(|one| one.yours.iter());
        seats.collect()
    }

    pub(super) fn get(&self, id: ConnectionId) -> Option<&Connection> {
        self.all.iter().find(|connection| connection.id == id)
    }

    /// Adds a client that has seen the log up to a line. It is welcomed when all are told.
    pub(super) fn add(
        &mut self,
        table: &Table,
        guest: Option<GuestId>,
        seen: u32,
        outbox: Outbox,
    ) -> ConnectionId {
        let id = ConnectionId(self.next);
        self.next += 1;
        let viewer = table.viewer(guest, None);
        self.all.push(Connection {
            id,
            guest,
            viewer,
            yours: table.people().seats_of(guest),
            game: game_of(table),
            is_new: true,
            seen: table.told_from(viewer, seen),
            is_reading: false,
            heard: 0,
            outbox,
        });
        id
    }

    pub(super) fn remove(&mut self, id: ConnectionId) {
        self.all.retain(|connection| connection.id != id);
    }

    /// From now on, a client sees the table from the side of another of its seats. `false` if the
    /// seat is none of them.
    pub(super) fn view_as(&mut self, table: &Table, id: ConnectionId, seat: Seat) -> bool {
        let connection = self.all.iter_mut().find(|connection| connection.id == id);
        let Some(connection) = connection.filter(|one| one.yours.contains(seat)) else {
            return false;
        };
        connection.viewer = table.viewer(connection.guest, Some(seat));
        connection.start_again();
        true
    }

    pub(super) fn send(&mut self, id: ConnectionId, message: &ServerMessage) {
        let text = text(message);
        self.all
            .retain(|connection| connection.id != id || connection.outbox.put(text.clone(), false));
    }

    pub(super) fn send_all(&mut self, message: &ServerMessage) {
        let text = text(message);
        self.all
            .retain(|connection| connection.outbox.put(text.clone(), false));
    }

    /// Tells what happens now to all who are not kept behind.
    pub(super) fn send_present(&mut self, table: &Table, message: &ServerMessage) {
        let text = text(message);
        self.all.retain(|connection| {
            table.delay_ms(connection.viewer).is_some()
                || connection.outbox.put(text.clone(), false)
        });
    }

    /// The people may have changed: lets those go who may not watch any more, and begins anew with
    /// those who see the table from another side now.
    pub(super) fn review(&mut self, table: &mut Table, now_ms: u64) {
        let game = game_of(table);
        self.all.retain_mut(|connection| {
            let viewer = table.viewer(connection.guest, connection.viewer.seat);
            let yours = table.people().seats_of(connection.guest);
            if (viewer, yours, game) != (connection.viewer, connection.yours, connection.game) {
                (connection.viewer, connection.yours) = (viewer, yours);
                connection.game = game;
                connection.start_again();
            }
            table.may_watch(connection.guest)
        });
        // The table has not seen those yet who sit on other seats than before.
        let seen = table.present();
        table.set_present(seen.iter().chain(self.present().iter()).collect(), now_ms);
    }

    /// Tells everybody, each from its own side, where the table stands: all, or those who have not
    /// seen the last step that they may see.
    pub(super) fn update(&mut self, table: &Table, all: bool, now_ms: u64) {
        // Those who see and know the same get the same text.
        let mut texts: Vec<((Viewer, u32), Utf8Bytes)> = Vec::new();
        self.all.retain_mut(|connection| {
            let head = table.shown_head(connection.viewer, now_ms);
            if head < connection.seen {
                // From now on, spectators are further behind than they were.
                connection.start_again();
            }
            if connection.is_reading {
                return true;
            }
            if !connection.is_new && !all && connection.seen == head {
                return true;
            }
            if head - connection.seen > PAGE {
                return connection.read_on(table);
            }
            if connection.is_new {
                return connection.welcome(table, now_ms);
            }
            let known = (connection.viewer, connection.seen);
            connection.seen = head;
            let text = if let Some((_, text)) = texts.iter().find(|(same, _)| *same == known) {
                text.clone()
            } else {
                let update = table.update_from(known.0, known.1, now_ms);
                let text = text(&ServerMessage::Update { update });
                texts.push((known, text.clone()));
                text
            };
            connection.outbox.put(text, false)
        });
    }

    /// A client has read a part of a long log. The next part, or where the table stands, comes when all
    /// are told.
    pub(super) fn has_read(&mut self, id: ConnectionId) {
        let connection = self.all.iter_mut().find(|connection| connection.id == id);
        if let Some(connection) = connection {
            connection.is_reading = false;
        }
    }

    /// Tells everybody what was said; whoever is kept behind hears it as late as they see the game.
    pub(super) fn tell_talk(&mut self, table: &Table, lines: &[ChatLine], now_ms: u64) {
        let Some(last) = lines.last() else { return };
        // Those who have heard the same are told the same.
        let mut texts: Vec<((u32, usize), Vec<Utf8Bytes>)> = Vec::new();
        self.all.retain_mut(|connection| {
            if connection.heard >= last.number {
                return true;
            }
            let until_ms = table
                .delay_ms(connection.viewer)
                .map_or(u64::MAX, |delay_ms| now_ms.saturating_sub(delay_ms));
            let first = lines.partition_point(|line| line.number <= connection.heard);
            let news = &lines[first..];
            let news = &news[..news.partition_point(|line| line.at_ms <= until_ms)];
            let Some(newest) = news.last() else {
                return true;
            };
            let known = (connection.heard, news.len());
            connection.heard = newest.number;
            if !texts.iter().any(|(same, _)| *same == known) {
                let parts = news.chunks(PART).map(|lines| {
                    let lines = lines.to_vec();
                    text(&ServerMessage::Chat { lines })
                });
                texts.push((known, parts.collect()));
            }
            let mut parts = texts
                .iter()
                .filter(|(same, _)| *same == known)
                .flat_map(|(_, parts)| parts);
            parts.all(|part| connection.outbox.put(part.clone(), false))
        });
    }

    /// When there is more talk for spectators who are kept behind, in milliseconds since 1970.
    pub(super) fn talk_due_ms(&self, table: &Table, lines: &[ChatLine]) -> Option<u64> {
        let due = self.all.iter().filter_map(|connection| {
            let next = lines.partition_point(|line| line.number <= connection.heard);
            Some(lines.get(next)?.at_ms + table.delay_ms(connection.viewer)?)
        });
        due.min()
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
    /// What it was told holds no more.
    fn start_again(&mut self) {
        self.is_new = true;
        self.seen = 0;
    }

    /// Tells the client a part of what it has missed, and goes on when that is read: of a long log, no
    /// more than a part waits for anybody. `false` if it is gone.
    fn read_on(&mut self, table: &Table) -> bool {
        let until = self.seen + PAGE;
        let log = table.log(self.viewer.seat, self.seen, until);
        self.seen = until;
        self.is_reading = true;
        self.outbox.put(text(&ServerMessage::Missed { log }), true)
    }

    /// Tells the client all that it needs to draw the table. `false` if it is gone.
    fn welcome(&mut self, table: &Table, now_ms: u64) -> bool {
        let update = table.update_from(self.viewer, self.seen, now_ms);
        self.is_new = false;
        self.seen = update.seq;
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL,
            table: table.info(self.viewer, self.guest),
            board: table.board(),
            update,
        };
        self.outbox.put(text(&welcome), false)
    }
}

fn game_of(table: &Table) -> (u16, usize) {
    (table.set_ups(), table.people().places.len())
}

fn watching(count: usize) -> ServerMessage {
    ServerMessage::Watching {
        count: u32::try_from(count).unwrap_or(u32::MAX),
    }
}

fn text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message)
        .expect("messages have nothing that JSON has not")
        .into()
}
