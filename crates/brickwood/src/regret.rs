//! `brickwood regret`: what a player loses by its decisions.

use std::{
    error::Error,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use brickwood_arena::Budget;
use brickwood_bots::tuning::DecisionKind;
use brickwood_dataset::{Half, KindRegret, Regret, read_truth, truth_set};
use clap::{Args, ValueEnum, builder::ValueParser};
use serde::Serialize;

use crate::{
    bench::threads,
    matches::{Contestant, entrant},
};

const EXAMPLES: &str = "\
In each decision of the set, the player is asked what it would do, with all that the seat has been told. What that wins less than the best
of the actions that were played to the end of the game is its loss, in hundredths of a game. The best is chosen by one half of the
playouts and compared by the other. In brackets: 95 % sure.

Examples:
  brickwood regret hard
  brickwood regret expert --kind settlement,turn --half first --json
  brickwood regret 'cmd:python3 examples/python/bot.py' --playouts 100";

/// Whose decisions are measured, and on what.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// The player: a level of the bots, hard-table, hard-arena, random, or cmd:PROGRAM, as in `brickwood match`
    #[arg(value_parser = ValueParser::from(entrant))]
    player: Contestant,
    /// The truth set; by default, the one that comes with the program
    #[arg(long, value_name = "FILE")]
    set: Option<PathBuf>,
    /// Only these kinds of decisions: settlement, turn, robber, offer, answer, closing
    #[arg(long, value_delimiter = ',', value_parser = ValueParser::from(kind))]
    kind: Vec<DecisionKind>,
    /// Only one half of the set: tune on the first, report on the second
    #[arg(long)]
    half: Option<HalfName>,
    /// Where the player would do what was not played on, play it on so many times, with what it is compared to; by default, such
    /// decisions are left out and counted
    #[arg(long, default_value_t = 0)]
    playouts: u64,
    /// Milliseconds that an external program may take for a decision
    #[arg(long, value_name = "MS")]
    budget: Option<u32>,
    /// Print everything as one JSON object
    #[arg(long)]
    json: bool,
    /// The number of threads; by default, as many as the machine can run at a time
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum HalfName {
    First,
    Second,
}

impl From<HalfName> for Half {
    fn from(name: HalfName) -> Self {
        match name {
            HalfName::First => Self::First,
            HalfName::Second => Self::Second,
        }
    }
}

fn kind(name: &str) -> Result<DecisionKind, String> {
    DecisionKind::named(name).ok_or_else(|| {
        let names = DecisionKind::ALL.map(DecisionKind::name);
        format!("there are {}", names.join(", "))
    })
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Report {
    player: String,
    half: Option<Half>,
    /// Of an external program: for how many decisions a simple action stood in.
    program: Option<String>,
    /// By kind, and then in all.
    regret: Vec<Line>,
}

/// Losses in hundredths of a game.
#[derive(Serialize)]
struct Line {
    kind: &'static str,
    decisions: u32,
    played: u32,
    left_out: u32,
    /// None of these where there are too few decisions to say.
    loss: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<KindRegret> for Line {
    fn from(regret: KindRegret) -> Self {
        let points = |loss: f64| 100.0 * loss;
        let sure = |loss: f64| loss.is_finite().then_some(points(loss));
        Self {
            kind: regret.kind.map_or("all", DecisionKind::name),
            decisions: regret.decisions,
            played: regret.played,
            left_out: regret.left_out,
            loss: (regret.decisions > 0).then(|| points(regret.loss)),
            low: sure(regret.interval.low),
            high: sure(regret.interval.high),
        }
    }
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let set = match &options.set {
        Some(file) => read_truth(file)?,
        None => truth_set(),
    };
    let Contestant(player, program) = &options.player;
    let half = options.half.map(Half::from);
    let regret = Regret {
        player: &**player,
        kinds: if options.kind.is_empty() {
            DecisionKind::ALL.into()
        } else {
            options.kind.clone()
        },
        half,
        playouts: options.playouts,
        budget: Budget {
            milliseconds: options.budget,
        },
        threads: options.threads.map_or_else(threads, usize::from),
    };
    let measured = regret.measure(&set)?;
    let report = Report {
        player: player.name(),
        half,
        program: program.as_ref().map(|program| program.faults().to_string()),
        regret: measured.into_iter().map(Line::from).collect(),
    };
    let mut out = io::stdout().lock();
    if options.json {
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
    } else {
        print(&mut out, &report)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print(out: &mut impl Write, report: &Report) -> io::Result<()> {
    writeln!(out, "player   {}", report.player)?;
    if let Some(faults) = &report.program {
        writeln!(out, "program  {faults}")?;
    }
    writeln!(
        out,
        "kind        decisions  played on  left out   loss in points"
    )?;
    for line in &report.regret {
        let loss = match (line.loss, line.low, line.high) {
            (Some(loss), Some(low), Some(high)) => format!("{loss:.1} [{low:.1}, {high:.1}]"),
            _ => "unknown".to_owned(),
        };
        let Line {
            kind,
            decisions,
            played,
            left_out,
            ..
        } = line;
        writeln!(
            out,
            "{kind:12}{decisions:9}{played:11}{left_out:10}   {loss}"
        )?;
    }
    Ok(())
}
