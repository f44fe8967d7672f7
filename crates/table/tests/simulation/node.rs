//! A server that keeps the table in memory, as the task of a table does: it proposes, stores, commits,
//! and tells. It may crash at any time, also between storing and committing.

use brickwood_rules::{Action, Seat, SeatSet, legal_actions};
use brickwood_table::protocol::{ClientMessage, PROTOCOL, Problem, ServerMessage};
use brickwood_table::{Batch, GuestId, Order, Refusal, Request, Table, Viewer};
use rand::RngExt;
use rand_chacha::ChaCha12Rng;

use crate::storage::Storage;

/// How often a change is tried again when another server was first.
const ATTEMPTS: u32 = 3;

/// The server is gone, with all that it had not stored.
pub struct Crash;

/// Why a message got no line.
enum Failure {
    Crash,
    Refused(Problem),
}

impl From<Crash> for Failure {
    fn from(_: Crash) -> Self {
        Self::Crash
    }
}

/// What a server has around it while it does something.
pub struct Surroundings<'a> {
    pub storage: &'a mut Storage,
    pub random: &'a mut ChaCha12Rng,
    pub now_ms: u64,
    /// Whether things go wrong.
    pub chaos: bool,
    /// Whether another server looks after the table.
    pub others: bool,
    /// What is sent, by connection.
    pub sent: Vec<(u64, String)>,
    /// Whether the others should be told that the log has grown.
    pub has_stored: bool,
}

impl Surroundings<'_> {
    fn send(&mut self, connection: u64, message: &ServerMessage) {
        let text = serde_json::to_string(message).expect("a message can be written");
        self.sent.push((connection, text));
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.chaos && self.random.random_range(0..count) == 0
    }
}

struct Connection {
    id: u64,
    guest: GuestId,
    viewer: Viewer,
    yours: SeatSet,
    seen: u32,
}

#[derive(Default)]
pub struct Node {
    pub number: usize,
    table: Option<Table>,
    connections: Vec<Connection>,
}

impl Node {
    /// What the process knew is gone.
    pub fn crash(&mut self) -> Vec<u64> {
        self.table = None;
        self.connections.drain(..).map(|one| one.id).collect()
    }

    /// When something is due, and whether bots are to act.
    pub fn due_ms(&self) -> (Option<u64>, bool) {
        let Some(table) = self.table.as_ref().filter(|_| !self.connections.is_empty()) else {
            return (None, false);
        };
        let bots = !table.bots_to_act().is_empty();
        (table.deadline_ms(), bots)
    }

    fn table(&mut self, around: &mut Surroundings<'_>) -> &mut Table {
        let storage = &around.storage;
        self.table.get_or_insert_with(|| {
            let mut table = storage.load();
            if !around.others {
                table.rest();
            }
            table.watch(storage.present(), around.now_ms);
            table
        })
    }

    /// Folds in what others have stored.
    fn catch_up(&mut self, around: &mut Surroundings<'_>) {
        let players = self.table(around).game().rules().players;
        let storage = &around.storage;
        if let Some(table) = &mut self.table {
            let news = storage.records[table.head() as usize..].to_vec();
            table
                .catch_up(storage.setup.clone(), storage.people.clone(), news)
                .expect("the log goes on");
        }
        self.review(players, around);
    }

    /// Welcomes those anew for whom the table looks different now.
    fn review(&mut self, players: u8, around: &mut Surroundings<'_>) {
        let Some(table) = &self.table else { return };
        let is_other = table.game().rules().players != players;
        for one in &mut self.connections {
            let viewer = table.viewer(Some(one.guest), one.viewer.seat);
            let yours = table.people().seats_of(Some(one.guest));
            if is_other || (viewer, yours) != (one.viewer, one.yours) {
                (one.viewer, one.yours) = (viewer, yours);
                one.seen = welcome(table, one, 0, around);
            }
        }
    }

    fn store(&mut self, batch: Batch, around: &mut Surroundings<'_>) -> Result<Option<u32>, Crash> {
        let first = batch.records()[0].seq;
        if around.one_in(400) {
            return Err(Crash);
        }
        if around.storage.append(&batch).is_err() {
            self.catch_up(around);
            return Ok(None);
        }
        around.has_stored = true;
        if around.one_in(200) {
            return Err(Crash);
        }
        let players = self.table(around).game().rules().players;
        let changes = batch.people().is_some();
        self.table(around).commit(batch);
        if changes {
            self.review(players, around);
            self.note_present(around)?;
        }
        Ok(Some(first))
    }

