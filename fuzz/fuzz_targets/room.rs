//! Several players send valid messages, and messages that are valid but for some values, over connections that come and
//! go, while time passes and the storage fails now and then: the room never ends in a fault, whoever acts in a valid way
//! is answered, whatever is sent can be read, and the log is read back as the same table.
#![no_main]

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, LazyLock},
};

use brickwood_fuzz::{HOST, table};
use brickwood_protocol::{BotPace, ClientMessage, Command, ServerMessage};
use brickwood_rules::{Seat, legal_actions};
use brickwood_table::{
    NodeId, PersonId, Table,
    room::{
        Arrival, ConnectionId, Input, Output, RequestId, Room, RoomConfig, RoomRequest, TaskId,
    },
};
use brickwood_test_kit::RoomStorage;
use libfuzzer_sys::{
    arbitrary::{Result, Unstructured},
    fuzz_target,
};
use serde_json::{Value, json};

const NODE: NodeId = NodeId(1);

/// As many things happen at a table.
const MOST_STEPS: usize = 300;

/// So long after the storage is back, everything is answered.
const PATIENCE_MS: u64 = 60_000;

/// More timers are not due at one time.
const MOST_AT_ONCE: usize = 100;

/// The people who sit at the table, and one who does not.
const PEOPLE: [PersonId; 4] = [
    HOST,
    PersonId([1; 32]),
    PersonId([2; 32]),
    PersonId([3; 32]),
];

/// A value of each alternative of what crosses the wire, by the name of its type.
static EXAMPLES: LazyLock<BTreeMap<&str, Vec<Value>>> = LazyLock::new(|| {
    let mut examples = BTreeMap::new();
    let mut name = "";
    let rules = include_str!("../../tests-data/wire/rules.txt");
    let tables = include_str!("../../tests-data/wire/table.txt");
    for line in rules.lines().chain(tables.lines()) {
        if let Some(next) = line.strip_prefix("# ") {
            name = next;
        } else if let Ok(value) = serde_json::from_str(line) {
            examples.entry(name).or_insert_with(Vec::new).push(value);
        }
    }
    examples
});

/// What may stand where something else should.
static VALUES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let odd = [
        json!(null),
        json!(0),
        json!(-1),
        json!(255),
        json!(4_294_967_295_u32),
        json!(9_007_199_254_740_993_u64),
        json!(1.5),
        json!(""),
        json!("x".repeat(300)),
        json!([]),
        json!({}),
        json!(true),
    ];
    odd.into_iter()
        .chain(EXAMPLES.values().flatten().cloned())
        .collect()
});

fn one_of(name: &str, u: &mut Unstructured<'_>) -> Result<Value> {
    u.choose(&EXAMPLES[name]).cloned()
}

/// A message as players send it.
fn message(key: u64, u: &mut Unstructured<'_>) -> Result<Value> {
    let command = match u.int_in_range(0..=3)? {
        0 => return one_of("ClientMessage", u),
        1 => one_of("Command", u)?,
        2 => json!({ "type": "act", "action": one_of("Action", u)? }),
        _ => json!({ "type": "arrange", "order": one_of("HostOrder", u)? }),
    };
    Ok(json!({ "type": "command", "key": key, "command": command }))
}

/// Puts another value somewhere into this one.
fn mutate(value: &mut Value, u: &mut Unstructured<'_>) -> Result<()> {
    let parts: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        _ => Vec::new(),
    };
    if parts.is_empty() || u.ratio(1, 4)? {
        *value = u.choose(&VALUES)?.clone();
        return Ok(());
    }
    let part = u.choose_index(parts.len())?;
    mutate(parts.into_iter().nth(part).expect("it is there"), u)
}

struct Evening {
    room: Room,
    storage: RoomStorage,
    now_ms: u64,
    next: u64,
    connected: BTreeMap<ConnectionId, PersonId>,
    /// Those that are not answered yet whether they may watch.
    arriving: BTreeMap<RequestId, ConnectionId>,
    /// Those that wait for more of the log.
    reading: BTreeSet<ConnectionId>,
    /// The keys of messages that are not answered yet: while the storage is away, they wait.
    asked: BTreeSet<(ConnectionId, u64)>,
    task: Option<TaskId>,
}

impl Evening {
    fn new() -> Self {
        let table = table();
        let config = RoomConfig {
            node: NODE,
            pace: BotPace::None,
            external_bots: Vec::new(),
        };
        Self {
            room: Room::new("a".into(), Arc::new(config)),
            storage: RoomStorage::new(table.setup().clone(), table.people().clone()),
            now_ms: 1000,
            next: 0,
            connected: BTreeMap::new(),
            arriving: BTreeMap::new(),
            reading: BTreeSet::new(),
            asked: BTreeSet::new(),
            task: None,
        }
    }

