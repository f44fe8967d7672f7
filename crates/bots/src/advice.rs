//! What the hard level would do in a seat, and why: its choice, the worth of every place that can be built
//! on, and the worth of a trade. Reasons are terms of the evaluator, not words.
//!
//! Like a bot, advice knows only the [`InformationState`] of the seat: cards that the seat cannot see change
//! nothing in it.

mod contrast;
mod corners;
mod places;
mod plan;

use core::f32::consts::{LN_10, LOG2_10};

use brickwood_protocol::{AdviceReason, AdvisedAction, AdvisedPlace, TradeWorth};
use brickwood_rules::{Action, Game, InformationState, Phase, State, Terms};
use libm::expf;
use rand_chacha::ChaCha8Rng;

use crate::evaluation::Evaluator;
use crate::plans::with_evaluator;
use crate::trade;
use crate::{DecisionContext, hard, has_a_choice, search};
use contrast::distinguish;
use places::Scored;

/// By how many points a place is worse that is worth half as much as the best one, where all places are about
/// as good. Where they differ more, it is so many that the worst one is worth a tenth.
const HALF: f32 = 0.35;

/// How many places are shown together.
const SHOWN: usize = 3;

/// What the hard level makes of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgment {
    /// What it would do; none if the seat has nothing to decide.
    pub best: Option<AdvisedAction>,
    /// The places where the seat may build or move the robber, the best first. Worth falls exponentially from 100 for
    /// the best place to 10 for the worst; where all places are close, 0.35 points halve it.
    pub places: Vec<AdvisedPlace>,
    /// The worth of the trade that was asked about, or else of the open offer.
    pub trade: Option<TradeWorth>,
}

/// What the hard level makes of what the viewer knows. With `terms`, it judges these instead of the open
/// offer. The same arguments give the same advice; `seed` guesses the hidden cards. None for a spectator.
pub fn advise<'a>(
    game: &Game,
    known: impl Into<InformationState<'a>>,
    terms: Option<Terms>,
    seed: u64,
) -> Option<Judgment> {
    with_adviser(game, known.into(), seed, |adviser, rng| {
        let context = adviser.context;
        let view = context.view;
        let terms = terms.or(match view.phase {
            Phase::Trade { trade } => Some(trade.terms),
            _ => None,
        });
        let mut judgment = Judgment {
            best: None,
            places: Vec::new(),
            trade: terms.and_then(|terms| adviser.trade(terms)),
        };
        if has_a_choice(view) {
            judgment.places = adviser.places();
            judgment.best = match judgment.places.first() {
                Some(first) if adviser.must_place() => Some(first.clone().into()),
                _ => hard::choose(context, rng)
                    .filter(|action| context.after(*action).is_some())
                    .map(|action| adviser.explained(action)),
            };
        }
        judgment
    })
}

/// These actions of the viewer, which are legal, with what speaks for each of them. The same arguments give the
/// same reasons; `seed` guesses the hidden cards. None for a spectator.
pub fn explain<'a>(
    game: &Game,
    known: impl Into<InformationState<'a>>,
    actions: &[Action],
    seed: u64,
) -> Option<Vec<AdvisedAction>> {
    with_adviser(game, known.into(), seed, |adviser, _| {
        let each = actions.iter().map(|action| adviser.explained(*action));
        let mut explained: Vec<AdvisedAction> = each.collect();
        let reasons = explained.iter_mut().filter_map(|each| each.reason.as_mut());
        distinguish(reasons, actions.len());
        explained
    })
}

/// What the hard level says to the viewer. None for a spectator.
fn with_adviser<T>(
    game: &Game,
    known: InformationState<'_>,
    seed: u64,
    says: impl FnOnce(&Adviser<'_>, &mut ChaCha8Rng) -> T,
) -> Option<T> {
    with_evaluator(game, known, seed, |context, evaluator, rng| {
        let guesses = context.guesses(rng);
        let adviser = Adviser {
            context,
            evaluator,
            guesses: &guesses,
        };
        says(&adviser, rng)
    })
}

/// The places of a settlement of the set-up or of the robber, as the coach ranks them, in log-odds of winning.
pub(crate) fn scored_places(
    context: &DecisionContext<'_>,
    evaluator: &Evaluator<'_>,
    guesses: &[State],
) -> Vec<(Action, f32)> {
    let adviser = Adviser {
        context,
        evaluator,
        guesses,
    };
    let scored = adviser.scores().into_iter();
    scored
        .map(|place| (place.action, place.score * context.weights.sharpness))
        .collect()
}

/// Everything that a reason is taken from.
struct Adviser<'a> {
    context: &'a DecisionContext<'a>,
    evaluator: &'a Evaluator<'a>,
    guesses: &'a [State],
}

