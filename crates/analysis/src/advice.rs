//! Advice: what the hard level would do in a seat and why, and each seat's chance to win. It knows what the seat knows,
//! and nothing else. `docs/book/coach.md` describes what players see of it.

use brickwood_bots::{Appraiser, Judgment, alternatives, belief, explain};
use brickwood_protocol::{Advice, AdvisedAction, AdvisedIdea};
use brickwood_rules::{
    Action, Game, History, IllegalAt, InformationState, Phase, Seat, State, Step, Terms,
};

use crate::analyzer::GUESSES;
use crate::chance::scale;
use crate::known_chances;

/// How many other ideas there are at most.
const IDEAS: usize = 3;

/// The advice for the viewer. With `terms`, it judges these instead of the open offer. The same view, history,
/// terms and seed give the same advice: cards that the viewer cannot see change nothing. `None` for a
/// spectator.
pub fn advise(
    game: &Game,
    known: InformationState<'_>,
    terms: Option<Terms>,
    seed: u64,
) -> Option<Advice> {
    let Judgment {
        best,
        places,
        trade,
    } = brickwood_bots::advise(game, known, terms, seed)?;
    let chances = known_chances(game, known)?;
    let others = best.as_ref().and_then(|best| {
        let others = match known.view.phase {
            // Where a place has to be chosen, the next best ones are the other ideas.
            Phase::SetUpSettlement | Phase::SetUpRoad { .. } | Phase::MoveRobber => {
                let rest = places.iter().skip(1).cloned().map(AdvisedAction::from);
                rest.take(IDEAS).collect()
            }
            _ => other_actions(game, known, best.action, seed)?,
        };
        ideas(game, known, best.action, others, seed)
    });
    Some(Advice {
        best,
        others: others.unwrap_or_default(),
        places,
        trade,
        chances: chances.into_iter().map(thousandths).collect(),
        hands: belief(game, known).map_or_else(Vec::new, |belief| belief.hands()),
    })
}

/// What else could be done.
fn other_actions(
    game: &Game,
    known: InformationState,
    best: Action,
    seed: u64,
) -> Option<Vec<AdvisedAction>> {
    let mut actions = alternatives(game, known, best, seed)?;
    actions.truncate(IDEAS);
    explain(game, known, &actions, seed)
}

/// Other ideas than the best, with what each gives up against it.
fn ideas(
    game: &Game,
    known: InformationState,
    best: Action,
    others: Vec<AdvisedAction>,
    seed: u64,
) -> Option<Vec<AdvisedIdea>> {
    if others.is_empty() {
        return None;
    }
    let belief = belief(game, known);
    let scale = |state: &State| scale(game, state);
    let appraiser = Appraiser::new(game, known.view, belief.as_ref(), GUESSES, seed, scale)?;
    let chance = |action| Some(appraiser.appraise(action)?.chance());
    let highest = chance(best)?;
    let ideas = others.into_iter().map(|advised| {
        Some(AdvisedIdea {
            cost: thousandths((highest - chance(advised.action)?).max(0.0)),
            action: advised.action,
            reason: advised.reason,
        })
    });
    Some(ideas.flatten().collect())
}

/// The advice for a seat of a recorded game after `steps`, which are all since the game began. Its seed is the
/// number of these steps, so that a reader who comes back to a place of the game finds the same advice there.
/// `None` for a seat that the game does not have.
///
/// # Errors
///
/// The first step that is illegal.
pub fn advise_after(game: &Game, steps: &[Step], seat: Seat) -> Result<Option<Advice>, IllegalAt> {
    if seat.index() >= game.rules().seats() {
        return Ok(None);
    }
    let mut history = History::new(Some(seat));
    let state = State::new(game).apply_all(game, steps.iter().copied(), |change| {
        history.observe(game, change.before, change.step, change.after);
    })?;
    let view = state.view(game, Some(seat));
    let known = InformationState::new(&view, Some(&history));
    Ok(advise(game, known, None, steps.len() as u64))
}

/// A part of 1 in thousandths.
#[allow(clippy::cast_sign_loss)]
pub(crate) fn thousandths(chance: f32) -> u16 {
    (chance * 1000.0).round() as u16
}
