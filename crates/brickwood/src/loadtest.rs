//! `brickwood loadtest`: how much a server bears, and whether it keeps what it has acknowledged.

use std::{
    collections::{BTreeSet, HashMap},
    error::Error,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, ExitCode, Stdio},
    time::{Duration, Instant},
};

use brickwood_load::{Ledger, Plan, Run};
use brickwood_rules::Edition;
use brickwood_server::log::{GameLog, SqliteLog};
use brickwood_table::Table;
use clap::{Args, value_parser};

use crate::disk::syncs;

/// What load to lay on which server.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The address of a running server; without one, a server of this program is started with its
    /// games in an empty folder, measured, and its log compared with what the clients were told
    #[arg(long, value_name = "ADDRESS")]
    server: Option<SocketAddr>,
    /// Where the games of the server that is started are kept; a temporary folder by default. What
    /// it costs to keep something depends on its disk
    #[arg(long, value_name = "FOLDER", conflicts_with = "server")]
    data: Option<PathBuf>,
    /// Tables at which people play
    #[arg(long, default_value_t = 50, value_parser = value_parser!(u32).range(1..))]
    tables: u32,
    /// People at each
    #[arg(long, default_value_t = 4, value_parser = value_parser!(u8).range(2..=4))]
    players: u8,
    /// Actions a second, at all tables together
    #[arg(long, default_value_t = 100.0)]
    rate: f64,
    /// Spectators, spread over the tables
    #[arg(long, default_value_t = 0)]
    spectators: u32,
    /// Seconds before anything is measured
    #[arg(long, default_value_t = 5)]
    warm_up: u32,
    /// Seconds that are measured
    #[arg(long, default_value_t = 30, value_parser = value_parser!(u32).range(1..))]
    seconds: u32,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    if !options.rate.is_finite() || options.rate <= 0.0 {
        return Err("the rate is a number of actions a second".into());
    }
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(measure(options))
}

async fn measure(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let temporary = tempfile::tempdir()?;
    let folder = options.data.as_deref().unwrap_or(temporary.path());
    let house = if options.server.is_some() {
        None
    } else {
        std::fs::create_dir_all(folder)?;
        let syncs = syncs(folder, Duration::from_secs(1))?.len();
        println!("disk            {syncs} writes of 4 KiB with fdatasync a second");
        Some(House::open(folder)?)
    };
    let address = options.server.or(house.as_ref().map(|house| house.address));
    let address = address.expect("there is a server");
    let empty = house.as_ref().and_then(House::memory);
    let plan = Plan {
        tables: options.tables,
        players: options.players,
        rate: options.rate,
        spectators: options.spectators,
        bots: 0,
        points_to_win: Edition::Modern.rules(options.players).points_to_win,
        repeats: false,
        // Whoever waits that long has been forgotten.
        patience: Duration::from_mins(1),
    };
    let begun = Instant::now();
    let run = Run::start(&[address], plan).await?;
    let clients = options.tables * u32::from(options.players) + options.spectators;
    println!(
        "clients         {clients} at {} tables, seated in {:.1} s",
        options.tables,
        begun.elapsed().as_secs_f64()
    );
    tokio::time::sleep(Duration::from_secs(options.warm_up.into())).await;
    run.ledger.start_over();
    let busy_before = house.as_ref().and_then(House::processor_time);
    tokio::time::sleep(Duration::from_secs(options.seconds.into())).await;
    report(&run.ledger, options);
    if let Some(house) = &house {
        let busy = house.processor_time().zip(busy_before);
        if let Some((now, before)) = busy {
            let share = (now - before) / f64::from(options.seconds);
            println!("processor       {:.0} % of one core", 100.0 * share);
        }
        if let Some((now, empty)) = house.memory().zip(empty) {
            println!(
                "memory          {:.0} MiB, {:.1} KiB for each client (empty: {:.0} MiB)",
                now / 1024.0,
                (now - empty) / f64::from(clients),
                empty / 1024.0
            );
        }
    }
    let ledger = run.stop().await.ledger;
    let Some(house) = house else {
        return Ok(ExitCode::SUCCESS);
    };
    house.kill()?;
    compare(&ledger, folder).await
}

fn report(ledger: &Ledger, options: &Options) {
    let notes = ledger.notes();
    println!(
        "actions         {} acknowledged a second, {:.0} were due",
        notes.acknowledgements.len() / u64::from(options.seconds),
        options.rate
    );
    for (what, histogram) in [
        ("acknowledgement", &notes.acknowledgements),
        ("update", &notes.updates),
    ] {
        let milliseconds = |micros| 1000.0 * Duration::from_micros(micros).as_secs_f64();
        let at = |quantile| milliseconds(histogram.value_at_quantile(quantile));
        println!(
            "{what:<15} p50 {:.2} ms, p99 {:.2} ms, p99.9 {:.2} ms, longest {:.2} ms",
            at(0.5),
            at(0.99),
            at(0.999),
            milliseconds(histogram.max())
        );
    }
    println!(
        "connections     {} were cut off, {} updates left something out",
        notes.cuts, notes.gaps
    );
    for (code, count) in &notes.refused {
        println!("refused         {count} times: {code}");
    }
}

/// Compares what the clients were told with what the log holds.
async fn compare(ledger: &Ledger, folder: &Path) -> Result<ExitCode, Box<dyn Error>> {
    let log = SqliteLog::open(folder)?;
    let acknowledged = std::mem::take(&mut ledger.notes().acknowledged);
    let tables: BTreeSet<&str> = acknowledged.iter().map(|one| one.table.as_str()).collect();
    let (mut lost, mut doubled) = (0, 0);
    for table in tables {
        let game = log.load(table).await?.ok_or("a table is gone")?;
        let mut stored = HashMap::new();
        for record in &game.records {
            if let Some(key) = record.key {
                doubled += u32::from(stored.insert(key, record.seq).is_some());
            }
        }
        for one in acknowledged.iter().filter(|one| one.table == table) {
            let guest = game.people.places[one.seat.index()].guest;
            let found = guest.and_then(|guest| stored.get(&guest.message(one.key)));
            lost += u32::from(found != Some(&one.seq));
        }
        Table::restore(game.setup, game.people, game.records)?;
    }
    println!(
        "log             {} acknowledged actions, {lost} lost, {doubled} done twice",
        acknowledged.len()
    );
    Ok(if lost + doubled == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A server of this program in a process of its own.
struct House {
    address: SocketAddr,
    process: Child,
}

impl House {
    fn open(data: &Path) -> Result<Self, Box<dyn Error>> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()?;
        let stdout = process.stdout.take().ok_or("the server says nothing")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let address = line.trim_end().strip_prefix("Brickwood is at http://");
        let address = address.ok_or("the server does not say where it is")?;
        Ok(Self {
            address: address.parse()?,
            process,
        })
    }

    /// What it holds of the machine's memory, in KiB; unknown where the system does not say.
    fn memory(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// The time that processors have worked for it, in seconds; unknown where the system does not
    /// say.
    fn processor_time(&self) -> Option<f64> {
        /// Ticks a second, on every Linux of today.
        const TICKS: f64 = 100.0;
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        // The name, in brackets, may hold anything.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let user: f64 = fields.next()?.parse().ok()?;
        let system: f64 = fields.next()?.parse().ok()?;
        Some((user + system) / TICKS)
    }

    /// Ends it as a crash does.
    fn kill(mut self) -> std::io::Result<()> {
        self.process.kill()?;
        self.process.wait().map(drop)
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // After `kill` there is nothing left to do.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
