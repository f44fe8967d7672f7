//! Whole tables in virtual time, where everything goes wrong that can: messages are lost, doubled, late
//! and out of order, connections are cut, servers crash between storing and committing, and two of
//! them write the same log, with hints about it that get lost or come twice. All of it follows from a
//! number, so that whatever fails fails again.

mod client;
mod node;
mod storage;

use std::collections::{BTreeMap, HashMap, HashSet};

use brickwood_rules::{Edition, Rules};
use brickwood_table::protocol::{
    AbsenceRule, BoardChoice, BotLevel, ClientMessage, ClockRule, Color, NewSeat, NewTable,
    ServerMessage, TableOptions,
};
use brickwood_table::{Order, People, Refusal, Setup};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use client::{Client, Wish};
use node::{Node, Surroundings};
use storage::Storage;

const NODES: usize = 2;

/// How many evenings are simulated: `SIMULATIONS` asks for more than a run of all tests has time for.
fn evenings() -> u64 {
    std::env::var("SIMULATIONS").map_or(30, |count| count.parse().expect("a number"))
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
    /// A guest's request to sit down arrives.
    Join(usize, usize),
    /// A server looks into the log: because of a hint, or now and then.
    Look(usize),
    Beat(usize),
    /// Something is due.
    Wake(usize),
    Restart(usize),
}

/// A connection; either end may know more than the other.
struct Link {
    client: usize,
    node: usize,
    open_for_node: bool,
}

struct World {
    now_ms: u64,
    events: BTreeMap<(u64, u64), Event>,
    next: u64,
    random: ChaCha12Rng,
    chaos: bool,
    storage: Storage,
    nodes: Vec<Node>,
    up: [bool; NODES],
    /// When each server wakes up next.
    wakes_ms: [Option<u64>; NODES],
    clients: Vec<Client>,
    links: HashMap<u64, Link>,
    crashes: u32,
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
        let level = BotLevel::Easy;
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
    }
}

