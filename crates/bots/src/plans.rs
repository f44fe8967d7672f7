//! What could be done in a decision, up to the end of the turn.

use brickwood_rules::{Action, Game, InformationState, Phase};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::advice::scored_places;
use crate::evaluation::{Evaluator, WON};
use crate::land::Land;
use crate::search::{Sequence, best_plan, sequences};
use crate::{DecisionContext, Hints, belief, trade};

/// How many evaluations the search for all plans of a turn may take.
const THOROUGH: usize = 20_000;

/// Something that a seat could do, up to the end of its turn where nothing but its own actions stands between.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnPlan {
    /// What it does, in this order. After actions that chance or others answer, the turn is still open.
    pub actions: Vec<Action>,
    /// How it stands then, as the hard level sees it: log-odds of winning, of sorts.
    pub value: f32,
    /// Whether it wins at once.
    pub wins: bool,
}

/// The plans of the viewer that are worth a thought, the best first: in a turn that has been rolled for, whole rests of it, no two
/// of which lead to the same position; with an open offer, the answers to it; in the set-up the settlements; and the hexes for
/// the robber, both as the coach ranks them. Empty in other decisions; none for a spectator. Cards that the viewer cannot see
/// change nothing; `seed` guesses them.
pub fn plans<'a>(
    game: &Game,
    known: impl Into<InformationState<'a>>,
    seed: u64,
) -> Option<Vec<TurnPlan>> {
    with_evaluator(
        game,
        known.into(),
        seed,
        |context, evaluator, rng| match *context.state.phase() {
            Phase::Turn if context.view.dice.is_some() => turns(context, evaluator),
            Phase::SetUpSettlement | Phase::MoveRobber => {
                let places = scored_places(context, evaluator, &context.guesses(rng));
                best_first(places.into_iter())
            }
            Phase::Trade { trade } if context.seat != context.state.active() => {
                let guesses = context.guesses(rng);
                let counters = trade::counter_offers(context, evaluator, &guesses, &trade);
                let answers = [Action::Accept, Action::Decline]
                    .into_iter()
                    .chain(counters);
                best_first(answers.filter_map(|answer| {
                    context.after(answer)?;
                    let value = trade::answered(evaluator, &context.state, &trade, answer);
                    Some((answer, value))
                }))
            }
            _ => Vec::new(),
        },
    )
}

/// The offers of the viewer in its turn that some seat would take, the most promising first; none for a spectator. Each is
/// valued as the best turn once it is taken. Cards that the viewer cannot see change nothing; `seed` guesses them.
pub fn offers<'a>(
    game: &Game,
    known: impl Into<InformationState<'a>>,
    seed: u64,
) -> Option<Vec<TurnPlan>> {
    with_evaluator(game, known.into(), seed, |context, evaluator, rng| {
        let plan = best_plan(evaluator, &context.state, context.care.budget);
        trade::offers(context, evaluator, &context.guesses(rng), plan.spends)
            .into_iter()
            .map(|(offer, value)| TurnPlan {
                actions: vec![offer],
                value,
                wins: value >= WON,
            })
            .collect()
    })
}

/// What the hard level says of what the viewer knows. None for a spectator.
pub(crate) fn with_evaluator<T>(
    game: &Game,
    known: InformationState<'_>,
    seed: u64,
    says: impl FnOnce(&DecisionContext<'_>, &Evaluator<'_>, &mut ChaCha8Rng) -> T,
) -> Option<T> {
    let belief = belief(game, known);
    let hints = Hints {
        belief: belief.as_ref(),
        bounds: known.bounds,
    };
    let land = Land::new(game, known.view.dice_deck);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let context = DecisionContext::new(&land, known.view, hints, &mut rng)?;
    let evaluator = Evaluator::new(&context);
    Some(says(&context, &evaluator, &mut rng))
}

fn turns(context: &DecisionContext, evaluator: &Evaluator) -> Vec<TurnPlan> {
    sequences(evaluator, &context.state, THOROUGH)
        .into_iter()
        .map(|sequence| whole(sequence, Action::EndTurn))
        .collect()
}

/// A rest of the turn with what ends it, where nothing but the seat's own actions stands between.
pub(crate) fn whole(Sequence { mut actions, value }: Sequence, end: Action) -> TurnPlan {
    if actions.iter().all(|action| is_certain(*action)) && value < WON {
        actions.push(end);
    }
    TurnPlan {
        wins: value >= WON,
        actions,
        value,
    }
}

/// Whether nothing but the action decides what comes of it.
pub(crate) const fn is_certain(action: Action) -> bool {
    !matches!(
        action,
        Action::PlayKnight
            | Action::PlayMonopoly { .. }
            | Action::BuyDevelopmentCard
            | Action::Roll
            | Action::Offer { .. }
    )
}

fn best_first(scored: impl Iterator<Item = (Action, f32)>) -> Vec<TurnPlan> {
    let mut plans: Vec<TurnPlan> = scored
        .map(|(action, value)| TurnPlan {
            actions: vec![action],
            value,
            wins: value >= WON,
        })
        .collect();
    plans.sort_by(|a, b| b.value.total_cmp(&a.value));
    plans
}
