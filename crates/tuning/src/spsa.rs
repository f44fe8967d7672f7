//! Simultaneous perturbation (SPSA): in each step every weight is changed a little, up or down at random; seats with
//! these changes play seats with the opposite ones, and all weights move towards the side that wins more.

use std::{fs, path::Path, sync::Arc};

use brickwood_arena::{Deal, Ending, FileError, Player, in_parallel};
use brickwood_bots::Bot;
use brickwood_bots::tuning::Weights;
use brickwood_rules::{Edition, SeatSet};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::TuningError;
use crate::vector::{Named, named, with_numbers};

/// How weights are tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TuningOptions {
    /// Deals of each step. Each is played once with the changed weights in each half of the four seats: six games.
    pub deals: u32,
    /// How much every weight is changed, as a part of it.
    pub change: f64,
    /// How far weights move for a step in which one side wins everything, as a part of them.
    pub pace: f64,
    /// The beginnings of the names of the weights to tune; all where there are none.
    pub only: Vec<String>,
    /// Of the changes and the deals.
    pub seed: u64,
}

/// Tuning that may go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tuning {
    options: TuningOptions,
    /// The steps that are done.
    steps: u32,
    names: Vec<String>,
    /// The logarithms of the weights that are tuned, after each step and before the first.
    course: Vec<Vec<f64>>,
}

impl Tuning {
    /// Tuning that begins with these weights. A weight of 0 stays 0.
    ///
    /// # Errors
    ///
    /// If a name in the options is no weight's.
    pub fn new(start: &Weights, options: TuningOptions) -> Result<Self, TuningError> {
        let all = named(start);
        let is = |name: &str, only: &String| name.starts_with(only.as_str());
        for only in &options.only {
            if !all.iter().any(|number| is(&number.name, only)) {
                return Err(TuningError::NoSuchWeight(only.clone()));
            }
        }
        let tuned = all.into_iter().filter(|number| {
            let is_meant =
                options.only.is_empty() || options.only.iter().any(|only| is(&number.name, only));
            is_meant && number.value > 0.0
        });
        let (names, first) = tuned.map(|number| (number.name, number.value.ln())).unzip();
        Ok(Self {
            options,
            steps: 0,
            names,
            course: vec![first],
        })
    }

    /// Goes on with the tuning in a file, or begins it where there is none.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or was begun with other options.
    pub fn resume(
        path: &Path,
        start: &Weights,
        options: TuningOptions,
    ) -> Result<Self, TuningError> {
        let new = Self::new(start, options)?;
        if !path.exists() {
            return Ok(new);
        }
        let text = fs::read_to_string(path).map_err(|error| FileError::Access {
            path: path.to_owned(),
            error,
        })?;
        let begun: Self = serde_json::from_str(&text).map_err(|error| FileError::Format {
            path: path.to_owned(),
            error,
        })?;
        if (&begun.options, &begun.names, begun.course.first())
            != (&new.options, &new.names, new.course.first())
        {
            return Err(TuningError::OtherOptions(path.to_owned()));
        }
        Ok(begun)
    }

    /// Keeps the tuning in a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TuningError> {
        let text = serde_json::to_string(self).expect("numbers are JSON");
        // A file that is written only in part is not left behind.
        let part = path.with_extension("part");
        fs::write(&part, text)
            .and_then(|()| fs::rename(&part, path))
            .map_err(|error| FileError::Access {
                path: path.to_owned(),
                error,
            })?;
        Ok(())
    }

    /// The number of steps that are done.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Does a step on so many threads, and returns the part of the games that the changed weights have won more.
    pub fn step(&mut self, start: &Weights, threads: usize) -> f64 {
        let now = self
            .course
            .last()
            .expect("a course begins somewhere")
            .clone();
        let mut rng = ChaCha8Rng::seed_from_u64(self.options.seed);
        rng.set_stream(u64::from(self.steps) + 1);
        let signs: Vec<f64> = now
            .iter()
            .map(|_| if rng.random() { 1.0 } else { -1.0 })
            .collect();
        let change = self.options.change.ln_1p();
        let changed = |side: f64| {
            let logs = now.iter().zip(&signs);
            let logs: Vec<f64> = logs.map(|(log, sign)| log + side * sign * change).collect();
            Arc::new(self.weights_at(start, &logs))
        };
        let (up, down) = (changed(1.0), changed(-1.0));
        let games = self.options.deals as usize * HALVES.len();
        let first = self.options.seed + u64::from(self.steps) * u64::from(self.options.deals);
        let results = in_parallel(games, threads, |number| {
            let deal = first + (number / HALVES.len()) as u64;
            result(deal, HALVES[number % HALVES.len()], &up, &down)
        });
        let ahead = results.iter().sum::<f64>() / games as f64;
        let moved = |(log, sign): (&f64, &f64)| log + self.options.pace * ahead * sign;
        self.course
            .push(now.iter().zip(&signs).map(moved).collect());
        self.steps += 1;
        ahead
    }

    /// What the tuning has come to: the geometric mean of the weights over the last half of the steps.
    pub fn weights(&self, start: &Weights) -> Weights {
        let last = &self.course[self.course.len() / 2..];
        let mean =
            |place: usize| last.iter().map(|logs| logs[place]).sum::<f64>() / last.len() as f64;
        let logs: Vec<f64> = (0..self.names.len()).map(mean).collect();
        self.weights_at(start, &logs)
    }

    fn weights_at(&self, start: &Weights, logs: &[f64]) -> Weights {
        let numbers: Vec<Named> = self
            .names
            .iter()
            .zip(logs)
            .map(|(name, log)| Named {
                name: name.clone(),
                value: log.exp(),
            })
            .collect();
        with_numbers(start, &numbers)
    }
}

/// The seats of one side: every half of four seats.
const HALVES: [[usize; 2]; 6] = [[0, 1], [2, 3], [0, 2], [1, 3], [0, 3], [1, 2]];

/// 1 if a seat of this half has won a deal, -1 if another has, 0 if none.
fn result(seed: u64, half: [usize; 2], up: &Arc<Weights>, down: &Arc<Weights>) -> f64 {
    let deal =
        Deal::new(Edition::Modern.rules(4), seed).expect("rules of an edition can be played");
    let player = |seat: usize| -> Box<dyn Player> {
        let weights = if half.contains(&seat) { up } else { down };
        Box::new(Bot::with_weights(Arc::clone(weights)))
    };
    let mut players: Vec<Box<dyn Player>> = (0..4).map(player).collect();
    let (_, ending) = deal.play(&mut players);
    let is_up = |winners: SeatSet| winners.iter().any(|seat| half.contains(&seat.index()));
    match ending {
        Ending::Won { winners } if is_up(winners) => 1.0,
        Ending::Won { .. } => -1.0,
        _ => 0.0,
    }
}
