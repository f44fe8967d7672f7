//! What is compared in a decision when it is played to the end of the game.

use brickwood_rules::{Action, Game, InformationState, Phase};

use crate::alternatives::others;
use crate::plans::with_evaluator;
use crate::search::best_plan;
use crate::trade;

/// The action that the viewer has taken, then the best of what else it could have done by its own search, at most `count` in
/// all: beside an offer the best turn without one and then other offers, beside an answer also counter-offers. None for a
/// spectator. Unlike with [`siblings`](super::siblings), cards that the viewer cannot see change nothing; `seed` guesses them.
pub fn candidates<'a>(
    game: &Game,
    known: impl Into<InformationState<'a>>,
    chosen: Action,
    count: usize,
    seed: u64,
) -> Option<Vec<Action>> {
    with_evaluator(game, known.into(), seed, |context, evaluator, rng| {
        let guesses = context.guesses(rng);
        let mut all = vec![chosen];
        let mut others = others(context, evaluator, &guesses, chosen).into_iter();
        match (*context.state.phase(), chosen) {
            (_, Action::Offer { .. }) => {
                all.extend(others.next());
                let plan = best_plan(evaluator, &context.state, context.care.budget);
                let offers = trade::offers(context, evaluator, &guesses, plan.spends);
                all.extend(offers.into_iter().map(|(offer, _)| offer));
            }
            (Phase::Trade { trade }, Action::Accept | Action::Decline | Action::Counter { .. }) => {
                all.extend(others.by_ref());
                all.extend(trade::counter_offers(context, evaluator, &guesses, &trade));
            }
            _ => {}
        }
        all.extend(others);
        let mut distinct: Vec<Action> = Vec::new();
        for action in all {
            if distinct.len() < count && !distinct.contains(&action) {
                distinct.push(action);
            }
        }
        distinct
    })
}
