//! The expert level: the hard level, and rollouts where they pay.

use brickwood_rules::{Action, BySeat, Phase, Seat, State, Step};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::evaluation::Evaluator;
use crate::rollout::Rollouts;
use crate::{DecisionContext, Level, hard, opening};

/// How many settlements of the set-up are played out.
const SITES: usize = 8;

/// How many rollouts each site gets before the worse half of them is left out, each time.
const HEATS: [u32; 3] = [128, 64, 128];

/// As many rollouts the judgment of the hard level counts.
const PRIOR: f32 = 64.0;

pub(crate) fn choose(context: &DecisionContext, rng: &mut ChaCha8Rng) -> Option<Action> {
    match *context.state.phase() {
        Phase::SetUpSettlement => settlement(context, rng),
        _ => hard::choose(context, rng),
    }
}

/// The settlement of the set-up with which rollouts go best. Nothing is hidden then.
fn settlement(context: &DecisionContext, rng: &mut ChaCha8Rng) -> Option<Action> {
    let evaluator = Evaluator::new(context);
    let mut sites = opening::settlements(context, &evaluator);
    sites.sort_by(|a, b| b.1.total_cmp(&a.1));
    sites.truncate(SITES);
    let seat = context.seat;
    let sharpness = context.weights.sharpness;
    let mean = sites.iter().map(|site| site.1).sum::<f32>() / sites.len() as f32;
    let prior = |value: f32| {
        let fair = 1.0 / f32::from(context.game.rules().players);
        PRIOR * fair * libm::expf(sharpness * (value - mean))
    };
    let after = |at| {
        let action = Action::BuildSettlement { at };
        let step = Step::Action { seat, action };
        Some((action, context.state.apply(context.game, step).ok()?))
    };
    let candidates: Vec<(Action, State, f32)> = sites
        .into_iter()
        .filter_map(|(at, value)| {
            let (a, s) = after(at)?;
            Some((a, s, prior(value)))
        })
        .collect();
    let rollouts = Rollouts::new(context.game, &context.state, BySeat::all(Level::Medium));
    race(candidates, &HEATS, rng, |state, seed| {
        won(&rollouts.play(state, seed, u16::MAX), seat)
    })
}

/// The best of some candidates by rollouts. All those that are left in a heat are played with the same seeds.
fn race(
    candidates: Vec<(Action, State, f32)>,
    heats: &[u32],
    rng: &mut ChaCha8Rng,
    mut play: impl FnMut(&State, u64) -> f32,
) -> Option<Action> {
    let mut field = candidates;
    for heat in heats {
        if field.len() < 2 {
            break;
        }
        for _ in 0..*heat {
            let seed = rng.random();
            for (_, state, sum) in &mut field {
                *sum += play(state, seed);
            }
        }
        field.sort_by(|a, b| b.2.total_cmp(&a.2));
        field.truncate(field.len().div_ceil(2));
    }
    field.first().map(|(action, ..)| *action)
}

/// A seat's part of the win.
fn won(state: &State, seat: Seat) -> f32 {
    match state.phase().winners() {
        Some(winners) if winners.contains(seat) => 1.0,
        _ => 0.0,
    }
}
