//! A server under attack: people who play at it meanwhile, its use of memory and processor, and a game of the
//! attacker that has the maximum length.

use std::{
    convert::Infallible,
    env, fs,
    net::SocketAddr,
    path::PathBuf,
    process::Command,
    time::{Duration, Instant},
};

use brickwood_load::{LoadPlan, Run};
use brickwood_protocol::{ChatText, LONGEST_WORDS};
use brickwood_rules::Seat;
use brickwood_site::SCHEMA;
use brickwood_storage::{Chat, NewLine, SqliteStorage, now_ms};
use brickwood_test_client::TestPerson;
use tempfile::TempDir;
use tokio::time::sleep;

use crate::{
    cluster::does,
    node::{Node, number},
    stored_game::{play, store},
};

/// The attacker's address, as the proxy names it.
pub const ATTACKER: &str = "198.51.100.7";

/// Players at several tables, who have nothing to do with the attack.
const PLAN: LoadPlan = LoadPlan {
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

/// The actions of players that are acknowledged during each attack.
const LEAST_SERVED: u64 = 20;

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
    /// The attacker, as a person of the server.
    pub attacker: TestPerson,
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
        let mut attacker = TestPerson::new(node.address);
        attacker.forwarded = Some(ATTACKER.to_owned());
        assert_eq!(attacker.rename("Mal").await.status, 204);
        // As many games as a list shows, with the maximum length: the attacker has played them before, within
        // its limits.
        node.kill();
        let log = SqliteStorage::open(&data, SCHEMA).unwrap();
        let played = play(attacker.id().unwrap(), 20, LONG);
        for number in 0..50 {
            let table = format!("long-game-{number}");
            store(&log, &played, &table).await;
            for key in 0..60 {
                let line = NewLine {
                    at_ms: now_ms(),
                    seat: Seat::new(0).unwrap(),
                    name: "Mal".to_owned(),
                    key,
                    text: ChatText::Words {
                        text: "🏴‍☠️".repeat(LONGEST_WORDS),
                    },
                };
                log.say(&table, line).await.unwrap();
            }
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
        let process = Process(self.node.process_id());
        self.run.ledger.start_over();
        let (busy, begun) = (process.busy(), Instant::now());
        let runs = [&self.run];
        // Where the machine does much else, it takes longer until enough of them are served.
        let served = async {
            tokio::join!(
                sleep(Duration::from_secs(seconds.into())),
                does(&runs, LEAST_SERVED)
            )
        };
        tokio::select! {
            () = attack => panic!("the attack {name} has ended"),
            never = self.bystander(name) => match never {},
            _ = served => {}
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
            busy.as_secs_f64() / begun.elapsed().as_secs_f64(),
            process.now_mib(),
        );
        // How long people wait depends on what else the machine does.
        if let Ok(most) = env::var("BRICKWOOD_TORTURE_ATTACK_P99_MS") {
            let most = most.parse().expect("a number of milliseconds");
            assert!(
                p99 < Duration::from_millis(most),
                "under {name} players wait for {p99:?}"
            );
        }
        assert!(
            peak < MOST_MEMORY,
            "under {name} the server takes {peak} MiB"
        );
    }

    /// Somebody elsewhere looks at the site all the time, and is never refused.
    async fn bystander(&self, attack: &str) -> Infallible {
        let mut person = TestPerson::new(self.address);
        person.forwarded = Some("192.0.2.77".to_owned());
        loop {
            for path in ["/api/site", "/api/me", "/api/lobby"] {
                let status = person.ask("GET", path, "").await.status;
                assert_eq!(status, 200, "{path} under {attack}");
            }
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// The memory of the server in MiB, a moment after an attack.
    pub async fn memory_mib(&self) -> u64 {
        sleep(Duration::from_secs(2)).await;
        Process(self.node.process_id()).now_mib()
    }

    /// The number of the server's open files, connections included.
    pub fn open_files(&self) -> usize {
        Process(self.node.process_id()).open_files()
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

    fn open_files(&self) -> usize {
        let folder = format!("/proc/{}/fd", self.0);
        fs::read_dir(folder).expect("the process is there").count()
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
