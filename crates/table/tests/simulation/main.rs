//! Whole evenings of one table in virtual time, with the rooms that servers use. All possible faults occur:
//! messages are lost, repeated, late and out of order, connections are cut, the storage is slow and fails,
//! servers crash between storing and committing, and two of them write the same log, with hints that get
//! lost or come twice. Everything follows from a seed, so that every failure can be reproduced.

mod client;
mod node;

use std::collections::{BTreeMap, HashMap, HashSet};

use brickwood_protocol::{
    AbsenceRule, BoardChoice, BotLevel, ClientMessage, ClockRule, Color, Command, Level, NewSeat,
    NewTable, PROTOCOL, ServerMessage, TableOptions,
};
use brickwood_rules::{Edition, Rules};
use brickwood_table::room::{
    Answer, Arrival, BotTask, ConnectionId, Fault, Input, Output, Query, RequestId, RoomRequest,
    TaskId,
};
use brickwood_table::{AppendError, Author, NodeId, People, Refusal, Setup, Table};
use brickwood_test_kit::{RoomStorage, asked};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use client::{Client, ClientStep};
use node::{Node, RandomBots};

const NODES: usize = 2;

/// The number of simulated evenings: `SIMULATIONS` asks for more than a run of all tests has time for.
fn evenings() -> u64 {
    asked("SIMULATIONS", 30)
}

/// What happens next somewhere.
enum Event {
    ToNode(u64, String),
    ToClient(u64, String),
    /// A client finds its connection cut.
    Cut(u64),
    /// A server does.
    Gone(u64),
    /// A client thinks.
    Think(usize),
    /// A person's request to sit down arrives.
    Join(usize, usize),
    /// A hint reaches a server.
    Look(usize),
    Beat(usize),
    /// A timer of a room is due.
    Wake(usize),
    /// A query of a server reaches the storage.
    Query(NodeId, Query),
    /// A server's bots have thought long enough.
    Decide(NodeId, TaskId, BotTask),
    /// A client has read a part of a long log.
    HasRead(u64),
    /// The other servers notice that one has died.
    Dead(NodeId),
    Restart(usize),
}

/// A connection; either end may know more than the other.
struct Link {
    client: usize,
    node: usize,
    open_for_node: bool,
    /// Whether the hello has reached the server.
    is_greeted: bool,
}

struct World {
    now_ms: u64,
    events: BTreeMap<(u64, u64), Event>,
    next: u64,
    random: ChaCha12Rng,
    chaos: bool,
    storage: RoomStorage,
    /// The servers that run.
    nodes: [Option<Node>; NODES],
    /// How many servers were started so far.
    started: u64,
    clients: Vec<Client>,
    links: HashMap<u64, Link>,
    crashes: u32,
    /// How often a server found that another was first.
    conflicts: u32,
}

fn order(secret: u64) -> NewTable {
    let human = |place: usize| NewSeat::Human {
        color: Color::ALL[place],
    };
    let mut seats = vec![human(0), human(1), human(2)];
    if secret.is_multiple_of(3) {
        let color = Color::ALL[3];
        seats.insert(1, NewSeat::Locked { color });
    } else if secret.is_multiple_of(2) {
        let color = Color::ALL[3];
        let level = BotLevel::Own(Level::Easy);
        seats.push(NewSeat::Bot { color, level });
    }
    let rules = Rules {
        points_to_win: 3,
        time_limit: Some(1),
        ..Edition::Modern.rules(seats.len() as u8)
    };
    let absence = [AbsenceRule::Bot, AbsenceRule::Pause];
    NewTable {
        name: "Ann".into(),
        edition: Edition::Modern,
        rules,
        seats,
        board: BoardChoice::Random,
        options: TableOptions {
            clock: if secret.is_multiple_of(5) {
                ClockRule::Off
            } else {
                ClockRule::Turn { seconds: 10 }
            },
            absence: absence[secret as usize / 6 % 2],
            grace_s: 10,
            ..TableOptions::default()
        },
        from: None,
    }
}

