//! An evening at a site of three servers: people come, find each other, and wait for news of tables, while one server is
//! killed for good.

use std::{
    collections::BTreeSet,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use brickwood_protocol::{
    AlertInfo, BlockOrder, BoardChoice, BotLevel, BotsAfter, ClientMessage, Color, Command,
    Created, JoinTable, Level, NewAlert, NewSeat, NewTable, ServerMessage, SiteNow, TableOptions,
    TableSummary,
};
use brickwood_rules::{Edition, Seat};
use brickwood_site::SCHEMA;
use brickwood_storage::{GameLog, PostgresStorage};
use brickwood_test_client::{Answer, Heard, Socket, TestPerson};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::{
    sync::Barrier,
    time::{Instant, sleep, timeout},
};

use crate::{
    database::Database,
    node::{Node, number},
};

const NODES: usize = 3;

/// How long an answer, a welcome, or the beginning of a game may take: leases of a killed server have to expire.
const PATIENCE: Duration = Duration::from_mins(1);

/// Seconds until bots take the seats of a table, one of which everybody chooses who opens one.
const BOTS_AFTER: [u16; 3] = [0, 2, 5];

/// The site, as those who come see it.
struct Site {
    servers: Vec<SocketAddr>,
    /// Requests that had to be sent again.
    again: AtomicUsize,
}

/// One of those who come.
struct Person {
    site: Arc<Site>,
    browser: TestPerson,
    name: String,
    /// Whom they have blocked, or who has blocked them.
    foe: Option<String>,
    random: ChaCha8Rng,
    /// The tables where they sit.
    sits_at: BTreeSet<String>,
    /// Their open sockets, each with its table.
    sockets: Vec<(String, Socket)>,
    alerts: bool,
    /// The longest time until a game that they wanted had begun, beyond that which its table waits.
    waited: Duration,
    /// How many times they found no table to sit down at, and opened one.
    opened: usize,
}

/// What came of a way to a table.
enum Seated {
    Yes,
    /// Somebody else was faster, or one may not sit there.
    No,
}

impl Person {
    fn new(site: &Arc<Site>, number: usize) -> Self {
        let mut browser = TestPerson::new(site.servers[number % NODES]);
        // Everybody has a network of their own, far from those of the others.
        browser.forwarded = Some(format!("{}.{}.7.9", 20 + number % 100, number / 100));
        let partner = number ^ 1;
        Self {
            site: Arc::clone(site),
            browser,
            name: name(number),
            foe: is_foe(number).then(|| name(partner)),
            random: ChaCha8Rng::seed_from_u64(number as u64),
            sits_at: BTreeSet::new(),
            sockets: Vec::new(),
            alerts: false,
            waited: Duration::ZERO,
            opened: 0,
        }
    }

    /// Goes on to another server.
    async fn move_on(&mut self) {
        self.site.again.fetch_add(1, Ordering::Relaxed);
        let here = self.browser.address;
        let servers = &self.site.servers;
        let place = servers.iter().position(|server| *server == here).unwrap();
        self.browser.address = servers[(place + 1) % NODES];
        sleep(Duration::from_millis(self.random.random_range(20..200))).await;
    }

    /// An answer, from whichever server gives one; and whether an earlier request may have been done without an answer.
    async fn ask(&mut self, method: &str, path: &str, body: &str) -> (Answer, bool) {
        let begun = Instant::now();
        let mut is_unsure = false;
        loop {
            let asked = timeout(PATIENCE, self.browser.try_ask(method, path, body)).await;
            match asked.expect("an answer comes in time") {
                Ok(answer) if !matches!(answer.status, 429 | 500..) => return (answer, is_unsure),
                Ok(answer) => assert_ne!(answer.status, 500, "{method} {path}"),
                Err(_) => is_unsure = true,
            }
            assert!(begun.elapsed() < PATIENCE, "nobody answers {method} {path}");
            self.move_on().await;
        }
    }

    async fn get<T: serde::de::DeserializeOwned>(&mut self, path: &str) -> T {
        let (answer, _) = self.ask("GET", path, "").await;
        assert_eq!(answer.status, 200, "{path}");
        answer.json()
    }

    /// Opens a table. If the answer was lost, it is among one's own tables.
    async fn open(&mut self, order: &NewTable) -> String {
        let body = serde_json::to_string(order).unwrap();
        loop {
            let asked = self.browser.try_ask("POST", "/api/tables", &body).await;
            match asked {
                Ok(answer) if answer.status == 201 => return answer.json::<Created>().id,
                Ok(answer) => {
                    assert!(matches!(answer.status, 429 | 503), "{}", answer.status);
                }
                Err(_) => {
                    let mine: Vec<TableSummary> = self.get("/api/tables").await;
                    let new = mine.into_iter().find(|one| !self.sits_at.contains(&one.id));
                    if let Some(table) = new {
                        return table.id;
                    }
                }
            }
            self.move_on().await;
        }
    }

    async fn join(&mut self, table: &str) -> Seated {
        let body = JoinTable {
            name: self.name.clone(),
            seat: None,
        };
        let body = serde_json::to_string(&body).unwrap();
        let path = format!("/api/tables/{table}/join");
        let (answer, _) = self.ask("POST", &path, &body).await;
        match answer.status {
            204 => Seated::Yes,
            // Taken meanwhile, over meanwhile, or somebody sits there with whom one does not.
            404 | 409 => Seated::No,
            other => panic!("to sit down is answered with {other}: {}", answer.problem()),
        }
    }

    /// Connects to a table, and stays until the game has begun. Whoever has no seat after all goes away.
    async fn take_part(&mut self, table: &str) -> Seated {
        let begun = Instant::now();
        'connected: loop {
            assert!(
                begun.elapsed() < PATIENCE,
                "the game at {table} does not begin"
            );
            let opened = timeout(PATIENCE, self.browser.hello(table, None)).await;
            let Ok(mut socket) = opened.expect("a socket opens in time") else {
                self.move_on().await;
                continue;
            };
            loop {
                let Ok(heard) = timeout(Duration::from_secs(10), socket.hear()).await else {
                    continue 'connected;
                };
                let Heard::Message(message, _) = heard else {
                    self.move_on().await;
                    continue 'connected;
                };
                let update = match *message {
                    ServerMessage::Welcome { table, update, .. } => {
                        if table.you.is_none() {
                            return Seated::No;
                        }
                        if !update.started && socket.get_ready().await.is_err() {
                            continue 'connected;
                        }
                        update
                    }
                    ServerMessage::Update { update } => update,
                    _ => continue,
                };
                let names = update.seats.iter().filter_map(|seat| seat.name.as_ref());
                for name in names {
                    assert_ne!(Some(name), self.foe.as_ref(), "{} at {table}", self.name);
                }
                if update.started {
                    self.sockets.push((table.to_owned(), socket));
                    return Seated::Yes;
                }
            }
        }
    }

    /// Meets the partner at a table of two, blocks them, and leaves again.
    async fn fall_out(&mut self, meet: &Arc<(Barrier, std::sync::Mutex<String>)>, is_first: bool) {
        let (barrier, table) = &**meet;
        let leave = ClientMessage::Command {
            key: 7,
            command: Command::Leave {},
        };
        if is_first {
            let opened = self
                .open(&order(&self.name, 2, TableOptions::default()))
                .await;
            *table.lock().unwrap() = opened;
        }
        barrier.wait().await;
        let id = table.lock().unwrap().clone();
        if !is_first {
            assert!(matches!(self.join(&id).await, Seated::Yes));
        }
        barrier.wait().await;
        if is_first {
            let block = BlockOrder {
                table: id.clone(),
                seat: Seat::new(1).unwrap(),
            };
            let block = serde_json::to_string(&block).unwrap();
            let (answer, _) = self.ask("POST", "/api/blocks", &block).await;
            assert_eq!(answer.status, 204);
        }
        barrier.wait().await;
        let mut socket = self.browser.hello(&id, None).await.unwrap();
        socket.welcome().await;
        socket.say(&leave).await.unwrap();
        while !matches!(socket.message().await, ServerMessage::Ack { .. }) {}
    }

    /// What somebody does who wants to play: sits down where there is a seat, or opens a table that begins with bots.
    async fn play(&mut self) {
        let begun = Instant::now();
        let (table, waits) = self.find_table().await;
        self.sits_at.insert(table);
        let waits = Duration::from_secs(waits.into());
        self.waited = self.waited.max(begun.elapsed().saturating_sub(waits));
    }

    /// Sits down at a table, and returns it, once its game has begun, with the seconds for which it waits for people.
    async fn find_table(&mut self) -> (String, u16) {
        let tables: Vec<TableSummary> = self.get("/api/lobby").await;
        let mut tables: Vec<_> = tables
            .into_iter()
            .filter(|one| one.open_seats + one.seats_to_take > 0 && !self.sits_at.contains(&one.id))
            .collect();
        // Not everybody takes the first.
        for _ in 0..4.min(tables.len()) {
            let one = tables.swap_remove(self.random.random_range(0..tables.len()));
            if matches!(self.join(&one.id).await, Seated::Yes)
                && matches!(self.take_part(&one.id).await, Seated::Yes)
            {
                let waits = one.options.bots_after.map_or(0, |bots| bots.seconds);
                return (one.id, waits);
            }
        }
        self.opened += 1;
        let seconds = BOTS_AFTER[self.random.random_range(0..BOTS_AFTER.len())];
        let options = TableOptions {
            public: true,
            bots_after: Some(BotsAfter {
                seconds,
                level: BotLevel::Own(Level::Easy),
            }),
            takeover_rounds: 3,
            // Nobody plays on for those whose server has died before they are back.
            grace_s: 600,
            ..TableOptions::default()
        };
        let table = self.open(&order(&self.name, 4, options)).await;
        let seated = self.take_part(&table).await;
        assert!(
            matches!(seated, Seated::Yes),
            "whoever opens a table has a seat"
        );
        (table, seconds)
    }

    /// Comes at some time, plays or waits for news, and stays until the end.
    async fn spend_evening(&mut self, number: usize, begun: Instant, arrivals: Duration) {
        let after = self.random.random_range(0.0..1.0);
        sleep(arrivals.mul_f64(after)).await;
        match number % 8 {
            // Waits for news, and plays when there is some.
            7 => {
                self.alert().await;
                let told: AlertInfo = self.get("/api/alert").await;
                if !told.tables.is_empty() {
                    self.play().await;
                }
            }
            // Plays, and then at another table.
            6 => {
                self.play().await;
                self.play().await;
            }
            _ => self.play().await,
        }
        self.stay(begun + arrivals.mul_f64(1.2)).await;
    }

    /// Wants to be told when somebody opens a table.
    async fn alert(&mut self) {
        let minutes = serde_json::to_string(&NewAlert { minutes: 600 }).unwrap();
        let (answer, _) = self.ask("PUT", "/api/alert", &minutes).await;
        assert_eq!(answer.status, 204);
        self.alerts = true;
    }

    /// Reads what comes, and is there again when a server has died.
    async fn stay(&mut self, until: Instant) {
        while Instant::now() < until && !self.sockets.is_empty() {
            let (table, mut socket) = self.sockets.remove(0);
            let heard = timeout(Duration::from_millis(200), socket.hear()).await;
            if matches!(heard, Ok(Heard::Gone | Heard::Closed(_))) {
                self.move_on().await;
                let seated = self.take_part(&table).await;
                assert!(matches!(seated, Seated::Yes), "a seat is kept");
            } else {
                self.sockets.push((table, socket));
            }
        }
    }
}

