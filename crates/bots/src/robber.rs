//! Where to move the robber, and whom to rob.

use brickwood_rules::{
    Action, Cards, ChanceOutcome, HexId, Phase, Seat, State, Step, ToAct, legal_actions,
};

use crate::DecisionContext;
use crate::evaluation::{Evaluator, WON, mean};

/// The choice in the phases of the robber that is best on average over some guesses. A theft that could
/// be forgone is not (ROB-06): a full hand can still be spent in the turn.
pub(crate) fn best(
    context: &DecisionContext,
    evaluator: &Evaluator,
    guesses: &[State],
) -> Option<Action> {
    scores(context, evaluator, guesses)
        .into_iter()
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(action, _)| action)
}

/// The log-odds of winning after each of these choices.
pub(crate) fn scores(
    context: &DecisionContext,
    evaluator: &Evaluator,
    guesses: &[State],
) -> Vec<(Action, f32)> {
    let robbing = matches!(context.state.phase(), Phase::Rob { .. });
    let mut is_first = true;
    legal_actions(context.game, &context.state, context.seat)
        .into_iter()
        .filter(|action| !(robbing && *action == Action::Pass))
        // One choice is looked at in any case.
        .take_while(|_| std::mem::take(&mut is_first) || !evaluator.is_spent())
        .map(|action| {
            let after = guesses
                .iter()
                .map(|guess| after(context, evaluator, guess, action));
            (action, mean(after.map(|value| (1.0, value))))
        })
        .collect()
}

fn after(context: &DecisionContext, evaluator: &Evaluator, state: &State, action: Action) -> f32 {
    let seat = context.seat;
    state
        .apply(context.game, Step::Action { seat, action })
        .map_or(-WON, |next| robbed(evaluator, &next))
}

/// The value once the robbery is over: nobody interrupts, the best victim, and the card that chance
/// takes.
pub(crate) fn robbed(evaluator: &Evaluator, state: &State) -> f32 {
    let game = evaluator.land.game;
    match *state.phase() {
        Phase::Interrupt { .. } => {
            uninterrupted(evaluator, state).map_or(-WON, |next| robbed(evaluator, &next))
        }
        Phase::Rob { victims } => victims
            .iter()
            .map(|victim| {
                let seat = evaluator.seat;
                let action = Action::Rob { victim };
                state
                    .apply(game, Step::Action { seat, action })
                    .map_or(-WON, |next| robbed(evaluator, &next))
            })
            .fold(-WON, f32::max),
        Phase::Theft { victim } => stolen(evaluator, state, victim),
        _ => evaluator.value(state),
    }
}

/// The value once the robber has taken any card of a victim. Which one it is changes nothing but two hands.
fn stolen(evaluator: &Evaluator, state: &State, victim: Seat) -> f32 {
    let Some((_, after)) = thefts(evaluator, state, victim).next() else {
        return mean(std::iter::empty());
    };
    if after.phase().is_over() {
        return evaluator.value(&after);
    }
    let standings = evaluator.standings(&after);
    let (robbing, before) = (state.robbing(), state.hand(victim));
    let total = f32::from(before.total());
    mean(
        before
            .iter()
            .enumerate()
            .map(|(number, (resource, count))| {
                if number > 0 {
                    evaluator.count();
                }
                let card = Cards::of(resource, 1);
                let value = evaluator.value_with(&standings, |seat| {
                    let hand = state.hand(seat);
                    if seat == victim {
                        hand.saturating_sub(card)
                    } else if seat == robbing {
                        hand + card
                    } else {
                        hand
                    }
                });
                (f32::from(count) / total, value)
            }),
    )
}

/// The state once everybody lets the robber be (VAR-8).
pub(crate) fn uninterrupted(evaluator: &Evaluator, state: &State) -> Option<State> {
    let mut state = *state;
    while let (Phase::Interrupt { .. }, ToAct::Seats { seats }) = (*state.phase(), state.to_act()) {
        let action = Action::Pass;
        let seat = seats.single()?;
        state = state
            .apply(evaluator.land.game, Step::Action { seat, action })
            .ok()?;
    }
    Some(state)
}

/// The value when another's robber takes its course: any of its victims may be robbed.
pub(crate) fn suffered(evaluator: &Evaluator, state: &State) -> f32 {
    let game = evaluator.land.game;
    match *state.phase() {
        Phase::Interrupt { .. } => {
            uninterrupted(evaluator, state).map_or(-WON, |next| suffered(evaluator, &next))
        }
        Phase::Rob { victims } => {
            let seat = state.robbing();
            mean(
                victims
                    .iter()
                    .filter_map(|victim| {
                        let action = Action::Rob { victim };
                        state.apply(game, Step::Action { seat, action }).ok()
                    })
                    .map(|next| (1.0, suffered(evaluator, &next))),
            )
        }
        _ => robbed(evaluator, state),
    }
}

/// What a theft may lead to, with its chance.
pub(crate) fn thefts(
    evaluator: &Evaluator,
    state: &State,
    victim: Seat,
) -> impl Iterator<Item = (f32, State)> {
    let game = evaluator.land.game;
    let hand = state.hand(victim);
    let total = f32::from(hand.total());
    hand.iter().filter_map(move |(resource, count)| {
        let outcome = ChanceOutcome::Stolen { resource };
        let next = state.apply(game, Step::Chance { outcome }).ok()?;
        Some((f32::from(count) / total, next))
    })
}

/// How much a seat loses to the robber on a hex, in cards a roll.
pub(crate) fn blocked(context: &DecisionContext, seat: Seat, hex: HexId) -> f32 {
    context.land.blocked(&context.state, seat, hex)
}
