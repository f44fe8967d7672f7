//! Decisions in which several actions are plausible, each played on: what programs learn from that make evaluators.

use std::rc::Rc;

use brickwood_rules::{Action, Game, Phase, Seat, State, Step};
use libm::expf;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::alternatives::others;
use crate::evaluation::{Evaluator, HARD, Scale};
use crate::land::Land;
use crate::nodes::Nodes;
use crate::playout::Playouts;
use crate::{Care, DecisionContext};

/// What became of an action in one playout.
#[derive(Clone, PartialEq, Debug)]
pub struct SiblingOutcome {
    /// How it stood on the way: at the end of the turn in which the action was taken, and then after one round more, two, four
    /// and so on, as long as the playout lasted.
    pub moments: Vec<SiblingMoment>,
    /// The chances to win at its end, that of the seat of the decision first, then clockwise: 1 or 0 if the game is over, and else
    /// by the evaluator of the hard level.
    pub chances: Vec<f32>,
}

/// How it stands at the beginning of a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct SiblingMoment {
    /// How many rounds after the turn of the decision.
    pub rounds: u16,
    /// The terms of every seat, that of the decision first, then clockwise. See [`term_names`](super::term_names). At the end of the
    /// turn, they are those of a decision of this seat, which does not see the development cards of others; later, those of
    /// somebody who sees all.
    pub terms: Vec<Vec<f32>>,
    /// The seat's log-odds of winning, as the hard level evaluates them from the same cards.
    pub value: f32,
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
    let after = |rounds: u16| next_turn + rounds * u16::from(game.rules().players);
    let until = rounds.map_or(u16::MAX, after);
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
            let mut moments = vec![at_the_end_of_the_turn(&land, &middle, seat)];
            let mut due = 1;
            let end = player.play_from(&middle, seat, &[], then, until, |_, _, state| {
                if state.turn() >= after(due) && state.dice().is_none() && !state.phase().is_over()
                {
                    moments.push(later(&land, state, seat, due));
                    due *= 2;
                }
            });
            outcomes.push(SiblingOutcome {
                moments,
                chances: chances(&land, &end, seat),
            });
        }
    }
    found
}

fn at_the_end_of_the_turn(land: &Land, state: &State, seat: Seat) -> SiblingMoment {
    let view = state.view(land.game, Some(seat));
    let nodes = Rc::new(Nodes::unlimited());
    let context = DecisionContext::known(land, &view, seat, state, nodes, Care::FULL);
    moment(&Evaluator::new(&context), state, 0)
}

fn later(land: &Land, state: &State, seat: Seat, rounds: u16) -> SiblingMoment {
    let scale = Scale::plain(HARD.sharpness);
    moment(&Evaluator::open(land, state, seat, scale), state, rounds)
}

fn moment(evaluator: &Evaluator, state: &State, rounds: u16) -> SiblingMoment {
    SiblingMoment {
        rounds,
        terms: evaluator.terms(state),
        value: evaluator.value(state),
    }
}

/// The chances of all seats to win from here, that of `first` first, then clockwise.
fn chances(land: &Land, state: &State, first: Seat) -> Vec<f32> {
    let players = land.game.rules().players;
    let seats = (0..players).map(|steps| first.clockwise(steps, players));
    let chance = |seat| {
        if let Phase::Over { winners } = state.phase() {
            return f32::from(u8::from(winners.contains(seat)));
        }
        let evaluator = Evaluator::open(land, state, seat, Scale::plain(HARD.sharpness));
        1.0 / (1.0 + expf(-evaluator.value(state)))
    };
    seats.map(chance).collect()
}
