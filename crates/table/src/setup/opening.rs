//! The first steps of a table whose game begins from a position of another game.

use brickwood_notation::{board_text, parse_step, step_text};
use brickwood_protocol::{Beginning, BoardChoice, Problem, ProblemKind};
use brickwood_rules::{Edition, Game, Rules, State, Step};

use crate::replay::read_record;

/// What a table takes over from another game.
pub(crate) struct Opening {
    pub(crate) edition: Edition,
    pub(crate) rules: Rules,
    pub(crate) board: BoardChoice,
    pub(crate) steps: Vec<Step>,
}

impl Opening {
    /// Reads the first steps of a record.
    ///
    /// # Errors
    ///
    /// The fault of the record with its line, or why no game can begin after so many of its steps.
    pub(crate) fn read(beginning: &Beginning) -> Result<Self, Problem> {
        let record = read_record(&beginning.record)?;
        let count = record.steps.len() as u32;
        if beginning.steps > count {
            return Err(ProblemKind::ShortRecord { steps: count }.into());
        }
        let mut steps = record.steps;
        steps.truncate(beginning.steps as usize);
        let header = record.header;
        let state = state_after(&header.game, &steps);
        if state.phase().is_over() {
            return Err(ProblemKind::OverInRecord.into());
        }
        Ok(Self {
            edition: header.edition,
            rules: *header.game.rules(),
            board: BoardChoice::Own {
                text: board_text(header.game.board()),
            },
            steps,
        })
    }
}

/// The state after steps that are legal.
///
/// # Panics
///
/// If one is not.
pub(crate) fn state_after(game: &Game, steps: &[Step]) -> State {
    State::new(game)
        .apply_all(game, steps.iter().copied(), |_| ())
        .expect("legal steps")
}

/// Steps as a set-up stores them.
pub(crate) fn texts(game: &Game, steps: &[Step]) -> Vec<String> {
    let topology = game.board().topology();
    let text = |step: &Step| step_text(topology, *step);
    steps.iter().map(text).collect()
}

/// Reads steps that a set-up has stored.
///
/// # Errors
///
/// The first text that is no step, or an illegal one, in words.
pub(crate) fn parse(game: &Game, texts: &[String]) -> Result<Vec<Step>, String> {
    let mut state = State::new(game);
    let mut steps = Vec::with_capacity(texts.len());
    for text in texts {
        let step = parse_step(game.board().topology(), text).map_err(|error| error.to_string())?;
        state = state
            .apply(game, step)
            .map_err(|illegal| format!("step {text} of the opening is not legal: {illegal}"))?;
        steps.push(step);
    }
    Ok(steps)
}
