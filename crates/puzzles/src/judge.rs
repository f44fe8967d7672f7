//! What answers are worth, by playing them on.

use brickwood_analysis::chances;
use brickwood_bots::Comparison;
use brickwood_rules::Action;

use crate::Question;
use crate::collection::AnswerWorth;

/// How the playouts are spread. A question is left where the best answer does not lead by so many standard errors once each has
/// this part of them.
const STAGES: [(u64, f32); 4] = [(50, 1.0), (10, 1.2), (4, 1.5), (1, 2.0)];

/// An answer that is so many standard errors behind is not played on, unless it is the second best.
const BEHIND: f32 = 3.5;

/// By how much of the chance to win the best answer leads at least.
const CLEARLY: f32 = 0.01;

/// From how many guesses at the hidden cards playouts start.
const GUESSES: usize = 250;

/// Plays answers on.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// Of the guesses and of the luck.
    pub seed: u64,
    /// How many times each answer of a clear question is played on.
    pub playouts: u64,
}

impl Judge {
    /// What the answers are worth, where one of them is clearly the best.
    pub fn clear(&self, question: &Question) -> Option<Vec<AnswerWorth>> {
        self.race(question, |sums, errors, is_last| {
            if is_last {
                let all = 0..question.answers.len();
                sums.leads(all, errors, CLEARLY)
            } else {
                let second = sums.order()[1];
                sums.leads(second..=second, errors, 0.0)
            }
        })
    }

    /// What the answers are worth, clear or not. None if one of them is not legal.
    pub fn worth(&self, question: &Question) -> Option<Vec<AnswerWorth>> {
        self.race(question, |_, _, _| true)
    }

    /// Plays on by stages, as long as `goes_on` says so.
    fn race(
        &self,
        question: &Question,
        goes_on: impl Fn(&Sums, f32, bool) -> bool,
    ) -> Option<Vec<AnswerWorth>> {
        let rounds = question.kind.rounds();
        let (game, view) = (&question.game, &question.view);
        let comparison = Comparison::new(game, view, GUESSES, rounds, self.seed)?;
        let mut sums = Sums::new(question.answers.len());
        for (part, lead) in STAGES {
            sums.play(question, &comparison, (self.playouts / part).max(2))?;
            if !goes_on(&sums, lead, part == 1) {
                return None;
            }
            sums.leave_behind();
        }
        Some(sums.verdict())
    }
}

/// What became of each answer.
struct Sums {
    /// How many playouts were tried.
    tried: u64,
    /// By answer, the chance to win at the end of each of its playouts. Those of the same place had the same luck.
    chances: Vec<Vec<f32>>,
    /// The answers that are played on.
    open: Vec<usize>,
}

impl Sums {
    fn new(answers: usize) -> Self {
        Self {
            tried: 0,
            chances: vec![Vec::new(); answers],
            open: (0..answers).collect(),
        }
    }

    /// Plays on until there are so many playouts of each open answer. None if an answer is not legal in most guesses.
    fn play(&mut self, question: &Question, comparison: &Comparison, until: u64) -> Option<()> {
        let game = &question.game;
        let open = self.open.iter();
        let actions: Vec<Action> = open.map(|answer| question.answers[*answer]).collect();
        while (self.chances[self.open[0]].len() as u64) < until {
            if self.tried > 2 * until {
                return None;
            }
            let ends = comparison.ends(&actions, self.tried);
            self.tried += 1;
            for (answer, end) in self.open.iter().zip(ends.iter().flatten()) {
                self.chances[*answer].push(chances(game, end)[question.seat.index()]);
            }
        }
        Some(())
    }

    fn mean(&self, answer: usize) -> f32 {
        mean(self.chances[answer].iter().copied())
    }

    /// The open answers, the best first.
    fn order(&self) -> Vec<usize> {
        let mut order = self.open.clone();
        order.sort_by(|a, b| self.mean(*b).total_cmp(&self.mean(*a)));
        order
    }

    /// Whether the best answer leads these by so many standard errors, and by so much of the chance to win.
    fn leads(&self, mut rivals: impl Iterator<Item = usize>, errors: f32, least: f32) -> bool {
        let best = self.order()[0];
        rivals.all(|rival| {
            let (gain, error) = self.difference(best, rival);
            rival == best || (gain > errors * error && gain >= least)
        })
    }

    /// By how much an answer is better than another one in the playouts that both have, and the standard error.
    fn difference(&self, a: usize, b: usize) -> (f32, f32) {
        let gains = || {
            let pairs = self.chances[a].iter().zip(&self.chances[b]);
            pairs.map(|(a, b)| a - b)
        };
        let count = gains().count() as f32;
        let gain = mean(gains());
        let squares: f32 = gains().map(|other| (other - gain) * (other - gain)).sum();
        (gain, (squares / (count - 1.0) / count).sqrt())
    }

    fn leave_behind(&mut self) {
        let order = self.order();
        let (best, second) = (order[0], order[1]);
        let mut open = self.open.clone();
        open.retain(|answer| {
            let (gain, error) = self.difference(best, *answer);
            [best, second].contains(answer) || gain < BEHIND * error
        });
        self.open = open;
    }

    /// An answer that was left behind is worth so much less than the best as it was until then.
    fn verdict(&self) -> Vec<AnswerWorth> {
        let best = self.order()[0];
        (0..self.chances.len())
            .map(|answer| {
                let (gain, doubt) = self.difference(best, answer);
                AnswerWorth {
                    chance: thousandths((self.mean(best) - gain).max(0.0)),
                    doubt: thousandths(doubt),
                }
            })
            .collect()
    }
}

fn mean(values: impl Iterator<Item = f32> + Clone) -> f32 {
    let count = values.clone().count() as f32;
    values.sum::<f32>() / count
}

#[allow(clippy::cast_sign_loss)]
fn thousandths(part: f32) -> u16 {
    (part * 1000.0).round() as u16
}
