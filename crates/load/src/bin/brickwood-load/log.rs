//! `brickwood-load log`: measures how many actions a second are stored durably.

use std::{
    error::Error,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use brickwood_protocol::{BoardChoice, Color, NewSeat, NewTable, TableOptions};
use brickwood_rules::{Edition, Seat};
use brickwood_storage::{Append, DatabaseUrl, NewGame, Outline, Progress, Storage};
use brickwood_table::{LogRecord, People, PersonId, Setup};
use clap::{Args, value_parser};
use tokio::{runtime::Runtime, sync::Barrier, task::JoinSet};

use crate::{disk::syncs, report::within, store::Store};

const HELP: &str = "\
Each writer appends to a game of its own, one action at a time, and waits until it is stored. Before each
run, the disk itself is measured: 4 KiB written and synced, again and again. Of several runs, what is
stored in a second is the median, with the least and the most. The games stay where they are.

Examples:
  brickwood-load log --data /var/tmp/bench
  brickwood-load log --writers 64 --runs 9 --data /var/tmp/bench
  brickwood-load log --database postgres://brickwood@localhost/bench";

/// Measure how many actions can be stored per second.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    /// An empty folder for the games; determines the disk that is measured
    #[arg(long, value_name = "FOLDER", default_value = "bench-log")]
    data: PathBuf,
    /// Keep the games in this database instead
    #[arg(long, value_name = "URL")]
    database: Option<DatabaseUrl>,
    /// The number of concurrent writers; several numbers are measured one after the other
    #[arg(long, value_delimiter = ',', default_values_t = [1, 8, 64], value_parser = value_parser!(u32).range(1..))]
    writers: Vec<u32>,
    /// The number of runs
    #[arg(long, default_value_t = 5, value_parser = value_parser!(u32).range(1..))]
    runs: u32,
    /// The duration of each measurement in each run
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u64).range(1..))]
    seconds: u64,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    std::fs::create_dir_all(&options.data)?;
    let store = Store::new(options.database.as_ref(), &options.data);
    let time = Duration::from_secs(options.seconds);
    let mut disk = Runs::new("disk".to_owned());
    let mut all: Vec<Runs> = (options.writers.iter())
        .map(|writers| Runs::new(writers.to_string()))
        .collect();
    Runtime::new()?.block_on(async {
        let log = store.open().await?;
        for number in 0..options.runs {
            disk.add(time, syncs(&options.data, time)?);
            for (writers, runs) in options.writers.iter().zip(&mut all) {
                runs.add(time, appends(&log, number, *writers, time).await?);
            }
        }
        Ok::<_, Box<dyn Error>>(())
    })?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "writers  stored/s    least..most  half within  99 % within    slowest"
    )?;
    for runs in std::iter::once(disk).chain(all) {
        writeln!(out, "{}", runs.line())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The results of several runs.
struct Runs {
    name: String,
    /// The writes a second of each run.
    rates: Vec<u64>,
    /// The durations of the writes in all runs.
    times: Vec<Duration>,
}

impl Runs {
    const fn new(name: String) -> Self {
        Self {
            name,
            rates: Vec::new(),
            times: Vec::new(),
        }
    }

    fn add(&mut self, time: Duration, times: Vec<Duration>) {
        let rate = times.len() as u64 * 1000 / time.as_millis() as u64;
        self.rates.push(rate);
        self.times.extend(times);
    }

    /// One line of the table.
    fn line(mut self) -> String {
        self.rates.sort_unstable();
        self.times.sort_unstable();
        let at = |thousandths| format!("{:.2} ms", within(&self.times, thousandths));
        let rate = |place: usize| self.rates.get(place).copied().unwrap_or_default();
        let last = self.rates.len().saturating_sub(1);
        let range = format!("{}..{}", rate(0), rate(last));
        format!(
            "{:>7}  {:>8}  {range:>13}  {:>11}  {:>11}  {:>9}",
            self.name,
            rate(last / 2),
            at(500),
            at(990),
            at(1000)
        )
    }
}

async fn appends(
    log: &Arc<dyn Storage>,
    run: u32,
    writers: u32,
    time: Duration,
) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut games = Vec::new();
    for writer in 0..writers {
        let game = new_game(format!(
            "bench-{}-{run}-{writers}-{writer}",
            std::process::id()
        ))?;
        games.push(game.setup.id.clone());
        log.create(game).await?;
    }
    // All writers begin together, so that they are measured over the same time.
    let ready = Arc::new(Barrier::new(games.len()));
    let mut writing = JoinSet::new();
    for game in games {
        let (log, ready) = (Arc::clone(log), Arc::clone(&ready));
        writing.spawn(async move {
            ready.wait().await;
            let end = Instant::now() + time;
            let mut times = Vec::new();
            for seq in 1.. {
                let begun = Instant::now();
                if begun >= end {
                    break;
                }
                log.append(&game, lines(vec![record(seq)])).await?;
                times.push(begun.elapsed());
            }
            Ok::<_, brickwood_storage::AppendError>(times)
        });
    }
    let mut times = Vec::new();
    for written in writing.join_all().await {
        times.extend(written?);
    }
    Ok(times)
}

/// A log record as for a road that a player builds.
pub(crate) fn record(seq: u32) -> LogRecord {
    LogRecord {
        seq,
        at_ms: 1_800_000_000_000 + u64::from(seq),
        actor: Seat::new(1),
        key: Some(u64::from(seq)),
        nonce: None,
        body: "2 road c3e".to_owned(),
        post_hash: u64::MAX / u64::from(seq),
    }
}

/// An append of these records to a running game.
pub(crate) fn lines(records: Vec<LogRecord>) -> Append {
    Append {
        records,
        people: None,
        setup: None,
        outline: Outline::at(Progress::Playing),
    }
}

/// The host of all games.
pub(crate) const HOST: PersonId = PersonId([1; 32]);

/// A game of four people that is not played.
pub(crate) fn new_game(id: String) -> Result<NewGame, Box<dyn Error>> {
    let seats = [Color::Coral, Color::Cobalt, Color::Amber, Color::Teal];
    let order = NewTable {
        name: "Ida".to_owned(),
        edition: Edition::Modern,
        rules: Edition::Modern.rules(4),
        seats: seats.map(|color| NewSeat::Human { color }).into(),
        board: BoardChoice::Random,
        options: TableOptions::default(),
        from: None,
    };
    let setup = Setup::new(id, &order, [7; 32], 1).map_err(|problem| problem.message)?;
    Ok(NewGame {
        people: People::new(&order, HOST, "Ida", None),
        setup,
        rematch_of: None,
        origin: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_runs_the_median_is_told_with_the_least_and_the_most() {
        let mut runs = Runs::new("64".to_owned());
        for stored in [30, 10, 20] {
            let took = Duration::from_millis(stored);
            runs.add(Duration::from_secs(2), vec![took; stored as usize]);
        }
        assert_eq!(
            runs.line(),
            "     64        10          5..15     20.00 ms     30.00 ms   30.00 ms"
        );
    }
}
