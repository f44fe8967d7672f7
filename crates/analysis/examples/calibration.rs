//! Fits the weights behind the chances to win, and checks how well the chances hold.
//!
//! ```text
//! calibration fit PLAYERS GAMES FIRST_SEED
//! calibration check PLAYERS GAMES FIRST_SEED [LEVELS]
//! calibration known PLAYERS GAMES FIRST_SEED [LEVELS]
//! calibration playouts PLAYERS GAMES FIRST_SEED PLAYOUTS
//! ```
//!
//! Bots play games by today's rules (the rules for five and six where there are so many), each on a board of
//! its own. Of the positions, one in sixteen is looked at. `LEVELS` is `hard` or a list such as `hard,medium`
//! that goes round the table. `check` estimates with all cards known, `known` each seat's own chance as far as
//! that seat sees, `playouts` compares the estimate with games that mediums play on from the position.
// Counts of games and positions are small.
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss)]

use std::{env, process::ExitCode, sync::Arc};

use brickwood_analysis::{TERMS, chances, known_chances, terms};
use brickwood_arena::{BotEntrant, Deal, Ending, Entrant, Player};
use brickwood_bots::{Level, after_set_up, choose};
use brickwood_rules::{Edition, Game, Phase, Seat, SeatSet, State, Step, ToAct, draw_outcome};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Of how many positions one is looked at.
const ONE_OF: u32 = 16;

/// The fewest estimates in a tenth for which its difference is told as the greatest.
const ENOUGH: usize = 500;

/// A position of a game, with the seat that won it.
struct Position {
    game: Arc<Game>,
    state: State,
    winner: usize,
    number: u64,
}

/// Plays games, and shows positions of them.
fn positions(
    players: u8,
    games: u64,
    first: u64,
    levels: &[Level],
    mut see: impl FnMut(&Position),
) {
    let edition = if players > 4 {
        Edition::FiveSix
    } else {
        Edition::Modern
    };
    for number in first..first + games {
        let deal = Deal::new(edition.rules(players), number).expect("rules that can be played");
        let mut bots: Vec<Box<dyn Player>> = (0..usize::from(players))
            .map(|seat| {
                BotEntrant::new(levels[seat % levels.len()])
                    .player()
                    .expect("a bot")
            })
            .collect();
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let (course, Ending::Won { winners }) = deal.play(&mut bots) else {
            continue;
        };
        let Some(winner) = winners.single() else {
            continue;
        };
        let mut kept = Vec::new();
        course.for_each_change(|change| {
            if rng.random_range(0..ONE_OF) == 0 {
                kept.push(*change.after);
            }
        });
        for state in kept {
            let over = matches!(state.phase(), Phase::Over { .. });
            if over || matches!(state.phase(), Phase::FirstPlayer { .. }) {
                continue;
            }
            see(&Position {
                game: Arc::clone(&deal.game),
                state,
                winner: winner.index(),
                number,
            });
        }
    }
}

/// The terms of all seats, and which of them won.
type Sample = (Vec<[f64; TERMS]>, usize);

fn sample(position: &Position) -> Sample {
    let state = after_set_up(&position.game, &position.state).expect("somebody begins");
    let seats = terms(&position.game, &state);
    (
        seats.iter().map(|terms| terms.map(f64::from)).collect(),
        position.winner,
    )
}

