//! `brickwood analyse`: what the choices and the luck of a recorded game were worth.

use std::{
    error::Error,
    io::{self, IsTerminal, Read, Write},
    path::PathBuf,
    process::ExitCode,
};

use brickwood_analysis::{
    Analyzer, Choice, GameAnalysis, Grade, MomentKind, SeatSummary, Stroke, VERSION, statistics,
};
use brickwood_notation::{Record, parse_record, rules_text_from, seat_number, step_text};
use brickwood_rules::{Seat, Step};
use clap::Args;

use crate::replay::{Failure, is_broken_pipe, names, open};

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
    /// Print everything as one JSON object (see docs/book/analysis.md)
    #[arg(long)]
    json: bool,
    /// How many choices and strokes of luck to list
    #[arg(long, value_name = "N", default_value_t = 10, conflicts_with = "json")]
    top: usize,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let file = options.file.display().to_string();
    let mut text = String::new();
    if let Err(error) = open(&options.file).and_then(|mut input| input.read_to_string(&mut text)) {
        return Err(Failure::File { file, error }.into());
    }
    let record = parse_record(&text).map_err(|error| Failure::Record { file, error })?;
    let analysis = analyse(&record)?;
    let mut out = io::stdout().lock();
    let written = if options.json {
        write_json(&mut out, &analysis)
    } else {
        Report {
            record: &record,
            names: names(&record.header),
            analysis: &analysis,
        }
        .write(&mut out, options.top)
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
        summaries: SeatSummary::of_all(game.rules().seats(), &choices, &strokes),
        choices,
        strokes,
    })
}

/// What is printed for people.
struct Report<'a> {
    record: &'a Record,
    names: Vec<String>,
    analysis: &'a GameAnalysis,
}

impl Report<'_> {
    fn write(&self, out: &mut impl Write, top: usize) -> io::Result<()> {
        let (header, statistics) = (&self.record.header, &self.analysis.statistics);
        let rules = rules_text_from(header.edition, header.game.rules());
        writeln!(out, "rules   {rules}")?;
        writeln!(out, "steps   {}", statistics.steps)?;
        writeln!(out, "turns   {}", statistics.turns)?;
        self.seats(out)?;
        self.choices(out, top)?;
        self.strokes(out, top)?;
        self.moments(out)
    }

    /// The sums of each seat. Chances are in percent.
    fn seats(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "\nseat  points  choices   cost  inaccuracies  mistakes  blunders    luck  \
             produced  expected  player"
        )?;
        let statistics = &self.analysis.statistics;
        let sums = statistics.seats.iter().zip(&self.analysis.summaries);
        for ((number, name), (seat, sum)) in (1..).zip(&self.names).zip(sums) {
            let won = Seat::new(number - 1).is_some_and(|seat| statistics.winners.contains(seat));
            writeln!(
                out,
                "{number:>4}  {:>6}  {:>7}  {:>5.1}  {:>12}  {:>8}  {:>8}  {:>+6.1}  {:>8}  {:>8.1}  {name}{}",
                seat.points.total(),
                sum.choices,
                100.0 * sum.cost,
                sum.inaccuracies,
                sum.mistakes,
                sum.blunders,
                100.0 * sum.luck,
                seat.luck.received,
                seat.luck.expected,
                if won { "  has won" } else { "" },
            )?;
        }
        writeln!(
            out,
            "Cost and luck are in points of the chance to win, production in cards."
        )
    }

    /// The choices that cost most.
    fn choices(&self, out: &mut impl Write, top: usize) -> io::Result<()> {
        let mut choices: Vec<&Choice> = self.analysis.choices.iter().collect();
        choices.retain(|choice| !matches!(choice.grade, Grade::Forced | Grade::Good));
        if choices.is_empty() || top == 0 {
            return Ok(());
        }
        let cost = |choice: &Choice| choice.best_chance - choice.chance;
        choices.sort_by(|a, b| cost(b).total_cmp(&cost(a)));
        writeln!(out, "\nChoices that cost most")?;
        writeln!(
            out,
            " step  turn  seat   cost  grade       chosen                    better"
        )?;
        for choice in choices.into_iter().take(top) {
            let seat = choice.seat;
            let action = |action| self.step(Step::Action { seat, action });
            writeln!(
                out,
                "{:>5}  {:>4}  {:>4}  {:>5.1}  {:<10}  {:<24}  {}",
                choice.step,
                choice.turn,
                seat_number(seat),
                100.0 * cost(choice),
                grade(choice.grade),
                action(choice.action),
                action(choice.best),
            )?;
        }
        Ok(())
    }

    /// The greatest strokes of luck.
    fn strokes(&self, out: &mut impl Write, top: usize) -> io::Result<()> {
        let most = |stroke: &Stroke| {
            stroke
                .changes
                .iter()
                .fold(0.0_f32, |most, change| most.max(change.abs()))
        };
        let mut strokes: Vec<&Stroke> = self.analysis.strokes.iter().collect();
        strokes.sort_by(|a, b| most(b).total_cmp(&most(a)));
        if strokes.is_empty() || top == 0 {
            return Ok(());
        }
        writeln!(out, "\nGreatest strokes of luck")?;
        writeln!(out, " step  turn  outcome                   by seat")?;
        for stroke in strokes.into_iter().take(top) {
            let changes: Vec<String> = stroke
                .changes
                .iter()
                // Adding zero turns a negative zero into a positive one.
                .map(|change| format!("{:>+5.1}", (1000.0 * change).round() / 10.0 + 0.0))
                .collect();
            let outcome = stroke.outcome;
            writeln!(
                out,
                "{:>5}  {:>4}  {:<24}  {}",
                stroke.step,
                stroke.turn,
                self.step(Step::Chance { outcome }),
                changes.join("  "),
            )?;
        }
        Ok(())
    }

    /// How the lead and the awards changed hands.
    fn moments(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nMoments")?;
        writeln!(out, " step  turn")?;
        let name = |seat: Seat| self.names[seat.index()].as_str();
        let holder = |award: &str, to: Option<Seat>| match to {
            Some(seat) => format!("{} holds {award}", name(seat)),
            None => format!("nobody holds {award}"),
        };
        for moment in &self.analysis.statistics.moments {
            let words = match &moment.kind {
                MomentKind::Lead { seat, points } => {
                    format!("{} leads with {points} points", name(*seat))
                }
                MomentKind::LongestRoad { to, .. } => holder("the longest road", *to),
                MomentKind::LargestArmy { to, .. } => holder("the largest army", *to),
                MomentKind::Won { seats } => {
                    let winners: Vec<&str> = seats.iter().map(name).collect();
                    format!("won by {}", winners.join(" and "))
                }
                _ => continue,
            };
            writeln!(out, "{:>5}  {:>4}  {words}", moment.step, moment.turn)?;
        }
        Ok(())
    }

    fn step(&self, step: Step) -> String {
        step_text(self.record.header.game.board().topology(), step)
    }
}

const fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::Forced => "forced",
        Grade::Good => "good",
        Grade::Inaccuracy => "inaccuracy",
        Grade::Mistake => "mistake",
        Grade::Blunder => "blunder",
    }
}
