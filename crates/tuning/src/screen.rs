//! A screen of all weights at once: in every seat of every game each weight is changed a little, up or down at random,
//! and a fit tells which changes win.

use std::{path::Path, sync::Arc};

use brickwood_arena::{Deal, Ending, Entrant, Player};
use brickwood_bots::tuning::Weights;
use brickwood_rules::{Edition, Seat};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::TuningError;
use crate::entrant::WeightsEntrant;
use crate::lines::{play_lines, read_lines};
use crate::logit::{Trial, fit, standard_errors};
use crate::vector::{Named, named, with_numbers};

/// Which games are played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScreenPlan {
    /// How many players there are.
    pub players: u8,
    /// How much every weight is changed, as a part of it.
    pub change: f64,
    /// Of the first game; each other has the next number.
    pub seed: u64,
}

/// A game, as the fit looks at it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScreenGame {
    /// By seat, which weights were changed up, in the order of [`named`]: `+` or `-` for each.
    signs: Vec<String>,
    /// The seat that has won.
    winner: usize,
}

/// Plays games and adds them to a file, one line each, until it has so many.
///
/// # Errors
///
/// A file that cannot be read or written.
pub fn play_screen(
    path: &Path,
    weights: &Weights,
    plan: ScreenPlan,
    games: u32,
    threads: usize,
) -> Result<(), TuningError> {
    let game = |number| screen_game(weights, plan, number);
    Ok(play_lines(path, games, threads, game)?)
}

/// The games of a file that somebody has won.
///
/// # Errors
///
/// A file that cannot be read, or is not one of these.
pub fn read_screen(path: &Path) -> Result<Vec<ScreenGame>, TuningError> {
    Ok(read_lines(path)?)
}

/// The game of this number; `None` if nobody has won it.
fn screen_game(weights: &Weights, plan: ScreenPlan, number: u64) -> Option<ScreenGame> {
    let seed = plan.seed + number;
    let rules = Edition::Modern.rules(plan.players);
    let deal = Deal::new(rules, seed).expect("rules of an edition can be played");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let all = named(weights);
    let signs: Vec<String> = Seat::all(plan.players)
        .map(|_| {
            let sign = |_: &Named| if rng.random() { '+' } else { '-' };
            all.iter().map(sign).collect()
        })
        .collect();
    let player = |signs: &String| -> Box<dyn Player> {
        let numbers = all.iter().zip(signs.chars()).map(|(number, sign)| {
            let factor = 1.0 + plan.change;
            Named {
                name: number.name.clone(),
                value: if sign == '+' {
                    number.value * factor
                } else {
                    number.value / factor
                },
            }
        });
        let numbers: Vec<Named> = numbers.collect();
        let weights = Arc::new(with_numbers(weights, &numbers));
        let player = WeightsEntrant(weights).player();
        player.expect("a bot is always there")
    };
    let mut players: Vec<Box<dyn Player>> = signs.iter().map(player).collect();
    let (_, ending) = deal.play(&mut players);
    let Ending::Won { winners } = ending else {
        return None;
    };
    let winner = winners.iter().next()?.index();
    Some(ScreenGame { signs, winner })
}

/// What changing a weight up does to the log-odds of winning; changing it down does the opposite.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// The weight.
    pub name: String,
    /// The change of the log-odds.
    pub effect: f64,
    /// The standard error of that.
    pub error: f64,
}

/// Fits the effect of each weight that counts among so many players to who won. The order of the seats has terms of its own.
///
/// # Errors
///
/// If the games are not enough, or were played with other weights.
pub fn effects(games: &[ScreenGame], weights: &Weights) -> Result<Vec<Effect>, TuningError> {
    let names = named(weights);
    let has_all = |game: &ScreenGame| game.signs.iter().all(|signs| signs.len() == names.len());
    if !games.iter().all(has_all) {
        return Err(TuningError::TooLittle("they have other weights"));
    }
    let trial = |game: &ScreenGame| Trial {
        alternatives: alternatives(game),
        chosen: game.winner,
        weight: 1.0,
    };
    // Openings of two players have weights of their own.
    let unused = match games.first() {
        Some(game) if game.signs.len() == 2 => "opening.",
        _ => "duel_opening.",
    };
    let trials: Vec<Trial> = games.iter().map(trial).collect();
    let best = fit(&trials)?;
    let errors = standard_errors(&trials, &best)?;
    let found = names.into_iter().zip(best.into_iter().zip(errors));
    Ok(found
        .filter(|(number, _)| !number.name.starts_with(unused))
        .map(|(Named { name, .. }, (effect, error))| Effect {
            name,
            effect,
            error,
        })
        .collect())
}

/// What each seat of a game has: the changes of its weights, and then its place in the order.
fn alternatives(game: &ScreenGame) -> Vec<Vec<f64>> {
    let count = game.signs.len();
    let of_seat = |(place, signs): (usize, &String)| {
        let signs = signs
            .chars()
            .map(|sign| if sign == '+' { 1.0 } else { -1.0 });
        let order = (1..count).map(|other| f64::from(u8::from(other == place)));
        signs.chain(order).collect()
    };
    game.signs.iter().enumerate().map(of_seat).collect()
}

/// The weights moved along their effects: each effect is shrunk by what chance explains of it, and the largest of them
/// moves its weight by the part `step`.
pub fn moved(weights: &Weights, effects: &[Effect], step: f64) -> Weights {
    let shrunk = |effect: &Effect| {
        let square = (effect.effect / effect.error).powi(2);
        effect.effect * (1.0 - 1.0 / square).max(0.0)
    };
    let most = effects
        .iter()
        .map(|effect| shrunk(effect).abs())
        .fold(f64::MIN_POSITIVE, f64::max);
    let numbers: Vec<Named> = named(weights)
        .into_iter()
        .filter_map(|Named { name, value }| {
            let effect = effects.iter().find(|effect| effect.name == name)?;
            let value = value * (step.ln_1p() * shrunk(effect) / most).exp();
            Some(Named { name, value })
        })
        .collect();
    with_numbers(weights, &numbers)
}
