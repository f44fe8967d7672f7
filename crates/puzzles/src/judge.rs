//! What answers are worth, by playing them on.

use brickwood_analysis::{
    PlayedOn, PlayoutCounts, PlayoutFact, PlayoutReason, PlayoutWatch, chances, playout_reasons,
    playout_rounds,
};
use brickwood_bots::Comparison;
use brickwood_rules::{Action, Phase};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::find::{ANSWERS, competes, obvious, one_for_one, terms};
use crate::kind::deeds;
use crate::{Kind, Question};

/// How the playouts are spread: at the end of each stage, an answer that is still played on has had one in so many of them. A
/// question is left unless enough answers can be clearly worse, where they may be further behind by so many standard errors.
const STAGES: [(u64, f32); 5] = [(50, 0.0), (10, 0.5), (4, 1.0), (2, 1.5), (1, 2.0)];

/// Once each answer has had one in so many of the playouts, those are not played on that are sure to compare as they do.
const ENOUGH: u64 = 10;

/// What is less than so many thousandths behind the best is as good. The page draws the line at the same place (`ranks.ts`).
pub(crate) const AS_GOOD: u16 = 20;

/// What is worse is so many thousandths behind at least.
const WORSE: u16 = 40;

/// Likewise of moves of the robber, few of which are far apart.
const WORSE_FOR_ROBBERS: u16 = 30;

/// An answer is played on until it is known by so many thousandths, its standard error.
const SHARP: u16 = 20;

/// What is known less well than this after all playouts is no answer.
const BLURRED: u16 = 25;

/// What costs more than so many thousandths has better reasons than cards that are lost.
const SMALL: u16 = 60;

/// How many standard errors make sure of a difference.
const SURELY: f32 = 2.0;

/// How many of them leave no doubt after a few playouts.
const ALMOST_SURELY: f32 = 3.0;

/// By how many of them playouts differ in what is a reason.
const OF_REASONS: f32 = 4.0;

/// How many answers are as good as the best, itself included, at most.
const MOST_GOOD: usize = 2;

/// How many roads that cost the same are among the answers, at most.
const MOST_ALIKE: usize = 2;

/// From how many guesses at the hidden cards playouts start.
const GUESSES: usize = 250;

/// What an answer is worth.
#[wire(puzzles)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnswerWorth {
    /// The chance to win, in thousandths.
    pub chance: u16,
    /// The standard error of its difference from the best answer, in thousandths.
    pub doubt: u16,
}

/// What an answer is worth, and what the best one leads to that it does not.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedAnswer {
    /// Which of the answers of the question this is.
    pub answer: usize,
    /// What it is worth.
    pub worth: AnswerWorth,
    /// Whether it is the best, or as good.
    pub is_good: bool,
    /// What speaks against it; nothing for the best and for what is as good.
    pub reasons: Vec<PlayoutReason>,
}

/// Plays answers on.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// Of the guesses and of the luck.
    pub seed: u64,
    /// How many times each answer of a clear question is played on.
    pub playouts: u64,
}

