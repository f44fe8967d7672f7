//! `brickwood bench`: measures speed, and compares behavior with an earlier version.

mod decisions;

use std::{
    error::Error,
    fs,
    io::{self, Write},
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
    time::Instant,
};

use brickwood_arena::{Playouts, signature};
use brickwood_notation::rules_text;
use clap::{Args, Subcommand};

use crate::game_options::{BoardChoice, RulesOptions};

/// A playout is abandoned after this number of steps.
const MOST_STEPS: u32 = 1_000_000;

/// What to measure.
#[derive(Args, Debug)]
pub(crate) struct Options {
    #[command(subcommand)]
    bench: Bench,
}

#[derive(Subcommand, Debug)]
enum Bench {
    Playout(PlayoutOptions),
    Signature(SignatureOptions),
    Decisions(decisions::DecisionsOptions),
}

const PLAYOUT_EXAMPLES: &str = "\
At every step one of the legal actions is taken, all as likely; nobody makes offers. All runs on one
thread. The checksum depends on every game, and on nothing but the options.

Examples:
  brickwood bench playout
  brickwood bench playout --games 20000 --players 6 --edition siedler --seed 3";

/// Play random games, and say how many steps that are in a second.
#[derive(Args, Debug)]
#[command(after_help = PLAYOUT_EXAMPLES)]
struct PlayoutOptions {
    /// The number of games to measure, after a tenth as many to warm up
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    #[command(flatten)]
    rules: RulesOptions,
    /// The board: `beginners`, or a seed to shuffle by
    #[arg(long)]
    board: Option<BoardChoice>,
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

const SIGNATURE_EXAMPLES: &str = "\
Every line is one game of fixed bots on a fixed board, with a hash of all its steps; the last depends
on all. A difference to the committed lines is a change of the rules, of chance or of a bot.

Examples:
  brickwood bench signature > tests-data/bench/signature.txt
  brickwood bench signature --check tests-data/bench/signature.txt";

/// Play fixed games, and print what became of them.
#[derive(Args, Debug)]
#[command(after_help = SIGNATURE_EXAMPLES)]
struct SignatureOptions {
    /// Compare with this file, print the lines that differ, and exit with 1 if there are any
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    match &options.bench {
        Bench::Playout(options) => playout(options),
        Bench::Decisions(options) => decisions::run(options),
        Bench::Signature(SignatureOptions { check: Some(file) }) => check(file),
        Bench::Signature(SignatureOptions { check: None }) => {
            io::stdout().write_all(signature(threads()).as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// How many threads the machine runs at the same time.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

fn playout(options: &PlayoutOptions) -> Result<ExitCode, Box<dyn Error>> {
    let rules = options.rules.rules();
    let board = options.board.unwrap_or(BoardChoice::usual(rules.players));
    let game = board.game(rules)?;
    if cfg!(debug_assertions) {
        eprintln!("brickwood: this is a debug build; its times say nothing");
    }
    Playouts::new(options.seed).games(&game, options.games / 10, MOST_STEPS);
    let mut playouts = Playouts::new(options.seed);
    let start = Instant::now();
    let sum = playouts.games(&game, options.games, MOST_STEPS);
    let seconds = start.elapsed().as_secs_f64();
    // Fewer than 2^52 steps: exact.
    #[allow(clippy::cast_precision_loss)]
    let steps = sum.steps as f64;
    let mut out = io::stdout().lock();
    writeln!(out, "rules       {}", rules_text(&rules))?;
    writeln!(out, "board       {board}")?;
    writeln!(out, "seed        {}", options.seed)?;
    writeln!(out, "games       {}", sum.games)?;
    writeln!(out, "unfinished  {}", sum.unfinished)?;
    writeln!(out, "steps       {}", sum.steps)?;
    writeln!(out, "time        {seconds:.3} s")?;
    writeln!(out, "ns/step     {:.1}", seconds * 1e9 / steps)?;
    writeln!(out, "steps/s     {:.0}", steps / seconds)?;
    writeln!(out, "games/s     {:.1}", f64::from(sum.games) / seconds)?;
    writeln!(out, "checksum    {:016x}", sum.checksum)?;
    Ok(ExitCode::SUCCESS)
}

fn check(file: &Path) -> Result<ExitCode, Box<dyn Error>> {
    let committed = fs::read_to_string(file)
        .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let found = signature(threads());
    let mut out = io::stdout().lock();
    if committed == found {
        writeln!(out, "{} lines, none differs", found.lines().count())?;
        return Ok(ExitCode::SUCCESS);
    }
    let (mut old, mut new) = (committed.lines(), found.lines());
    loop {
        match (old.next(), new.next()) {
            (None, None) => break,
            (old, new) if old == new => {}
            (old, new) => {
                for (sign, line) in [("-", old), ("+", new)] {
                    if let Some(line) = line {
                        writeln!(out, "{sign} {line}")?;
                    }
                }
            }
        }
    }
    Ok(ExitCode::FAILURE)
}
