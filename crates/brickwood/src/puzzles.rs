//! `brickwood puzzles`: makes questions from games of bots.

use std::{error::Error, path::PathBuf, process::ExitCode};

use brickwood_puzzles::{Judge, Kind, PuzzleError, PuzzlePlan, check_puzzles, write_puzzles};
use clap::Args;

use crate::{bench::threads, game_options::RulesOptions};

const EXAMPLES: &str = "\
A week has a question of each of seven kinds. The same options make the same file on any machine; a run
that was interrupted goes on.

Examples:
  brickwood puzzles year.jsonl --weeks 53 --seed 1
  brickwood puzzles month.jsonl --weeks 4 --seed 7 --playouts 200
  brickwood puzzles year.jsonl --check 100 --seed 2 --playouts 4000";

/// Which questions are made.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// The file to which the questions are added, a line of JSON for each game
    file: PathBuf,
    /// The kinds that are taken in turn; all seven by default
    #[arg(long, value_delimiter = ',')]
    kinds: Vec<Kind>,
    /// How many questions of each kind
    #[arg(long, default_value_t = 53, value_parser = clap::value_parser!(u16).range(1..))]
    weeks: u16,
    #[command(flatten)]
    rules: RulesOptions,
    /// The seed of the first game, or of the check; the seeds of later games count up from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many times each answer is played on
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(40..))]
    playouts: u64,
    /// Make none, but play so many questions of the file anew, drawn at random, and say whether their best answers hold
    #[arg(long, value_name = "COUNT")]
    check: Option<usize>,
    /// The number of threads; by default, as many as the machine can run at a time
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let plan = PuzzlePlan {
        rules: options.rules.rules(),
        kinds: if options.kinds.is_empty() {
            Kind::ALL.to_vec()
        } else {
            options.kinds.clone()
        },
        of_each: usize::from(options.weeks),
        seed: options.seed,
        playouts: options.playouts,
    };
    let threads = options.threads.map_or_else(threads, usize::from);
    match options.check {
        Some(sample) => check(options, sample, threads)?,
        None => write_puzzles(&options.file, &plan, threads, |count| {
            eprintln!("{count} questions");
        })?,
    }
    Ok(ExitCode::SUCCESS)
}

fn check(options: &Options, sample: usize, threads: usize) -> Result<(), PuzzleError> {
    let judge = Judge {
        seed: options.seed,
        playouts: options.playouts,
    };
    let (mut held, mut all) = (0, 0);
    check_puzzles(&options.file, sample, judge, threads, |puzzle, holds| {
        all += 1;
        held += usize::from(holds);
        if !holds {
            println!("does not hold: {} {}", puzzle.view, puzzle.answers[0]);
        }
    })?;
    println!("{held} of {all} hold");
    Ok(())
}
