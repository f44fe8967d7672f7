//! A server under attack: people who play at it meanwhile, what it takes of the machine, and a game of
//! the attacker's own that is as long as games get.

use std::{fs, net::SocketAddr, path::PathBuf, time::Duration};

use brickwood_load::{Plan, Run};
use brickwood_rules::{Edition, ToAct, legal_actions};
use brickwood_server::testing::Guest;
use brickwood_storage::{Append, GameLog, NewGame, Progress, SqliteStorage};
use brickwood_table::{
    GuestId, Listed, Order, Outline, People, Request, Setup, Table,
    protocol::{BoardChoice, Color, NewSeat, NewTable, TableOptions},
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;
use tokio::time::sleep;

use crate::{
    cluster::does,
    node::{Node, number},
};

/// Where the attacker comes from, as the proxy says.
pub const ATTACKER: &str = "198.51.100.7";

/// Players at several tables, who have nothing to do with the attack.
const PLAN: Plan = Plan {
    tables: 4,
    players: 3,
    bots: 0,
    points_to_win: 10,
    rate: 40.0,
    arrivals: f64::INFINITY,
    apart: false,
    repeats: false,
    patience: Duration::from_secs(20),
};

/// The most memory that the server may take, in MiB: what it takes by itself, and what one address may
/// have of it.
const MOST_MEMORY: u64 = 128;

/// How many lines the attacker's own game has.
pub const LONG: u32 = 3900;

/// A server at which people play, and of which one address wants too much.
pub struct Siege {
    node: Node,
    run: Run,
    folder: TempDir,
    pub address: SocketAddr,
    /// Knows the attacker.
    pub attacker: Guest,
    /// A game in which the attacker has both seats, with a long log.
    pub long_game: String,
}

impl Siege {
    pub async fn begin() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let arguments = [
            "--data",
            data.to_str().unwrap(),
            // The test is a proxy, and so can be anybody.
            "--trusted-proxy",
            "127.0.0.1",
        ];
        let mut node = Node::start(&arguments, &[], &folder.path().join("reports"));
        let mut attacker = Guest::new(node.address);
        attacker.forwarded = Some(ATTACKER.to_owned());
        assert_eq!(attacker.rename("Mal").await.status, 204);
        // As many games as a list has, as long as games get: within its limits, the attacker has played
        // them before.
        node.kill();
        let log = SqliteStorage::open(&data).unwrap();
        let played = long_game(attacker.id().unwrap());
        for number in 0..50 {
            store(&log, &played, &format!("long-game-{number}")).await;
        }
        drop(log);
        node.start_again();
        let run = Run::start(&[node.address], PLAN).await.unwrap();
        does(&[&run], 20).await;
        Self {
            address: node.address,
            run,
            node,
            folder,
            attacker,
            long_game: "long-game-0".to_owned(),
        }
    }

    /// Lets an attack go on for a while, and looks how the players and the server fare.
    pub async fn bear(&self, name: &str, attack: impl Future<Output = ()>) {
        let seconds = number("BRICKWOOD_TORTURE_ATTACK_SECONDS", 2);
        let most = number("BRICKWOOD_TORTURE_ATTACK_P99_MS", 3000);
        let process = Process(self.node.process_id());
        self.run.ledger.start_over();
        let busy = process.busy();
        tokio::select! {
            () = attack => panic!("the attack {name} has ended"),
            () = sleep(Duration::from_secs(seconds.into())) => {}
        }
        let busy = process.busy().saturating_sub(busy);
        let (p99, count) = {
            let notes = self.run.ledger.notes();
            let micros = notes.answers.value_at_quantile(0.99);
            (Duration::from_micros(micros), notes.answers.len())
        };
        let peak = process.peak_mib();
        println!(
            "torture: {name}: {count} acknowledged, p99 {:.1} ms; {:.2} of a core; at most {peak} MiB so far, \
             {} now",
            1000.0 * p99.as_secs_f64(),
            busy.as_secs_f64() / f64::from(seconds),
            process.now_mib(),
        );
        assert!(count > 0, "under {name} nobody is served");
        assert!(
            p99 < Duration::from_millis(most.into()),
            "under {name} players wait for {p99:?}"
        );
        assert!(
            peak < MOST_MEMORY,
            "under {name} the server takes {peak} MiB"
        );
    }

    /// What the server takes in MiB, a moment after an attack.
    pub async fn memory_mib(&self) -> u64 {
        sleep(Duration::from_secs(2)).await;
        Process(self.node.process_id()).now_mib()
    }

    /// Ends it. The server serves still.
    pub async fn end(mut self) {
        does(&[&self.run], 20).await;
        self.run.stop().await;
        assert!(self.node.terminate());
        let reports = fs::read_to_string(self.folder.path().join("reports")).unwrap();
        assert!(!reports.contains("panicked"), "{reports}");
    }
}

