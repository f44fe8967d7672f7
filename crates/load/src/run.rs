//! A run: tables with their clients, and spectators.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use brickwood_protocol::{
    BoardChoice, BotLevel, Color, Created, JoinTable, Level, NewSeat, NewTable, TableOptions,
};
use brickwood_rules::Edition;
use brickwood_test_client::{Answer, TestPerson};
use serde::Serialize;
use tokio::{
    sync::{Semaphore, watch},
    task::JoinSet,
    time::{Instant, sleep_until},
};

use crate::{
    deliveries::Deliveries,
    ledger::{Ledger, Seen},
    log_progress::SharedTable,
    pace::Pace,
    player::Player,
    watcher::{HOLD, Stalled, Watcher},
};

/// How many tables are set up at a time.
const SETTING_UP: usize = 32;

/// The parameters of a run.
#[derive(Clone, Copy, Debug)]
pub struct LoadPlan {
    /// Tables.
    pub tables: u32,
    /// People at each: 1 to 4.
    pub players: u8,
    /// Bots at each; 2 to 4 play in all.
    pub bots: u8,
    /// The points that win a game; fewer make shorter games.
    pub points_to_win: u8,
    /// Actions a second, at all tables together; with 0 nobody acts.
    pub rate: f64,
    /// Clients that connect a second; all at once if it is infinite.
    pub arrivals: f64,
    /// Whether the clients of one table begin at different servers.
    pub apart: bool,
    /// Whether messages are sent twice now and then.
    pub repeats: bool,
    /// How long a client waits for an answer before it tries the next server.
    pub patience: Duration,
}

/// The result of a run.
pub struct RunResult {
    /// Everything that the clients were told.
    pub ledger: Arc<Ledger>,
    /// The last view of each client.
    pub seen: Vec<Seen>,
}

/// A run whose tables are set up, with all people in their seats, but with no connections yet.
pub struct PreparedRun {
    plan: LoadPlan,
    servers: Vec<SocketAddr>,
    tables: Vec<(String, Vec<TestPerson>)>,
}

impl PreparedRun {
    /// Sets all tables up, one after the other at each of the servers.
    ///
    /// # Errors
    ///
    /// The first request that fails.
    ///
    /// # Panics
    ///
    /// If there is no server.
    pub async fn new(servers: &[SocketAddr], plan: LoadPlan) -> io::Result<Self> {
        let places = Arc::new(Semaphore::new(SETTING_UP));
        let mut setting_up = JoinSet::new();
        for number in 0..plan.tables as usize {
            let places = Arc::clone(&places);
            let server = servers[number % servers.len()];
            setting_up.spawn(async move {
                let _place = places.acquire_owned().await;
                Ok::<_, io::Error>((number, seat(server, plan).await?))
            });
        }
        let mut tables = vec![(String::new(), Vec::new()); plan.tables as usize];
        while let Some(table) = setting_up.join_next().await {
            let (number, table) = table.expect("nobody panics while sitting down")?;
            tables[number] = table;
        }
        Ok(Self {
            plan,
            servers: servers.to_vec(),
            tables,
        })
    }

    /// Connects all clients, which begin to play.
    pub fn play(self) -> Run {
        let Self {
            plan,
            servers,
            tables,
        } = self;
        let (servers, _) = watch::channel(servers);
        let mut run = Run {
            ledger: Arc::new(Ledger::default()),
            plan,
            tables: Vec::new(),
            clients: JoinSet::new(),
            invited: 0,
            servers,
        };
        let interval =
            (plan.rate > 0.0).then(|| Duration::from_secs_f64(f64::from(plan.tables) / plan.rate));
        let start = Instant::now();
        let mut arrivals = Arrivals::new(plan.arrivals);
        for (number, (table, persons)) in tables.into_iter().enumerate() {
            // The tables take turns.
            let offset = interval.map_or(Duration::ZERO, |interval| {
                interval * number as u32 / plan.tables
            });
            let shared = Arc::new(SharedTable {
                patience: plan.patience,
                repeats: plan.repeats,
                acknowledged: AtomicU64::new(0),
                pace: Pace::new(start + offset, interval),
                deliveries: Deliveries::default(),
            });
            run.tables.push((table.clone(), Arc::clone(&shared)));
            for (place, person) in persons.into_iter().enumerate() {
                let seed = (number as u64) << 16 | place as u64;
                let (table, shared) = (table.clone(), Arc::clone(&shared));
                let player = Player::new(person, table, shared, Arc::clone(&run.ledger), seed);
                let (servers, at) = (run.servers.subscribe(), run.place(number, place));
                let arrival = arrivals.next();
                run.invited += 1;
                run.clients.spawn(async move {
                    sleep_until(arrival).await;
                    player.play(servers, at).await
                });
            }
        }
        run
    }
}

/// When clients connect for the first time.
struct Arrivals {
    start: Instant,
    rate: f64,
    count: u32,
}

impl Arrivals {
    fn new(rate: f64) -> Self {
        Self {
            start: Instant::now(),
            rate,
            count: 0,
        }
    }

    fn next(&mut self) -> Instant {
        let after = f64::from(self.count) / self.rate;
        self.count += 1;
        self.start + Duration::from_secs_f64(after)
    }
}

