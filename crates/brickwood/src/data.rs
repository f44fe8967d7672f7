//! `brickwood data`: games, decisions and standings as Parquet files.

use std::{
    error::Error,
    fs,
    io::{self, IsTerminal},
    ops::ControlFlow,
    path::PathBuf,
    process::ExitCode,
};

use brickwood_arena::Caps;
use brickwood_dataset::{DatasetError, Export, Plan, WriteProgress, write};
use brickwood_encode::Tensor;
use brickwood_notation::parse_record;
use brickwood_storage::StoredGame;
use brickwood_table::Table;
use clap::{Args, Subcommand, builder::ValueParser};

use crate::{
    bench::threads, game_options::RulesOptions, replay::Failure, storage_options::StorageOptions,
};

/// What to write.
#[derive(Args, Debug)]
pub(crate) struct Options {
    #[command(subcommand)]
    data: Data,
}

#[derive(Subcommand, Debug)]
enum Data {
    Write(WriteOptions),
    Export(ExportOptions),
}

const WRITE_EXAMPLES: &str = "\
The files depend on the options alone, not on the machine or the number of threads. A run that was
interrupted goes on where it stopped: start it again with the same options.

Examples:
  brickwood data write games --games 10000 --bots hard
  brickwood data write games --games 1000 --bots hard,medium,easy --tensors seats,table
  brickwood data write games --games 500 --players 6 --edition five-six --seed 1000";

/// Let built-in players play, and write their games (see "Data sets" in the documentation).
#[derive(Args, Debug)]
#[command(after_help = WRITE_EXAMPLES)]
struct WriteOptions {
    /// The folder of the data set
    folder: PathBuf,
    /// The number of games
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: u32,
    /// The players, clockwise, repeated if they are fewer than the seats: random, a level of
    /// the bots, such as hard, and others that `brickwood match` knows. From game to game they move one seat on
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "hard"
    )]
    bots: Vec<String>,
    #[command(flatten)]
    rules: RulesOptions,
    /// The seed of the first game; the seeds of later games count up from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What each player knew, for each decision: planes, seats, table, history
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = ValueParser::from(tensor))]
    tensors: Vec<Tensor>,
    /// The number of games in a shard; by default a 32nd of all games, and at most 1000
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(1..))]
    shard: Option<u32>,
    /// The maximum number of turns in a game
    #[arg(long, default_value_t = Caps::default().turns)]
    turns: u16,
    /// The number of threads; by default, as many as the machine can run at a time
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

const EXPORT_EXAMPLES: &str = "\
Games that are not over are left out. A server may go on playing meanwhile.

Examples:
  brickwood data export games --data /var/lib/brickwood
  brickwood data export games --record one.record --record two.record --names";

/// Write the finished games of a server, or of records, in the same form.
#[derive(Args, Debug)]
#[command(after_help = EXPORT_EXAMPLES)]
struct ExportOptions {
    /// The folder of the data set
    folder: PathBuf,
    #[command(flatten)]
    storage: StorageOptions,
    /// Export this record instead of a server's games; may be repeated
    #[arg(long, value_name = "FILE", conflicts_with_all = ["data", "database"])]
    record: Vec<PathBuf>,
    /// Include the names of the players and the notes of records
    #[arg(long)]
    names: bool,
    /// What each player knew, for each decision: planes, seats, table, history
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = ValueParser::from(tensor))]
    tensors: Vec<Tensor>,
}

fn tensor(name: &str) -> Result<Tensor, &'static str> {
    Tensor::named(name).ok_or("there are planes, seats, table and history")
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    match &options.data {
        Data::Write(options) => write_games(options),
        Data::Export(options) => export(options),
    }
}

fn write_games(options: &WriteOptions) -> Result<ExitCode, Box<dyn Error>> {
    let rules = options.rules.rules();
    let mut plan = Plan::new(rules, options.bots.clone(), options.games, options.seed);
    plan.tensors.clone_from(&options.tensors);
    plan.caps.turns = options.turns;
    if let Some(games) = options.shard {
        plan.games_per_shard = games;
    }
    let threads = options.threads.map_or_else(threads, usize::from);
    let shows_progress = io::stderr().is_terminal();
    let tell = |WriteProgress {
                    games, of_games, ..
                }| {
        if shows_progress {
            eprint!("\r{games} of {of_games} games");
        }
        ControlFlow::Continue(())
    };
    let written = write(&options.folder, plan, threads, tell);
    if shows_progress {
        eprintln!();
    }
    let written = written?;
    println!("games      {}", written.games);
    println!("decisions  {}", written.decisions);
    Ok(ExitCode::SUCCESS)
}

fn export(options: &ExportOptions) -> Result<ExitCode, Box<dyn Error>> {
    let mut export = Exported {
        export: Export::create(&options.folder, options.names, options.tensors.clone())?,
        left_out: 0,
    };
    if options.record.is_empty() {
        let mut failed = Ok(());
        options.storage.each(|id, game| {
            if failed.is_ok() {
                failed = export.stored(id, game);
            }
        })?;
        failed?;
    }
    for path in &options.record {
        let file = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| Failure::File {
            file: file.clone(),
            error,
        })?;
        export.record(&file, &text)?;
    }
    let Exported { export, left_out } = export;
    println!("games      {}", export.finish()?);
    println!("left out   {left_out}");
    Ok(ExitCode::SUCCESS)
}

/// Games that are exported one after the other.
struct Exported {
    export: Export,
    /// Games that are not over, and those that cannot be read, of which stderr tells.
    left_out: u32,
}

impl Exported {
    fn stored(&mut self, id: &str, game: StoredGame) -> Result<(), DatasetError> {
        match Table::restore(game.setup, game.people, game.records) {
            Ok(table) => match table.game_record() {
                Ok(text) => return self.record(id, &text),
                // It is not over.
                Err(_) => self.left_out += 1,
            },
            Err(error) => self.leave_out(id, &error),
        }
        Ok(())
    }

    fn record(&mut self, name: &str, text: &str) -> Result<(), DatasetError> {
        match parse_record(text) {
            Ok(record) if record.result.is_none() => self.left_out += 1,
            Ok(record) => match self.export.add(record) {
                Err(error @ DatasetError::Encode { .. }) => self.leave_out(name, &error),
                added => return added.map(drop),
            },
            Err(error) => self.leave_out(name, &error),
        }
        Ok(())
    }

    fn leave_out(&mut self, name: &str, why: &dyn std::fmt::Display) {
        eprintln!("brickwood: {name} is left out: {why}");
        self.left_out += 1;
    }
}
