//! Decisions in which several actions are plausible, each played on: what programs learn from that make evaluators.

use std::rc::Rc;

use brickwood_rules::{Action, Game, Phase, Seat, State, Step};
use libm::expf;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::alternatives::others;
use crate::evaluation::{Evaluator, Scale};
use crate::land::Land;
use crate::nodes::Nodes;
use crate::playout::Playouts;
use crate::{Care, DecisionContext};

/// What became of an action in one playout.
#[derive(Clone, PartialEq, Debug)]
pub struct SiblingOutcome {
    /// The terms of every seat at the end of the turn in which the action was taken, that of the decision first, then clockwise.
    /// See [`term_names`](super::term_names).
    pub terms: Vec<Vec<f32>>,
    /// The log-odds of winning then, as the hard level evaluates them.
    pub value: f32,
    /// The chance to win at the end of the playout: 1 or 0 if the game is over.
    pub chance: f32,
}

/// The action that a seat has taken, then the best of the others, and then some of the others at random, at most `count` in
/// all. All cards count as they are.
pub fn siblings(
    game: &Game,
    state: &State,
    seat: Seat,
    chosen: Action,
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<Action> {
    let land = Land::new(game, Some(state.dice_deck()));
    let view = state.view(game, Some(seat));
    let nodes = Rc::new(Nodes::unlimited());
    let context = DecisionContext::known(&land, &view, seat, state, nodes, Care::FULL);
    let evaluator = Evaluator::new(&context);
    let mut others = others(&context, &evaluator, &[*state], chosen);
    if let Some((_best, rest)) = others.split_first_mut() {
        rest.shuffle(rng);
    }
    std::iter::once(chosen).chain(others).take(count).collect()
}

/// What becomes of each of these actions in so many playouts by hard bots: outcomes by action and playout. Playouts of the
/// same number have the same luck. They last for so many rounds after the turn, or to the end of the game.
pub fn play_out(
    game: &Game,
    state: &State,
    seat: Seat,
    actions: &[Action],
    playouts: usize,
    rounds: Option<u16>,
    seed: u64,
) -> Vec<Vec<SiblingOutcome>> {
    let land = Land::new(game, Some(state.dice_deck()));
    let player = Playouts::new(game, state, Rc::new(Nodes::unlimited()));
    let next_turn = state.turn() + 1;
    let until = rounds.map_or(u16::MAX, |rounds| {
        next_turn + rounds * u16::from(game.rules().players)
    });
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut found = vec![Vec::new(); actions.len()];
    for _ in 0..playouts {
        let (first, then) = (rng.random(), rng.random());
        for (action, outcomes) in actions.iter().zip(&mut found) {
            let action = *action;
            let Ok(next) = state.apply(game, Step::Action { seat, action }) else {
                continue;
            };
            let middle = player.play(&next, first, next_turn);
            let end = player.play(&middle, then, until);
            let view = middle.view(game, Some(seat));
            let nodes = Rc::new(Nodes::unlimited());
            let context = DecisionContext::known(&land, &view, seat, &middle, nodes, Care::FULL);
            let evaluator = Evaluator::new(&context);
            outcomes.push(SiblingOutcome {
                terms: evaluator.terms(&middle),
                value: evaluator.value(&middle),
                chance: chance(&land, &end, seat, context.weights.sharpness),
            });
        }
    }
    found
}

/// The chance of a seat to win from here.
fn chance(land: &Land, state: &State, seat: Seat, sharpness: f32) -> f32 {
    if let Phase::Over { winners } = state.phase() {
        return f32::from(u8::from(winners.contains(seat)));
    }
    let evaluator = Evaluator::open(land, state, seat, Scale::plain(sharpness));
    1.0 / (1.0 + expf(-evaluator.value(state)))
}