impl Judge {
    /// What the answers are worth, the best first, where each of them is as good as the best or clearly worse, with reasons.
    /// An answer between the two is left out. None where too few answers are left, too many are as good, or the hard bot would
    /// choose none of the good ones.
    pub fn clear(&self, question: &Question) -> Option<Vec<JudgedAnswer>> {
        // Where the hard bot thinks otherwise, one of the two is wrong. What it thinks of an offer depends on the others.
        let is_of_offers = question.kind == Kind::Trade && question.view.phase == Phase::Turn;
        let race = self.race(question, |race, errors| {
            let may_be_worse = race.may_be_worse(errors);
            may_be_worse >= least_rivals(question.kind) && (is_of_offers || race.can_be_good(0))
        })?;
        let mut judged = race.judged(question);
        // What was not played on to the end may look better than what is the best by then.
        if judged.first()?.answer != race.best() {
            return None;
        }
        if !is_of_offers && !judged.iter().any(|one| one.is_good && one.answer == 0) {
            return None;
        }
        // In a position that is all but lost, an answer cannot cost enough: no chance falls below zero.
        let best = judged.first()?.worth.chance;
        let is_told = |one: &JudgedAnswer| one.is_good || best - one.worth.chance + 1 >= race.worse;
        if !judged.iter().all(is_told) {
            return None;
        }
        let first = |one: &JudgedAnswer| question.answers[one.answer][0];
        let obvious = obvious(
            &question.game,
            &question.state()?,
            question.seat,
            first(judged.first()?),
        );
        let is_explained = |one: &JudgedAnswer| one.is_good || !one.reasons.is_empty();
        // A turn that somebody might think of is not left out.
        if !matches!(question.kind, Kind::Cards | Kind::LastPoints) {
            judged.retain(is_explained);
        }
        match question.kind {
            Kind::Road => leave_a_few_alike(&mut judged),
            Kind::Robber => leave_a_few_robbers(&mut judged, |one| obvious.contains(&first(one))),
            Kind::Trade if is_of_offers => leave_a_price_each(&mut judged, question)?,
            _ => {}
        }
        // What everybody sees is among the answers, or the question is about something else.
        let is_shown = |action: &Action| judged.iter().any(|one| first(one) == *action);
        if !obvious.iter().all(is_shown) {
            return None;
        }
        let (good, worse): (Vec<_>, Vec<_>) = judged.iter().partition(|one| one.is_good);
        let rivals = worse.iter().filter(|one| match question.kind {
            Kind::SecondSettlement => competes(&question.game, first(good[0]), first(one)),
            Kind::Trade if is_of_offers => matches!(first(one), Action::Offer { .. }),
            _ => true,
        });
        let is_clear = good.len() <= MOST_GOOD
            && rivals.count() >= least_rivals(question.kind)
            && judged.len() >= Kind::LEAST;
        (is_clear && judged.iter().all(is_explained)).then_some(judged)
    }

    /// What the answers are worth, in their order, clear or not. None if one of them is not legal.
    pub fn worth(&self, question: &Question) -> Option<Vec<AnswerWorth>> {
        let race = self.race(question, |_, _| true)?;
        let best = race.best();
        let all = 0..question.answers.len();
        Some(all.map(|answer| race.worth(best, answer)).collect())
    }

    /// Plays on by stages, as long as `goes_on` says so.
    fn race(&self, question: &Question, goes_on: impl Fn(&Race, f32) -> bool) -> Option<Race> {
        let (game, view) = (&question.game, &question.view);
        let rounds = Some(playout_rounds(view));
        let comparison = Comparison::new(game, view, GUESSES, rounds, self.seed)?;
        let mut race = Race::new(question);
        for (part, errors) in STAGES {
            race.play(question, &comparison, (self.playouts / part).max(2))?;
            // Few moves of the robber are far apart, and games have many: a question that does not look clear is left.
            let errors = if question.kind == Kind::Robber {
                0.0
            } else {
                errors
            };
            if !goes_on(&race, errors) {
                return None;
            }
            if part <= ENOUGH && race.leave_what_is_sure() {
                break;
            }
        }
        Some(race)
    }
}

/// How many of the worse answers somebody might well give, at least. Of the robber's hexes, one would be left.
const fn least_rivals(kind: Kind) -> usize {
    match kind {
        Kind::Robber => 2,
        _ => 1,
    }
}

/// How an answer compares to the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compared {
    /// It is as good.
    Good,
    /// It is neither as good nor clearly worse.
    Between,
    /// It is clearly worse.
    Worse,
}

/// What became of each answer.
struct Race {
    /// What is worse is so many thousandths behind at least.
    worse: u16,
    /// How many playouts were tried.
    tried: u64,
    /// By answer, the chance to win at the end of each of its playouts. Those of the same place had the same luck.
    chances: Vec<Vec<f32>>,
    /// Likewise, what was counted in it.
    counts: Vec<Vec<PlayoutCounts>>,
    /// The answers that are played on.
    open: Vec<usize>,
}

impl Race {
    fn new(question: &Question) -> Self {
        let answers = question.answers.len();
        let worse = match question.kind {
            Kind::Robber => WORSE_FOR_ROBBERS,
            _ => WORSE,
        };
        Self {
            worse,
            tried: 0,
            chances: vec![Vec::new(); answers],
            counts: vec![Vec::new(); answers],
            open: (0..answers).collect(),
        }
    }

