//! The connections to a table, and what has been sent to each of them.

use brickwood_protocol::{ChatLine, PROTOCOL, SeatRequest, ServerMessage, Update};
use brickwood_rules::{Seat, SeatSet};

use super::outputs::Outputs;
use super::{ConnectionId, Output};
use crate::seats::PersonId;
use crate::table::Table;
use crate::view::Viewer;

/// The most lines of a log in one message: some 30 KB.
const PAGE: u32 = 128;

/// The most lines of talk in one message: some 30 KB at most.
const PART: usize = 32;

/// The minimum time between messages about the number of spectators.
const WATCHING_MS: u64 = 2000;

/// One connection.
#[derive(Debug)]
pub(super) struct Connection {
    id: ConnectionId,
    pub(super) person: Option<PersonId>,
    pub(super) viewer: Viewer,
    /// All seats that the person acts for.
    yours: SeatSet,
    /// The game of its welcome: the number of changes of the set-up, and the number of seats.
    game: (u16, usize),
    /// Whether its last welcome is outdated, or it has none yet: the next message is a welcome.
    is_new: bool,
    /// The last line of the log that was sent to it.
    seen: u32,
    /// Whether it reads a long log part by part, and is not ready for the next part yet.
    is_reading: bool,
    /// The last line of the talk that was sent to it, or that it does not hear.
    heard: u32,
    /// The people of whose talk it hears nothing.
    unheard: Vec<PersonId>,
}

/// All connections to one table.
#[derive(Debug, Default)]
pub(super) struct Connections {
    all: Vec<Connection>,
    /// The number of spectators that was last sent to all.
    told_watching: usize,
    /// When it was sent, in milliseconds since 1970.
    told_watching_ms: u64,
}

impl Connections {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The number of spectators.
    pub(super) fn spectators(&self) -> usize {
        let watching = self.all.iter().filter(|one| one.viewer.is_spectator());
        watching.count()
    }

    /// When the changed number of spectators is due, in milliseconds since 1970. It is not sent for each
    /// new spectator: with thousands of them, each would get thousands of messages.
    pub(super) fn watching_due_ms(&self) -> Option<u64> {
        (self.spectators() != self.told_watching).then_some(self.told_watching_ms + WATCHING_MS)
    }

    /// Sends the number of spectators to all, if that is due.
    pub(super) fn tell_watching(&mut self, outputs: &mut Outputs, now_ms: u64) {
        if self
            .watching_due_ms()
            .is_some_and(|due_ms| due_ms <= now_ms)
        {
            self.told_watching = self.spectators();
            self.told_watching_ms = now_ms;
            self.send_all(outputs, watching(self.told_watching));
        }
    }

    /// Sends the number of spectators to a new connection, if there are any.
    pub(super) fn show_watching(&self, outputs: &mut Outputs, id: ConnectionId) {
        let count = self.spectators();
        if count > 0 {
            outputs.send(vec![id], watching(count));
        }
    }

    /// The seats for which somebody is connected.
    pub(super) fn present(&self) -> SeatSet {
        let seats = self.all.iter().flat_map(|one| one.yours.iter());
        seats.collect()
    }

    pub(super) fn get(&self, id: ConnectionId) -> Option<&Connection> {
        self.all.iter().find(|connection| connection.id == id)
    }

    /// Adds a client that has seen the log up to a line. It gets its welcome with the next updates.
    pub(super) fn add(
        &mut self,
        table: &Table,
        id: ConnectionId,
        person: Option<PersonId>,
        seen: u32,
        unheard: Vec<PersonId>,
    ) {
        let viewer = table.viewer(person, None);
        self.all.push(Connection {
            id,
            person,
            viewer,
            yours: table.people().seats_of(person),
            game: game_of(table),
            is_new: true,
            seen: table.told_from(viewer, seen),
            is_reading: false,
            heard: 0,
            unheard,
        });
    }

    /// A person hears nothing of the talk of these from now on.
    pub(super) fn unhear(&mut self, person: PersonId, unheard: &[PersonId]) {
        for connection in &mut self.all {
            if connection.person == Some(person) {
                connection.unheard = unheard.to_vec();
            }
        }
    }

