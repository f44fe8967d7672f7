//! A room with a storage that answers at once, and clients that keep their messages.

use std::collections::BTreeMap;
use std::sync::Arc;

use brickwood_fair::ClientSeed;
use brickwood_protocol::{
    BoardChoice, BotPace, ClientMessage, Color, Command, HostOrder, NewSeat, NewTable, Problem,
    ServerMessage, TableOptions, Update,
};
use brickwood_rules::{Action, Edition, Seat};
use brickwood_table::room::{
    AdviceTask, Arrival, BotTask, ConnectionId, Input, Output, Query, RequestId, Room, RoomConfig,
    RoomRequest, TaskId,
};
use brickwood_table::{NodeId, People, PersonId, Setup, Table};
use brickwood_test_kit::RoomStorage;

pub const NODE: NodeId = NodeId(1);

/// An order for a table with these seats.
pub fn order(seats: Vec<NewSeat>, options: TableOptions) -> NewTable {
    NewTable {
        name: "Ida".into(),
        edition: Edition::Modern,
        rules: Edition::Modern.rules(seats.len() as u8),
        seats,
        board: BoardChoice::Beginners,
        options,
        from: None,
    }
}

/// An order for a table of two people.
pub fn order_of_two(options: TableOptions) -> NewTable {
    let seats = [Color::Coral, Color::Teal].map(|color| NewSeat::Human { color });
    order(seats.into(), options)
}

/// A person by number. Person 0 hosts, and people sit down in this order.
pub fn person(number: u8) -> PersonId {
    PersonId([number; 32])
}

fn new_room() -> Room {
    let config = RoomConfig {
        node: NODE,
        pace: BotPace::Normal,
        external_bots: Vec::new(),
    };
    Room::new("t".into(), Arc::new(config))
}

pub struct Evening {
    pub room: Room,
    pub storage: RoomStorage,
    pub now_ms: u64,
    /// The unread messages of each connection.
    told: BTreeMap<ConnectionId, Vec<ServerMessage>>,
    /// The open task of the bots.
    pub task: Option<(TaskId, BotTask)>,
    /// The open questions to the coach.
    pub questions: Vec<(TaskId, AdviceTask)>,
    /// How long the next append takes, in milliseconds.
    pub held_up_ms: u64,
    /// Whether a bot may fail.
    pub faults_expected: bool,
    next: u64,
}

impl Evening {
    /// A new table: only the host has a seat.
    pub fn new(order: &NewTable) -> Self {
        let setup = Setup::new("t".into(), order, [7; 32], 1000).expect("a good order");
        let people = People::new(order, person(0), "Ida", None);
        Self {
            room: new_room(),
            storage: RoomStorage::new(setup, people),
            now_ms: 1000,
            told: BTreeMap::new(),
            task: None,
            questions: Vec::new(),
            held_up_ms: 0,
            faults_expected: false,
            next: 0,
        }
    }

    /// A game of people that has begun, and their connections.
    pub fn begun(order: &NewTable) -> (Self, Vec<ConnectionId>) {
        let mut evening = Self::new(order);
        let people = order.seats.iter();
        let people = people.filter(|seat| matches!(seat, NewSeat::Human { .. }));
        let connections: Vec<ConnectionId> = (0..people.count() as u8)
            .map(|number| {
                evening.join(number);
                evening.connect(Some(number))
            })
            .collect();
        for connection in &connections {
            let seed = ClientSeed::new([3; 32]);
            let ready = |key| ClientMessage::Command {
                key,
                command: Command::Ready { seed },
            };
            evening.done(*connection, ready);
        }
        (evening, connections)
    }

    /// Passes an input to the room, and executes its outputs at once.
    pub fn handle(&mut self, input: Input) {
        self.room.handle(input, self.now_ms);
        while let Some(output) = self.room.poll_output() {
            match output {
                Output::Send { to, message, more } => {
                    assert!(!more, "no log is long here");
                    for connection in to {
                        let told = self.told.entry(connection).or_default();
                        told.push((*message).clone());
                    }
                }
                Output::Query(query) => {
                    if matches!(query, Query::Append(_)) {
                        self.now_ms += std::mem::take(&mut self.held_up_ms);
                    }
                    let answer = self.storage.answer(NODE, query);
                    self.room.handle(Input::Answer(answer), self.now_ms);
                }
                Output::Decide { task, work } => self.task = Some((task, work)),
                Output::Overtaken => self.task = None,
                Output::Advise { task, work } => self.questions.push((task, work)),
                Output::Reply { result, .. } => drop(result.expect("nothing is refused here")),
                Output::Close { .. } => {}
                Output::Report(fault) => assert!(self.faults_expected, "{fault}"),
            }
        }
    }

    /// The server stops, with all connections, and another one takes its place.
    pub fn restart(&mut self) {
        self.storage.forget(NODE);
        self.room = new_room();
        self.task = None;
    }

