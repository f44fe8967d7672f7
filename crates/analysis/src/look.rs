//! A look into the head of a bot that has decided.

use brickwood_bots::Bot;
use brickwood_protocol::Look;
use brickwood_rules::{Game, History, IllegalAt, InformationState, Seat, State, Step};

/// From what the hidden cards are guessed, together with the number of the step: any number would do, and a fixed one shows the
/// same each time.
const SEED: u64 = 0x6c6f_6f6b_2069_6e21;

/// What the bot of a seat compared in the last of these steps, which are all since the game began, and what it believed.
/// `None` where that step is not a decision of a bot. Cards that the seat could not see change nothing.
///
/// # Errors
///
/// The first illegal step.
pub fn look(
    game: &Game,
    steps: &[Step],
    bot: impl FnOnce(Seat) -> Option<Bot>,
) -> Result<Option<Look>, IllegalAt> {
    let Some((Step::Action { seat, action }, before)) = steps.split_last() else {
        return Ok(None);
    };
    let Some(bot) = bot(*seat) else {
        return Ok(None);
    };
    let mut history = History::new(Some(*seat));
    let state = State::new(game).apply_all(game, before.iter().copied(), |change| {
        history.observe(game, change.before, change.step, change.after);
    })?;
    let taken = Step::Action {
        seat: *seat,
        action: *action,
    };
    state.apply_all(game, [taken], |_| ())?;
    let view = state.view(game, Some(*seat));
    let known = InformationState::new(&view, Some(&history));
    Ok(bot.look(game, known, *action, SEED ^ steps.len() as u64))
}