    pub(super) fn remove(&mut self, id: ConnectionId) {
        self.all.retain(|connection| connection.id != id);
    }

    /// Switches the view of a client to another of its seats. `false` if the seat is not one of them.
    pub(super) fn view_as(&mut self, table: &Table, id: ConnectionId, seat: Seat) -> bool {
        let connection = self.all.iter_mut().find(|connection| connection.id == id);
        let Some(connection) = connection.filter(|one| one.yours.contains(seat)) else {
            return false;
        };
        connection.viewer = table.viewer(connection.person, Some(seat));
        connection.start_again();
        true
    }

    pub(super) fn send_all(&self, outputs: &mut Outputs, message: ServerMessage) {
        outputs.send(self.all.iter().map(|one| one.id).collect(), message);
    }

    /// Sends a message to all who are not kept behind.
    pub(super) fn send_present(
        &self,
        outputs: &mut Outputs,
        table: &Table,
        message: ServerMessage,
    ) {
        let present = |one: &&Connection| table.delay_ms(one.viewer).is_none();
        let present = self.all.iter().filter(present);
        outputs.send(present.map(|one| one.id).collect(), message);
    }

    /// Reviews the connections after a change of the people: closes those that may not watch any more, and
    /// starts again with those whose viewer has changed.
    pub(super) fn review(&mut self, outputs: &mut Outputs, table: &mut Table, now_ms: u64) {
        let game = game_of(table);
        self.all.retain_mut(|connection| {
            let viewer = table.viewer(connection.person, connection.viewer.seat);
            let yours = table.people().seats_of(connection.person);
            if (viewer, yours, game) != (connection.viewer, connection.yours, connection.game) {
                (connection.viewer, connection.yours) = (viewer, yours);
                connection.game = game;
                connection.start_again();
            }
            let stays = table.may_watch(connection.person);
            if !stays {
                let connection = connection.id;
                outputs.push(Output::Close { connection });
            }
            stays
        });
        // The table does not know yet that people who have changed seats are present.
        let seen = table.present();
        table.set_present(seen.iter().chain(self.present().iter()).collect(), now_ms);
    }

    /// Sends updates, to each connection for its viewer: to all, or to those that have not seen the last
    /// step that they may see.
    pub(super) fn update(&mut self, outputs: &mut Outputs, table: &Table, all: bool, now_ms: u64) {
        // Connections with the same viewer and the same last line get the same message.
        let mut alike = Vec::new();
        for connection in &mut self.all {
            let head = table.shown_head(connection.viewer, now_ms);
            if head < connection.seen {
                // The delay of spectators has become longer.
                connection.start_again();
            }
            let is_told = connection.is_new || all || connection.seen != head;
            if connection.is_reading || !is_told {
                continue;
            }
            if head - connection.seen > PAGE {
                connection.read_on(outputs, table);
            } else if connection.is_new {
                connection.welcome(outputs, table, now_ms);
            } else {
                let asks = table.own_request(connection.viewer, connection.person, now_ms);
                let known = (connection.viewer, connection.seen, asks);
                connection.seen = head;
                add_to(&mut alike, known, connection.id);
            }
        }
        for ((viewer, seen, asks), to) in alike {
            let mut update = table.update_from(viewer, seen, now_ms);
            add_own_request(&mut update, asks);
            outputs.send(to, ServerMessage::Update { update });
        }
    }

    /// Everybody was told lines that the log does not have.
    pub(super) fn start_again(&mut self) {
        self.all.iter_mut().for_each(Connection::start_again);
    }

    /// A client has read a part of a long log. The next part, or an update, comes with the next updates.
    pub(super) fn has_read(&mut self, id: ConnectionId) {
        let connection = self.all.iter_mut().find(|connection| connection.id == id);
        if let Some(connection) = connection {
            connection.is_reading = false;
        }
    }

