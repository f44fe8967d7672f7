//! `brickwood-load storm`: how soon the clients of a large site are back after a failure, in virtual time.

use std::{
    io::{self, Write},
    process::ExitCode,
    time::Duration,
};

use brickwood_load::{StormPlan, StormResult, WorkTimes, storm};
use brickwood_server::AdmissionRules;
use clap::{Args, value_parser};

use crate::report::within;

const HELP: &str = "\
All servers of a site are started again at the same time, and all clients come back. The queue of the welcomes is
that of the server; cores, database and network are modelled. The times of the work are measured ones: see
\"Load\" in the documentation. For comparison, the same storm is shown without the queue.

Examples:
  brickwood-load storm
  brickwood-load storm --nodes 1 --tables 2500 --spectators 0";

/// Compute how soon the clients of a large site are back after a failure.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    /// The number of servers
    #[arg(long, default_value_t = 6, value_parser = value_parser!(u32).range(1..))]
    nodes: u32,
    /// The cores of each server
    #[arg(long, default_value_t = 2, value_parser = value_parser!(u32).range(1..))]
    cores: u32,
    /// The cores of the database
    #[arg(long, default_value_t = 8, value_parser = value_parser!(u32).range(1..))]
    database_cores: u32,
    /// The number of tables
    #[arg(long, default_value_t = 20_000, value_parser = value_parser!(u32).range(1..))]
    tables: u32,
    /// The number of players at each table
    #[arg(long, default_value_t = 4, value_parser = value_parser!(u32).range(1..))]
    players: u32,
    /// The number of spectators, spread over the tables
    #[arg(long, default_value_t = 20_000)]
    spectators: u32,
    /// Milliseconds until the servers listen again
    #[arg(long, default_value_t = 50)]
    down: u64,
    /// Actions per second, over all tables
    #[arg(long, default_value_t = 3000.0)]
    rate: f64,
    /// Milliseconds for which messages are on their way, there and back
    #[arg(long, default_value_t = 30)]
    round_trip: u64,
    /// Microseconds of a core to open a socket
    #[arg(long, default_value_t = 150)]
    handshake: u64,
    /// Microseconds of a core to welcome a client
    #[arg(long, default_value_t = 450)]
    welcome: u64,
    /// Microseconds of a core to load a table
    #[arg(long, default_value_t = 400)]
    load: u64,
    /// Microseconds of a core for an action
    #[arg(long, default_value_t = 380)]
    action: u64,
    /// Microseconds of a core of the database for a client
    #[arg(long, default_value_t = 480)]
    database_welcome: u64,
    /// Microseconds of a core of the database to load a table
    #[arg(long, default_value_t = 400)]
    database_load: u64,
    /// Microseconds of a core of the database to store an action
    #[arg(long, default_value_t = 350)]
    database_action: u64,
    /// Microseconds of a commit
    #[arg(long, default_value_t = 2000)]
    commit: u64,
    /// Another number leads to other random times
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(options: &Options) -> io::Result<ExitCode> {
    if !options.rate.is_finite() || options.rate <= 0.0 {
        return Err(io::Error::other("the rate is a number of actions a second"));
    }
    let micros = Duration::from_micros;
    let plan = StormPlan {
        nodes: options.nodes,
        cores: options.cores,
        database_cores: options.database_cores,
        tables: options.tables,
        players: options.players,
        spectators: options.spectators,
        down: Duration::from_millis(options.down),
        interval: Duration::from_secs_f64(f64::from(options.tables) / options.rate),
        round_trip: Duration::from_millis(options.round_trip),
        rules: AdmissionRules::default(),
        work: WorkTimes {
            handshake: micros(options.handshake),
            welcome: micros(options.welcome),
            load: micros(options.load),
            action: micros(options.action),
            database_welcome: micros(options.database_welcome),
            database_load: micros(options.database_load),
            database_action: micros(options.database_action),
            commit: micros(options.commit),
        },
    };
    let mut out = io::stdout().lock();
    writeln!(out, "with the queue")?;
    show(&mut out, &storm(&plan, options.seed))?;
    let rules = AdmissionRules {
        at_once: usize::MAX,
        ..plan.rules
    };
    writeln!(out, "all at once")?;
    show(&mut out, &storm(&StormPlan { rules, ..plan }, options.seed))?;
    Ok(ExitCode::SUCCESS)
}

fn show(out: &mut impl Write, result: &StormResult) -> io::Result<()> {
    for (what, times) in [
        ("back: needed", &result.needed),
        ("back: other players", &result.players),
        ("back: spectators", &result.spectators),
        ("first action", &result.first_actions),
    ] {
        if times.is_empty() {
            continue;
        }
        writeln!(
            out,
            "  {what:<20} {:>6}: half within {:>6.0} ms, 99 % within {:>6.0} ms, all within {:>6.0} ms",
            times.len(),
            within(times, 500),
            within(times, 990),
            within(times, 1000)
        )?;
    }
    writeln!(out, "  asked to come back   {:>6} times", result.asked_back)
}
