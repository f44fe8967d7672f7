//! How strong each seat is where all cards are known.

use std::rc::Rc;

use brickwood_rules::{Action, Game, Phase, Seat, State, Step};

use crate::evaluation::{Evaluator, HARD, Scale};
use crate::land::Land;
use crate::nodes::Nodes;
use crate::{Care, DecisionContext, hard, opening};

/// The strength of each seat, in points that it has or may expect, with all cards as they are in the state.
/// These are the terms from which the hard level reckons its chances.
///
/// In the set-up, these are the strengths after the hard level has placed whatever is missing. All are 0
/// while it is open who begins.
pub fn strengths(game: &Game, state: &State) -> Vec<f32> {
    let Some(state) = after_set_up(game, state) else {
        return vec![0.0; game.rules().seats()];
    };
    let land = Land::new(game, Some(state.dice_deck()));
    let scale = Scale::plain(HARD.sharpness);
    let evaluator = Evaluator::open(&land, &state, state.active(), scale);
    let standings = evaluator.standings(&state);
    Seat::all(game.rules().players)
        .map(|seat| evaluator.strength(standings.of(seat), state.hand(seat)))
        .collect()
}

/// The state at the end of the set-up, where the hard level places whatever is missing; `None` while it is
/// open who begins. A state after the set-up stays as it is.
pub fn after_set_up(game: &Game, state: &State) -> Option<State> {
    let mut state = *state;
    loop {
        let seat = match *state.phase() {
            Phase::FirstPlayer { .. } => return None,
            Phase::SetUpSettlement | Phase::SetUpRoad { .. } => state.active(),
            Phase::FirstCards { choosing } => choosing.iter().next()?,
            _ => return Some(state),
        };
        let action = place(game, &state, seat)?;
        state = state.apply(game, Step::Action { seat, action }).ok()?;
    }
}

/// What the hard level does in the set-up, where no card is hidden.
fn place(game: &Game, state: &State, seat: Seat) -> Option<Action> {
    let view = state.view(game, Some(seat));
    let land = Land::new(game, Some(state.dice_deck()));
    let nodes = Rc::new(Nodes::unlimited());
    let context = DecisionContext::known(&land, &view, seat, state, nodes, Care::FULL);
    let evaluator = Evaluator::new(&context);
    match *state.phase() {
        Phase::SetUpSettlement => {
            opening::settlement(&context, &evaluator).map(|at| Action::BuildSettlement { at })
        }
        Phase::SetUpRoad { settlement } => {
            opening::road(&context, settlement).map(|at| Action::BuildRoad { at })
        }
        _ => hard::first_cards(&context, &evaluator),
    }
}
