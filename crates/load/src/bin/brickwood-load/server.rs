//! `brickwood-load server`: how much load a server can take, and whether it keeps what it has acknowledged.

use std::{
    error::Error,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use brickwood_load::{Ledger, LoadPlan, PreparedRun, Run};
use brickwood_rules::Edition;
use brickwood_server::open_files;
use brickwood_storage::DatabaseUrl;
use clap::{Args, value_parser};
use tokio::{runtime::Runtime, task::block_in_place, time::sleep};

use crate::{
    compare::compare,
    disk::syncs,
    report::{self, Gauge, milliseconds},
    server_process::ServerProcess,
    store::Store,
    stored_games,
};

const HELP: &str = "\
See \"Load\" in the documentation for what is measured, and for the commands that answer each question.

Examples:
  brickwood-load server --tables 250 --rate 200 --seconds 60
  brickwood-load server --tables 2500 --rate 0                  idle clients
  brickwood-load server --tables 1 --rate 2 --spectators 5000   one game that thousands watch
  brickwood-load server --tables 2500 --rate 1000 --recover     a crash under load
  brickwood-load server --database postgres://brickwood@localhost/load --nodes 3";

/// The server to test, and the load.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    /// The address of a running server; without one, a server is started with its games in an empty
    /// folder, measured, and its log compared with what the clients were told
    #[arg(
        long,
        value_name = "ADDRESS",
        conflicts_with_all = ["data", "database", "nodes", "server_core", "stored", "recover", "program"]
    )]
    server: Option<SocketAddr>,
    /// The server program to start; by default, `brickwood` in the folder of this program
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Where the server that is started stores its games; by default, a temporary folder. The
    /// cost of storing depends on its disk
    #[arg(long, value_name = "FOLDER", conflicts_with = "database")]
    data: Option<PathBuf>,
    /// Keep the games in this database instead: postgres://...
    #[arg(long, value_name = "URL")]
    database: Option<DatabaseUrl>,
    /// The number of servers to start, on one database
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u32).range(1..=16))]
    nodes: u32,
    /// Connect the players of a table to different servers, instead of to one as behind a good load balancer
    #[arg(long)]
    apart: bool,
    /// Pin the server to this CPU core (Linux, with taskset)
    #[arg(long, value_name = "NUMBER")]
    server_core: Option<u32>,
    /// The number of games that are already stored
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    stored: u32,
    /// The number of tables
    #[arg(long, default_value_t = 50, value_parser = value_parser!(u32).range(1..))]
    tables: u32,
    /// The number of people at each table
    #[arg(long, default_value_t = 4, value_parser = value_parser!(u8).range(2..=4))]
    players: u8,
    /// Actions per second, over all tables; with 0, the clients stay idle
    #[arg(long, default_value_t = 100.0)]
    rate: f64,
    /// The number of clients that connect per second
    #[arg(long, default_value_t = 1000.0)]
    arrivals: f64,
    /// The number of spectators, spread over the tables
    #[arg(long, default_value_t = 0)]
    spectators: u32,
    /// Measure once more with this number of additional spectators who stop reading
    #[arg(long, value_name = "SPECTATORS", default_value_t = 0)]
    stalled: u32,
    /// Kill a server at the end, and measure how soon all clients are back: at the same server,
    /// which is restarted, or at the others
    #[arg(long)]
    recover: bool,
    /// Warm-up time in seconds
    #[arg(long, default_value_t = 5)]
    warm_up: u32,
    /// Measured time in seconds
    #[arg(long, default_value_t = 30, value_parser = value_parser!(u32).range(1..))]
    seconds: u32,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    if !options.rate.is_finite() || options.rate < 0.0 {
        return Err("the rate is a number of actions a second".into());
    }
    if options.arrivals.is_nan() || options.arrivals <= 0.0 {
        return Err("clients have to arrive".into());
    }
    if options.nodes > 1 && options.database.is_none() {
        return Err("several servers need a database: name it with --database".into());
    }
    open_files::take_all();
    Runtime::new()?.block_on(measure(options))
}