impl World {
    fn new(secret: u64) -> Self {
        let order = order(secret);
        let mut seed = [3; 32];
        seed[..8].copy_from_slice(&secret.to_le_bytes());
        // Person 0 hosts and has a seat; 1 and 2 sit down; 3 watches.
        let clients: Vec<Client> = (0..4)
            .map(|number| Client::new(number, number < 3))
            .collect();
        let setup = Setup::new("t".into(), &order, seed, 0).expect("a good order");
        let people = People::new(&order, clients[0].person, "Ann", None);
        let mut world = Self {
            now_ms: 1000,
            events: BTreeMap::new(),
            next: 0,
            random: ChaCha12Rng::seed_from_u64(secret),
            chaos: true,
            storage: RoomStorage::new(setup, people),
            nodes: [const { None }; NODES],
            started: 0,
            clients,
            links: HashMap::new(),
            crashes: 0,
            conflicts: 0,
        };
        for number in 0..NODES {
            world.start(number);
            world.after(5000, Event::Beat(number));
        }
        for number in 0..world.clients.len() {
            world.after(100, Event::Think(number));
        }
        world
    }

    fn after(&mut self, ms: u64, event: Event) {
        self.next += 1;
        self.events.insert((self.now_ms + ms, self.next), event);
    }

    fn below(&mut self, count: u64) -> u64 {
        self.random.random_range(0..count)
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.chaos && self.below(count) == 0
    }

    /// Sends over a network that loses, repeats, delays and reorders messages.
    fn transmit(&mut self, event: fn(u64, String) -> Event, connection: u64, text: String) {
        if self.one_in(60) {
            return;
        }
        if self.one_in(40) {
            let late = 10 + self.below(3000);
            self.after(late, event(connection, text.clone()));
        }
        let ms = if self.one_in(10) {
            10 + self.below(600)
        } else {
            20
        };
        self.after(ms, event(connection, text));
    }

    fn start(&mut self, number: usize) {
        self.started += 1;
        self.nodes[number] = Some(Node::new(NodeId(self.started)));
    }

    /// Passes an input to a running server, and executes its room's outputs.
    fn at_node(&mut self, number: usize, input: Input) {
        let Some(node) = &mut self.nodes[number] else {
            return;
        };
        node.room.handle(input, self.now_ms);
        let name = node.name;
        while let Some(node) = &mut self.nodes[number]
            && let Some(output) = node.room.poll_output()
        {
            match output {
                Output::Send { to, message, more } => {
                    let text = serde_json::to_string(&message).expect("a message can be written");
                    for connection in to {
                        self.transmit(Event::ToClient, connection.0, text.clone());
                        if more {
                            self.after(50, Event::HasRead(connection.0));
                        }
                    }
                }
                Output::Close { connection } => self.close(connection.0),
                Output::Query(query) => {
                    node.asks = true;
                    let ms = if self.one_in(10) { self.below(500) } else { 2 };
                    self.after(ms, Event::Query(name, query));
                }
                Output::Decide { task, work } => {
                    let ms = self.below(400);
                    self.after(ms, Event::Decide(name, task, work));
                }
                Output::Report(Fault::Log(error)) => panic!("every log can be replayed: {error}"),
                Output::Reply { .. }
                | Output::Overtaken
                | Output::Advise { .. }
                | Output::Report(_) => {}
            }
        }
        self.wake_when_due(number);
    }

    /// The index of the server with this id.
    fn number_of(&self, name: NodeId) -> Option<usize> {
        let is_it = |node: &Option<Node>| node.as_ref().is_some_and(|node| node.name == name);
        self.nodes.iter().position(is_it)
    }

    /// A query reaches the storage, which may fail before or after it has executed it; and the server may
    /// crash before or after that.
    fn query(&mut self, name: NodeId, query: Query) {
        let Some(number) = self.number_of(name) else {
            return;
        };
        let notes = matches!(query, Query::Attend { note: true, .. });
        let writes = notes || matches!(query, Query::Append(_));
        if writes && self.one_in(400) {
            return self.crash(number);
        }
        let fails = self.one_in(200);
        let answer = if fails && self.one_in(2) {
            query.failed()
        } else {
            let failure = query.failed();
            let head = self.storage.records.len();
            let answer = self.storage.answer(name, query);
            self.conflicts += u32::from(matches!(
                answer,
                Answer::Appended(Err(AppendError::Conflict { .. }))
            ));
            if notes || self.storage.records.len() > head {
                self.hint(number);
            }
            if fails { failure } else { answer }
        };
        if writes && self.one_in(200) {
            return self.crash(number);
        }
        if let Some(node) = &mut self.nodes[number] {
            node.asks = false;
        }
        self.at_node(number, Input::Answer(answer));
    }

