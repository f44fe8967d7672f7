//! `brickwood bench log`: how many actions a second are stored so that they survive a power cut.

use std::{
    error::Error,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use brickwood_rules::{Edition, Seat};
use brickwood_server::log::{Append, GameLog, NewGame, Progress, SqliteLog};
use brickwood_table::{
    GuestId, People, Record, Setup,
    protocol::{BoardChoice, Color, NewSeat, NewTable, TableOptions},
};
use clap::Args;
use tokio::task::JoinSet;

use crate::{disk::syncs, place::Database};

const HELP: &str = "\
Each writer appends to a game of its own, one action at a time, and waits until it is stored. Before that,
the disk itself is measured: 4 KiB written and synced, again and again. The games stay where they are.

Examples:
  brickwood bench log --data /var/tmp/bench
  brickwood bench log --database postgres://brickwood@localhost/bench";

/// Store actions, and say how many are on the disk in a second.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    /// An empty folder for the games; also names the disk that is measured
    #[arg(long, value_name = "FOLDER", default_value = "bench-log")]
    data: PathBuf,
    /// Keep the games in this database instead
    #[arg(long, value_name = "URL")]
    database: Option<Database>,
    /// How many write at the same time; several numbers are measured one after the other
    #[arg(long, value_delimiter = ',', default_values_t = [1, 8, 64])]
    writers: Vec<u32>,
    /// How long each number of writers writes
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    if cfg!(debug_assertions) {
        eprintln!("brickwood: this is a debug build; its times say nothing");
    }
    std::fs::create_dir_all(&options.data)?;
    let time = Duration::from_secs(options.seconds);
    let mut out = io::stdout().lock();
    writeln!(out, "writers  stored/s  half within  99 % within  slowest")?;
    let disk = Times(syncs(&options.data, time)?);
    writeln!(out, "{}", disk.line("disk", time))?;
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(async {
            let log = open(options).await?;
            for writers in &options.writers {
                let times = appends(&log, *writers, time).await?;
                writeln!(out, "{}", times.line(&writers.to_string(), time))?;
            }
            Ok(ExitCode::SUCCESS)
        })
}

async fn open(options: &Options) -> Result<Arc<dyn GameLog>, Box<dyn Error>> {
    match &options.database {
        #[cfg(feature = "postgres")]
        Some(Database(url)) => {
            let log = brickwood_server::log::PostgresLog::open(url).await?;
            Ok(Arc::new(log))
        }
        #[cfg(not(feature = "postgres"))]
        Some(_) => Err("this program cannot write to PostgreSQL".into()),
        None => Ok(Arc::new(SqliteLog::open(&options.data)?)),
    }
}

/// How long each of many writes took.
#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    /// One line of the table.
    fn line(mut self, name: &str, time: Duration) -> String {
        self.0.sort_unstable();
        let at = |part: usize| {
            let place = (self.0.len() * part / 1000).min(self.0.len().saturating_sub(1));
            let took = self.0.get(place).copied().unwrap_or_default();
            format!("{:.2} ms", took.as_secs_f64() * 1e3)
        };
        let stored = self.0.len() as u64 * 1000 / time.as_millis() as u64;
        format!(
            "{name:>7}  {stored:>8}  {:>11}  {:>11}  {:>7}",
            at(500),
            at(990),
            at(1000)
        )
    }
}

async fn appends(
    log: &Arc<dyn GameLog>,
    writers: u32,
    time: Duration,
) -> Result<Times, Box<dyn Error>> {
    let mut games = Vec::new();
    for writer in 0..writers {
        let game = new_game(writers, writer)?;
        games.push(game.setup.id.clone());
        log.create(game).await?;
    }
    let end = Instant::now() + time;
    let mut writing = JoinSet::new();
    for game in games {
        let log = Arc::clone(log);
        writing.spawn(async move {
            let mut times = Vec::new();
            for seq in 1.. {
                let begun = Instant::now();
                if begun >= end {
                    break;
                }
                log.append(&game, action(seq)).await?;
                times.push(begun.elapsed());
            }
            Ok::<_, brickwood_server::log::AppendError>(times)
        });
    }
    let mut times = Times::default();
    for written in writing.join_all().await {
        times.0.extend(written?);
    }
    Ok(times)
}

/// As a road is stored that a player builds.
fn action(seq: u32) -> Append {
    let record = Record {
        seq,
        at_ms: 1_800_000_000_000 + u64::from(seq),
        actor: Seat::new(1),
        key: Some(u64::from(seq)),
        nonce: None,
        body: "2 road c3e".to_owned(),
        post_hash: u64::MAX / u64::from(seq),
    };
    Append {
        records: vec![record],
        people: None,
        setup: None,
        progress: Progress::Playing,
    }
}

fn new_game(writers: u32, writer: u32) -> Result<NewGame, Box<dyn Error>> {
    let seats = [Color::Coral, Color::Cobalt, Color::Amber, Color::Teal];
    let order = NewTable {
        name: "Ida".to_owned(),
        edition: Edition::Modern,
        rules: Edition::Modern.rules(4),
        seats: seats.map(|color| NewSeat::Human { color }).into(),
        board: BoardChoice::Random,
        options: TableOptions::default(),
    };
    let host = GuestId([1; 32]);
    let id = format!("bench-{}-{writers}-{writer}", std::process::id());
    let setup = Setup::new(id, &order, [7; 32], 1).map_err(|problem| problem.message)?;
    Ok(NewGame {
        people: People::new(&order, host, "Ida", None),
        setup,
        rematch_of: None,
    })
}