    fn note_present(&mut self, around: &mut Surroundings<'_>) -> Result<(), Crash> {
        let here = self.connections.iter().flat_map(|one| one.yours.iter());
        around.storage.present[self.number] = here.collect();
        let present = around.storage.present();
        let now_ms = around.now_ms;
        if self.table(around).set_present(present, now_ms) {
            self.advance(around)?;
            self.tell(true, around);
        }
        Ok(())
    }

    fn advance(&mut self, around: &mut Surroundings<'_>) -> Result<(), Crash> {
        // What is due is less than this, even where another server is faster now and then.
        for _ in 0..100 {
            let now_ms = around.now_ms;
            let Some(batch) = self.table(around).advance(now_ms) else {
                return Ok(());
            };
            self.store(batch, around)?;
        }
        panic!("a table is always due for something");
    }

    fn tell(&mut self, everybody: bool, around: &mut Surroundings<'_>) {
        let Some(table) = &self.table else { return };
        for one in &mut self.connections {
            let head = table.shown_head(one.viewer, around.now_ms);
            if everybody || one.seen != head {
                let update = table.update(one.viewer, one.seen, around.now_ms);
                one.seen = head;
                around.send(one.id, &ServerMessage::Update { update });
            }
        }
    }

    /// What becomes due: clocks, absences, bots.
    pub fn wake(&mut self, around: &mut Surroundings<'_>) -> Result<(), Crash> {
        if self.connections.is_empty() {
            return Ok(());
        }
        self.advance(around)?;
        if let Some((seat, _)) = self.table(around).bots_to_act().into_iter().next() {
            let table = self.table.as_ref().expect("it was read");
            let legal = legal_actions(table.game(), table.state(), seat);
            if !legal.is_empty() {
                let choice = around.random.random_range(0..legal.len());
                let action = rather(&legal).unwrap_or(legal[choice]);
                let request = table.request(action);
                // Another server may be faster.
                match self.perform(seat, None, request, around) {
                    Err(Failure::Crash) => return Err(Crash),
                    Err(Failure::Refused(_)) | Ok(_) => {}
                }
            }
        }
        self.tell(false, around);
        Ok(())
    }

    /// Another server may have written, or comes and goes.
    pub fn look(&mut self, around: &mut Surroundings<'_>) -> Result<(), Crash> {
        if self.table.is_some() {
            self.catch_up(around);
            self.note_present(around)?;
            self.tell(false, around);
        }
        Ok(())
    }

    pub fn leave(&mut self, id: u64, around: &mut Surroundings<'_>) -> Result<(), Crash> {
        self.connections.retain(|one| one.id != id);
        self.note_present(around)
    }

    /// Somebody wants to sit down, by a request of its own.
    pub fn join(&mut self, guest: GuestId, around: &mut Surroundings<'_>) -> Result<(), Crash> {
        let name = format!("Guest {}", guest.0[0]);
        let order = Order::Sit { name, seat: None };
        match self.arrange(guest, None, &order, around) {
            Err(Failure::Crash) => Err(Crash),
            Err(Failure::Refused(_)) | Ok(_) => {
                self.tell(false, around);
                Ok(())
            }
        }
    }

    pub fn hear(
        &mut self,
        id: u64,
        guest: GuestId,
        message: ClientMessage,
        around: &mut Surroundings<'_>,
    ) -> Result<(), Crash> {
        if let ClientMessage::Hello { protocol, after } = message {
            assert_eq!(protocol, PROTOCOL);
            return self.greet(id, guest, after, around);
        }
        let Some(one) = self.connections.iter().find(|one| one.id == id) else {
            return Ok(());
        };
        let seat = one.viewer.seat;
        let Some(key) = message.key() else {
            return Ok(());
        };
        let done = match (message, seat) {
            (ClientMessage::Ready { seed, .. }, _) => {
                self.arrange(guest, Some(key), &Order::Ready(seed), around)
            }
            (ClientMessage::Arrange { order, .. }, _) => {
                self.arrange(guest, Some(key), &Order::Host(order), around)
            }
            (ClientMessage::Leave { .. }, _) => {
                self.arrange(guest, Some(key), &Order::Leave, around)
            }
            (ClientMessage::Admit { request, yes, .. }, _) => {
                self.arrange(guest, Some(key), &Order::Admit { request, yes }, around)
            }
            (ClientMessage::Remedy { seat, remedy, .. }, _) => {
                self.arrange(guest, Some(key), &Order::Remedy { seat, remedy }, around)
            }
            (ClientMessage::EndGame { yes, .. }, _) => {
                self.arrange(guest, Some(key), &Order::End { yes }, around)
            }
            (ClientMessage::MoreTime { .. }, _) => {
                self.arrange(guest, Some(key), &Order::MoreTime, around)
            }
            (ClientMessage::Return { .. }, _) => {
                self.arrange(guest, Some(key), &Order::Return, around)
            }
            (_, Some(seat)) if self.table(around).is_stood_in(seat) => {
                let problem = Problem::new("replaced", "A bot plays for you.");
                Err(Failure::Refused(problem))
            }
            // The seat may be gone meanwhile.
            (_, None) => Err(Failure::Refused(Problem::new(
                "not_seated",
                "You only watch.",
            ))),
            (
                ClientMessage::Act {
                    action,
                    nonce,
                    answers,
                    ..
                },
                Some(seat),
            ) => {
                let request = match answers {
                    Some(line) => Request::Answer(action, line),
                    None => Request::Act(action, nonce),
                };
                self.perform(seat, Some(key), request, around)
            }
            (ClientMessage::TradeTalk { word, .. }, Some(seat)) => {
                self.perform(seat, Some(key), Request::Talk(word), around)
            }
            (ClientMessage::TakeSuggestion { suggestion, .. }, Some(seat)) => {
                let request = Request::TakeSuggestion { suggestion };
                self.perform(seat, Some(key), request, around)
            }
            (ClientMessage::Undo { .. }, Some(seat)) => {
                self.perform(seat, Some(key), Request::Undo, around)
            }
            other => panic!("{other:?} is not said here"),
        };
        let answer = match done {
            Ok(seq) => ServerMessage::Ack { key, seq },
            Err(Failure::Crash) => return Err(Crash),
            Err(Failure::Refused(problem)) => {
                let key = Some(key);
                ServerMessage::Refused { key, problem }
            }
        };
        around.send(id, &answer);
        self.tell(false, around);
        Ok(())
    }