fn name(number: usize) -> String {
    format!("Person {number}")
}

/// Every tenth pair has fallen out.
fn is_foe(number: usize) -> bool {
    (number / 2).is_multiple_of(10)
}

fn order(name: &str, players: usize, options: TableOptions) -> NewTable {
    let edition = Edition::Modern;
    NewTable {
        name: name.to_owned(),
        edition,
        rules: edition.rules(players as u8),
        seats: Color::ALL[..players]
            .iter()
            .map(|&color| NewSeat::Human { color })
            .collect(),
        board: BoardChoice::Random,
        options,
        from: None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_evening_loses_no_table_and_no_alert_when_a_server_dies() {
    let Some(database) = Database::start() else {
        return;
    };
    let people = number("BRICKWOOD_TORTURE_PEOPLE", 60) as usize;
    let arrivals = Duration::from_millis(number("BRICKWOOD_TORTURE_EVENING_MS", 8_000).into());
    let folder = tempfile::tempdir().unwrap();
    let url = database.url();
    let environment = [("BRICKWOOD_DATABASE", url.as_str())];
    // The test is a trusted proxy, so that everybody can have an address of their own.
    let arguments = ["--trusted-proxy", "127.0.0.1"];
    let mut nodes: Vec<Node> = (0..NODES)
        .map(|_| Node::start(&arguments, &environment, &folder.path().join("reports")))
        .collect();
    let site = Arc::new(Site {
        servers: nodes.iter().map(|node| node.address).collect(),
        again: AtomicUsize::new(0),
    });

    // Before the evening, some people fall out.
    let mut crowd: Vec<Person> = (0..people).map(|one| Person::new(&site, one)).collect();
    let pairs = crowd.chunks_mut(2).filter(|pair| pair[0].foe.is_some());
    for pair in pairs {
        let [first, second] = pair else { continue };
        let meet = Arc::new((Barrier::new(2), std::sync::Mutex::default()));
        tokio::join!(first.fall_out(&meet, true), second.fall_out(&meet, false));
    }

    let begun = Instant::now();
    let coming = crowd.into_iter().enumerate().map(|(number, mut person)| {
        tokio::spawn(async move {
            person.spend_evening(number, begun, arrivals).await;
            person
        })
    });
    let coming: Vec<_> = coming.collect();
    sleep(arrivals / 2).await;
    nodes[1].kill();
    let mut crowd = Vec::new();
    for person in coming {
        crowd.push(person.await.expect("the evening of a person ends well"));
    }

    // Everybody finds the tables where they sit, each once, and no others; and the alert that they had.
    let mut tables = BTreeSet::new();
    let mut alerts = 0;
    for person in &mut crowd {
        let mine: Vec<TableSummary> = person.get("/api/tables").await;
        let listed: Vec<&String> = mine.iter().map(|table| &table.id).collect();
        let kept: BTreeSet<&String> = listed.iter().copied().collect();
        assert_eq!(listed.len(), kept.len(), "{}", person.name);
        assert_eq!(kept, person.sits_at.iter().collect(), "{}", person.name);
        assert!(mine.iter().all(|table| table.started), "{}", person.name);
        tables.extend(person.sits_at.iter().cloned());
        let alert: AlertInfo = person.get("/api/alert").await;
        assert_eq!(alert.until_ms.is_some(), person.alerts, "{}", person.name);
        alerts += u32::from(person.alerts);
    }
    sleep(Duration::from_millis(1_100)).await;
    let now: SiteNow = crowd[0].get("/api/now").await;
    assert_eq!(now.want_to_play, alerts);

    drop(nodes);
    let log = PostgresStorage::open(&database.url(), SCHEMA)
        .await
        .unwrap();
    let foes: Vec<_> = crowd
        .chunks(2)
        .filter(|pair| pair.len() == 2 && pair[0].foe.is_some())
        .collect();
    for table in &tables {
        let game = log.load(table).await.unwrap().expect("the table is stored");
        let persons = game.people.persons();
        for pair in &foes {
            let both = pair
                .iter()
                .all(|one| persons.contains(&one.browser.id().unwrap()));
            assert!(!both, "{} and {} at {table}", pair[0].name, pair[1].name);
        }
    }
    let opened: usize = crowd.iter().map(|person| person.opened).sum();
    let seats: usize = crowd.iter().map(|person| person.sits_at.len()).sum();
    assert!(seats > tables.len(), "nobody has found anybody");
    let waited = crowd
        .iter()
        .map(|person| person.waited)
        .max()
        .unwrap_or_default();
    println!(
        "torture: an evening of {people} people on {NODES} nodes, one killed: {seats} seats at {} tables ({opened} opened), \
         {alerts} alerts, {} blocked pairs, {} requests sent again, at most {:.1} s until a game",
        tables.len(),
        foes.len(),
        site.again.load(Ordering::Relaxed),
        waited.as_secs_f64(),
    );
}
