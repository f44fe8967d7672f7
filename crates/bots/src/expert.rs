//! The expert level: the hard level, whose actions in its turn are compared with others by playouts of a round.

use std::rc::Rc;

use brickwood_rules::{Action, Phase, State, Step};
use libm::{expf, sqrtf};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::evaluation::{Evaluator, Scale};
use crate::playout::Playouts;
use crate::search::plans;
use crate::{DecisionContext, hard};

/// How many actions are compared.
const ACTIONS: usize = 4;

/// How many playouts each of them gets.
const PLAYOUTS: usize = 20;

/// From how many guesses at the others' cards they start.
const GUESSES: usize = 8;

pub(crate) fn choose(context: &DecisionContext, rng: &mut ChaCha8Rng) -> Option<Action> {
    let is_in_turn = matches!(context.state.phase(), Phase::Turn) && context.view.dice.is_some();
    if !is_in_turn {
        return hard::choose(context, rng);
    }
    let chosen = hard::choose(context, rng)?;
    if matches!(chosen, Action::Offer { .. }) {
        return Some(chosen);
    }
    let actions = with_alternatives(context, chosen);
    if actions.len() < 2 {
        return Some(chosen);
    }
    let chances = play_out(context, &actions, rng);
    Some(best(&actions, &chances))
}

/// This action, and then the first ones of the best other plans for the turn.
fn with_alternatives(context: &DecisionContext, chosen: Action) -> Vec<Action> {
    let evaluator = Evaluator::new(context);
    let plans = plans(&evaluator, &context.state, context.care.budget).into_iter();
    let others = plans
        .map(|plan| plan.first.unwrap_or(Action::EndTurn))
        .filter(|action| *action != chosen && context.after(*action).is_some());
    std::iter::once(chosen)
        .chain(others)
        .take(ACTIONS)
        .collect()
}

/// The chances to win after each action, one for each playout of a round. Playouts of the same place in the lists start
/// from the same guess and have the same luck.
fn play_out(context: &DecisionContext, actions: &[Action], rng: &mut ChaCha8Rng) -> Vec<Vec<f32>> {
    let (game, seat) = (context.game, context.seat);
    let playouts = Playouts::new(game, &context.state, Rc::clone(&context.nodes));
    let scale = Scale::plain(context.weights.sharpness);
    let evaluator = Evaluator::open(context.land, &context.state, seat, scale);
    let until = context.state.turn() + u16::from(game.rules().players);
    let guesses: Vec<State> = (0..GUESSES).filter_map(|_| context.guess(rng)).collect();
    let mut chances = vec![Vec::new(); actions.len()];
    for guess in guesses.iter().cycle().take(PLAYOUTS) {
        let seed = rng.random();
        let chance = |action: &Action| {
            let action = *action;
            let next = guess.apply(game, Step::Action { seat, action }).ok()?;
            let end = playouts.play(&next, seed, until);
            Some(1.0 / (1.0 + expf(-evaluator.value(&end))))
        };
        let found: Option<Vec<f32>> = actions.iter().map(chance).collect();
        // A comparison that was cut short does not count.
        if context.nodes.are_spent() {
            break;
        }
        let Some(found) = found else { continue };
        for (chances, chance) in chances.iter_mut().zip(found) {
            chances.push(chance);
        }
    }
    chances
}

/// The action that is better than the first one by more than a standard error, and by the most of them; the first one if
/// there is none.
fn best(actions: &[Action], chances: &[Vec<f32>]) -> Action {
    let mut best = (0.0, actions[0]);
    let count = f32::from(chances[0].len() as u8);
    for (action, of_action) in actions.iter().zip(chances).skip(1) {
        let gains = || of_action.iter().zip(&chances[0]).map(|(a, b)| a - b);
        let mean = gains().sum::<f32>() / count;
        let squares = gains()
            .map(|gain| (gain - mean) * (gain - mean))
            .sum::<f32>();
        let least = mean - sqrtf(squares / (count - 1.0) / count);
        if least > best.0 {
            best = (least, *action);
        }
    }
    best.1
}
