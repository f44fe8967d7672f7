//! What one viewer has been told since the game began.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{Event, Game, HandBounds, IllegalAt, Seat, State, Step, View, events};

/// The events that one viewer has been told since the game began, in order.
///
/// It contains nothing that the viewer may not know: two games that a viewer cannot tell apart give
/// it the same history, byte for byte.
///
/// ```
/// # use brickwood_rules::*;
/// let game = Game::new(Edition::Modern.rules(4), beginners_board())?;
/// let mut state = State::new(&game);
/// let mut history = History::new(None);
/// // All four seats roll for the first turn (SET-01).
/// for die in [3, 6, 2, 4] {
///     let dice = Dice::new(die, 1).expect("a die shows 1 to 6");
///     let step = Step::Chance { outcome: ChanceOutcome::Dice { dice } };
///     let after = state.apply(&game, step)?;
///     history.observe(&game, &state, step, &after);
///     state = after;
/// }
/// assert_eq!(history.events().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct History {
    viewer: Option<Seat>,
    events: Vec<Event>,
}

impl History {
    /// The history of a game that has just begun; the viewer `None` is a spectator.
    pub const fn new(viewer: Option<Seat>) -> Self {
        Self::from_events(viewer, Vec::new())
    }

    /// A history from all events since the game began, as the viewer was told them.
    pub const fn from_events(viewer: Option<Seat>, events: Vec<Event>) -> Self {
        Self { viewer, events }
    }

    /// The history of a viewer who joins after these steps, which are all since the game began.
    ///
    /// # Errors
    ///
    /// The first step that is illegal.
    pub fn from_steps(
        game: &Game,
        viewer: Option<Seat>,
        steps: impl IntoIterator<Item = Step>,
    ) -> Result<Self, IllegalAt> {
        let mut history = Self::new(viewer);
        State::new(game).apply_all(game, steps, |change| {
            history.observe(game, change.before, change.step, change.after);
        })?;
        Ok(history)
    }

    /// Adds what the viewer is told as `step` turns `before` into `after`.
    pub fn observe(&mut self, game: &Game, before: &State, step: Step, after: &State) {
        let told = events(game, before, step, after, self.viewer);
        self.events.extend(told);
    }

    /// The viewer: a seat, or `None` for a spectator.
    pub const fn viewer(&self) -> Option<Seat> {
        self.viewer
    }

    /// All events since the game began.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

/// Everything that a viewer can decide from: its view, and what it has been told so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InformationState<'a> {
    /// What the viewer may know of the current state.
    pub view: &'a View,
    /// What it has been told since the game began; `None` where that is unknown, as after a position
    /// that was given as text.
    pub history: Option<&'a History>,
    /// What somebody who has followed the game says of hidden hands. It matters only without a history,
    /// which tells more.
    pub bounds: Option<&'a HandBounds>,
}

impl<'a> InformationState<'a> {
    /// A view, and the history where it is known.
    pub const fn new(view: &'a View, history: Option<&'a History>) -> Self {
        Self {
            view,
            history,
            bounds: None,
        }
    }
}

impl<'a> From<&'a View> for InformationState<'a> {
    /// A view without a known history.
    fn from(view: &'a View) -> Self {
        Self::new(view, None)
    }
}