    /// Sends the other servers a hint that something was written, usually.
    fn hint(&mut self, number: usize) {
        for other in (0..NODES).filter(|other| *other != number) {
            for _ in 0..if self.one_in(8) { 2 } else { 1 } {
                if !self.one_in(4) {
                    let ms = 1 + self.below(200);
                    self.after(ms, Event::Look(other));
                }
            }
        }
    }

    fn wake_when_due(&mut self, number: usize) {
        let now_ms = self.now_ms;
        let Some(node) = &mut self.nodes[number] else {
            return;
        };
        let Some(due_ms) = node.room.next_timer_ms() else {
            return;
        };
        let due_ms = due_ms.max(now_ms);
        if node.wakes_ms.is_none_or(|wakes_ms| due_ms < wakes_ms) {
            node.wakes_ms = Some(due_ms);
            self.after(due_ms - now_ms, Event::Wake(number));
        }
    }

    fn crash(&mut self, number: usize) {
        self.crashes += 1;
        let node = self.nodes[number].take().expect("a server that runs");
        let links = self.links.iter().filter(|(_, link)| link.node == number);
        let mut ids: Vec<u64> = links.map(|(id, _)| *id).collect();
        ids.sort_unstable();
        for id in ids {
            self.close(id);
        }
        self.after(3500, Event::Dead(node.name));
        let ms = 1000 + self.below(8000);
        self.after(ms, Event::Restart(number));
    }

    /// A server has closed a connection, or has died with it.
    fn close(&mut self, connection: u64) {
        let link = self.links.get_mut(&connection).expect("a connection");
        link.open_for_node = false;
        self.cut(connection);
    }

    fn cut(&mut self, connection: u64) {
        let ms = 10 + self.below(300);
        self.after(ms, Event::Cut(connection));
    }

    fn take(&mut self, client: usize, step: ClientStep) {
        match step {
            ClientStep::Say(message) => self.say(client, &message),
            ClientStep::Join => {
                let node = self.below(NODES as u64) as usize;
                self.after(30, Event::Join(client, node));
            }
            ClientStep::Reconnect => {
                if let Some(old) = self.clients[client].connection {
                    let ms = 10 + self.below(2000);
                    self.after(ms, Event::Gone(old));
                }
                let connection = self.next + 1_000_000;
                let node = self.below(NODES as u64) as usize;
                self.links.insert(
                    connection,
                    Link {
                        client,
                        node,
                        open_for_node: true,
                        is_greeted: false,
                    },
                );
                let hello = self.clients[client].hello(connection, self.now_ms);
                self.say(client, &hello);
            }
        }
    }