    /// Sends chat to everybody. Spectators who are kept behind get it with the same delay as the game.
    pub(super) fn tell_talk(
        &mut self,
        outputs: &mut Outputs,
        table: &Table,
        lines: &[ChatLine],
        now_ms: u64,
    ) {
        let Some(last) = lines.last() else { return };
        // Connections with the same last line that hear the same people get the same message.
        let mut alike = Vec::new();
        for connection in &mut self.all {
            if connection.heard >= last.number {
                continue;
            }
            let until_ms = table
                .delay_ms(connection.viewer)
                .map_or(u64::MAX, |delay_ms| now_ms.saturating_sub(delay_ms));
            let first = lines.partition_point(|line| line.number <= connection.heard);
            let news = &lines[first..];
            let news = &news[..news.partition_point(|line| line.at_ms <= until_ms)];
            if let Some(newest) = news.last() {
                connection.heard = newest.number;
                let known = (first, news.len(), connection.unheard.clone());
                add_to(&mut alike, known, connection.id);
            }
        }
        for ((first, count, unheard), to) in alike {
            let news = lines[first..first + count].iter();
            let heard =
                news.filter(|line| !speakers(table, line).any(|one| unheard.contains(&one)));
            let heard: Vec<ChatLine> = heard.cloned().collect();
            for lines in heard.chunks(PART) {
                let lines = lines.to_vec();
                outputs.send(to.clone(), ServerMessage::Chat { lines });
            }
        }
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
    /// Its last welcome is outdated.
    fn start_again(&mut self) {
        self.is_new = true;
        self.seen = 0;
    }

    /// Sends the client a part of the log that it has missed, and continues when that is read: at most one
    /// part of a long log waits for each client.
    fn read_on(&mut self, outputs: &mut Outputs, table: &Table) {
        let until = self.seen + PAGE;
        let log = table.log(self.viewer.seat, self.seen, until);
        self.seen = until;
        self.is_reading = true;
        outputs.push(Output::Send {
            to: vec![self.id],
            message: Box::new(ServerMessage::Missed { log }),
            more: true,
        });
    }

    /// Sends the client everything that it needs to draw the table.
    fn welcome(&mut self, outputs: &mut Outputs, table: &Table, now_ms: u64) {
        let mut update = table.update_from(self.viewer, self.seen, now_ms);
        let asks = table.own_request(self.viewer, self.person, now_ms);
        add_own_request(&mut update, asks);
        self.is_new = false;
        self.seen = update.seq;
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL,
            table: table.info(self.viewer, self.person),
            board: table.board(),
            update,
            pass: None,
        };
        outputs.send(vec![self.id], welcome);
    }
}

/// Who may have said a line: whoever has the seat, or those who have left it.
fn speakers<'a>(table: &'a Table, line: &ChatLine) -> impl Iterator<Item = PersonId> + use<'a> {
    let place = table.people().places.get(line.seat.index());
    let holds_it = place.is_some_and(|place| place.name.as_ref() == Some(&line.name));
    let now = place.and_then(|place| place.person).filter(|_| holds_it);
    let before = place.filter(|_| !holds_it);
    now.into_iter().chain(
        before
            .into_iter()
            .flat_map(|place| place.claims.iter().copied()),
    )
}

/// Adds a connection to those that get the same message.
fn add_to<K: PartialEq>(
    alike: &mut Vec<(K, Vec<ConnectionId>)>,
    known: K,
    connection: ConnectionId,
) {
    match alike.iter_mut().find(|(same, _)| *same == known) {
        Some((_, to)) => to.push(connection),
        None => alike.push((known, vec![connection])),
    }
}

/// Adds the request of a person who is kept behind, and would be told of it later.
fn add_own_request(update: &mut Update, own: Option<SeatRequest>) {
    let requests = &mut update.seating.requests;
    requests.extend(own.filter(|own| requests.iter().all(|told| told.id != own.id)));
}

fn game_of(table: &Table) -> (u16, usize) {
    (table.set_ups(), table.people().places.len())
}

fn watching(count: usize) -> ServerMessage {
    ServerMessage::Watching {
        count: u32::try_from(count).unwrap_or(u32::MAX),
    }
}
