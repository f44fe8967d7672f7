//! Fits the weights behind the chances to win, and checks how well the chances hold.
//!
//! ```text
//! calibration fit PLAYERS GAMES FIRST_SEED
//! calibration check PLAYERS GAMES FIRST_SEED [TABLES]
//! calibration known PLAYERS GAMES FIRST_SEED [TABLES]
//! calibration playouts PLAYERS GAMES FIRST_SEED PLAYOUTS
//! ```
//!
//! Bots play games by today's rules (the rules for five and six where there are so many), each on a board of
//! its own. Of the positions, one in sixteen is looked at. `fit` and the tables `mixed` seat players of all strengths, who
//! bring about what people bring about, and let hard bots play on from the middle of the game. `TABLES` is `mixed`, `hard` or a list
//! such as `hard,medium` that goes round the table. `check` estimates with all cards known, `known` each seat's own chance as far as
//! that seat sees, `playouts` compares the estimate with games that mediums play on from the position.
// Counts of games and positions are small.
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss)]

use std::{env, process::ExitCode, sync::Arc};

use brickwood_analysis::{TERMS, chances, known_chances, terms};
use brickwood_arena::{BotEntrant, Deal, DecisionRequest, Ending, Entrant, Player, PlayerError};
use brickwood_bots::{Level, after_set_up, choose};
use brickwood_rules::{
    Action, Edition, Game, Phase, Seat, SeatSet, State, Step, ToAct, draw_outcome,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use seats::{KINDS, player};

mod seats;

/// Of how many positions one is looked at.
const ONE_OF: u32 = 16;

/// At the latest after so many rounds, hard bots take all places.
const ROUNDS: u16 = 25;

/// The fewest estimates in a tenth for which its difference is told as the greatest.
const ENOUGH: usize = 500;

/// A position of a game, with the seat that won it.
struct Position {
    game: Arc<Game>,
    state: State,
    winner: usize,
    number: u64,
}

/// Who sits at the tables.
enum Tables {
    /// Bots of these levels, one after the other round the table.
    Levels(Vec<Level>),
    /// At one in four, hard bots. At the others, players of all kinds, whose places hard bots take in the middle of the game:
    /// who has won says what the position was worth, and not who had brought it about.
    Mixed,
}

/// One player up to a turn, and another from then on.
struct Relieved {
    /// The last turn of the first one.
    until: u16,
    first: Box<dyn Player>,
    then: Box<dyn Player>,
}

impl Player for Relieved {
    fn decide(&mut self, request: &DecisionRequest<'_>) -> Result<Option<Action>, PlayerError> {
        if request.view.turn <= self.until {
            self.first.decide(request)
        } else {
            self.then.decide(request)
        }
    }
}

impl Tables {
    /// The players at one of them, and the last turn after which the positions do not tell what they are worth.
    fn seat(&self, players: u8, rng: &mut ChaCha8Rng) -> (Vec<Box<dyn Player>>, Option<u16>) {
        let bot = |level: Level| BotEntrant::new(level).player().expect("a bot");
        match self {
            Self::Levels(levels) => {
                let levels = levels.iter().cycle().take(usize::from(players));
                (levels.map(|level| bot(*level)).collect(), None)
            }
            Self::Mixed if rng.random_range(0..4) == 0 => {
                ((0..players).map(|_| bot(Level::Hard)).collect(), None)
            }
            Self::Mixed => {
                let until = rng.random_range(0..=ROUNDS * u16::from(players));
                let seats = (0..players).map(|_| -> Box<dyn Player> {
                    let kind = KINDS[rng.random_range(0..KINDS.len())];
                    Box::new(Relieved {
                        until,
                        first: player(kind).expect("a kind of players"),
                        then: bot(Level::Hard),
                    })
                });
                (seats.collect(), Some(until))
            }
        }
    }
}

/// Plays games, and shows positions of them.
fn positions(players: u8, games: u64, first: u64, tables: &Tables, mut see: impl FnMut(&Position)) {
    let edition = if players > 4 {
        Edition::FiveSix
    } else {
        Edition::Modern
    };
    for number in first..first + games {
        let deal = Deal::new(edition.rules(players), number).expect("rules that can be played");
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let (mut seated, until) = tables.seat(players, &mut rng);
        let (course, Ending::Won { winners }) = deal.play(&mut seated) else {
            continue;
        };
        let Some(winner) = winners.single() else {
            continue;
        };
        let mut kept = Vec::new();
        course.for_each_change(|change| {
            let counts = until.is_none_or(|until| change.after.turn() > until);
            if counts && (until.is_some() && kept.is_empty() || rng.random_range(0..ONE_OF) == 0) {
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

/// What was estimated of some seats, and how often it came true.
#[derive(Clone, Copy, Default)]
struct Band {
    count: usize,
    sum: f64,
    wins: usize,
}

impl Band {
    fn add(&mut self, chance: f64, won: bool) {
        self.count += 1;
        self.sum += chance;
        self.wins += usize::from(won);
    }

    /// The mean estimate, and how many have won.
    fn shares(&self) -> Option<(f64, f64)> {
        let count = self.count as f64;
        (self.count > 0).then(|| (self.sum / count, self.wins as f64 / count))
    }

    fn print(&self, name: &str) {
        if let Some((mean, won)) = self.shares() {
            println!(
                "| {name} | {} | {:.1} % | {:.1} % | {:+.1} |",
                self.count,
                100.0 * mean,
                100.0 * won,
                100.0 * (won - mean)
            );
        }
    }
}

/// The greatest numbers of points behind the leader that are told together.
const BEHIND: [u8; 5] = [0, 1, 2, 4, 9];

/// The greatest productions that are told together, in pips.
const PIPS: [u32; 6] = [2, 5, 8, 11, 15, 99];

/// How often what was estimated came true: by tenths of the estimate, by how far behind a seat was, and by what it produced.
#[derive(Default)]
struct Reliability {
    tenths: [Band; 10],
    behind: [Band; BEHIND.len()],
    pips: [Band; PIPS.len()],
    brier: f64,
    even: f64,
    positions: usize,
}

impl Reliability {
    fn add(&mut self, chances: &[f32], one: &Position) {
        let Position { game, winner, .. } = one;
        let state = after_set_up(game, &one.state).expect("somebody begins");
        let points = |seat| state.points(game, seat).total();
        let seats = || Seat::all(game.rules().players);
        let most = seats().map(points).max().unwrap_or_default();
        self.positions += 1;
        let even = 1.0 / chances.len() as f64;
        for (seat, chance) in seats().zip(chances) {
            let (chance, won) = (f64::from(*chance), seat.index() == *winner);
            let came = f64::from(u8::from(won));
            self.brier += (chance - came).powi(2);
            self.even += (even - came).powi(2);
            self.tenths[((chance * 10.0) as usize).min(9)].add(chance, won);
            let behind = most - points(seat);
            let band = BEHIND.iter().position(|up_to| behind <= *up_to);
            self.behind[band.unwrap_or(BEHIND.len() - 1)].add(chance, won);
            let pips = pips(game, &state, seat);
            let band = PIPS.iter().position(|up_to| pips <= *up_to);
            self.pips[band.unwrap_or(PIPS.len() - 1)].add(chance, won);
        }
    }

    fn print(&self) {
        let bands = |title: &str| {
            println!("| {title} | how many | mean estimate | won | difference |");
            println!("|---|---|---|---|---|");
        };
        bands("estimate");
        for (tenth, band) in self.tenths.iter().enumerate() {
            band.print(&format!("{}-{} %", 10 * tenth, 10 * tenth + 10));
        }
        bands("points behind the leader, up to");
        for (band, up_to) in self.behind.iter().zip(BEHIND) {
            band.print(&up_to.to_string());
        }
        bands("pips, up to");
        for (band, up_to) in self.pips.iter().zip(PIPS) {
            band.print(&up_to.to_string());
        }
        let enough = self.tenths.iter().filter(|band| band.count >= ENOUGH);
        let differences = enough.filter_map(Band::shares);
        let greatest = differences.map(|(mean, won)| (won - mean).abs());
        let positions = self.positions as f64;
        println!(
            "{} positions; greatest difference {:.1} points; Brier score {:.4}, equal chances {:.4}",
            self.positions,
            100.0 * greatest.fold(0.0, f64::max),
            self.brier / positions,
            self.even / positions
        );
    }
}

/// In how many of the 36 throws a seat gets a card, two cards counting twice.
fn pips(game: &Game, state: &State, seat: Seat) -> u32 {
    let board = game.board();
    let hexes = board.topology().hexes();
    let producing = hexes.filter(|hex| board.terrain(*hex).resource().is_some());
    producing
        .map(|hex| u32::from(state.yield_of(seat, hex)) * u32::from(board.hex(hex).pips()))
        .sum()
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

fn tables(text: &str) -> Option<Tables> {
    if text == "mixed" {
        return Some(Tables::Mixed);
    }
    let level = |word| match word {
        "easy" => Some(Level::Easy),
        "medium" => Some(Level::Medium),
        "hard" => Some(Level::Hard),
        _ => None,
    };
    text.split(',')
        .map(level)
        .collect::<Option<_>>()
        .map(Tables::Levels)
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
            positions(
                players,
                games,
                first,
                &Tables::Levels(vec![Level::Hard]),
                |one| {
                    samples.push(sample(one));
                },
            );
            println!(
                "{players} players: {:.3?} from {} positions",
                fit(&samples),
                samples.len()
            );
        }
        "check" => {
            let tables = tables(arguments.get(4).map_or("hard", String::as_str))?;
            let mut found = Reliability::default();
            positions(players, games, first, &tables, |one| {
                found.add(&chances(&one.game, &one.state), one);
            });
            found.print();
        }
        "known" => {
            let tables = tables(arguments.get(4).map_or("hard", String::as_str))?;
            let mut found = Reliability::default();
            positions(players, games, first, &tables, |one| {
                found.add(&own_chances(&one.game, &one.state), one);
            });
            found.print();
        }
        "playouts" => {
            let playouts = u32::try_from(number(4)?).ok()?;
            let (mut own, mut played) = (Reliability::default(), Reliability::default());
            positions(
                players,
                games,
                first,
                &Tables::Levels(vec![Level::Medium]),
                |one| {
                    own.add(&chances(&one.game, &one.state), one);
                    let chances = play_on(one, playouts);
                    let chances: Vec<f32> =
                        chances.into_iter().map(|chance| chance as f32).collect();
                    played.add(&chances, one);
                },
            );
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
        "usage: calibration fit|check|known|playouts PLAYERS GAMES FIRST_SEED [TABLES|PLAYOUTS]"
    );
    ExitCode::FAILURE
}
