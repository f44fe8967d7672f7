//! The actions of a decision that are worth a closer look.

use brickwood_rules::{Action, Phase, legal_actions};
use rand_chacha::ChaCha8Rng;

use crate::evaluation::Evaluator;
use crate::search::plans;
use crate::{DecisionContext, hard, opening, robber};

/// The action of the hard level, and then what comes next in its judgment: `most` at most in all.
///
/// There is only one for decisions that are not judged action by action: discards, free roads, first cards.
pub(crate) fn candidates(
    context: &DecisionContext,
    most: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<Action> {
    let Some(chosen) = hard::choose(context, rng) else {
        return Vec::new();
    };
    let evaluator = Evaluator::new(context);
    let best_first = |mut scored: Vec<(Action, f32)>| -> Vec<Action> {
        scored.sort_by(|a, b| b.1.total_cmp(&a.1));
        scored.into_iter().map(|(action, _)| action).collect()
    };
    let others = match *context.state.phase() {
        Phase::SetUpSettlement => {
            let sites = opening::settlements(context, &evaluator).into_iter();
            best_first(
                sites
                    .map(|(at, worth)| (Action::BuildSettlement { at }, worth))
                    .collect(),
            )
        }
        Phase::SetUpRoad { settlement } => {
            let roads = opening::roads(context, settlement).into_iter();
            best_first(
                roads
                    .map(|(at, worth)| (Action::BuildRoad { at }, worth))
                    .collect(),
            )
        }
        Phase::Turn if context.view.dice.is_none() => vec![Action::Roll, Action::PlayKnight],
        Phase::Turn | Phase::SpecialBuilding => {
            let stop = match context.state.phase() {
                Phase::Turn => Action::EndTurn,
                _ => Action::Pass,
            };
            let plans = plans(&evaluator, &context.state, context.care.budget).into_iter();
            plans.map(|plan| plan.first.unwrap_or(stop)).collect()
        }
        Phase::MoveRobber | Phase::Rob { .. } => {
            best_first(robber::scores(context, &evaluator, &context.guesses(rng)))
        }
        Phase::Trade { .. } => legal_actions(context.game, &context.state, context.seat),
        _ => Vec::new(),
    };
    let mut found = vec![chosen];
    for action in others {
        if found.len() == most {
            break;
        }
        if !found.contains(&action) && context.after(action).is_some() {
            found.push(action);
        }
    }
    found
}
