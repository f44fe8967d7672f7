//! The steps of a game, one after the other.

use core::error::Error;
use core::fmt;

use crate::{Game, Illegal, Seat, State, Step};

/// One step of a game with the states on both sides of it.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// The rules and the board.
    pub game: &'a Game,
    /// The state before the step.
    pub before: &'a State,
    /// The step.
    pub step: Step,
    /// The state that it leads to.
    pub after: &'a State,
    /// Which of the steps this is, from 1.
    pub number: u32,
}

impl Change<'_> {
    /// The seats of the game.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.game.rules().players)
    }
}

/// A step of a game that breaks a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalAt {
    /// Its place among the steps, from 0.
    pub place: usize,
    /// What it breaks.
    pub illegal: Illegal,
}

impl fmt::Display for IllegalAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.place + 1, self.illegal)
    }
}

impl Error for IllegalAt {}

impl State {
    /// The state after all of these steps, of which each is shown.
    ///
    /// # Errors
    ///
    /// The first illegal step.
    ///
    /// ```
    /// # use brickwood_rules::*;
    /// let game = Game::new(Edition::Modern.rules(4), beginners_board())?;
    /// let roll = |die| ChanceOutcome::Dice { dice: Dice::new(die, 1).expect("a die shows 1 to 6") };
    /// // All four seats roll for the first turn (SET-01).
    /// let steps = [3, 6, 2, 4].map(|die| Step::Chance { outcome: roll(die) });
    /// let mut rolled = 0;
    /// let state = State::new(&game).apply_all(&game, steps, |change| rolled = change.number)?;
    /// assert_eq!((state.active().index(), rolled), (1, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply_all(
        &self,
        game: &Game,
        steps: impl IntoIterator<Item = Step>,
        mut show: impl FnMut(&Change<'_>),
    ) -> Result<Self, IllegalAt> {
        let mut state = *self;
        for (place, step) in steps.into_iter().enumerate() {
            let after = state
                .apply(game, step)
                .map_err(|illegal| IllegalAt { place, illegal })?;
            show(&Change {
                game,
                before: &state,
                step,
                after: &after,
                number: place as u32 + 1,
            });
            state = after;
        }
        Ok(state)
    }
}