/// What Linux says of a process.
struct Process(u32);

impl Process {
    fn file(&self, name: &str) -> String {
        let path: PathBuf = ["/proc", &self.0.to_string(), name].iter().collect();
        fs::read_to_string(path).expect("the process is there")
    }

    fn status(&self, field: &str) -> u64 {
        let status = self.file("status");
        let value = status.lines().find_map(|line| line.strip_prefix(field));
        let words = value.expect("Linux says so").split_whitespace();
        let kib: u64 = words.flat_map(str::parse).next().expect("a number");
        kib / 1024
    }

    /// The most memory that it has had.
    fn peak_mib(&self) -> u64 {
        self.status("VmHWM:")
    }

    fn now_mib(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// The processor's time that it has taken, by the usual clock of 100 a second.
    fn busy(&self) -> Duration {
        let stat = self.file("stat");
        let after_name = &stat[stat.rfind(')').expect("a name in brackets")..];
        let ticks = after_name.split_whitespace().skip(12).take(2);
        Duration::from_millis(10 * ticks.flat_map(str::parse::<u64>).sum::<u64>())
    }
}

/// A game of two seats of one guest, as long as it can be made by building and taking back.
fn long_game(guest: GuestId) -> (Table, Vec<brickwood_table::Record>) {
    let mut rules = Edition::Modern.rules(2);
    rules.points_to_win = 20;
    let order = NewTable {
        name: "Mal".to_owned(),
        edition: Edition::Modern,
        rules,
        seats: vec![
            NewSeat::Human {
                color: Color::Coral,
            },
            NewSeat::Local {
                color: Color::Teal,
                name: "Mallory".to_owned(),
            },
        ],
        board: BoardChoice::Random,
        options: TableOptions::default(),
    };
    let setup = Setup::new("long-game".to_owned(), &order, [7; 32], 1).unwrap();
    let people = People::new(&order, guest, "Mal", None);
    let mut table = Table::new(setup, people);
    table.watch(table.people().people_seats(), 1);
    let mut records = Vec::new();
    let mut commit = |table: &mut Table, batch: brickwood_table::Batch| {
        records.extend_from_slice(batch.records());
        table.commit(batch);
    };
    let ready = Order::Ready(brickwood_fair::ClientSeed::new([1; 32]));
    let batch = table.arrange(guest, None, ready, 1).unwrap();
    commit(&mut table, batch);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    while table.head() < LONG && !table.is_over() {
        if let Some(batch) = table.advance(1) {
            commit(&mut table, batch);
            continue;
        }
        let ToAct::Seats { seats } = table.state().to_act() else {
            panic!("somebody is to act");
        };
        let seat = seats.iter().next().expect("a seat");
        let legal = legal_actions(table.game(), table.state(), seat);
        let action = legal[random.random_range(0..legal.len())];
        for request in [Request::Act(action, None), Request::Undo] {
            if let Ok(batch) = table.propose(seat, None, request, 1) {
                commit(&mut table, batch);
            }
        }
        // What was taken back is done after all, now and then.
        if random.random_range(0..3) == 0
            && let Ok(batch) = table.propose(seat, None, Request::Act(action, None), 1)
        {
            commit(&mut table, batch);
        }
    }
    (table, records)
}

async fn store(
    log: &SqliteStorage,
    (table, records): &(Table, Vec<brickwood_table::Record>),
    id: &str,
) {
    let mut setup = table.setup().clone();
    setup.id = id.to_owned();
    let Listed {
        people, outline, ..
    } = table.listed();
    let game = NewGame {
        setup: setup.clone(),
        people: people.clone(),
        rematch_of: None,
    };
    log.create(game).await.unwrap();
    let append = Append {
        records: records.clone(),
        people: Some(people),
        setup: Some(setup),
        outline: Outline {
            progress: Progress::Playing,
            ..outline
        },
    };
    log.append(id, append).await.unwrap();
}
