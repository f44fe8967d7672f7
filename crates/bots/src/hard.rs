//! The hard level: an evaluator, a search of its own turn, and negotiation.

use brickwood_rules::{Action, Cards, DevelopmentCard, LegalActions, Phase, Resource, State, Step};
use rand_chacha::ChaCha8Rng;

use crate::evaluation::{Evaluator, WON};
use crate::finish::winning_road;
use crate::last_resort::last_resort;
use crate::search::{self, best_plan};
use crate::{DecisionContext, discard, opening, robber, trade, wins};

pub(crate) fn choose(context: &DecisionContext, rng: &mut ChaCha8Rng) -> Option<Action> {
    let view = context.view;
    let evaluator = Evaluator::new(context);
    let mut guesses = || context.guesses(rng);
    let plan = || best_plan(&evaluator, &context.state, context.care.budget);
    match *context.state.phase() {
        Phase::SetUpSettlement | Phase::SetUpRoad { .. } if opening::is_judged(context) => {
            opening::placement(context)
        }
        Phase::SetUpSettlement => {
            opening::settlement(context, &evaluator).map(|at| Action::BuildSettlement { at })
        }
        Phase::SetUpRoad { settlement } => {
            opening::road(context, settlement).map(|at| Action::BuildRoad { at })
        }
        Phase::Turn if view.dice.is_none() => Some(before_the_roll(context, &evaluator)),
        Phase::Turn => {
            if let Some(action) = winning_road(context) {
                return Some(action);
            }
            let plan = plan();
            trade::offer(context, &evaluator, &guesses(), &plan, view.offers)
                .or(plan.first)
                .or_else(|| best_point(context, &evaluator))
                .or_else(|| last_resort(context))
                .or(Some(Action::EndTurn))
        }
        Phase::FreeRoads => winning_road(context).or_else(|| plan().first),
        Phase::MoveRobber | Phase::Rob { .. } => robber::best(context, &evaluator, &guesses()),
        Phase::Discard { due } => Some(Action::Discard {
            cards: spare_cards(context, &evaluator, due[context.seat]),
        }),
        Phase::Trade { trade } if context.seat == view.active => {
            let confirmation = trade::best_confirmation(context, &evaluator, &guesses(), &trade);
            Some(confirmation.unwrap_or(Action::Withdraw))
        }
        Phase::Trade { trade } => Some(trade::answer(context, &evaluator, &guesses(), &trade)),
        Phase::FirstCards { .. } => first_cards(context, &evaluator),
        Phase::Interrupt { .. } => Some(interruption(context, &evaluator, &guesses())),
        Phase::SpecialBuilding => plan()
            .first
            .or_else(|| best_point(context, &evaluator))
            .or(Some(Action::Pass)),
        Phase::FirstPlayer { .. }
        | Phase::Dice
        | Phase::Theft { .. }
        | Phase::Draw
        | Phase::Over { .. } => None,
    }
}

/// The best settlement or city that the seat can pay for. Before a turn ends, it takes that point even if it brings
/// the win no nearer.
fn best_point(context: &DecisionContext, evaluator: &Evaluator) -> Option<Action> {
    let legal = LegalActions::of(context.game, &context.state, context.seat);
    let settlements = legal.settlements().iter();
    let settlements = settlements.map(|at| Action::BuildSettlement { at });
    let cities = legal.cities().iter().map(|at| Action::BuildCity { at });
    settlements
        .chain(cities)
        .filter_map(|action| Some((action, evaluator.value(&context.after(action)?))))
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(action, _)| action)
}

/// The beginners' settlement whose cards help more (SET-07).
pub(crate) fn first_cards(context: &DecisionContext, evaluator: &Evaluator) -> Option<Action> {
    let standings = evaluator.standings(&context.state);
    context
        .state
        .settlements(context.seat)
        .iter()
        .filter_map(|at| {
            let action = Action::TakeFirstCards { at };
            let hand = context.after(action)?.hand(context.seat);
            let strength = evaluator.strength(standings.of(context.seat), hand);
            Some((action, strength))
        })
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(action, _)| action)
}

/// A knight interrupts a robber where that gains more than what the robber is going to cost (VAR-8).
fn interruption(context: &DecisionContext, evaluator: &Evaluator, guesses: &[State]) -> Action {
    let seat = context.seat;
    let action = Action::PlayKnight;
    let mut gain = 0.0;
    for guess in guesses {
        let Ok(next) = guess.apply(context.game, Step::Action { seat, action }) else {
            return Action::Pass;
        };
        let then = search::expected(evaluator, &next).unwrap_or(-WON);
        gain += then - robber::suffered(evaluator, guess);
    }
    if gain > evaluator.weights.worth_a_knight * f32::from(guesses.len() as u8) {
        action
    } else {
        Action::Pass
    }
}

/// A victory point that wins (VAR-1) is not kept for later. A knight before the roll frees a blocked hex for it, or wins; else it waits, for a seven may
/// move the robber anyway.
fn before_the_roll(context: &DecisionContext, evaluator: &Evaluator) -> Action {
    if wins(context, Action::PlayVictoryPoint) {
        return Action::PlayVictoryPoint;
    }
    let has_knight = context.state.development(context.seat)[DevelopmentCard::Knight] > 0;
    if has_knight && let Some(next) = context.after(Action::PlayKnight) {
        let now = evaluator.value(&context.state);
        let then = search::expected(evaluator, &next).unwrap_or(-WON);
        let blocked = robber::blocked(context, context.seat, context.state.robber()) > 0.0;
        if then >= WON || (blocked && then > now + evaluator.weights.worth_a_knight) {
            return Action::PlayKnight;
        }
    }
    Action::Roll
}

/// The cards that one's strength misses least.
fn spare_cards(context: &DecisionContext, evaluator: &Evaluator, due: u8) -> Cards {
    let standings = evaluator.standings(&context.state);
    let standing = standings.of(context.seat);
    discard::one_by_one(
        context.state.hand(context.seat),
        due,
        |rest: Cards, resource: Resource| {
            evaluator.strength(standing, rest.saturating_sub(Cards::of(resource, 1)))
        },
    )
}
