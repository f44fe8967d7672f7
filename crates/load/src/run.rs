//! A run: tables full of clients, and spectators.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use brickwood_rules::Edition;
use brickwood_table::protocol::{
    BoardChoice, BotLevel, Color, Created, JoinTable, NewSeat, NewTable, TableOptions,
};
use tokio::{
    sync::{Semaphore, watch},
    task::JoinSet,
    time::{Instant, sleep_until},
};

use crate::{
    deliveries::Deliveries,
    http::{Guest, HttpError},
    ledger::{Ledger, Seen},
    pace::Pace,
    player::Player,
    reading::Round,
    watcher::{HOLD, Stalled, Watcher},
};

/// How many tables are set up at a time.
const SETTING_UP: usize = 32;

/// What a run is made of.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Tables.
    pub tables: u32,
    /// People at each: 1 to 4.
    pub players: u8,
    /// Bots at each; 2 to 4 play in all.
    pub bots: u8,
    /// With how many points a game is won; fewer make short games.
    pub points_to_win: u8,
    /// Actions a second, at all tables together; with 0 nobody acts.
    pub rate: f64,
    /// Clients that connect a second; all at once if it is infinite.
    pub arrivals: f64,
    /// Whether those of one table begin at different servers.
    pub apart: bool,
    /// Whether messages are sent twice now and then.
    pub repeats: bool,
    /// How long a client waits for an answer before it tries the next server.
    pub patience: Duration,
}

/// What the clients of a run were told.
pub struct Told {
    /// All that they were told.
    pub ledger: Arc<Ledger>,
    /// What each of them was shown last.
    pub seen: Vec<Seen>,
}

/// Tables at which people have their seats, but nobody is connected yet.
pub struct Seated {
    plan: Plan,
    servers: Vec<SocketAddr>,
    tables: Vec<(String, Vec<Guest>)>,
}

impl Seated {
    /// Sets all tables up, one after the other at each of the servers.
    ///
    /// # Errors
    ///
    /// The first thing that keeps somebody from sitting down.
    ///
    /// # Panics
    ///
    /// If there is no server.
    pub async fn new(servers: &[SocketAddr], plan: Plan) -> Result<Self, HttpError> {
        let places = Arc::new(Semaphore::new(SETTING_UP));
        let mut setting_up = JoinSet::new();
        for number in 0..plan.tables as usize {
            let places = Arc::clone(&places);
            let server = servers[number % servers.len()];
            setting_up.spawn(async move {
                let _place = places.acquire_owned().await;
                Ok::<_, HttpError>((number, seat(server, plan).await?))
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

    /// Lets all connect and play.
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
        for (number, (table, guests)) in tables.into_iter().enumerate() {
            // The tables take turns.
            let offset = interval.map_or(Duration::ZERO, |interval| {
                interval * number as u32 / plan.tables
            });
            let round = Arc::new(Round {
                patience: plan.patience,
                repeats: plan.repeats,
                acknowledged: AtomicU64::new(0),
                pace: Pace::new(start + offset, interval),
                deliveries: Deliveries::default(),
            });
            run.tables.push((table.clone(), Arc::clone(&round)));
            for (place, guest) in guests.into_iter().enumerate() {
                let seed = (number as u64) << 16 | place as u64;
                let (table, round) = (table.clone(), Arc::clone(&round));
                let player = Player::new(guest, table, round, Arc::clone(&run.ledger), seed);
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

/// Clients that play until they are told to stop.
pub struct Run {
    /// What they were told.
    pub ledger: Arc<Ledger>,
    plan: Plan,
    /// Each with the name that it had first.
    tables: Vec<(String, Arc<Round>)>,
    clients: JoinSet<Option<Seen>>,
    invited: u32,
    servers: watch::Sender<Vec<SocketAddr>>,
}

impl Run {
    /// Seats everybody, each table on one of the servers, and lets them play.
    ///
    /// # Errors
    ///
    /// As [`Seated::new`].
    ///
    /// # Panics
    ///
    /// If there is no server.
    pub async fn start(servers: &[SocketAddr], plan: Plan) -> Result<Self, HttpError> {
        Ok(Seated::new(servers, plan).await?.play())
    }

    /// Spectators come, spread over the tables.
    pub fn let_watch(&mut self, spectators: u32) {
        let mut arrivals = Arrivals::new(self.plan.arrivals);
        for number in 0..spectators as usize {
            let place = number % self.tables.len();
            let (table, round) = &self.tables[place];
            let (guest, ledger) = (self.stranger(), Arc::clone(&self.ledger));
            let watcher = Watcher::new(guest, table.clone(), Arc::clone(round), ledger);
            let (servers, at) = (self.servers.subscribe(), self.place(place, number));
            let arrival = arrivals.next();
            self.invited += 1;
            self.clients.spawn(async move {
                sleep_until(arrival).await;
                watcher.watch(servers, at, 1 << 48 | number as u64).await
            });
        }
    }

    /// Spectators come who stop reading, spread over the tables. The answer is their own ledger, which
    /// says how many there are.
    pub fn let_stall(&mut self, spectators: u32) -> Arc<Ledger> {
        let ledger = Arc::new(Ledger::default());
        let mut arrivals = Arrivals::new(self.plan.arrivals);
        for number in 0..spectators as usize {
            let place = number % self.tables.len();
            let stalled = Stalled {
                guest: self.stranger(),
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

    /// How many clients there are to be: players, and spectators who read.
    pub const fn invited(&self) -> u32 {
        self.invited
    }

    /// How many actions were acknowledged so far, for each group of people that plays together.
    pub fn progress(&self) -> Vec<u64> {
        let counts = self.tables.iter();
        counts
            .map(|(_, round)| round.acknowledged.load(Ordering::Relaxed))
            .collect()
    }

    /// Lets everybody go, and waits until they have gone.
    pub async fn stop(self) -> Told {
        self.servers.send_replace(Vec::new());
        let seen = self.clients.join_all().await;
        Told {
            ledger: self.ledger,
            seen: seen.into_iter().flatten().collect(),
        }
    }

    /// At which of the servers a client of a table begins.
    const fn place(&self, table: usize, client: usize) -> usize {
        if self.plan.apart {
            table.wrapping_add(client)
        } else {
            table
        }
    }

    /// Somebody whom no server knows.
    fn stranger(&self) -> Guest {
        Guest::new(self.servers.borrow()[0])
    }
}

/// A table, and those who sit there.
async fn seat(server: SocketAddr, plan: Plan) -> Result<(String, Vec<Guest>), HttpError> {
    let players = usize::from(plan.players);
    let mut guests = vec![Guest::new(server); players];
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
                    level: BotLevel::Easy,
                },
            })
            .collect(),
        board: BoardChoice::Random,
        options: TableOptions::default(),
    };
    let created: Created = guests[0].ask("/api/tables", &order).await?;
    for (place, guest) in guests.iter_mut().enumerate().skip(1) {
        let join = JoinTable {
            name: format!("Player {}", place + 1),
            seat: None,
        };
        let path = format!("/api/tables/{}/join", created.id);
        guest.post(&path, &join).await?;
    }
    Ok((created.id, guests))
}
