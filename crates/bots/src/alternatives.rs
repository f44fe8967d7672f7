//! What else could be done in a decision.

use brickwood_rules::{Action, Game, InformationState, Phase, State, legal_actions};

use serde::{Deserialize, Serialize};

use crate::evaluation::Evaluator;
use crate::plans::with_evaluator;
use crate::search::{best_plan, plans};
use crate::{DecisionContext, opening, robber, trade};

/// What a decision is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
    /// With whom to close one's own, or whether to take it back.
    Closing,
}

impl DecisionKind {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Settlement,
        Self::Turn,
        Self::Robber,
        Self::Offer,
        Self::Answer,
        Self::Closing,
    ];

    /// Its name in data sets.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Settlement => "settlement",
            Self::Turn => "turn",
            Self::Robber => "robber",
            Self::Offer => "offer",
            Self::Answer => "answer",
            Self::Closing => "closing",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// What this action of a seat decides; `None` where its alternatives are not looked at.
    pub fn of(state: &State, action: Action) -> Option<Self> {
        match (*state.phase(), action) {
            (Phase::SetUpSettlement, _) => Some(Self::Settlement),
            (Phase::Turn, Action::Offer { .. }) => Some(Self::Offer),
            (Phase::Turn, _) if state.dice().is_some() => Some(Self::Turn),
            (Phase::MoveRobber | Phase::Rob { .. }, _) => Some(Self::Robber),
            (Phase::Trade { .. }, Action::Accept | Action::Decline | Action::Counter { .. }) => {
                Some(Self::Answer)
            }
            (Phase::Trade { .. }, Action::Confirm { .. } | Action::Withdraw) => Some(Self::Closing),
            _ => None,
        }
    }
}

/// The other actions that are worth comparing with this one of the viewer's, the best first; empty where alternatives are not
/// looked at, as beside counter-offers and closings. None for a spectator. Cards that the viewer cannot see change nothing; `seed` guesses them.
pub fn alternatives<'a>(
    game: &Game,
    known: impl Into<InformationState<'a>>,
    chosen: Action,
    seed: u64,
) -> Option<Vec<Action>> {
    with_evaluator(
        game,
        known.into(),
        seed,
        |context, evaluator, rng| match chosen {
            Action::Counter { .. } | Action::Confirm { .. } | Action::Withdraw => Vec::new(),
            _ => others(context, evaluator, &context.guesses(rng), chosen),
        },
    )
}

/// Likewise, in a decision that is being made.
pub(crate) fn others(
    context: &DecisionContext,
    evaluator: &Evaluator,
    guesses: &[State],
    chosen: Action,
) -> Vec<Action> {
    let all: Vec<Action> = match DecisionKind::of(&context.state, chosen) {
        Some(DecisionKind::Settlement) if opening::is_judged(context) => {
            best_first(opening::placements(context).into_iter())
        }
        Some(DecisionKind::Settlement) => {
            let places = opening::settlements(context, evaluator).into_iter();
            best_first(places.map(|(at, worth)| (Action::BuildSettlement { at }, worth)))
        }
        Some(DecisionKind::Turn | DecisionKind::Offer) => turns(context, evaluator),
        Some(DecisionKind::Robber) => {
            best_first(robber::scores(context, evaluator, guesses).into_iter())
        }
        Some(DecisionKind::Answer) => vec![Action::Accept, Action::Decline],
        Some(DecisionKind::Closing) => legal_actions(context.game, &context.state, context.seat),
        None => Vec::new(),
    };
    let is_other = |action: &Action| *action != chosen && context.after(*action).is_some();
    all.into_iter().filter(is_other).collect()
}

/// The action that the seat has chosen, then the best of what else it could do by its own search, at most `count` in all: beside
/// an offer the best turn without one and then other offers, beside an answer also counter-offers. Decisions of which no kind is
/// told have others, too: a knight before the roll, and roads that cost nothing.
pub(crate) fn candidates(
    context: &DecisionContext,
    evaluator: &Evaluator,
    guesses: &[State],
    chosen: Action,
    count: usize,
) -> Vec<Action> {
    let mut all = vec![chosen];
    let mut others = others(context, evaluator, guesses, chosen).into_iter();
    match (*context.state.phase(), chosen) {
        (Phase::Turn, Action::Offer { .. }) => {
            all.extend(others.next());
            let plan = best_plan(evaluator, &context.state, context.care.budget);
            let offers = trade::offers(context, evaluator, guesses, plan.spends);
            all.extend(offers.into_iter().map(|(offer, _)| offer));
        }
        (Phase::Trade { trade }, Action::Accept | Action::Decline | Action::Counter { .. }) => {
            all.extend(others.by_ref());
            all.extend(trade::counter_offers(context, evaluator, guesses, &trade));
        }
        (Phase::Turn, Action::Roll | Action::PlayKnight) if context.state.dice().is_none() => {
            let knight = [Action::Roll, Action::PlayKnight];
            all.extend(
                knight
                    .into_iter()
                    .filter(|action| context.after(*action).is_some()),
            );
        }
        (Phase::FreeRoads, _) => all.extend(turns(context, evaluator)),
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
}

/// What rests of the turn begin with, the best first.
fn turns(context: &DecisionContext, evaluator: &Evaluator) -> Vec<Action> {
    plans(evaluator, &context.state, context.care.budget)
        .into_iter()
        .map(|plan| plan.actions.first().copied().unwrap_or(Action::EndTurn))
        .collect()
}

fn best_first(scored: impl Iterator<Item = (Action, f32)>) -> Vec<Action> {
    let mut scored: Vec<(Action, f32)> = scored.collect();
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
    scored.into_iter().map(|(action, _)| action).collect()
}