/// Clients that play until the run is stopped.
pub struct Run {
    /// Everything that the clients were told.
    pub ledger: Arc<Ledger>,
    plan: LoadPlan,
    /// Each with the id of its first table.
    tables: Vec<(String, Arc<SharedTable>)>,
    clients: JoinSet<Option<Seen>>,
    invited: u32,
    servers: watch::Sender<Vec<SocketAddr>>,
}

impl Run {
    /// Sets up all tables, each at one of the servers, and starts to play.
    ///
    /// # Errors
    ///
    /// As [`PreparedRun::new`].
    ///
    /// # Panics
    ///
    /// If there is no server.
    pub async fn start(servers: &[SocketAddr], plan: LoadPlan) -> io::Result<Self> {
        Ok(PreparedRun::new(servers, plan).await?.play())
    }

    /// Connects spectators, spread over the tables.
    pub fn add_spectators(&mut self, spectators: u32) {
        let mut arrivals = Arrivals::new(self.plan.arrivals);
        for number in 0..spectators as usize {
            let place = number % self.tables.len();
            let (table, shared) = &self.tables[place];
            let (person, ledger) = (self.stranger(), Arc::clone(&self.ledger));
            let watcher = Watcher::new(person, table.clone(), Arc::clone(shared), ledger);
            let (servers, at) = (self.servers.subscribe(), self.place(place, number));
            let arrival = arrivals.next();
            self.invited += 1;
            self.clients.spawn(async move {
                sleep_until(arrival).await;
                watcher.watch(servers, at, 1 << 48 | number as u64).await
            });
        }
    }

    /// Connects spectators who stop reading, spread over the tables. Returns their separate ledger, which
    /// counts them.
    pub fn add_stalled_spectators(&mut self, spectators: u32) -> Arc<Ledger> {
        let ledger = Arc::new(Ledger::default());
        let mut arrivals = Arrivals::new(self.plan.arrivals);
        for number in 0..spectators as usize {
            let place = number % self.tables.len();
            let stalled = Stalled {
                person: self.stranger(),
                table: self.tables[place].0.clone(),
                patience: self.plan.patience,
                hold: HOLD + HOLD * number as u32 / spectators,
            };
            let (servers, at) = (self.servers.subscribe(), self.place(place, number));
            let ledger = Arc::clone(&ledger);
            let arrival = arrivals.next();
            self.clients.spawn(async move {
                sleep_until(arrival).await;
                stalled
                    .stall(servers, at, ledger, 1 << 49 | number as u64)
                    .await;
                None
            });
        }
        ledger
    }

    /// The number of clients in the run: players, and spectators who read.
    pub const fn invited(&self) -> u32 {
        self.invited
    }

    /// The number of actions acknowledged so far, for each group of people that plays together.
    pub fn progress(&self) -> Vec<u64> {
        let counts = self.tables.iter();
        counts
            .map(|(_, shared)| shared.acknowledged.load(Ordering::Relaxed))
            .collect()
    }

    /// Disconnects all clients, and waits until they have ended.
    pub async fn stop(self) -> RunResult {
        self.servers.send_replace(Vec::new());
        let seen = self.clients.join_all().await;
        RunResult {
            ledger: self.ledger,
            seen: seen.into_iter().flatten().collect(),
        }
    }

    /// The index of the server at which a client of a table begins.
    const fn place(&self, table: usize, client: usize) -> usize {
        if self.plan.apart {
            table.wrapping_add(client)
        } else {
            table
        }
    }

    /// A person whom no server knows.
    fn stranger(&self) -> TestPerson {
        TestPerson::new(self.servers.borrow()[0])
    }
}

/// Creates a table, and seats its people.
async fn seat(server: SocketAddr, plan: LoadPlan) -> io::Result<(String, Vec<TestPerson>)> {
    let players = usize::from(plan.players);
    let mut persons = vec![TestPerson::new(server); players];
    let seats = plan.players + plan.bots;
    let mut rules = Edition::Modern.rules(seats);
    rules.points_to_win = plan.points_to_win;
    let order = NewTable {
        name: "Player 1".to_owned(),
        edition: Edition::Modern,
        rules,
        seats: Color::ALL[..usize::from(seats)]
            .iter()
            .enumerate()
            .map(|(place, color)| match *color {
                color if place < players => NewSeat::Human { color },
                color => NewSeat::Bot {
                    color,
                    level: BotLevel::Own(Level::Easy),
                },
            })
            .collect(),
        board: BoardChoice::Random,
        options: TableOptions::default(),
        from: None,
    };
    let created = post(&mut persons[0], "/api/tables", &order).await?;
    let created: Created = serde_json::from_slice(&created.body)?;
    for (place, person) in persons.iter_mut().enumerate().skip(1) {
        let join = JoinTable {
            name: format!("Player {}", place + 1),
            seat: None,
        };
        let path = format!("/api/tables/{}/join", created.id);
        post(person, &path, &join).await?;
    }
    Ok((created.id, persons))
}

/// Posts JSON. The answer is a success.
pub(crate) async fn post(
    person: &mut TestPerson,
    path: &str,
    body: &impl Serialize,
) -> io::Result<Answer> {
    let body = serde_json::to_string(body)?;
    let answer = person.try_ask("POST", path, &body).await?;
    if (200..300).contains(&answer.status) {
        return Ok(answer);
    }
    let (status, body) = (answer.status, String::from_utf8_lossy(&answer.body));
    let told = format!("{path} was answered with {status}: {body}");
    Err(io::Error::other(told))
}