    /// Plays on until there are so many playouts of each open answer. None if an answer is not legal in most guesses.
    fn play(&mut self, question: &Question, comparison: &Comparison, until: u64) -> Option<()> {
        let (game, seat) = (&question.game, question.seat);
        while (self.chances[self.open[0]].len() as u64) < until {
            if self.tried > 2 * until {
                return None;
            }
            let end = |answer: &usize| {
                let mut watch = PlayoutWatch::new(game, seat);
                let see = |before: &_, step, after: &_| watch.see(before, step, after);
                let end = comparison.end_of(&question.answers[*answer], self.tried, see)?;
                Some((chances(game, &end)[seat.index()], watch.at(&end)))
            };
            let ends: Option<Vec<_>> = self.open.iter().map(end).collect();
            self.tried += 1;
            for (answer, (chance, counts)) in self.open.iter().zip(ends.into_iter().flatten()) {
                self.chances[*answer].push(chance);
                self.counts[*answer].push(counts);
            }
        }
        Some(())
    }

    fn mean(&self, answer: usize) -> f32 {
        mean(self.chances[answer].iter().copied())
    }

    /// The best of the open answers.
    fn best(&self) -> usize {
        let best = self.open.iter().copied();
        best.max_by(|a, b| self.mean(*a).total_cmp(&self.mean(*b)))
            .expect("one is always played on")
    }

    /// How far an answer is behind the best, and the standard error, by the playouts that both have.
    fn behind(&self, best: usize, answer: usize) -> (f32, f32) {
        let pairs = || self.chances[best].iter().zip(&self.chances[answer]);
        let gain = mean(pairs().map(|(best, other)| best - other));
        let squares = pairs().map(|(best, other)| (best - other - gain) * (best - other - gain));
        let count = pairs().count() as f32;
        (gain, (squares.sum::<f32>() / (count - 1.0) / count).sqrt())
    }

    /// How an answer compares to the best, and whether more playouts would hardly change that.
    fn compare(&self, best: usize, answer: usize) -> (Compared, bool) {
        let (gain, error) = self.behind(best, answer);
        let (as_good, worse) = (part(AS_GOOD), part(self.worse));
        let doubt = SURELY * error;
        let is_sharp = error <= part(SHARP) && gain <= self.mean(best);
        if error > part(BLURRED) {
            (Compared::Between, false)
        } else if answer == best || gain < as_good {
            (Compared::Good, is_sharp && gain + doubt < worse)
        } else if gain >= worse && gain > doubt {
            (Compared::Worse, is_sharp && gain - doubt > as_good)
        } else {
            (Compared::Between, false)
        }
    }

    /// How many answers can be clearly worse, where each may be further behind by so many standard errors.
    fn may_be_worse(&self, errors: f32) -> usize {
        let best = self.best();
        let answers = 0..self.chances.len();
        let may_be_worse = answers.filter(|answer| {
            let (gain, error) = self.behind(best, *answer);
            gain + errors * error >= part(self.worse)
        });
        may_be_worse.count()
    }

    /// Whether an answer can be as good as the best.
    fn can_be_good(&self, answer: usize) -> bool {
        let (gain, error) = self.behind(self.best(), answer);
        gain - ALMOST_SURELY * error < part(AS_GOOD)
    }

    /// Plays on only the best and what may yet compare otherwise. Whether nothing may.
    fn leave_what_is_sure(&mut self) -> bool {
        let best = self.best();
        let mut open = self.open.clone();
        open.retain(|answer| *answer == best || !self.compare(best, *answer).1);
        self.open = open;
        self.open.len() == 1
    }

    fn worth(&self, best: usize, answer: usize) -> AnswerWorth {
        let (gain, doubt) = self.behind(best, answer);
        AnswerWorth {
            chance: thousandths(self.mean(best) - gain),
            doubt: thousandths(doubt),
        }
    }

    /// What the answers are worth, the best first; what is neither as good nor clearly worse is left out.
    fn judged(&self, question: &Question) -> Vec<JudgedAnswer> {
        let best = self.best();
        let actions = |answer: usize| question.answers[answer].as_slice();
        let mut judged: Vec<JudgedAnswer> = (0..self.chances.len())
            .filter_map(|answer| {
                let is_good = match self.compare(best, answer).0 {
                    Compared::Good => true,
                    Compared::Between => return None,
                    Compared::Worse => false,
                };
                // Of two good ones, what only adds to the other is no other answer.
                if is_good && answer != best && is_part(actions(best), actions(answer)) {
                    return None;
                }
                let [ours, theirs] = [best, answer].map(|answer| PlayedOn {
                    actions: actions(answer),
                    counts: &self.counts[answer],
                });
                Some(JudgedAnswer {
                    answer,
                    worth: self.worth(best, answer),
                    is_good,
                    reasons: if is_good {
                        Vec::new()
                    } else {
                        let (game, view) = (&question.game, &question.view);
                        let reasons = playout_reasons(game, view, ours, theirs, OF_REASONS);
                        let is_small = self.behind(best, answer).0 <= part(SMALL);
                        let is_lost = |reason: &PlayoutReason| reason.fact == PlayoutFact::Lost;
                        if is_small || !reasons.iter().all(is_lost) {
                            reasons
                        } else {
                            Vec::new()
                        }
                    },
                })
            })
            .collect();
        judged.sort_by_key(|one| (std::cmp::Reverse(one.worth.chance), one.answer != best));
        judged
    }
}

