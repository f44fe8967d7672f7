//! What the hard level would do in a seat, and why: its choice, the worth of every place that can be built
//! on, and the worth of a trade. Reasons are terms of the evaluator, not words.
//!
//! Like a bot, advice knows only the [`InformationState`] of the seat: cards that the seat cannot see change
//! nothing in it.

mod places;

use core::f32::consts::{LN_10, LOG2_10};

use brickwood_rules::{
    Action, Game, HarborKind, InformationState, Intersection, Phase, Resource, Seat, State, Terms,
    View,
};
use libm::expf;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::evaluation::{Evaluator, GoalKind, HARD};
use crate::trade::{self, TradeWorth};
use crate::{DecisionContext, Hints, belief, hard, has_a_choice, search};

/// By how many points a place is worse that is worth half as much as the best one, where all places are about
/// as good. Where they differ more, it is so many that the worst one is worth a tenth.
const HALF: f32 = 0.35;

/// What the hard level makes of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// What it would do; none if the seat has nothing to decide.
    pub best: Option<AdvisedAction>,
    /// The places where the seat may build or move the robber, the best first.
    pub places: Vec<AdvisedPlace>,
    /// The worth of the trade that was asked about, or else of the open offer.
    pub trade: Option<TradeWorth>,
}

/// An action with its reason.
#[derive(Clone, PartialEq, Debug)]
pub struct AdvisedAction {
    /// The action.
    pub action: Action,
    /// Why; none where nothing else could be done as well.
    pub reason: Option<Reason>,
}

/// A place with its worth.
#[derive(Clone, PartialEq, Debug)]
pub struct AdvisedPlace {
    /// What is done there: a road, a settlement, a city or the robber.
    pub action: Action,
    /// Its worth against the best place for the same, which is 100. So many points less halve it that the
    /// worst has 10; where all are about as good, 0.35 points do.
    pub worth: u8,
    /// Why.
    pub reason: Reason,
}

/// What speaks for an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It wins the game.
    Wins,
    /// What a settlement brings.
    Settlement(PlaceTerms),
    /// What a city brings on top of its settlement, in cards of each resource in 36 rolls.
    City([u8; 5]),
    /// Where a road leads.
    Road(RoadTerms),
    /// Whom the robber blocks, and whom it no longer blocks.
    Robber {
        /// What it costs the others.
        blocks: Vec<Block>,
        /// What it costs the own seat.
        own: u8,
        /// What the own seat gets back from the hex where the robber stands.
        frees: u8,
    },
    /// A knight, played or bought.
    Knight {
        /// What the own seat gets back from the hex where the robber stands, in cards in 36 rolls.
        frees: u8,
        /// How many knights are missing for the largest army afterwards; none if the seat has it.
        missing: Option<u8>,
    },
    /// What the hand pays for next, and after about how many rolls.
    Goal {
        /// What.
        goal: GoalKind,
        /// After about how many rolls; 0 if at once.
        rolls: u8,
    },
    /// What a trade is worth.
    Trade(TradeWorth),
}

/// What a settlement brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaceTerms {
    /// Cards of each resource in 36 rolls.
    pub yields: [u8; 5],
    /// Resources that the seat does not produce yet.
    pub fresh: Vec<Resource>,
    /// Resources that the board is short of.
    pub scarce: Vec<Resource>,
    /// The harbor there.
    pub harbor: Option<HarborKind>,
    /// Cards in 36 rolls of the best place two roads on that the others are likely to leave; 0 for none.
    pub room: u8,
    /// Whether another seat could settle there as soon.
    pub contested: bool,
}

/// What a road brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoadTerms {
    /// The best place to settle that it brings nearer.
    pub toward: Option<Toward>,
    /// How many roads are missing for the longest road afterwards, where it brings that nearer; 0 if it takes
    /// the longest road.
    pub missing: Option<u8>,
}

/// A place to settle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Toward {
    /// Where.
    pub at: Intersection,
    /// After how many further roads.
    pub roads: u8,
    /// Its cards in 36 rolls.
    pub cards: u8,
}

/// What a robber costs a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Whom.
    pub seat: Seat,
    /// How many cards in 36 rolls.
    pub cards: u8,
}

