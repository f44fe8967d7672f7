//! A server under attack: people who play at it meanwhile, its use of memory and processor, and a game of the
//! attacker that has the maximum length.

use std::{fs, net::SocketAddr, path::PathBuf, process::Command, time::Duration};

use brickwood_load::{Plan, Run};
use brickwood_rules::{Edition, ToAct, legal_actions};
use brickwood_server::testing::Guest;
use brickwood_storage::{Append, GameLog, NewGame, Progress, SqliteStorage};
use brickwood_table::{
    GuestId, Listed, Outline, People, Request, Setup, Table, TableCommand,
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

/// The attacker's address, as the proxy names it.
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

/// The most memory that the server may take, in MiB: its own, and the share of one address.
const MOST_MEMORY: u64 = 128;

/// The memory that the system gives the server, in bytes, with what it reserves and does not use.
const MOST_DATA: u64 = (2 * MOST_MEMORY) << 20;

/// The number of lines in the attacker's game.
pub const LONG: u32 = 3900;

/// A server at which people play, and which one address attacks.
pub struct AttackedServer {
    node: Node,
    run: Run,
    folder: TempDir,
    pub address: SocketAddr,
    /// The attacker, as a guest of the server.
    pub attacker: Guest,
    /// A game in which the attacker has both seats, with a long log.
    pub long_game: String,
}

impl AttackedServer {
    pub async fn begin() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let arguments = [
            "--data",
            data.to_str().unwrap(),
            // The test is a trusted proxy, so it can use any address.
            "--trusted-proxy",
            "127.0.0.1",
        ];
        let mut node = Node::start(&arguments, &[], &folder.path().join("reports"));
        let mut attacker = Guest::new(node.address);
        attacker.forwarded = Some(ATTACKER.to_owned());
        assert_eq!(attacker.rename("Mal").await.status, 204);
        // As many games as a list shows, with the maximum length: the attacker has played them before, within
        // its limits.
        node.kill();
        let log = SqliteStorage::open(&data).unwrap();
        let played = long_game(attacker.id().unwrap());
        for number in 0..50 {
            store(&log, &played, &format!("long-game-{number}")).await;
        }
        drop(log);
        node.start_again();
        Process(node.process_id()).limit_data(MOST_DATA);
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

    /// Runs an attack for a while, and measures the players' latency and the server's memory.
    pub async fn measure(&self, name: &str, attack: impl Future<Output = ()>) {
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

    /// The memory of the server in MiB, a moment after an attack.
    pub async fn memory_mib(&self) -> u64 {
        sleep(Duration::from_secs(2)).await;
        Process(self.node.process_id()).now_mib()
    }

    /// Ends the run. The server must still serve.
    pub async fn end(mut self) {
        does(&[&self.run], 20).await;
        self.run.stop().await;
        assert!(self.node.terminate());
        let reports = fs::read_to_string(self.folder.path().join("reports")).unwrap();
        assert!(!reports.contains("panicked"), "{reports}");
    }
}

/// The statistics of a process on Linux.
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

    /// Lets the system refuse it more memory than this, in bytes.
    fn limit_data(&self, bytes: u64) {
        let (process, limit) = (self.0.to_string(), format!("--data={bytes}"));
        let limited = Command::new("prlimit")
            .args(["--pid", &process, &limit])
            .status();
        assert!(limited.expect("prlimit runs").success());
    }

    /// The peak of its memory.
    fn peak_mib(&self) -> u64 {
        self.status("VmHWM:")
    }

    fn now_mib(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// Its processor time, with the usual 100 ticks a second.
    fn busy(&self) -> Duration {
        let stat = self.file("stat");
        let after_name = &stat[stat.rfind(')').expect("a name in brackets")..];
        let ticks = after_name.split_whitespace().skip(12).take(2);
        Duration::from_millis(10 * ticks.flat_map(str::parse::<u64>).sum::<u64>())
    }
}

/// A game of one guest with two seats, made as long as possible by building and undo.
fn long_game(guest: GuestId) -> (Table, Vec<brickwood_table::LogRecord>) {
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
        from: None,
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
    let ready = TableCommand::Ready(brickwood_fair::ClientSeed::new([1; 32]));
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
        // Now and then, an undone step is done after all.
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
    (table, records): &(Table, Vec<brickwood_table::LogRecord>),
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