    /// Lets something happen at another server, which does not tell this one.
    pub fn elsewhere(&mut self, happen: impl FnOnce(&mut Self)) {
        let here = (
            std::mem::replace(&mut self.room, new_room()),
            self.task.take(),
        );
        happen(self);
        (self.room, self.task) = here;
    }

    /// The primary of the storage crashes, and its successor does not have the last line: readers were shown it, but
    /// its author got no acknowledgement.
    pub fn lose_last_line(&mut self) {
        let RoomStorage {
            setup,
            people,
            records,
            table,
            ..
        } = &mut self.storage;
        records.pop().expect("a line");
        *table = Table::restore(setup.clone(), people.clone(), records.clone())
            .expect("every log can be replayed");
    }

    /// Lets time pass, with the room's timers.
    pub fn pass(&mut self, ms: u64) {
        let until_ms = self.now_ms + ms;
        let mut at_once = 0;
        while let Some(due_ms) = self.room.next_timer_ms().filter(|due| *due <= until_ms) {
            at_once = if due_ms > self.now_ms { 0 } else { at_once + 1 };
            assert!(at_once < 100, "a room is always due for something");
            self.now_ms = self.now_ms.max(due_ms);
            self.handle(Input::Timer);
        }
        // An append may have been held up for longer.
        self.now_ms = self.now_ms.max(until_ms);
    }

    fn next(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    pub fn join(&mut self, number: u8) {
        self.request(RoomRequest::Join {
            person: person(number),
            name: ["Ida", "Ole", "Uma"][usize::from(number)].into(),
            seat: None,
            apart: Vec::new(),
            network: None,
        });
    }

    fn request(&mut self, request: RoomRequest) {
        let id = RequestId(self.next());
        self.handle(Input::Request { id, request });
    }

    /// Connects a person, or a stranger.
    pub fn connect(&mut self, number: Option<u8>) -> ConnectionId {
        let connection = ConnectionId(self.next());
        self.request(RoomRequest::Connect(Arrival {
            connection,
            person: number.map(person),
            after: None,
            spectators: 10,
            unheard: Vec::new(),
        }));
        connection
    }

    /// All connections that ever got a message, in their order.
    pub fn connections(&self) -> Vec<ConnectionId> {
        self.told.keys().copied().collect()
    }

    pub fn leave(&mut self, connection: ConnectionId) {
        self.handle(Input::Leave { connection });
    }

    /// Sends a message. Returns the number of its line, or its problem.
    pub fn say(
        &mut self,
        connection: ConnectionId,
        message: impl FnOnce(u64) -> ClientMessage,
    ) -> Result<u32, Problem> {
        let key = self.next();
        let message = message(key);
        self.handle(Input::Say {
            connection,
            message,
            too_many: false,
        });
        let told = &self.told[&connection];
        let answer = told.iter().rev().find_map(|message| match message {
            ServerMessage::Ack { key: of, seq } if *of == key => Some(Ok(*seq)),
            ServerMessage::Refused { key: of, problem } if *of == Some(key) => {
                Some(Err(problem.clone()))
            }
            _ => None,
        });
        answer.expect("everything is answered")
    }

    /// Sends a message that must succeed.
    pub fn done(
        &mut self,
        connection: ConnectionId,
        message: impl FnOnce(u64) -> ClientMessage,
    ) -> u32 {
        self.say(connection, message).expect("it is done")
    }

    /// The host changes the options.
    pub fn set_options(&mut self, host: ConnectionId, options: TableOptions) -> u32 {
        let order = HostOrder::Options { options };
        self.done(host, |key| ClientMessage::Command {
            key,
            command: Command::Arrange { order },
        })
    }

    /// Places the settlement that is due in the set-up.
    pub fn settle(&mut self, connection: ConnectionId) -> u32 {
        let seen = self.seen(connection);
        let at = seen.choices.settlements.iter().next().expect("it is due");
        let action = Action::BuildSettlement { at };
        self.done(connection, |key| ClientMessage::Command {
            key,
            command: Command::Act {
                action,
                nonce: None,
                answers: None,
            },
        })
    }

    /// All messages to a connection so far.
    pub fn told(&self, connection: ConnectionId) -> &[ServerMessage] {
        self.told.get(&connection).map_or(&[], Vec::as_slice)
    }

    /// The last update of a connection.
    pub fn seen(&self, connection: ConnectionId) -> &Update {
        let mut told = self.told(connection).iter().rev();
        let update = told.find_map(|message| match message {
            ServerMessage::Welcome { update, .. } | ServerMessage::Update { update } => {
                Some(update)
            }
            _ => None,
        });
        update.expect("it was welcomed")
    }

    /// The connection whose seat is to act.
    pub fn actor(&self, connections: &[ConnectionId]) -> ConnectionId {
        let is_actor = |one: &&ConnectionId| self.seen(**one).choices.to_act;
        *connections.iter().find(is_actor).expect("one is to act")
    }
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number).expect("below 6")
}