/// What the hard level makes of what the viewer knows. With `terms`, it judges these instead of the open
/// offer. The same arguments give the same advice; `seed` guesses the hidden cards. None for a spectator.
pub fn advise<'a>(
    game: &Game,
    known: impl Into<InformationState<'a>>,
    terms: Option<Terms>,
    seed: u64,
) -> Option<Advice> {
    let known = known.into();
    let (view, belief) = (known.view, belief(game, known));
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let hints = Hints {
        belief: belief.as_ref(),
        bounds: known.bounds,
    };
    let context = DecisionContext::new(game, view, hints, &mut rng)?;
    let evaluator = Evaluator::new(&context, &HARD);
    let guesses: Vec<State> = (0..hard::GUESSES)
        .filter_map(|_| context.guess(&mut rng))
        .collect();
    let adviser = Adviser {
        context: &context,
        evaluator: &evaluator,
        guesses: &guesses,
    };
    let terms = terms.or(match view.phase {
        Phase::Trade { trade } => Some(trade.terms),
        _ => None,
    });
    let is_asked = has_a_choice(view);
    let best = || {
        let action = hard::choose(&context, &mut rng)?;
        context.after(action).is_some().then(|| AdvisedAction {
            action,
            reason: adviser.reason(action),
        })
    };
    Some(Advice {
        best: is_asked.then(best).flatten(),
        places: if is_asked {
            adviser.places(view)
        } else {
            Vec::new()
        },
        trade: terms.and_then(|terms| adviser.trade(terms)),
    })
}

/// Everything that a reason is taken from.
struct Adviser<'a> {
    context: &'a DecisionContext<'a>,
    evaluator: &'a Evaluator<'a>,
    guesses: &'a [State],
}

impl Adviser<'_> {
    /// The places where the seat may build or move the robber, the best first.
    fn places(&self, view: &View) -> Vec<AdvisedPlace> {
        let mut places: Vec<(Action, f32)> = self.scores(view);
        // Of equals the last comes first, which is the one that a bot takes: two places may begin the same pair.
        places.sort_by(|a, b| a.1.total_cmp(&b.1));
        places.reverse();
        // The best and the worst score for the same.
        let range = |action: &Action| {
            let kind = std::mem::discriminant(action);
            let is_same = |other: &&(Action, f32)| std::mem::discriminant(&other.0) == kind;
            let best = places.iter().find(is_same);
            let worst = places.iter().rfind(is_same);
            (
                best.map_or(0.0, |best| best.1),
                worst.map_or(0.0, |worst| worst.1),
            )
        };
        places
            .iter()
            .filter_map(|(action, score)| {
                let (best, worst) = range(action);
                Some(AdvisedPlace {
                    action: *action,
                    worth: worth(best - score, best - worst),
                    reason: self.reason(*action)?,
                })
            })
            .collect()
    }

    /// What speaks for an action.
    fn reason(&self, action: Action) -> Option<Reason> {
        if crate::wins(self.context, action) {
            return Some(Reason::Wins);
        }
        let reason = match action {
            Action::BuildSettlement { at } => Reason::Settlement(self.settlement(at)),
            Action::BuildCity { at } => Reason::City(self.yields(at)),
            Action::BuildRoad { at } => Reason::Road(self.road(at)),
            Action::MoveRobber { to } => self.robber(to),
            Action::PlayKnight => self.knight(1),
            Action::BuyDevelopmentCard => self.knight(0),
            Action::Offer { terms, .. } | Action::Counter { terms } => {
                Reason::Trade(self.trade(terms)?)
            }
            Action::Accept | Action::Decline | Action::Withdraw => Reason::Trade(self.open()?),
            Action::Confirm { with } => {
                let Phase::Trade { trade } = self.context.view.phase else {
                    return None;
                };
                Reason::Trade(self.trade(trade.agreed(with)?)?)
            }
            Action::Roll | Action::Rob { .. } => return None,
            _ => self.goal(action)?,
        };
        Some(reason)
    }

    /// What the hand pays for next after an action.
    fn goal(&self, action: Action) -> Option<Reason> {
        let seat = self.context.seat;
        let after = self.context.after(action)?;
        let standings = self.evaluator.standings(&after);
        let standing = standings.of(seat);
        let (goal, rolls) = self.evaluator.next_goal(standing, after.hand(seat))?;
        let rolls = whole(rolls.ceil());
        Some(Reason::Goal { goal, rolls })
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
        Some(value / HARD.sharpness)
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