    fn say(&mut self, client: usize, message: &ClientMessage) {
        if let Some(connection) = self.clients[client].connection {
            let text = serde_json::to_string(message).expect("a message can be written");
            self.transmit(Event::ToNode, connection, text);
        }
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::ToNode(connection, text) => self.reach_node(connection, &text),
            Event::ToClient(connection, text) => {
                let client = self.links[&connection].client;
                if self.clients[client].connection == Some(connection) {
                    let message: ServerMessage = serde_json::from_str(&text).expect("a message");
                    for step in self.clients[client].hear(message, self.now_ms) {
                        self.take(client, step);
                    }
                }
            }
            Event::Cut(connection) => {
                let client = self.links[&connection].client;
                if self.clients[client].connection == Some(connection) {
                    self.clients[client].connection = None;
                }
            }
            Event::Gone(connection) => {
                let link = self.links.get_mut(&connection).expect("a connection");
                link.open_for_node = false;
                let node = link.node;
                let connection = ConnectionId(connection);
                self.at_node(node, Input::Leave { connection });
            }
            Event::Think(client) => self.think(client),
            Event::Join(client, node) => {
                let person = self.clients[client].person;
                let request = RoomRequest::Join {
                    person,
                    name: format!("Person {}", person.0[0]),
                    seat: None,
                    apart: Vec::new(),
                    network: None,
                };
                let id = RequestId(self.next);
                self.at_node(node, Input::Request { id, request });
            }
            Event::Look(node) => self.at_node(node, Input::Hint),
            Event::Beat(number) => {
                self.at_node(number, Input::Hint);
                // A room without connections may be dropped.
                if let Some(node) = &mut self.nodes[number]
                    && node.room.is_empty()
                    && !node.asks
                {
                    *node = Node::new(node.name);
                }
                self.after(5000, Event::Beat(number));
            }
            Event::Wake(number) => {
                if let Some(node) = &mut self.nodes[number]
                    // Otherwise there is an earlier timer now.
                    && node.wakes_ms == Some(self.now_ms)
                {
                    node.wakes_ms = None;
                    self.at_node(number, Input::Timer);
                }
            }
            Event::Query(name, query) => self.query(name, query),
            Event::Decide(name, task, work) => {
                if let Some(number) = self.number_of(name) {
                    let choice = work.decide(&RandomBots(*self.storage.table.state()));
                    self.at_node(number, Input::Decided { task, choice });
                }
            }
            Event::HasRead(connection) => {
                let node = self.links[&connection].node;
                let connection = ConnectionId(connection);
                self.at_node(node, Input::HasRead { connection });
            }
            Event::Dead(name) => {
                self.storage.forget(name);
                for number in 0..NODES {
                    let nodes = [name].into();
                    self.at_node(number, Input::Gone { nodes });
                }
            }
            Event::Restart(node) => self.start(node),
        }
    }

    /// A client's message reaches its node.
    fn reach_node(&mut self, connection: u64, text: &str) {
        let link = self.links.get_mut(&connection).expect("a connection");
        let (node, person) = (link.node, self.clients[link.client].person);
        if !link.open_for_node {
            return;
        }
        let message = serde_json::from_str(text).expect("a message");
        let id = ConnectionId(connection);
        let input = match message {
            // A repeated hello does not reach the room.
            ClientMessage::Hello { .. } if link.is_greeted => return,
            ClientMessage::Hello {
                protocol, after, ..
            } => {
                assert_eq!(protocol, PROTOCOL);
                link.is_greeted = true;
                Input::Request {
                    id: RequestId(connection),
                    request: RoomRequest::Connect(Arrival {
                        connection: id,
                        person: Some(person),
                        after,
                        spectators: 10,
                        unheard: Vec::new(),
                    }),
                }
            }
            message => Input::Say {
                connection: id,
                message,
                too_many: false,
            },
        };
        self.at_node(node, input);
    }

    fn think(&mut self, client: usize) {
        if self.one_in(80) {
            // Its connection is cut; or it is away for a while.
            if let Some(connection) = self.clients[client].connection.take() {
                let ms = 10 + self.below(3000);
                self.after(ms, Event::Gone(connection));
            }
            let away_ms = self.below(40_000);
            self.after(away_ms, Event::Think(client));
            return;
        }
        let is_evening_over = !self.chaos && is_over(self);
        let step = self.clients[client].think(&mut self.random, self.now_ms, is_evening_over);
        if let Some(step) = step {
            self.take(client, step);
        }
        let ms = 200 + self.below(1200);
        self.after(ms, Event::Think(client));
    }

    /// From now on nothing is lost. Earlier losses show when their connection ends.
    fn calm_down(&mut self) {
        self.chaos = false;
        for client in 0..self.clients.len() {
            if let Some(connection) = self.clients[client].connection.take() {
                self.after(10, Event::Gone(connection));
            }
        }
    }

    /// Handles all events until this time.
    fn run_until(&mut self, is_enough: impl Fn(&Self) -> bool) {
        while !is_enough(self) {
            let ((at_ms, _), event) = self.events.pop_first().expect("somebody always thinks");
            self.now_ms = self.now_ms.max(at_ms);
            assert!(at_ms < 100 * 3_600_000, "the evening has no end");
            self.happen(event);
        }
    }
}

fn is_over(world: &World) -> bool {
    world.storage.is_over
}

