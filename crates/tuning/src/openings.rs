//! The worth of pairs of settlements: games of bots that settle more or less at random, and a fit to who won.

use std::path::Path;

use brickwood_arena::{Deal, Ending, Player};
use brickwood_bots::tuning::{OpeningTerms, opening_terms};
use brickwood_bots::{Bot, Level};
use brickwood_rules::{Action, BySeat, Edition, Phase, Seat, Step};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::TuningError;
use crate::lines::{play_lines, read_lines};
use crate::logit::{Trial, fit, log_loss};
use crate::settler::Settler;
use crate::vector::{Named, named};

/// Which games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningPlan {
    /// How many players there are.
    pub players: u8,
    /// Whether the rivals of the one hard bot are medium, and not hard.
    pub mediums: bool,
    /// Of the first game; each other has the next number.
    pub seed: u64,
}

/// A game, as the fit looks at it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OpeningGame {
    /// By seat.
    seats: Vec<SeatOpening>,
    /// The seat that has won.
    winner: usize,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct SeatOpening {
    is_hard: bool,
    terms: OpeningTerms,
}

/// Plays games and adds them to a file, one line each, until it has so many.
///
/// # Errors
///
/// A file that cannot be read or written.
pub fn play_openings(
    path: &Path,
    plan: OpeningPlan,
    games: u32,
    threads: usize,
) -> Result<(), TuningError> {
    let game = |number| opening_game(plan, number);
    Ok(play_lines(path, games, threads, game)?)
}

/// The games of a file that somebody has won.
///
/// # Errors
///
/// A file that cannot be read, or is not one of these.
pub fn read_openings(path: &Path) -> Result<Vec<OpeningGame>, TuningError> {
    Ok(read_lines(path)?)
}

/// The game of this number; `None` if nobody has won it.
fn opening_game(plan: OpeningPlan, number: u64) -> Option<OpeningGame> {
    let seed = plan.seed + number;
    let rules = Edition::Modern.rules(plan.players);
    let deal = Deal::new(rules, seed).expect("rules of an edition can be played");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let hard = number % u64::from(plan.players);
    let level = |seat: Seat| {
        if plan.mediums && seat.index() as u64 != hard {
            Level::Medium
        } else {
            Level::Hard
        }
    };
    let player = |seat| -> Box<dyn Player> {
        Box::new(Settler {
            bot: Bot::new(level(seat)),
            is_noisy: rng.random(),
        })
    };
    let mut players: Vec<Box<dyn Player>> = Seat::all(plan.players).map(player).collect();
    let (course, ending) = deal.play(&mut players);
    let Ending::Won { winners } = ending else {
        return None;
    };
    let mut second = BySeat::all(None);
    let mut begun = None;
    course.for_each_change(|change| {
        if begun.is_some() {
            return;
        }
        if let Step::Action {
            seat,
            action: Action::BuildSettlement { at },
        } = change.step
        {
            second[seat] = Some(at);
        }
        if matches!(change.after.phase(), Phase::Turn) {
            begun = Some(*change.after);
        }
    });
    let begun = begun?;
    let seats = Seat::all(plan.players).map(|seat| {
        Some(SeatOpening {
            is_hard: level(seat) == Level::Hard,
            terms: opening_terms(&deal.game, &begun, seat, second[seat]?),
        })
    });
    Some(OpeningGame {
        seats: seats.collect::<Option<_>>()?,
        winner: winners.iter().next()?.index(),
    })
}

/// What a fit has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The log-odds of winning that each term brings.
    pub weights: Vec<Named>,
    /// The log-loss of these weights on the games left out of the fit.
    pub log_loss: f64,
    /// The log-loss of the weights `before` on them, scaled to fit best.
    pub before: f64,
}

/// Every so many games, one is left out of the fit.
const LEFT_OUT: usize = 5;

/// Fits the terms to who won. The order of the seats and the levels have terms of their own, which are left out of what
/// is returned; each group of games has the same weight.
///
/// # Errors
///
/// If the games are not enough.
pub fn fit_openings(
    groups: &[Vec<OpeningGame>],
    before: &OpeningTerms,
) -> Result<Fitted, TuningError> {
    let trials = |terms_of: &dyn Fn(&OpeningTerms) -> Vec<f64>, left_out: bool| -> Vec<Trial> {
        let of_group = |group: &Vec<OpeningGame>| -> Vec<Trial> {
            let weight = 1.0 / group.len() as f64;
            let chosen = group.iter().enumerate();
            chosen
                .filter(|(place, _)| (place % LEFT_OUT == 0) == left_out)
                .map(|(_, game)| Trial {
                    alternatives: alternatives(game, terms_of),
                    chosen: game.winner,
                    weight,
                })
                .collect()
        };
        groups.iter().flat_map(of_group).collect()
    };
    let numbers = |terms: &OpeningTerms| -> Vec<f64> {
        named(terms)
            .into_iter()
            .map(|number| number.value)
            .collect()
    };
    let old = numbers(before);
    let value = |terms: &OpeningTerms| {
        let parts = numbers(terms).into_iter().zip(&old);
        vec![parts.map(|(term, weight)| term * weight).sum()]
    };
    let best = fit(&trials(&numbers, false))?;
    let scaled = fit(&trials(&value, false))?;
    let weights = named(before).into_iter().zip(&best);
    Ok(Fitted {
        log_loss: log_loss(&trials(&numbers, true), &best),
        before: log_loss(&trials(&value, true), &scaled),
        weights: weights
            .map(|(Named { name, .. }, value)| Named {
                name,
                value: *value,
            })
            .collect(),
    })
}

/// What each seat of a game has: its terms, and then its place in the order and its level.
fn alternatives(game: &OpeningGame, terms_of: &dyn Fn(&OpeningTerms) -> Vec<f64>) -> Vec<Vec<f64>> {
    let count = game.seats.len();
    let of_seat = |(place, seat): (usize, &SeatOpening)| {
        let order = (1..count).map(move |other| f64::from(u8::from(other == place)));
        let level = f64::from(u8::from(seat.is_hard));
        terms_of(&seat.terms)
            .into_iter()
            .chain(order)
            .chain([level])
            .collect()
    };
    game.seats.iter().enumerate().map(of_seat).collect()
}