async fn measure(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let temporary = tempfile::tempdir()?;
    let folder = options.data.as_deref().unwrap_or(temporary.path());
    let store = Store::new(options.database.as_ref(), folder);
    let mut servers = match options.server {
        Some(_) => Vec::new(),
        None => start_servers(options, folder, &store).await?,
    };
    let addresses: Vec<SocketAddr> = match options.server {
        Some(address) => vec![address],
        None => servers.iter().map(|server| server.address).collect(),
    };
    let run = fill(options, &addresses, &servers).await?;

    sleep(Duration::from_secs(options.warm_up.into())).await;
    let quiet = play(&run, &servers, options).await;
    let mut run = run;
    if options.stalled > 0 {
        let stalled = run.add_stalled_spectators(options.stalled);
        arrive(&stalled, options.stalled, options.stalled, options).await?;
        println!("stalled         {} do not read any more", options.stalled);
        let beside = play(&run, &servers, options).await;
        let change = beside.p99.as_secs_f64() / quiet.p99.as_secs_f64().max(1e-6) - 1.0;
        println!(
            "stalled         p99 of the acknowledgements: {:+.0} %",
            100.0 * change
        );
    }
    if options.recover {
        recover(&run, &mut servers, options).await?;
    }
    let ledger = run.stop().await.ledger;
    if servers.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    for server in &mut servers {
        // One of several servers may be dead already.
        let _ = server.kill();
    }
    let log = store.open().await?;
    Ok(if compare(&ledger, &*log).await? {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Starts the servers, and prints the speed of the machine.
async fn start_servers(
    options: &Options,
    folder: &Path,
    store: &Store,
) -> Result<Vec<ServerProcess>, Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    let syncs = syncs(folder, Duration::from_secs(1))?.len();
    println!("disk            {syncs} writes of 4 KiB with fdatasync a second");
    if options.stored > 0 {
        stored_games::store(&store.open().await?, options.stored).await?;
        println!("stored          {} games of others", options.stored);
    }
    let program = match &options.program {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("brickwood"),
    };
    // Fewer than 2^52 bytes: exact.
    #[allow(clippy::cast_precision_loss)]
    let program_size = std::fs::metadata(&program)
        .map_err(|error| format!("no server program at {}: {error}", program.display()))?
        .len() as f64
        / (1024.0 * 1024.0);
    let mut servers = Vec::new();
    for _ in 0..options.nodes {
        let server = ServerProcess::start(&program, store, options.server_core)?;
        let memory = server.memory().unwrap_or_default() / 1024.0;
        println!(
            "start           ready after {:.0} ms, {memory:.1} MiB of memory; the program has {:.1} MiB",
            milliseconds(server.ready_after),
            program_size
        );
        servers.push(server);
    }
    Ok(servers)
}

/// Sets up the tables, and connects all clients.
async fn fill(
    options: &Options,
    addresses: &[SocketAddr],
    servers: &[ServerProcess],
) -> Result<Run, Box<dyn Error>> {
    let plan = LoadPlan {
        tables: options.tables,
        players: options.players,
        rate: options.rate,
        bots: 0,
        points_to_win: Edition::Modern.rules(options.players).points_to_win,
        arrivals: options.arrivals,
        apart: options.apart,
        repeats: false,
        // A client that waits this long has been forgotten.
        patience: Duration::from_mins(1),
    };
    let empty = Gauge::read(servers);
    let begun = Instant::now();
    let prepared = PreparedRun::new(addresses, plan).await?;
    println!(
        "tables          {} for {} players each, in {:.1} s",
        options.tables,
        options.players,
        begun.elapsed().as_secs_f64()
    );
    let idle = Gauge::read(servers);
    idle.growth(&empty, options.tables, "table with nobody there");
    let mut run = prepared.play();
    let players = run.invited();
    arrive(&run.ledger, players, players, options).await?;
    let playing = Gauge::read(servers);
    playing.growth(&idle, players, "player");
    if options.spectators > 0 {
        run.ledger.start_over();
        run.add_spectators(options.spectators);
        arrive(&run.ledger, options.spectators, run.invited(), options).await?;
        let watched = Gauge::read(servers);
        watched.growth(&playing, options.spectators, "spectator");
    }
    Ok(run)
}

/// Waits until this number of clients is connected.
async fn arrive(
    ledger: &Ledger,
    newcomers: u32,
    expected: u32,
    options: &Options,
) -> Result<(), Box<dyn Error>> {
    /// The delay beyond the plan that is allowed.
    const GRACE: f64 = 60.0;
    let begun = Instant::now();
    loop {
        sleep(Duration::from_millis(2)).await;
        let there = ledger.notes().there;
        let took = begun.elapsed().as_secs_f64();
        if there >= expected {
            let notes = ledger.notes();
            let within = |part| {
                let micros = notes.welcomes.value_at_quantile(part);
                milliseconds(Duration::from_micros(micros))
            };
            println!(
                "connecting      {newcomers} clients in {took:.1} s, {:.0} a second; welcome p50 {:.2} ms, \
                 p99 {:.2} ms, longest {:.2} ms; {} had to try again",
                f64::from(newcomers) / took,
                within(0.5),
                within(0.99),
                within(1.0),
                notes.cuts
            );
            return Ok(());
        }
        if took > f64::from(newcomers) / options.arrivals + GRACE {
            return Err(format!("only {there} of {expected} clients could connect").into());
        }
    }
}

/// Plays for the measured time, and prints the results.
async fn play(run: &Run, servers: &[ServerProcess], options: &Options) -> report::Heard {
    run.ledger.start_over();
    let before = Gauge::read(servers);
    let begun = Instant::now();
    sleep(Duration::from_secs(options.seconds.into())).await;
    let time = begun.elapsed();
    let after = Gauge::read(servers);
    let heard = report::heard(&run.ledger, options.rate, options.seconds);
    after.work(&before, time);
    if let Some(memory) = after.memory() {
        println!("memory          {:.1} MiB", memory / 1024.0);
    }
    heard
}

/// Kills a server, and waits until all are back.
async fn recover(
    run: &Run,
    servers: &mut [ServerProcess],
    options: &Options,
) -> Result<(), Box<dyn Error>> {
    /// How long the clients may take.
    const PATIENCE: Duration = Duration::from_mins(1);
    /// By then, all clients have noticed the failure.
    const NOTICED: Duration = Duration::from_secs(1);
    let is_alone = servers.len() == 1;
    let first = &mut servers[0];
    run.ledger.note_recovery();
    let killed = Instant::now();
    first.kill()?;
    if is_alone {
        let listens = block_in_place(|| first.start_again())?;
        println!(
            "restart         listens after {:.0} ms, ready after {:.0} ms",
            milliseconds(listens),
            milliseconds(first.ready_after)
        );
    }
    let is_over = || {
        let notes = run.ledger.notes();
        let recovery = notes.recovery.as_ref();
        let has_acted = recovery.is_some_and(|recovery| recovery.first_action.is_some());
        let acts = has_acted || options.rate == 0.0;
        killed.elapsed() > NOTICED && acts && notes.there >= run.invited()
    };
    while !is_over() && killed.elapsed() < PATIENCE {
        sleep(Duration::from_millis(5)).await;
    }
    report::recovered(&run.ledger);
    let there = run.ledger.notes().there;
    if there < run.invited() {
        println!(
            "back            only {there} of {} are there",
            run.invited()
        );
    }
    Ok(())
}