    fn next(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn handle(&mut self, input: Input) {
        self.room.handle(input, self.now_ms);
        while let Some(output) = self.room.poll_output() {
            match output {
                Output::Send { to, message, more } => self.send(&to, &message, more),
                Output::Close { connection } => self.disconnect(connection),
                Output::Query(query) => {
                    let answer = self.storage.answer(NODE, query);
                    self.room.handle(Input::Answer(answer), self.now_ms);
                }
                Output::Decide { task, .. } => self.task = Some(task),
                Output::Overtaken => self.task = None,
                Output::Reply { request, result } => {
                    // A table that cannot be read lets nobody in.
                    if let Some(connection) = self.arriving.remove(&request)
                        && result.is_err()
                    {
                        self.disconnect(connection);
                    }
                }
                Output::Advise { .. } | Output::Report(_) => {}
            }
        }
    }

    fn send(&mut self, to: &[ConnectionId], message: &ServerMessage, more: bool) {
        let text = serde_json::to_string(message).expect("messages are JSON");
        let read: ServerMessage = serde_json::from_str(&text).expect("a client can read it");
        assert_eq!(serde_json::to_string(&read).expect("as before"), text);
        for connection in to {
            if more {
                self.reading.insert(*connection);
            }
            match message {
                ServerMessage::Ack { key, .. } | ServerMessage::Refused { key: Some(key), .. } => {
                    self.asked.remove(&(*connection, *key));
                }
                _ => {}
            }
        }
    }

    fn request(&mut self, request: RoomRequest) {
        let id = RequestId(self.next());
        self.handle(Input::Request { id, request });
    }

    fn connect(&mut self, person: PersonId) {
        let connection = ConnectionId(self.next());
        self.connected.insert(connection, person);
        let id = RequestId(self.next());
        self.arriving.insert(id, connection);
        let request = RoomRequest::Connect(Arrival {
            connection,
            person: Some(person),
            after: None,
            spectators: 10,
            unheard: Vec::new(),
        });
        self.handle(Input::Request { id, request });
    }

    fn say(&mut self, connection: ConnectionId, message: ClientMessage) {
        if let ClientMessage::Command { key, .. } | ClientMessage::Say { key, .. } = &message {
            self.asked.insert((connection, *key));
        }
        self.handle(Input::Say {
            connection,
            message,
            too_many: false,
        });
    }

    fn disconnect(&mut self, connection: ConnectionId) {
        self.connected.remove(&connection);
        self.reading.remove(&connection);
        self.asked.retain(|(by, _)| *by != connection);
    }

    fn pass(&mut self, ms: u64) {
        let until_ms = self.now_ms + ms;
        let mut at_once = 0;
        while let Some(due_ms) = self.room.next_timer_ms().filter(|due| *due <= until_ms) {
            at_once = if due_ms > self.now_ms { 0 } else { at_once + 1 };
            assert!(at_once < MOST_AT_ONCE, "the room never rests");
            self.now_ms = self.now_ms.max(due_ms);
            self.handle(Input::Timer);
        }
        self.now_ms = until_ms;
    }

    /// Something legal is done in a seat.
    fn act(&mut self, connection: ConnectionId, u: &mut Unstructured<'_>) -> Result<()> {
        let person = self.connected[&connection];
        let table = &self.storage.table;
        let seat: Option<Seat> = table.people().seats_of(Some(person)).iter().next();
        let Some(seat) = seat else { return Ok(()) };
        let legal = legal_actions(table.game(), table.state(), seat);
        if legal.is_empty() {
            return Ok(());
        }
        let action = *u.choose(&legal)?;
        let command = table.command(action);
        let key = self.next();
        self.say(connection, ClientMessage::Command { key, command });
        Ok(())
    }

    fn step(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        let connections: Vec<ConnectionId> = self.connected.keys().copied().collect();
        let kind = u.int_in_range(0..=15)?;
        if connections.is_empty() || kind == 0 {
            let person = *u.choose(&PEOPLE)?;
            self.connect(person);
            return Ok(());
        }
        let connection = *u.choose(&connections)?;
        match kind {
            1 => {
                self.disconnect(connection);
                self.handle(Input::Leave { connection });
            }
            2 => self.pass(u.int_in_range(0..=120_000)?),
            3 => self.storage.is_away = !self.storage.is_away && u.ratio(1, 2)?,
            4 => {
                let person = *u.choose(&PEOPLE)?;
                self.request(match u.int_in_range(0..=2)? {
                    0 => RoomRequest::Rematch {
                        person: Some(person),
                    },
                    1 => RoomRequest::Forget { person },
                    _ => RoomRequest::Join {
                        person,
                        name: "Uma".into(),
                        seat: Seat::new(u.int_in_range(0..=5)?),
                        apart: Vec::new(),
                        network: None,
                    },
                });
            }
            5 => {
                if let Some(connection) = self.reading.pop_first() {
                    self.handle(Input::HasRead { connection });
                }
            }
            6..=10 => self.act(connection, u)?,
            _ => {
                let mut message = message(self.next(), u)?;
                for _ in 0..u.int_in_range(0..=2)? {
                    mutate(&mut message, u)?;
                }
                if let Ok(message) = serde_json::from_value::<ClientMessage>(message) {
                    self.say(connection, message);
                }
            }
        }
        Ok(())
    }

    /// Everybody sits down, and the game begins.
    fn begin(&mut self) {
        for (number, person) in PEOPLE[..3].iter().enumerate() {
            if number > 0 {
                self.request(RoomRequest::Join {
                    person: *person,
                    name: format!("Person {number}"),
                    seat: None,
                    apart: Vec::new(),
                    network: None,
                });
            }
            self.connect(*person);
        }
        let connections: Vec<ConnectionId> = self.connected.keys().copied().collect();
        for connection in connections {
            let seed = brickwood_fair::ClientSeed::new([3; 32]);
            let key = self.next();
            let command = Command::Ready { seed };
            self.say(connection, ClientMessage::Command { key, command });
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut u = Unstructured::new(bytes);
    let mut evening = Evening::new();
    if u.ratio(3, 4) == Ok(true) {
        evening.begin();
    }
    for _ in 0..MOST_STEPS {
        if u.is_empty() || evening.step(&mut u).is_err() {
            break;
        }
    }
    evening.storage.is_away = false;
    evening.pass(PATIENCE_MS);
    assert_eq!(evening.asked, BTreeSet::new(), "messages are not answered");
    let RoomStorage {
        setup,
        people,
        records,
        table,
        ..
    } = evening.storage;
    let read = Table::restore(setup, people, records).expect("a log can be read");
    assert_eq!(read.head(), table.head());
    assert_eq!(read.state(), table.state());
});
