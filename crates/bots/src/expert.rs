//! The expert level: the hard level, whose actions and offers in its turn are compared with others by playouts of a round.

use std::rc::Rc;

use brickwood_rules::{Action, State, Step};
use libm::{expf, sqrtf};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::alternatives::{DecisionKind, alternatives};
use crate::evaluation::{Evaluator, Scale};
use crate::playout::Playouts;
use crate::{DecisionContext, hard};

/// How many actions are compared.
const ACTIONS: usize = 4;

/// How many playouts each of them gets.
const PLAYOUTS: usize = 20;

/// From how many guesses at the others' cards they start.
const GUESSES: usize = 8;

pub(crate) fn choose(context: &DecisionContext, rng: &mut ChaCha8Rng) -> Option<Action> {
    let chosen = hard::choose(context, rng)?;
    let kind = DecisionKind::of(&context.state, chosen);
    if !matches!(kind, Some(DecisionKind::Turn | DecisionKind::Offer)) {
        return Some(chosen);
    }
    let evaluator = Evaluator::new(context);
    let guesses: Vec<State> = (0..GUESSES).filter_map(|_| context.guess(rng)).collect();
    let others = alternatives(context, &evaluator, &guesses, chosen);
    let actions: Vec<Action> = std::iter::once(chosen)
        .chain(others)
        .take(ACTIONS)
        .collect();
    if actions.len() < 2 {
        return Some(chosen);
    }
    let chances = play_out(context, &actions, &guesses, rng);
    Some(best(&actions, &chances))
}

/// The chances to win after each action, one for each playout of a round. Playouts of the same place in the lists start
/// from the same guess and have the same luck.
fn play_out(
    context: &DecisionContext,
    actions: &[Action],
    guesses: &[State],
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<f32>> {
    let (game, seat) = (context.game, context.seat);
    let playouts = Playouts::new(game, &context.state, Rc::clone(&context.nodes));
    let scale = Scale::plain(context.weights.sharpness);
    let evaluator = Evaluator::open(context.land, &context.state, seat, scale);
    let until = context.state.turn() + u16::from(game.rules().players);
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