impl World {
    fn new(secret: u64) -> Self {
        let order = order(secret);
        let mut seed = [3; 32];
        seed[..8].copy_from_slice(&secret.to_le_bytes());
        // Guest 0 hosts and sits; 1 and 2 sit down; 3 watches.
        let clients: Vec<Client> = (0..4)
            .map(|number| Client::new(number, number < 3))
            .collect();
        let setup = Setup::new("t".into(), &order, seed, 0).expect("a good order");
        let people = People::new(&order, clients[0].guest, "Ann", None);
        let mut world = Self {
            now_ms: 1000,
            events: BTreeMap::new(),
            next: 0,
            random: ChaCha12Rng::seed_from_u64(secret),
            chaos: true,
            storage: Storage::new(setup, people, NODES),
            nodes: (0..NODES).map(|_| Node::default()).collect(),
            up: [true; NODES],
            wakes_ms: [None; NODES],
            clients,
            links: HashMap::new(),
            crashes: 0,
        };
        for number in 0..NODES {
            world.nodes[number].number = number;
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

    /// Sends over a network that loses, doubles, delays and reorders what it carries.
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

    /// Lets a server do something, and crash by it.
    fn at_node<C>(
        &mut self,
        number: usize,
        act: impl FnOnce(&mut Node, &mut Surroundings<'_>) -> Result<(), C>,
    ) {
        if !self.up[number] {
            return;
        }
        let mut around = Surroundings {
            storage: &mut self.storage,
            random: &mut self.random,
            now_ms: self.now_ms,
            chaos: self.chaos,
            others: (0..NODES).any(|other| other != number && self.up[other]),
            sent: Vec::new(),
            has_stored: false,
        };
        let done = act(&mut self.nodes[number], &mut around);
        let (sent, has_stored) = (around.sent, around.has_stored);
        for (connection, text) in sent {
            self.transmit(Event::ToClient, connection, text);
        }
        if has_stored {
            for other in (0..NODES).filter(|other| *other != number) {
                for _ in 0..if self.one_in(8) { 2 } else { 1 } {
                    if !self.one_in(4) {
                        let ms = 1 + self.below(200);
                        self.after(ms, Event::Look(other));
                    }
                }
            }
        }
        if done.is_err() {
            self.crash(number);
        } else {
            self.wake_when_due(number);
        }
    }

    fn wake_when_due(&mut self, number: usize) {
        let (due_ms, bots) = self.nodes[number].due_ms();
        let bots_ms = bots.then(|| self.now_ms + 100 + self.below(500));
        let Some(due_ms) = due_ms.into_iter().chain(bots_ms).min() else {
            return;
        };
        let due_ms = due_ms.max(self.now_ms);
        if self.wakes_ms[number].is_none_or(|wakes_ms| due_ms < wakes_ms) {
            self.wakes_ms[number] = Some(due_ms);
            self.after(due_ms - self.now_ms, Event::Wake(number));
        }
    }

    fn crash(&mut self, number: usize) {
        self.crashes += 1;
        self.up[number] = false;
        self.wakes_ms[number] = None;
        for connection in self.nodes[number].crash() {
            self.cut(connection);
        }
        // Whoever was on the way finds nobody either.
        let links = self
            .links
            .iter_mut()
            .filter(|(_, link)| link.node == number);
        let ids: Vec<u64> = links
            .map(|(id, link)| {
                link.open_for_node = false;
                *id
            })
            .collect();
        for id in ids {
            self.cut(id);
        }
        let ms = 1000 + self.below(8000);
        self.after(ms, Event::Restart(number));
    }

    fn cut(&mut self, connection: u64) {
        let ms = 10 + self.below(300);
        self.after(ms, Event::Cut(connection));
    }

    fn wish(&mut self, client: usize, wish: Wish) {
        match wish {
            Wish::Say(message) => self.say(client, &message),
            Wish::Join => {
                let node = self.below(NODES as u64) as usize;
                self.after(30, Event::Join(client, node));
            }
            Wish::Reconnect => {
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
            Event::ToNode(connection, text) => {
                let link = &self.links[&connection];
                let (node, guest) = (link.node, self.clients[link.client].guest);
                if link.open_for_node {
                    let message = serde_json::from_str(&text).expect("a message");
                    self.at_node(node, |node, around| {
                        node.hear(connection, guest, message, around)
                    });
                }
            }
            Event::ToClient(connection, text) => {
                let client = self.links[&connection].client;
                if self.clients[client].connection == Some(connection) {
                    let message: ServerMessage = serde_json::from_str(&text).expect("a message");
                    for wish in self.clients[client].hear(message, self.now_ms) {
                        self.wish(client, wish);
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
                self.at_node(node, |node, around| node.leave(connection, around));
            }
            Event::Think(client) => self.think(client),
            Event::Join(client, node) => {
                let guest = self.clients[client].guest;
                self.at_node(node, |node, around| node.join(guest, around));
            }
            Event::Look(node) => self.at_node(node, Node::look),
            Event::Beat(node) => {
                self.at_node(node, Node::look);
                self.after(5000, Event::Beat(node));
            }
            // An earlier one has come in between otherwise.
            Event::Wake(node) if self.wakes_ms[node] == Some(self.now_ms) => {
                self.wakes_ms[node] = None;
                self.at_node(node, Node::wake);
            }
            Event::Wake(_) => {}
            Event::Restart(node) => {
                self.storage.present[node] = brickwood_rules::SeatSet::EMPTY;
                self.up[node] = true;
            }
        }
    }

    fn think(&mut self, client: usize) {
        if self.one_in(80) {
            // Its line is cut; or it is away for a while.
            if let Some(connection) = self.clients[client].connection.take() {
                let ms = 10 + self.below(3000);
                self.after(ms, Event::Gone(connection));
            }
            let away_ms = self.below(40_000);
            self.after(away_ms, Event::Think(client));
            return;
        }
        let is_evening_over = !self.chaos && is_over(self);
        let wish = self.clients[client].think(&mut self.random, self.now_ms, is_evening_over);
        if let Some(wish) = wish {
            self.wish(client, wish);
        }
        let ms = 200 + self.below(1200);
        self.after(ms, Event::Think(client));
    }

    /// From now on nothing is lost. What was lost before shows when its connection ends.
    fn calm_down(&mut self) {
        self.chaos = false;
        for client in 0..self.clients.len() {
            if let Some(connection) = self.clients[client].connection.take() {
                self.after(10, Event::Gone(connection));
            }
        }
    }

    /// Lets everything happen until then.
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

/// The numbers of those who became host in the game, in order. Nobody does twice in a row, whoever of
/// the servers noticed that the host is away, and the last is the host.
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
        assert_eq!(people.host, people.places[last - 1].guest, "{secret}");
    }
    numbers.len()
}

/// What holds after every evening.
fn check(world: &World, secret: u64) {
    let table = world.storage.load();
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
            let again = table.arrange(client.guest, Some(*key), Order::Leave, world.now_ms);
            let done = Refusal::AlreadyDone { seq: *seq };
            assert_eq!(
                again.err(),
                Some(done),
                "{secret}: what is acknowledged is in the log"
            );
            assert!(world.storage.records[*seq as usize - 1].key.is_some());
        }
        let viewer = table.viewer(Some(client.guest), None);
        let expected = table.update(viewer, 0, world.now_ms);
        let seqs = |log: &[brickwood_table::protocol::LogEntry]| {
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
        let told = client.update.as_ref().expect("it was told");
        assert_eq!(told.seq, expected.seq);
        assert_eq!(told.view, expected.view);
        assert_eq!(told.choices, expected.choices);
        let is_away = |update: &brickwood_table::protocol::Update| -> Vec<bool> {
            update.seats.iter().map(|seat| seat.away).collect()
        };
        assert_eq!(is_away(told), is_away(&expected));
    }
}

#[test]
fn whatever_goes_wrong_what_is_acknowledged_has_happened_once_and_everybody_sees_it() {
    let (mut crashes, mut gaps, mut acknowledged, mut lines, mut passed_on) = (0, 0, 0, 0, 0);
    let first = std::env::var("SIMULATION").map_or(0, |secret| secret.parse().expect("a number"));
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
        gaps += world.clients.iter().map(|client| client.gaps).sum::<u32>();
        acknowledged += world
            .clients
            .iter()
            .map(|c| c.acknowledged.len())
            .sum::<usize>();
        lines += world.storage.records.len();
    }
    println!(
        "{lines} lines, {acknowledged} acknowledged, {crashes} crashes, {gaps} gaps, \
         {passed_on} times another host"
    );
    assert!(
        crashes > 5 && gaps > 10 && passed_on > 5,
        "{crashes} {gaps} {passed_on}"
    );
}
