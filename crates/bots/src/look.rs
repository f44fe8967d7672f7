//! A look into the head of a bot: what it compares in a decision, worked out as the decision itself is.

use brickwood_protocol::{Level, Look, LookMethod, LookOffer, LookPlan, LookWhy};
use brickwood_rules::{Action, Game, InformationState, Phase};
use libm::expf;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::evaluation::{Evaluator, WON};
use crate::land::Land;
use crate::medium::plan::goals;
use crate::plans::whole;
use crate::search::{best_plan, expected, plans};
use crate::{Bot, DecisionContext, decide, expert, has_a_choice, opening, robber, trade};

/// How many plans are told at most.
const TOLD: usize = 6;

/// What was compared.
struct Compared {
    method: LookMethod,
    /// With their worth, in thousandths.
    plans: Vec<LookPlan>,
    offers: Vec<LookOffer>,
}

impl Bot {
    /// What it compares in the viewer's decision, in which it has done this. All of that is what [`choose`](Self::choose) works
    /// out with the same seed, from which hidden cards are guessed; cards that the viewer cannot see change nothing. `None` if
    /// there is nothing to decide.
    pub fn look<'a>(
        &self,
        game: &Game,
        known: impl Into<InformationState<'a>>,
        action: Action,
        seed: u64,
    ) -> Option<Look> {
        let known = known.into();
        let seat = known.view.viewer.filter(|_| has_a_choice(known.view))?;
        let belief = crate::belief(game, known).filter(|_| self.level.reads_history());
        let land = Land::new(game, known.view.dice_deck);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let context = self.context(&land, known, belief.as_ref(), &mut rng)?;
        let again = decide(self.level, &context, &mut rng.clone())?;
        let Compared {
            method,
            mut plans,
            offers,
        } = compared(self.level, &context, rng);
        let does = |plan: &LookPlan| plan.actions.first() == Some(&action);
        let mut taken = plans.iter().position(does);
        if let Some(place) = taken.filter(|place| *place >= TOLD) {
            plans.swap(place, TOLD - 1);
            taken = Some(TOLD - 1);
        }
        plans.truncate(TOLD);
        let is_first = taken == Some(0) || plans.is_empty();
        Some(Look {
            seat,
            level: self.level,
            action,
            method,
            plans,
            taken: taken.map(|place| place as u16),
            why: (!is_first).then(|| why(self.level, &context, action, again)),
            offers,
            hands: belief.map_or_else(Vec::new, |belief| belief.hands()),
        })
    }
}

/// Why it has done this and not what stands first, where it would do `again` in the look.
fn why(level: Level, context: &DecisionContext, action: Action, again: Action) -> LookWhy {
    match (level, *context.state.phase(), action) {
        (Level::Easy, ..) => LookWhy::Whim,
        (_, _, Action::Offer { .. }) => LookWhy::Offer,
        _ if action != again => LookWhy::OtherGuesses,
        (Level::Medium, ..) => LookWhy::LastResort,
        (_, Phase::Trade { .. }, _) => LookWhy::Refuses,
        (_, Phase::Turn, Action::Roll) => LookWhy::KnightWaits,
        (Level::Expert, ..) => LookWhy::NotSure,
        _ => LookWhy::LastResort,
    }
}

/// What a bot of this level compares. The expert level has playouts for most of it.
fn compared(level: Level, context: &DecisionContext, rng: ChaCha8Rng) -> Compared {
    let by_value = by_value(level, context, rng.clone());
    let by_playouts = Some(rng).filter(|_| level == Level::Expert);
    match by_playouts.and_then(|rng| by_playouts_of(context, rng)) {
        Some(plans) => Compared {
            method: LookMethod::Playouts,
            plans,
            ..by_value
        },
        None => by_value,
    }
}

