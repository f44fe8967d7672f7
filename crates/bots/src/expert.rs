//! The expert level: the hard level, whose actions and offers in its turn are compared with others by playouts of a round.

use brickwood_rules::Action;
use libm::{expf, sqrtf};
use rand_chacha::ChaCha8Rng;

use crate::alternatives::{DecisionKind, others};
use crate::comparison::Comparison;
use crate::evaluation::{Evaluator, Scale};
use crate::{DecisionContext, hard};

/// How many actions are compared.
const ACTIONS: usize = 4;

/// How many playouts each of them gets.
const PLAYOUTS: u64 = 20;

/// From how many guesses at the others' cards they start.
const GUESSES: usize = 8;

/// Actions with the chances to win after each of them, one for each playout. The first one is that of the hard level.
pub(crate) struct Compared {
    pub(crate) actions: Vec<Action>,
    /// None where nothing was compared.
    pub(crate) chances: Vec<Vec<f32>>,
}

pub(crate) fn choose(context: &DecisionContext, rng: &mut ChaCha8Rng) -> Option<Action> {
    let Compared { actions, chances } = compared(context, rng)?;
    if chances.is_empty() {
        return actions.first().copied();
    }
    Some(best(&actions, &chances))
}

/// What is compared in the decision.
pub(crate) fn compared(context: &DecisionContext, rng: &mut ChaCha8Rng) -> Option<Compared> {
    let chosen = hard::choose(context, rng)?;
    let alone = Compared {
        actions: vec![chosen],
        chances: Vec::new(),
    };
    let kind = DecisionKind::of(&context.state, chosen);
    if !matches!(kind, Some(DecisionKind::Turn | DecisionKind::Offer)) {
        return Some(alone);
    }
    let comparison = Comparison::of(context, GUESSES, rng);
    let evaluator = Evaluator::new(context);
    let others = others(context, &evaluator, comparison.guesses(), chosen);
    let actions: Vec<Action> = std::iter::once(chosen)
        .chain(others)
        .take(ACTIONS)
        .collect();
    if actions.len() < 2 {
        return Some(alone);
    }
    Some(Compared {
        chances: chances(context, &comparison, &actions),
        actions,
    })
}

/// The chances to win after each action, one for each playout.
fn chances(
    context: &DecisionContext,
    comparison: &Comparison,
    actions: &[Action],
) -> Vec<Vec<f32>> {
    let scale = Scale::plain(context.weights.sharpness);
    let evaluator = Evaluator::open(context.land, &context.state, context.seat, scale);
    let mut chances = vec![Vec::new(); actions.len()];
    for number in 0..PLAYOUTS {
        let ends = comparison.ends(actions, number);
        // A comparison that was cut short does not count.
        if context.nodes.are_spent() {
            break;
        }
        for (chances, end) in chances.iter_mut().zip(ends.iter().flatten()) {
            chances.push(1.0 / (1.0 + expf(-evaluator.value(end))));
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
