//! Decisions for a learner.

use brickwood_bots::{explain, judge};
use brickwood_notation::{SeenPosition, nearest_edition, parse_action, parse_view};
use brickwood_protocol::{
    AdvisedAction, BoardInfo, Exercise, Problem, ProblemKind, RequestFault, TableInfo,
};
use brickwood_rules::{Game, Illegal, InformationState, View};
use brickwood_table::seats_of_bots;

/// From what the hidden cards are guessed that reasons count on. Any number would do; a fixed one gives the same reasons every
/// time.
const SEED: u64 = 0x6578_6572_6369_7365;

/// The decision of the viewer of a view in notation, between these actions.
pub(crate) fn exercise(view: &str, answers: &[String]) -> Result<Exercise, Problem> {
    let SeenPosition { game, view, bounds } =
        parse_view(view).map_err(|error| unreadable(&error))?;
    let topology = game.board().topology();
    let mut actions = Vec::with_capacity(answers.len());
    for text in answers {
        let action = parse_action(topology, text).map_err(|error| unreadable(&error))?;
        judge(&game, &view, action)?;
        actions.push(action);
    }
    let known = InformationState {
        bounds: bounds.as_ref(),
        ..(&view).into()
    };
    let answers = explain(&game, known, &actions, SEED).ok_or(Illegal::NotToAct)?;
    Ok(new_exercise(&game, view, answers))
}

/// A decision of the viewer, as the page shows it.
fn new_exercise(game: &Game, view: View, answers: Vec<AdvisedAction>) -> Exercise {
    let rules = *game.rules();
    let edition = nearest_edition(&rules);
    Exercise {
        table: TableInfo::of(String::new(), view.viewer, edition, rules),
        board: BoardInfo::of(game.board()),
        seats: seats_of_bots(rules.seats()),
        view,
        answers,
    }
}

fn unreadable(error: &impl ToString) -> Problem {
    let detail = error.to_string();
    let why = RequestFault::Unreadable { detail };
    ProblemKind::Malformed { why }.into()
}
