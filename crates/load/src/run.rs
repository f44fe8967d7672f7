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
    time::Instant,
};

use crate::{
    http::{Guest, HttpError},
    ledger::{Deliveries, Ledger, Seen},
    pace::Pace,
    player::{Player, Round},
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
    /// Actions a second, at all tables together.
    pub rate: f64,
    /// Spectators, spread over the tables.
    pub spectators: u32,
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

/// Clients that play until they are told to stop.
pub struct Run {
    /// What they were told.
    pub ledger: Arc<Ledger>,
    rounds: Vec<Arc<Round>>,
    clients: JoinSet<Option<Seen>>,
    servers: watch::Sender<Vec<SocketAddr>>,
}

impl Run {
    /// Seats everybody, each table on one of the servers, and lets them play.
    ///
    /// # Errors
    ///
    /// The first thing that keeps somebody from sitting down.
    ///
    /// # Panics
    ///
    /// If there is no server.
    pub async fn start(servers: &[SocketAddr], plan: Plan) -> Result<Self, HttpError> {
        let ledger = Arc::new(Ledger::default());
        let (addresses, watching) = watch::channel(servers.to_vec());
        let places = Arc::new(Semaphore::new(SETTING_UP));
        let mut setting_up = JoinSet::new();
        for number in 0..plan.tables {
            let places = Arc::clone(&places);
            let server = servers[number as usize % servers.len()];
            setting_up.spawn(async move {
                let _place = places.acquire_owned().await;
                Ok::<_, HttpError>((number, seat(server, plan).await?))
            });
        }
        let mut tables = Vec::new();
        while let Some(table) = setting_up.join_next().await {
            tables.push(table.expect("nobody panics while sitting down")?);
        }
        let interval = Duration::from_secs_f64(f64::from(plan.tables) / plan.rate);
        let start = Instant::now() + Duration::from_secs(1);
        let mut clients = JoinSet::new();
        let mut rounds = Vec::new();
        for (number, (table, guests)) in &tables {
            // The tables take turns.
            let offset = interval.mul_f64(f64::from(*number) / f64::from(plan.tables));
            let round = Arc::new(Round {
                patience: plan.patience,
                repeats: plan.repeats,
                acknowledged: AtomicU64::new(0),
                pace: Pace::new(start + offset, interval),
                deliveries: Deliveries::default(),
            });
            rounds.push(Arc::clone(&round));
            let watchers = (*number..plan.spectators).step_by(plan.tables as usize);
            let watchers = watchers.map(|_| Guest::new(servers[0]));
            for (place, guest) in guests.iter().cloned().chain(watchers).enumerate() {
                let seed = u64::from(*number) << 16 | place as u64;
                let (table, round) = (table.clone(), Arc::clone(&round));
                let player = Player::new(guest, table, round, Arc::clone(&ledger), seed);
                clients.spawn(player.play(watching.clone()));
            }
        }
        Ok(Self {
            ledger,
            rounds,
            clients,
            servers: addresses,
        })
    }

    /// How many actions were acknowledged so far, for each group of people that plays together.
    pub fn progress(&self) -> Vec<u64> {
        let counts = self.rounds.iter();
        counts
            .map(|round| round.acknowledged.load(Ordering::Relaxed))
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
