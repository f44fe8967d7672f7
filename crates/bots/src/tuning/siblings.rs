//! Decisions in which several actions are plausible, each played on: what programs learn from that make evaluators.

use std::rc::Rc;

use brickwood_rules::{Action, Game, Phase, Seat, State, Step};
use libm::expf;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::evaluation::{Evaluator, Scale};
use crate::land::Land;
use crate::nodes::Nodes;
use crate::playout::Playouts;
use crate::search::plans;
use crate::{Care, DecisionContext, opening, robber};

/// What a decision is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DecisionKind {
    /// A settlement of the set-up.
    Settlement,
    /// What to do next in one's turn, offers aside.
    Turn,
    /// Where to move the robber, and whom to rob.
    Robber,
    /// Whether to make an offer.
    Offer,
    /// How to answer one.
    Answer,
}

impl DecisionKind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Settlement,
        Self::Turn,
        Self::Robber,
        Self::Offer,
        Self::Answer,
    ];

    /// Its name in data sets.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Settlement => "settlement",
            Self::Turn => "turn",
            Self::Robber => "robber",
            Self::Offer => "offer",
            Self::Answer => "answer",
        }
    }

    /// What this action of a seat decides; `None` where its alternatives are not looked at.
    pub fn of(state: &State, action: Action) -> Option<Self> {
        match (*state.phase(), action) {
            (Phase::SetUpSettlement, _) => Some(Self::Settlement),
            (Phase::Turn, Action::Offer { .. }) => Some(Self::Offer),
            (Phase::Turn, _) if state.dice().is_some() => Some(Self::Turn),
            (Phase::MoveRobber | Phase::Rob { .. }, _) => Some(Self::Robber),
            (Phase::Trade { .. }, Action::Accept | Action::Decline) => Some(Self::Answer),
            _ => None,
        }
    }
}

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
    let others: Vec<Action> = match DecisionKind::of(state, chosen) {
        Some(DecisionKind::Settlement) => {
            let places = opening::settlements(&context, &evaluator).into_iter();
            best_first(places.map(|(at, worth)| (Action::BuildSettlement { at }, worth)))
        }
        Some(DecisionKind::Turn | DecisionKind::Offer) => {
            plans(&evaluator, state, context.care.budget)
                .into_iter()
                .map(|plan| plan.first.unwrap_or(Action::EndTurn))
                .collect()
        }
        Some(DecisionKind::Robber) => {
            best_first(robber::scores(&context, &evaluator, &[*state]).into_iter())
        }
        Some(DecisionKind::Answer) => vec![Action::Accept, Action::Decline],
        None => Vec::new(),
    };
    let is_other = |action: &Action| *action != chosen && context.after(*action).is_some();
    let mut others: Vec<Action> = others.into_iter().filter(is_other).collect();
    if let Some((_best, rest)) = others.split_first_mut() {
        rest.shuffle(rng);
    }
    std::iter::once(chosen).chain(others).take(count).collect()
}

fn best_first(scored: impl Iterator<Item = (Action, f32)>) -> Vec<Action> {
    let mut scored: Vec<(Action, f32)> = scored.collect();
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
    scored.into_iter().map(|(action, _)| action).collect()
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
