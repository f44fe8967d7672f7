//! `brickwood analyse`: what the choices and the luck of a recorded game were worth.

use std::{
    error::Error,
    io::{self, IsTerminal, Write},
    path::PathBuf,
    process::ExitCode,
};

use brickwood_analysis::{AnalysisReport, Analyzer, GameAnalysis, VERSION, statistics};
use brickwood_notation::Record;
use clap::Args;

use crate::replay::{is_broken_pipe, read};

const EXAMPLES: &str = "\
Exit codes: 0 the record is sound; 1 it is not, or cannot be read; 2 the options are wrong.

Examples:
  brickwood analyse game.record
  brickwood analyse --json - < game.record";

/// Which record, and how to print what is found.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// The record; `-` reads it from stdin
    file: PathBuf,
    /// Print everything as one JSON object (see "Analysis" in the documentation)
    #[arg(long)]
    json: bool,
    /// How many choices and strokes of luck to list
    #[arg(long, value_name = "N", default_value_t = 10, conflicts_with = "json")]
    top: usize,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let (_, record) = read(&options.file)?;
    let analysis = analyse(&record)?;
    let mut out = io::stdout().lock();
    let written = if options.json {
        write_json(&mut out, &analysis)
    } else {
        AnalysisReport::new(&record, &analysis).write(&mut out, options.top)
    };
    match written {
        // The reader has closed the pipe, and wants no more.
        Err(error) if !is_broken_pipe(&error) => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn write_json(out: &mut impl Write, analysis: &GameAnalysis) -> io::Result<()> {
    serde_json::to_writer(&mut *out, analysis)?;
    writeln!(out)
}

/// How many steps are analyzed between two reports of progress.
const PART: usize = 20;

fn analyse(record: &Record) -> Result<GameAnalysis, Box<dyn Error>> {
    let game = &record.header.game;
    let statistics = statistics(game, &record.steps, None)?;
    let mut analyzer = Analyzer::new(game.clone(), record.steps.clone())?;
    let (mut choices, mut strokes) = (Vec::new(), Vec::new());
    let progress = io::stderr().is_terminal();
    while analyzer.done() < analyzer.steps() {
        let part = analyzer.advance(PART);
        choices.extend(part.choices);
        strokes.extend(part.strokes);
        if progress {
            eprint!("\r{} of {} steps", analyzer.done(), analyzer.steps());
        }
    }
    if progress {
        eprint!("\r{:40}\r", "");
    }
    Ok(GameAnalysis {
        version: VERSION,
        statistics,
        summaries: analyzer.summaries(),
        choices,
        strokes,
    })
}
