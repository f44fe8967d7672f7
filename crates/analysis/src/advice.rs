//! Advice: what the hard level would do in a seat and why, and each seat's chance to win. It knows what the seat knows,
//! and nothing else. `docs/book/coach.md` describes what players see of it.

use brickwood_bots::Judgment;
use brickwood_protocol::Advice;
use brickwood_rules::{Game, History, IllegalAt, InformationState, Seat, State, Step, Terms};

use crate::known_chances;

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
    Some(Advice {
        best,
        places,
        trade,
        chances: chances.into_iter().map(thousandths).collect(),
    })
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