/// What is compared without playouts.
fn by_value(level: Level, context: &DecisionContext, mut rng: ChaCha8Rng) -> Compared {
    let phase = *context.state.phase();
    let evaluator = Evaluator::new(context);
    let is_rolled = context.view.dice.is_some();
    match phase {
        Phase::SetUpSettlement | Phase::SetUpRoad { .. } if opening::is_judged(context) => {
            chances(opening::placements(context), Vec::new())
        }
        Phase::SetUpSettlement => {
            let places = opening::settlements(context, &evaluator).into_iter();
            promises(places.map(|(at, worth)| (Action::BuildSettlement { at }, worth)))
        }
        Phase::SetUpRoad { settlement } => {
            let places = opening::roads(context, settlement).into_iter();
            promises(places.map(|(at, worth)| (Action::BuildRoad { at }, worth)))
        }
        Phase::MoveRobber | Phase::Rob { .. } => {
            let guesses = context.guesses(&mut rng);
            chances(robber::scores(context, &evaluator, &guesses), Vec::new())
        }
        Phase::Turn | Phase::SpecialBuilding if !level.reads_history() && is_rolled => Compared {
            method: LookMethod::Goals,
            ..promises(
                goals(context)
                    .into_iter()
                    .map(|goal| (goal.action, goal.worth)),
            )
        },
        _ if !level.reads_history() => nothing(),
        Phase::Turn if !is_rolled => before_the_roll(context, &evaluator),
        Phase::Turn | Phase::FreeRoads | Phase::SpecialBuilding => turn(context, &evaluator, rng),
        Phase::Trade { trade } if context.seat == context.view.active => {
            let guesses = context.guesses(&mut rng);
            let (closings, offers) = trade::closings(context, &evaluator, &guesses, &trade);
            chances(closings, offers)
        }
        Phase::Trade { trade } => {
            let guesses = context.guesses(&mut rng);
            let (answers, offers) = trade::answers(context, &evaluator, &guesses, &trade);
            chances(answers, offers)
        }
        _ => nothing(),
    }
}

fn before_the_roll(context: &DecisionContext, evaluator: &Evaluator) -> Compared {
    let knight = context.after(Action::PlayKnight).map(|next| {
        (
            Action::PlayKnight,
            expected(evaluator, &next).unwrap_or(-WON),
        )
    });
    let Some(knight) = knight else {
        return nothing();
    };
    let roll = (Action::Roll, evaluator.value(&context.state));
    chances(vec![roll, knight], Vec::new())
}

/// The plans of a turn, by their first actions, and the offers beside them.
fn turn(context: &DecisionContext, evaluator: &Evaluator, mut rng: ChaCha8Rng) -> Compared {
    let (state, budget) = (&context.state, context.care.budget);
    let is_turn = *state.phase() == Phase::Turn;
    let offers = if is_turn {
        let plan = best_plan(evaluator, state, budget);
        let guesses = context.guesses(&mut rng);
        trade::offered(context, evaluator, &guesses, &plan)
    } else {
        Vec::new()
    };
    let end = match state.phase() {
        Phase::SpecialBuilding => Action::Pass,
        _ => Action::EndTurn,
    };
    let found = plans(evaluator, state, budget).into_iter();
    let told = found.map(|sequence| whole(sequence, end));
    Compared {
        method: LookMethod::Chances,
        plans: told
            .map(|plan| LookPlan {
                worth: chance(plan.value),
                actions: plan.actions,
            })
            .collect(),
        offers,
    }
}

/// None where playouts compare nothing.
fn by_playouts_of(context: &DecisionContext, mut rng: ChaCha8Rng) -> Option<Vec<LookPlan>> {
    let compared = expert::compared(context, &mut rng)?;
    let told = compared.actions.into_iter().filter_map(|(action, chance)| {
        Some(LookPlan {
            actions: vec![action],
            worth: thousandths(chance?),
        })
    });
    let mut plans: Vec<LookPlan> = told.collect();
    plans.sort_by_key(|plan| std::cmp::Reverse(plan.worth));
    (plans.len() > 1).then_some(plans)
}

fn nothing() -> Compared {
    Compared {
        method: LookMethod::Nothing,
        plans: Vec::new(),
        offers: Vec::new(),
    }
}

/// Single actions with log-odds of winning.
fn chances(scored: Vec<(Action, f32)>, offers: Vec<LookOffer>) -> Compared {
    let plans = best_first(scored).into_iter();
    Compared {
        method: LookMethod::Chances,
        plans: plans
            .map(|(action, value)| LookPlan {
                actions: vec![action],
                worth: chance(value),
            })
            .collect(),
        offers,
    }
}

/// Single actions with what they promise.
fn promises(scored: impl Iterator<Item = (Action, f32)>) -> Compared {
    let plans = best_first(scored.collect());
    let best = plans.first().map_or(0.0, |(_, promise)| *promise);
    let part = |promise: f32| if best > 0.0 { promise / best } else { 0.0 };
    Compared {
        method: LookMethod::Promise,
        plans: plans
            .into_iter()
            .map(|(action, promise)| LookPlan {
                actions: vec![action],
                worth: thousandths(part(promise)),
            })
            .collect(),
        offers: Vec::new(),
    }
}

fn best_first(mut scored: Vec<(Action, f32)>) -> Vec<(Action, f32)> {
    // Of equal ones, the last is taken.
    scored.reverse();
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
    scored
}

/// The chance of these log-odds, in thousandths.
pub(crate) fn chance(log_odds: f32) -> u16 {
    thousandths(1.0 / (1.0 + expf(-log_odds)))
}

#[expect(clippy::cast_sign_loss)]
fn thousandths(part: f32) -> u16 {
    (1000.0 * part.clamp(0.0, 1.0)).round() as u16
}