/// The weights that make the winners as likely as can be: Newton's method.
fn fit(samples: &[Sample]) -> [f64; TERMS] {
    let mut weights = [0.0; TERMS];
    for _ in 0..30 {
        let mut slope = [0.0; TERMS];
        let mut curve = [[0.0; TERMS]; TERMS];
        for (seats, winner) in samples {
            let chances = soft_max(seats, &weights);
            let mut mean = [0.0; TERMS];
            for (terms, chance) in seats.iter().zip(&chances) {
                for (mean, term) in mean.iter_mut().zip(terms) {
                    *mean += chance * term;
                }
            }
            for a in 0..TERMS {
                slope[a] += seats[*winner][a] - mean[a];
                for b in 0..TERMS {
                    let both = seats.iter().zip(&chances);
                    let square: f64 = both
                        .map(|(terms, chance)| chance * terms[a] * terms[b])
                        .sum();
                    curve[a][b] += square - mean[a] * mean[b];
                }
            }
        }
        let step = solve(curve, slope);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    weights
}

fn soft_max(seats: &[[f64; TERMS]], weights: &[f64; TERMS]) -> Vec<f64> {
    let score =
        |terms: &[f64; TERMS]| -> f64 { terms.iter().zip(weights).map(|(a, b)| a * b).sum() };
    let scores: Vec<f64> = seats.iter().map(score).collect();
    let most = scores.iter().copied().fold(f64::MIN, f64::max);
    let parts: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
    let sum: f64 = parts.iter().sum();
    parts.iter().map(|part| part / sum).collect()
}

/// Solves linear equations by elimination.
fn solve(mut matrix: [[f64; TERMS]; TERMS], mut right: [f64; TERMS]) -> [f64; TERMS] {
    for column in 0..TERMS {
        let best = (column..TERMS)
            .max_by(|a, b| {
                matrix[*a][column]
                    .abs()
                    .total_cmp(&matrix[*b][column].abs())
            })
            .expect("a row");
        matrix.swap(column, best);
        right.swap(column, best);
        for row in 0..TERMS {
            if row != column {
                let factor = matrix[row][column] / matrix[column][column];
                let pivot = matrix[column];
                for (value, of_pivot) in matrix[row].iter_mut().zip(pivot) {
                    *value -= factor * of_pivot;
                }
                right[row] -= factor * right[column];
            }
        }
    }
    std::array::from_fn(|row| right[row] / matrix[row][row])
}

/// How often what was estimated came true, by tenths of the estimate.
#[derive(Default)]
struct Reliability {
    tenths: [(usize, f64, usize); 10],
    brier: f64,
    even: f64,
    positions: usize,
}

impl Reliability {
    fn add(&mut self, chances: &[f32], winner: usize) {
        self.positions += 1;
        let even = 1.0 / chances.len() as f64;
        for (seat, chance) in chances.iter().map(|chance| f64::from(*chance)).enumerate() {
            let won = seat == winner;
            let came = f64::from(u8::from(won));
            self.brier += (chance - came).powi(2);
            self.even += (even - came).powi(2);
            let (count, sum, wins) = &mut self.tenths[((chance * 10.0) as usize).min(9)];
            *count += 1;
            *sum += chance;
            *wins += usize::from(won);
        }
    }

    fn print(&self) {
        println!("| estimate | how many | mean estimate | won | difference |");
        println!("|---|---|---|---|---|");
        let mut greatest = 0.0_f64;
        for (tenth, (count, sum, wins)) in self.tenths.iter().enumerate() {
            if *count == 0 {
                continue;
            }
            let (mean, won) = (sum / *count as f64, *wins as f64 / *count as f64);
            if *count >= ENOUGH {
                greatest = greatest.max((won - mean).abs());
            }
            println!(
                "| {}-{} % | {count} | {:.1} % | {:.1} % | {:+.1} |",
                10 * tenth,
                10 * tenth + 10,
                100.0 * mean,
                100.0 * won,
                100.0 * (won - mean)
            );
        }
        let positions = self.positions as f64;
        println!(
            "{} positions; greatest difference {:.1} points; Brier score {:.4}, equal chances {:.4}",
            self.positions,
            100.0 * greatest,
            self.brier / positions,
            self.even / positions
        );
    }
}

/// Each seat's chance to win as far as that seat sees.
fn own_chances(game: &Game, state: &State) -> Vec<f32> {
    let own = |seat: Seat| {
        let chances = known_chances(game, &state.view(game, Some(seat)));
        chances.expect("a seat has a chance")[seat.index()]
    };
    Seat::all(game.rules().players).map(own).collect()
}

/// How often each seat wins when mediums play on from a position.
fn play_on(position: &Position, playouts: u32) -> Vec<f64> {
    let game = &position.game;
    let mut wins = vec![0.0; game.rules().seats()];
    for number in 0..playouts {
        let mut rng = ChaCha8Rng::seed_from_u64(position.number);
        rng.set_stream(100 + u64::from(number));
        let winners = played_on(game, position.state, &mut rng);
        let share = 1.0 / winners.iter().count().max(1) as f64;
        for seat in winners.iter() {
            wins[seat.index()] += share / f64::from(playouts);
        }
    }
    wins
}

fn played_on(game: &Game, mut state: State, rng: &mut ChaCha8Rng) -> SeatSet {
    for _ in 0..20_000 {
        let step = match state.to_act() {
            ToAct::Nobody => break,
            ToAct::Chance => {
                let outcome = draw_outcome(game, &state, |below| rng.random_range(0..below));
                Step::Chance {
                    outcome: outcome.expect("chance is to act"),
                }
            }
            ToAct::Seats { seats } => {
                let seed = rng.random();
                let decided = seats.iter().find_map(|seat| {
                    let view = state.view(game, Some(seat));
                    let action = choose(Level::Medium, game, &view, seed)?;
                    Some(Step::Action { seat, action })
                });
                decided.expect("somebody acts")
            }
        };
        state = state.apply(game, step).expect("a legal step");
    }
    match *state.phase() {
        Phase::Over { winners } => winners,
        _ => SeatSet::EMPTY,
    }
}

fn levels(text: &str) -> Option<Vec<Level>> {
    let level = |word| match word {
        "easy" => Some(Level::Easy),
        "medium" => Some(Level::Medium),
        "hard" => Some(Level::Hard),
        _ => None,
    };
    text.split(',').map(level).collect()
}

fn run(arguments: &[String]) -> Option<()> {
    let what = arguments.first()?.as_str();
    let number = |place: usize| arguments.get(place)?.parse::<u64>().ok();
    let players = u8::try_from(number(1)?)
        .ok()
        .filter(|players| (2..=6).contains(players))?;
    let (games, first) = (number(2)?, number(3)?);
    match what {
        "fit" => {
            let mut samples = Vec::new();
            positions(players, games, first, &[Level::Hard], |one| {
                samples.push(sample(one));
            });
            println!(
                "{players} players: {:.3?} from {} positions",
                fit(&samples),
                samples.len()
            );
        }
        "check" => {
            let levels = levels(arguments.get(4).map_or("hard", String::as_str))?;
            let mut found = Reliability::default();
            positions(players, games, first, &levels, |one| {
                found.add(&chances(&one.game, &one.state), one.winner);
            });
            found.print();
        }
        "known" => {
            let levels = levels(arguments.get(4).map_or("hard", String::as_str))?;
            let mut found = Reliability::default();
            positions(players, games, first, &levels, |one| {
                found.add(&own_chances(&one.game, &one.state), one.winner);
            });
            found.print();
        }
        "playouts" => {
            let playouts = u32::try_from(number(4)?).ok()?;
            let (mut own, mut played) = (Reliability::default(), Reliability::default());
            positions(players, games, first, &[Level::Medium], |one| {
                own.add(&chances(&one.game, &one.state), one.winner);
                let chances = play_on(one, playouts);
                let chances: Vec<f32> = chances.into_iter().map(|chance| chance as f32).collect();
                played.add(&chances, one.winner);
            });
            println!("The evaluator:");
            own.print();
            println!("{playouts} playouts by mediums:");
            played.print();
        }
        _ => return None,
    }
    Some(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if run(&arguments).is_some() {
        return ExitCode::SUCCESS;
    }
    eprintln!(
        "usage: calibration fit|check|known|playouts PLAYERS GAMES FIRST_SEED [LEVELS|PLAYOUTS]"
    );
    ExitCode::FAILURE
}
