//! The truth set: decisions of strong bots, and what became of the game when each of the best actions was taken and the game
//! was played to its end, many times. What a player loses by its decisions is measured against it.

mod file;
mod find;

use std::ops::Range;
use std::sync::Arc;

use brickwood_bots::Comparison;
use brickwood_bots::tuning::DecisionKind;
use brickwood_notation::{parse_action, parse_record};
use brickwood_rules::{Action, InformationState, Playthrough, Seat, State};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use file::{merge_truth, read_truth, truth_set, write_truth};
pub use find::TruthPlan;

/// Streams of the seed of a game: by which half it is in, and from here on by the step, what is random in a decision.
const HALF: u64 = 5;
const LUCK: u64 = 16;

/// A decision, and what some actions in it came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TruthDecision {
    /// The seed of its game.
    pub game: u32,
    /// How many steps of the game came before it.
    pub step: u32,
    /// What it is about.
    pub kind: DecisionKind,
    /// Who decides.
    pub seat: Seat,
    /// The record of the game up to the decision.
    pub record: String,
    /// What is compared; the first was taken.
    pub candidates: Vec<Candidate>,
}

/// An action that was played to the end of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// In the notation.
    pub action: String,
    /// A digit for each playout: how many seats have won it, the deciding one among them, or 0 if that has not won. Playouts of
    /// the same place have the same luck for all candidates of a decision.
    pub results: String,
}

/// A half of the decisions: one to tune on, the other to report on. All decisions of a game are in the same one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum Half {
    First,
    Second,
}

/// What is wrong with a decision of a truth set.
#[derive(Debug, Error)]
#[error("the decision at step {step} of game {game} cannot be replayed: {why}")]
pub struct TruthError {
    /// The seed of the game.
    pub game: u32,
    /// Where in it.
    pub step: u32,
    /// What is wrong.
    pub why: String,
}

impl Half {
    /// Of the decisions of the game with this seed.
    pub fn of(game: u32) -> Self {
        if stream(game, HALF).random() {
            Self::First
        } else {
            Self::Second
        }
    }

    /// 1 or 2.
    pub(crate) const fn number(self) -> u32 {
        match self {
            Self::First => 1,
            Self::Second => 2,
        }
    }
}

impl TruthDecision {
    /// The game up to the decision, and the actions that were compared.
    ///
    /// # Errors
    ///
    /// A record or an action that this version cannot read.
    pub fn replay(&self) -> Result<(Playthrough, Vec<Action>), TruthError> {
        let fail = |why: &dyn std::fmt::Display| TruthError {
            game: self.game,
            step: self.step,
            why: why.to_string(),
        };
        let record = parse_record(&self.record).map_err(|error| fail(&error))?;
        let mut course = Playthrough::new(record.header.game);
        for step in record.steps {
            course.take(step).map_err(|illegal| fail(&illegal))?;
        }
        let topology = course.game().board().topology();
        let actions = (self.candidates.iter())
            .map(|candidate| parse_action(topology, &candidate.action))
            .collect::<Result<_, _>>();
        let actions = actions.map_err(|error| fail(&error))?;
        Ok((course, actions))
    }

    /// How many playouts each candidate has had.
    pub fn playouts(&self) -> usize {
        let results = self.candidates.first().map(|one| one.results.len());
        results.unwrap_or_default()
    }

    /// Plays all candidates on until each has had so many playouts.
    ///
    /// # Errors
    ///
    /// See [`replay`](Self::replay).
    pub fn play_until(&mut self, playouts: u64) -> Result<(), TruthError> {
        let (mut course, actions) = self.replay()?;
        let missing = self.playouts() as u64..playouts;
        let results = self.play(&mut course, &actions, missing);
        for (candidate, results) in self.candidates.iter_mut().zip(results) {
            candidate.results.push_str(&results);
        }
        Ok(())
    }

    /// What these actions come to in the playouts of these numbers. Each is played to the end of the game by hard bots, from a
    /// guess of its own at what the seat cannot know.
    pub(crate) fn play(
        &self,
        course: &mut Playthrough,
        actions: &[Action],
        playouts: Range<u64>,
    ) -> Vec<String> {
        let (game, state, seat) = (Arc::clone(course.game()), *course.state(), self.seat);
        let view = state.view(&game, Some(seat));
        let known = InformationState::new(&view, course.history(Some(seat)));
        let guesses = usize::try_from(playouts.end).unwrap_or(usize::MAX);
        let comparison = Comparison::new(&game, known, guesses, None, self.luck());
        let mut results = vec![String::new(); actions.len()];
        for number in playouts {
            let ends = comparison
                .as_ref()
                .and_then(|all| all.ends(actions, number));
            for (results, end) in results.iter_mut().zip(ends.iter().flatten()) {
                results.push(result(end, seat));
            }
        }
        results
    }

    /// The seed of the guesses and of the luck of the playouts.
    fn luck(&self) -> u64 {
        stream(self.game, LUCK + u64::from(self.step)).random()
    }

    /// The seed for a player that is asked what it would do. It must not guess the cards that the playouts start from.
    pub(crate) fn seed_to_decide(&self) -> u64 {
        let mut rng = stream(self.game, LUCK + u64::from(self.step));
        let _luck: u64 = rng.random();
        rng.random()
    }

    /// What the action at this place wins less than the best, as a part of a game. The best is chosen by every other playout,
    /// and compared by those between, and the other way round: the best of some noisy numbers would be too good. So it is on
    /// average no more than what the action really loses, and may be below zero.
    pub fn loss(&self, place: usize) -> f64 {
        let shares: Vec<Vec<f64>> = (self.candidates.iter())
            .map(|candidate| candidate.results.bytes().map(share).collect())
            .collect();
        loss(&shares, place, shares.len())
    }
}

/// Likewise, where the first `candidates` of the actions may be the best. Each has its shares by playout.
pub(crate) fn loss(shares: &[Vec<f64>], place: usize, candidates: usize) -> f64 {
    let mean = |of: usize, part: usize| {
        let values = shares[of].iter().skip(part).step_by(2);
        let (sum, count) =
            values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
        sum / f64::max(count, 1.0)
    };
    let across = |part: usize| {
        // Of two that are as good, the first.
        let by_mean = |a: &usize, b: &usize| mean(*a, part).total_cmp(&mean(*b, part));
        let best = (0..candidates).rev().max_by(by_mean);
        best.map_or(0.0, |best| mean(best, 1 - part) - mean(place, 1 - part))
    };
    f64::midpoint(across(0), across(1))
}

/// The part of a game that a digit of the results stands for.
pub(crate) fn share(result: u8) -> f64 {
    match result {
        b'1'..=b'9' => 1.0 / f64::from(result - b'0'),
        _ => 0.0,
    }
}

/// A state in which the game is over, as a digit of the results.
fn result(end: &State, seat: Seat) -> char {
    let winners = end.phase().winners().unwrap_or_default();
    let count = if winners.contains(seat) {
        winners.len()
    } else {
        0
    };
    char::from_digit(count as u32, 10).expect("there are six seats at most")
}

fn stream(game: u32, number: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(game.into());
    rng.set_stream(number);
    rng
}
