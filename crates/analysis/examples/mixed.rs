//! Measures the quality of play where players of different kinds sit at one table.
//!
//! ```text
//! mixed GAMES FIRST_SEED [KIND...]
//! ```
//!
//! Games of four by today's rules, each on a board of its own, with seats drawn from the kinds, of which all are drawn where none
//! is named: `helpless`, who settles at the
//! worst corners and does nothing, `random`, `weakened`, an easy bot of whose actions two in five are random, and the players
//! that the arena knows by name. Besides, `hoarding` and `stubborn` can be named: they settle as the hard bot, and then build
//! nothing, or nothing but roads. Printed are, by kind, the mean quality of play with its standard error over the seats, by how many
//! standard errors of the difference it is above the kind before, how often the seats have won and have started poorly, the means
//! by what the decisions were about, and at last how often a winner has played worse than whoever came last.
// Counts of games are small.
#![allow(clippy::cast_precision_loss)]

use std::{env, process::ExitCode};

use brickwood_analysis::Analyzer;
use brickwood_arena::{Deal, Ending, Player};
use brickwood_rules::{Edition, Seat};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use seats::{KINDS, player};

mod seats;

const PLAYERS: u8 = 4;

/// The seats of one kind: their qualities, and how many have won.
#[derive(Default)]
struct Found {
    qualities: Vec<f64>,
    by_kind: [(f64, u32); 5],
    poor: u32,
    wins: u32,
}

impl Found {
    fn mean(&self) -> f64 {
        self.qualities.iter().sum::<f64>() / self.qualities.len() as f64
    }

    fn error(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 = self.qualities.iter().map(|one| (one - mean).powi(2)).sum();
        let count = self.qualities.len() as f64;
        (squares / (count - 1.0) / count).sqrt()
    }
}

fn run(arguments: &[String]) -> Option<()> {
    let [games, first, kinds @ ..] = arguments else {
        return None;
    };
    let named: Vec<&str> = kinds.iter().map(String::as_str).collect();
    let kinds = if named.is_empty() { &KINDS } else { &named[..] };
    let (games, first): (u64, u64) = (games.parse().ok()?, first.parse().ok()?);
    let mut found: Vec<Found> = kinds.iter().map(|_| Found::default()).collect();
    let (mut ended, mut upset) = (0, 0);
    for number in first..first + games {
        let deal = Deal::new(Edition::Modern.rules(PLAYERS), number).ok()?;
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let drawn: Vec<usize> = (0..PLAYERS)
            .map(|_| rng.random_range(0..kinds.len()))
            .collect();
        let seated = drawn.iter().map(|kind| player(kinds[*kind]));
        let mut seated: Vec<Box<dyn Player>> = seated.collect::<Option<_>>()?;
        let (course, ending) = deal.play(&mut seated);
        let end = course.state_after(course.steps().len());
        let mut analyzer = Analyzer::new(deal.game.clone(), course.into_steps()).ok()?;
        let summaries = analyzer.advance(usize::MAX).summaries;
        let quality = |seat: Seat| summaries[seat.index()].quality.map(f64::from);
        for (seat, kind) in Seat::all(PLAYERS).zip(&drawn) {
            let found = &mut found[*kind];
            found.qualities.extend(quality(seat));
            let sum = &summaries[seat.index()];
            let of = sum.by_kind;
            let each = [of.settling, of.building, of.trade, of.robber, of.cards];
            for (mean, of) in found.by_kind.iter_mut().zip(each) {
                if let Some(of) = of {
                    mean.0 += f64::from(of);
                    mean.1 += 1;
                }
            }
            found.poor += u32::from(sum.poor_start);
        }
        let Ending::Won { winners } = ending else {
            continue;
        };
        let winner = winners.single()?;
        found[drawn[winner.index()]].wins += 1;
        let points = |seat: &Seat| end.points(&deal.game, *seat).total();
        let last = Seat::all(PLAYERS).min_by_key(points)?;
        ended += 1;
        upset += u32::from(quality(winner) < quality(last));
    }
    println!(
        "| player | seats | quality | error | lead | won | poor starts | settling | building | trade | robber | cards |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (place, (kind, own)) in kinds.iter().zip(&found).enumerate() {
        let lead = place.checked_sub(1).map_or(String::new(), |before| {
            let before = &found[before];
            let error = own.error().hypot(before.error());
            format!("{:.1}", (own.mean() - before.mean()) / error)
        });
        let seats = own.qualities.len() as f64;
        let kinds = own
            .by_kind
            .map(|(sum, count)| format!("{:.0}", sum / f64::from(count)));
        println!(
            "| {kind} | {seats} | {:.1} | {:.1} | {lead} | {:.0} % | {:.0} % | {} |",
            own.mean(),
            own.error(),
            100.0 * f64::from(own.wins) / seats,
            100.0 * f64::from(own.poor) / seats,
            kinds.join(" | ")
        );
    }
    println!("In {upset} of {ended} games, the winner has played worse than whoever came last.");
    Some(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if run(&arguments).is_some() {
        return ExitCode::SUCCESS;
    }
    eprintln!("usage: mixed GAMES FIRST_SEED [KIND...]");
    ExitCode::FAILURE
}
