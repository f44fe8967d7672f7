//! The expert level: the hard level, whose choices are compared with others by playouts, in two stages. A few playouts say
//! whether another choice may be better, and many more whether it is.

use std::ops::Range;

use brickwood_rules::{Action, State};
use libm::sqrtf;
use rand_chacha::ChaCha8Rng;

use crate::alternatives::candidates;
use crate::comparison::Comparison;
use crate::evaluation::Evaluator;
use crate::{DecisionContext, hard, leaf};

/// How many actions are compared.
const ACTIONS: usize = 5;

/// How many playouts each of them gets at first.
const FEW: u64 = 12;

/// How many the best two have at last.
const MANY: u64 = 72;

/// From how many guesses at the others' cards they start.
const GUESSES: usize = 24;

/// For how many rounds they last.
const ROUNDS: u16 = 1;

/// An action that gains no more than so many standard errors, by the first playouts, gets no more of them.
const PROMISING: f32 = 0.5;

/// How many standard errors an action must gain to be taken.
const SURE: f32 = 1.0;

/// What was compared in a decision.
pub(crate) struct Compared {
    /// The action of the hard level first, with the mean chance to win after each of them. That alone, without one, where nothing was
    /// compared.
    pub(crate) actions: Vec<(Action, Option<f32>)>,
    /// Which of them is taken.
    pub(crate) taken: Action,
}

pub(crate) fn choose(context: &DecisionContext, rng: &mut ChaCha8Rng) -> Option<Action> {
    compared(context, rng).map(|compared| compared.taken)
}

/// What is compared in the decision.
pub(crate) fn compared(context: &DecisionContext, rng: &mut ChaCha8Rng) -> Option<Compared> {
    let chosen = hard::choose(context, rng)?;
    if context.state.turn() == 0 {
        // It places as the hard level does.
        return Some(Compared {
            actions: vec![(chosen, None)],
            taken: chosen,
        });
    }
    let comparison = Comparison::of(context, GUESSES, ROUNDS, rng);
    let evaluator = Evaluator::new(context);
    let guesses = comparison.guesses();
    let actions = candidates(context, &evaluator, guesses, chosen, ACTIONS);
    if actions.len() < 2 {
        return Some(Compared {
            actions: vec![(chosen, None)],
            taken: chosen,
        });
    }
    let mut race = Race::new(context, &comparison, actions);
    race.play(0..FEW);
    if race.keep_the_best_rival() {
        race.play(FEW..MANY);
    }
    Some(race.end())
}

/// Actions that are played on.
struct Race<'a> {
    context: &'a DecisionContext<'a>,
    comparison: &'a Comparison<'a>,
    /// The one to be beaten first.
    runners: Vec<Runner>,
}

/// An action that is played on.
struct Runner {
    action: Action,
    is_out: bool,
    /// Of its chances to win.
    chances: f32,
    /// Over the first one.
    gains: Gains,
}

/// Differences of chances to win.
#[derive(Clone, Copy, Default)]
struct Gains {
    count: f32,
    sum: f32,
    squares: f32,
}

impl Gains {
    fn add(&mut self, gain: f32) {
        self.count += 1.0;
        self.sum += gain;
        self.squares += gain * gain;
    }

    fn mean(self) -> f32 {
        self.sum / self.count.max(1.0)
    }

    /// The mean less so many standard errors of it.
    fn surely(self, errors: f32) -> f32 {
        let squares = self.squares - self.sum * self.mean();
        let variance = squares.max(0.0) / (self.count - 1.0).max(1.0);
        self.mean() - errors * sqrtf(variance / self.count.max(1.0))
    }
}

impl<'a> Race<'a> {
    fn new(
        context: &'a DecisionContext<'a>,
        comparison: &'a Comparison<'a>,
        actions: Vec<Action>,
    ) -> Self {
        let runner = |action| Runner {
            action,
            is_out: false,
            chances: 0.0,
            gains: Gains::default(),
        };
        Self {
            context,
            comparison,
            runners: actions.into_iter().map(runner).collect(),
        }
    }

    /// Makes the playouts of these numbers.
    fn play(&mut self, numbers: Range<u64>) {
        let chance = |end: &State| leaf::chance(self.context.land, end, self.context.seat);
        let running = self.runners.iter().filter(|runner| !runner.is_out);
        let actions: Vec<Action> = running.map(|runner| runner.action).collect();
        for number in numbers {
            let ends = self.comparison.ends(&actions, number);
            // A comparison that was cut short does not count.
            if self.context.nodes.are_spent() {
                break;
            }
            // What another seat must have for an action is not there in each guess.
            let Some(ends) = ends else { continue };
            let chances: Vec<f32> = ends.iter().map(chance).collect();
            let running = self.runners.iter_mut().filter(|runner| !runner.is_out);
            for (runner, chance) in running.zip(&chances) {
                runner.chances += chance;
                runner.gains.add(chance - chances[0]);
            }
        }
    }

    /// Drops all rivals of the first one but the best, and that one, too, unless it may be better. Whether it runs on.
    fn keep_the_best_rival(&mut self) -> bool {
        let rivals = self.runners.iter().enumerate().skip(1);
        let best = rivals
            .max_by(|(_, a), (_, b)| a.gains.mean().total_cmp(&b.gains.mean()))
            .map(|(place, _)| place)
            .filter(|place| self.runners[*place].gains.surely(PROMISING) > 0.0);
        for (place, runner) in self.runners.iter_mut().enumerate().skip(1) {
            runner.is_out = Some(place) != best;
        }
        best.is_some()
    }

    fn end(self) -> Compared {
        let better = |runner: &&Runner| !runner.is_out && runner.gains.surely(SURE) > 0.0;
        let taken = self
            .runners
            .iter()
            .find(better)
            .unwrap_or(&self.runners[0])
            .action;
        let told = |runner: Runner| {
            (
                runner.action,
                Some(runner.chances / runner.gains.count.max(1.0)),
            )
        };
        Compared {
            actions: self.runners.into_iter().map(told).collect(),
            taken,
        }
    }
}