/// The people who became host in the game, in order. Nobody does so twice in a row, even if several servers
/// noticed that the host is away, and the last one is the host.
fn hosts(world: &World, secret: u64) -> usize {
    let bodies = world.storage.records.iter().map(|line| line.body.as_str());
    let game = bodies.skip_while(|body| !body.starts_with("started"));
    let numbers: Vec<usize> = game
        .filter_map(|body| body.strip_suffix(" hosts"))
        .map(|number| number.parse().expect("a seat"))
        .collect();
    assert!(
        numbers.windows(2).all(|two| two[0] != two[1]),
        "{secret}: {numbers:?}"
    );
    if let Some(last) = numbers.last() {
        let people = &world.storage.people;
        assert_eq!(people.host, people.places[last - 1].person, "{secret}");
    }
    numbers.len()
}

/// The checks after every evening.
fn check(world: &World, secret: u64) {
    let RoomStorage {
        setup,
        people,
        records,
        ..
    } = &world.storage;
    let table = Table::restore(setup.clone(), people.clone(), records.clone())
        .expect("every log can be replayed");
    assert!(table.is_over());
    let names: Vec<u64> = world
        .storage
        .records
        .iter()
        .filter_map(|line| line.key)
        .collect();
    let distinct: HashSet<u64> = names.iter().copied().collect();
    assert_eq!(
        names.len(),
        distinct.len(),
        "{secret}: nothing happens twice"
    );
    for client in &world.clients {
        for (key, seq) in &client.acknowledged {
            let again = table.propose(
                Author::person(client.person, None, Some(*key)),
                &Command::Leave {}.into(),
                world.now_ms,
            );
            let done = Refusal::AlreadyDone { seq: *seq };
            assert_eq!(
                again.err(),
                Some(done),
                "{secret}: what is acknowledged is in the log"
            );
            assert!(world.storage.records[*seq as usize - 1].key.is_some());
        }
        let viewer = table.viewer(Some(client.person), None);
        let expected = table.update(viewer, 0, world.now_ms);
        let seqs = |log: &[brickwood_protocol::LogEntry]| {
            log.iter().map(|entry| entry.seq).collect::<Vec<_>>()
        };
        assert_eq!(
            seqs(&client.log),
            seqs(&expected.log),
            "{secret}: nobody has missed a line"
        );
        for (told, expected) in client.log.iter().zip(&expected.log) {
            assert_eq!(told, expected, "{secret}: nobody has missed anything");
        }
        let told = client.update().expect("it was told");
        assert_eq!(told.seq, expected.seq);
        assert_eq!(told.view, expected.view);
        assert_eq!(told.choices, expected.choices);
        let is_away = |update: &brickwood_protocol::Update| -> Vec<bool> {
            update.seats.iter().map(|seat| seat.away).collect()
        };
        assert_eq!(is_away(told), is_away(&expected));
    }
}

#[test]
fn under_all_faults_every_acknowledged_message_takes_effect_once_and_everybody_sees_it() {
    let (mut crashes, mut gaps, mut acknowledged, mut lines, mut passed_on) = (0, 0, 0, 0, 0);
    let mut conflicts = 0;
    let first = asked("SIMULATION", 0);
    for secret in first..first + evenings() {
        let mut world = World::new(secret);
        let head = (secret % 90) as usize;
        world.run_until(|world| world.storage.records.len() > head + 40 || is_over(world));
        world.calm_down();
        world.run_until(is_over);
        let calm = world.now_ms + 60_000;
        world.run_until(|world| world.now_ms > calm);
        check(&world, secret);
        passed_on += hosts(&world, secret);
        crashes += world.crashes;
        conflicts += world.conflicts;
        gaps += world.clients.iter().map(|client| client.gaps).sum::<u32>();
        acknowledged += world
            .clients
            .iter()
            .map(|c| c.acknowledged.len())
            .sum::<usize>();
        lines += world.storage.records.len();
    }
    println!(
        "{lines} lines, {acknowledged} acknowledged, {crashes} crashes, {conflicts} conflicts, \
         {gaps} gaps, {passed_on} times another host"
    );
    assert!(
        crashes > 5 && conflicts > 20 && gaps > 10 && passed_on > 5,
        "{crashes} {conflicts} {gaps} {passed_on}"
    );
}