impl Adviser<'_> {
    /// Whether the seat has nothing to do but to choose a place.
    fn must_place(&self) -> bool {
        matches!(
            self.context.state.phase(),
            Phase::SetUpSettlement | Phase::SetUpRoad { .. } | Phase::MoveRobber
        )
    }

    /// The places where the seat may build or move the robber, the best first.
    fn places(&self) -> Vec<AdvisedPlace> {
        let mut places = self.scores();
        places.sort_by(|a, b| b.score.total_cmp(&a.score));
        // The best and the worst score for the same.
        let range = |action: &Action| {
            let kind = std::mem::discriminant(action);
            let is_same = |other: &&Scored| std::mem::discriminant(&other.action) == kind;
            let best = places.iter().find(is_same);
            let worst = places.iter().rfind(is_same);
            (
                best.map_or(0.0, |best| best.score),
                worst.map_or(0.0, |worst| worst.score),
            )
        };
        let mut advised: Vec<AdvisedPlace> = places
            .iter()
            .filter_map(|place| {
                let (best, worst) = range(&place.action);
                Some(AdvisedPlace {
                    action: place.action,
                    worth: worth(best - place.score, best - worst),
                    reason: self.reason_of(place)?,
                })
            })
            .collect();
        distinguish(advised.iter_mut().map(|place| &mut place.reason), SHOWN);
        advised
    }

    fn explained(&self, action: Action) -> AdvisedAction {
        AdvisedAction {
            action,
            reason: self.reason(action),
        }
    }

    /// What speaks for an action.
    fn reason(&self, action: Action) -> Option<AdviceReason> {
        if crate::wins(self.context, action) {
            return Some(AdviceReason::Wins);
        }
        let reason = match action {
            Action::BuildSettlement { at } => self.settlement(at, self.prospect(at).as_ref()),
            Action::BuildCity { at } => AdviceReason::City {
                yields: self.yields(at).0,
            },
            Action::BuildRoad { at } => self.road(at),
            Action::MoveRobber { to } => self.robber(to),
            Action::PlayKnight => self.knight(1),
            Action::BuyDevelopmentCard => self.card()?,
            Action::Offer { terms, .. } | Action::Counter { terms } => AdviceReason::Trade {
                worth: self.trade(terms)?,
            },
            Action::Accept | Action::Decline | Action::Withdraw => AdviceReason::Trade {
                worth: self.open()?,
            },
            Action::Confirm { with } => {
                let Phase::Trade { trade } = self.context.view.phase else {
                    return None;
                };
                AdviceReason::Trade {
                    worth: self.trade(trade.agreed(with)?)?,
                }
            }
            Action::Roll | Action::Rob { .. } => return None,
            _ => self.goal(action)?,
        };
        Some(reason)
    }

    /// The worth of the open offer.
    fn open(&self) -> Option<TradeWorth> {
        match self.context.view.phase {
            Phase::Trade { trade } => self.trade(trade.terms),
            _ => None,
        }
    }

    fn trade(&self, terms: Terms) -> Option<TradeWorth> {
        trade::worth(self.context, self.evaluator, self.guesses, terms)
    }

    /// The value after an action, in points.
    fn points(&self, action: Action) -> Option<f32> {
        let value = search::expected(self.evaluator, &self.context.after(action)?)?;
        Some(value / self.context.weights.sharpness)
    }
}

/// The worth of what is so many points worse than the best, where the worst is `range` points worse.
fn worth(worse: f32, range: f32) -> u8 {
    let tenth = range.max(HALF * LOG2_10);
    whole((100.0 * expf(-LN_10 * worse / tenth)).round())
}

/// Cards a roll as whole cards in 36 rolls.
fn in_36_rolls(rate: f32) -> u8 {
    whole((rate * 36.0).round())
}

/// A whole number that is not negative; 255 for what is larger.
#[allow(clippy::cast_sign_loss)]
fn whole(number: f32) -> u8 {
    number as u8
}