/// Leaves only so many answers that cost the same: three dead ends are no harder to tell from a road than two.
fn leave_a_few_alike(judged: &mut Vec<JudgedAnswer>) {
    let mut kept: Vec<u16> = Vec::new();
    judged.retain(|one| {
        let chance = one.worth.chance;
        let alike = kept.iter().filter(|kept| kept.abs_diff(chance) < AS_GOOD);
        let is_kept = one.is_good || alike.count() < MOST_ALIKE;
        if is_kept && !one.is_good {
            kept.push(chance);
        }
        is_kept
    });
}

/// Leaves so many moves of the robber as a question has answers: of the good ones, and of all, the best and those that everybody sees come
/// first.
fn leave_a_few_robbers(judged: &mut Vec<JudgedAnswer>, is_obvious: impl Fn(&JudgedAnswer) -> bool) {
    let best = judged.first().map(|one| one.answer);
    let mut order: Vec<&JudgedAnswer> = judged.iter().collect();
    order.sort_by_key(|one| Some(one.answer) != best && !is_obvious(one));
    let mut good = 0;
    let is_kept = |one: &&JudgedAnswer| {
        good += usize::from(one.is_good);
        !one.is_good || good <= MOST_GOOD
    };
    let kept = order.into_iter().filter(is_kept).take(ANSWERS);
    let kept: Vec<usize> = kept.map(|one| one.answer).collect();
    judged.retain(|one| kept.contains(&one.answer));
}

/// Leaves each offer once: of two that are as good, one of which asks for the same at a better price, the better one, which has to be the
/// best; and a worse one for two cards only beside the same for one. None where the best is not to be had so.
fn leave_a_price_each(judged: &mut Vec<JudgedAnswer>, question: &Question) -> Option<()> {
    let plan = |one: &JudgedAnswer| question.answers[one.answer].as_slice();
    let is_cheaper = |one: &JudgedAnswer, other: &JudgedAnswer| {
        terms(plan(one))
            .zip(terms(plan(other)))
            .is_some_and(|(one, other)| {
                one.take == other.take && one.give != other.give && other.give.contains(one.give)
            })
    };
    let best = judged.first()?.clone();
    let is_bettered = |one: &JudgedAnswer| one.is_good && is_cheaper(one, &best);
    if judged.iter().any(is_bettered) {
        return None;
    }
    judged.retain(|one| !(one.is_good && is_cheaper(&best, one)));
    let shown: Vec<Vec<Action>> = judged.iter().map(|one| plan(one).to_vec()).collect();
    let is_alone = |one: &JudgedAnswer| {
        one_for_one(plan(one)).is_some_and(|cheaper| !shown.contains(&cheaper))
    };
    if judged.iter().any(|one| one.is_good && is_alone(one)) {
        return None;
    }
    judged.retain(|one| !is_alone(one));
    Some(())
}

/// Whether one of these plans does all that the other one does.
fn is_part(one: &[Action], other: &[Action]) -> bool {
    let (one, other) = (deeds(one), deeds(other));
    let is_in = |a: &[Action], b: &[Action]| a.iter().all(|action| b.contains(action));
    is_in(&one, &other) || is_in(&other, &one)
}

fn mean(values: impl Iterator<Item = f32> + Clone) -> f32 {
    let count = values.clone().count() as f32;
    values.sum::<f32>() / count
}

fn part(thousandths: u16) -> f32 {
    f32::from(thousandths) / 1000.0
}

#[allow(clippy::cast_sign_loss)]
fn thousandths(part: f32) -> u16 {
    (part * 1000.0).round() as u16
}