    fn greet(
        &mut self,
        id: u64,
        guest: GuestId,
        after: Option<u32>,
        around: &mut Surroundings<'_>,
    ) -> Result<(), Crash> {
        if self.connections.iter().any(|one| one.id == id) {
            return Ok(());
        }
        let table = &*self.table(around);
        let seen = after.filter(|seen| *seen <= table.head()).unwrap_or(0);
        let mut one = Connection {
            id,
            guest,
            viewer: table.viewer(Some(guest), None),
            yours: table.people().seats_of(Some(guest)),
            seen,
        };
        one.seen = welcome(self.table.as_ref().expect("read"), &one, seen, around);
        self.connections.push(one);
        self.note_present(around)?;
        self.advance(around)?;
        self.tell(false, around);
        Ok(())
    }

    fn perform(
        &mut self,
        seat: Seat,
        key: Option<u64>,
        request: Request,
        around: &mut Surroundings<'_>,
    ) -> Result<u32, Failure> {
        self.try_often(around, |table, now_ms| {
            table.propose(seat, key, request, now_ms)
        })
    }

    fn arrange(
        &mut self,
        guest: GuestId,
        key: Option<u64>,
        order: &Order,
        around: &mut Surroundings<'_>,
    ) -> Result<u32, Failure> {
        let seq = self.try_often(around, |table, now_ms| {
            table.arrange(guest, key, order.clone(), now_ms)
        })?;
        self.advance(around)?;
        Ok(seq)
    }

    fn try_often(
        &mut self,
        around: &mut Surroundings<'_>,
        propose: impl Fn(&Table, u64) -> Result<Batch, Refusal>,
    ) -> Result<u32, Failure> {
        for _ in 0..ATTEMPTS {
            self.advance(around)?;
            let now_ms = around.now_ms;
            let batch = match propose(self.table(around), now_ms) {
                Ok(batch) => batch,
                Err(Refusal::AlreadyDone { seq }) => return Ok(seq),
                Err(Refusal::Problem(problem)) => return Err(Failure::Refused(problem)),
            };
            if let Some(seq) = self.store(batch, around)? {
                return Ok(seq);
            }
        }
        let problem = Problem::new("unavailable", "Nobody knows.");
        Err(Failure::Refused(problem))
    }
}

/// The answer is the last line that the client is told with it.
fn welcome(table: &Table, one: &Connection, after: u32, around: &mut Surroundings<'_>) -> u32 {
    let update = table.update(one.viewer, after, around.now_ms);
    let seq = update.seq;
    let welcome = ServerMessage::Welcome {
        protocol: PROTOCOL,
        table: table.info(one.viewer, Some(one.guest)),
        board: table.board(),
        update,
    };
    around.send(one.id, &welcome);
    seq
}

/// What brings the game to its end.
pub fn rather(actions: &[Action]) -> Option<Action> {
    let counts = |action: &&Action| {
        matches!(
            action,
            Action::BuildCity { .. } | Action::BuildSettlement { .. }
        )
    };
    actions.iter().find(counts).copied()
}
