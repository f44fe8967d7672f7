//! Measures the quality of play of the built-in players.
//!
//! ```text
//! quality PLAYERS GAMES FIRST_SEED NAME...
//! ```
//!
//! Games of players of one name by today's rules (the rules for five and six where there are so many), each on a board of its
//! own. Printed are the mean quality of play of all seats, its standard deviation, and the means of what else is summed up.

use std::{env, process::ExitCode};

use brickwood_analysis::{Analyzer, SeatSummary};
use brickwood_arena::{Deal, Entrant, Player, built_in};
use brickwood_rules::Edition;

/// The summaries of all seats in games of players of one kind.
fn summaries(
    entrant: &dyn Entrant,
    players: u8,
    games: u64,
    first: u64,
) -> Option<Vec<SeatSummary>> {
    let edition = if players > 4 {
        Edition::FiveSix
    } else {
        Edition::Modern
    };
    let mut summaries = Vec::new();
    for number in first..first + games {
        let deal = Deal::new(edition.rules(players), number).ok()?;
        let seats = (0..players).map(|_| entrant.player().ok());
        let mut seats: Vec<Box<dyn Player>> = seats.collect::<Option<_>>()?;
        let (course, _) = deal.play(&mut seats);
        let mut analyzer = Analyzer::new(deal.game, course.into_steps()).ok()?;
        summaries.append(&mut analyzer.advance(usize::MAX).summaries);
    }
    Some(summaries)
}

fn row(name: &str, summaries: &[SeatSummary]) -> String {
    let mean = |of: &dyn Fn(&SeatSummary) -> f64| {
        let values: Vec<f64> = summaries.iter().map(of).collect();
        values.iter().sum::<f64>() / f64::from(values.len() as u32)
    };
    let quality = |sum: &SeatSummary| f64::from(sum.quality.unwrap_or(100.0));
    let middle = mean(&quality);
    let spread = mean(&|sum| (quality(sum) - middle).powi(2)).sqrt();
    format!(
        "| {name} | {middle:.1} | {spread:.1} | {:.0} | {:.1} | {:.1} | {:.1} |",
        mean(&|sum| f64::from(sum.choices)),
        mean(&|sum| f64::from(sum.inaccuracies)),
        mean(&|sum| f64::from(sum.mistakes)),
        mean(&|sum| f64::from(sum.blunders)),
    )
}

fn run(arguments: &[String]) -> Option<()> {
    let [players, games, first, names @ ..] = arguments else {
        return None;
    };
    let players = players
        .parse()
        .ok()
        .filter(|players| (2..=6).contains(players))?;
    let (games, first) = (games.parse().ok()?, first.parse().ok()?);
    println!("| players | quality | deviation | choices | inaccuracies | mistakes | blunders |");
    println!("|---|---|---|---|---|---|---|");
    for name in names {
        let summaries = summaries(&*built_in(name)?, players, games, first)?;
        println!("{}", row(name, &summaries));
    }
    Some(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if run(&arguments).is_some() {
        return ExitCode::SUCCESS;
    }
    eprintln!("usage: quality PLAYERS GAMES FIRST_SEED NAME...");
    ExitCode::FAILURE
}
