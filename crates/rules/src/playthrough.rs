//! A game in progress.

use alloc::{sync::Arc, vec::Vec};

use crate::{Change, Game, History, Illegal, Seat, State, Step};

/// The number of steps between the states that are kept. The states between them are worked out again.
const STRIDE: usize = 64;

/// A game that is played step by step, with its past: the state after each step, a way back, and what each viewer has
/// been told.
///
/// ```
/// # use brickwood_rules::*;
/// let game = Game::new(Edition::Modern.rules(4), beginners_board())?;
/// let mut played = Playthrough::new(game);
/// // All four seats roll for the first turn (SET-01).
/// for die in [3, 6, 2, 4] {
///     let dice = Dice::new(die, 1).expect("a die shows 1 to 6");
///     played.take(Step::Chance { outcome: ChanceOutcome::Dice { dice } })?;
/// }
/// assert_eq!(played.history(None).expect("it is known").events().len(), 4);
/// played.back_to(1);
/// assert_eq!(played.history(None).expect("it is known").events().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playthrough {
    game: Arc<Game>,
    /// Whether the steps are all since the game began.
    is_whole: bool,
    steps: Vec<Step>,
    state: State,
    /// The state before every step whose number is a multiple of the stride.
    kept: Vec<State>,
    /// Of the viewers that were asked for, since the last way back.
    histories: Vec<History>,
}

impl Playthrough {
    /// A game before its first step.
    pub fn new(game: impl Into<Arc<Game>>) -> Self {
        let game = game.into();
        let state = State::new(&game);
        Self {
            is_whole: true,
            ..Self::from_position(game, &state)
        }
    }

    /// A game that goes on from a state. What has led there is unknown.
    pub fn from_position(game: impl Into<Arc<Game>>, state: &State) -> Self {
        Self {
            game: game.into(),
            is_whole: false,
            steps: Vec::new(),
            state: *state,
            kept: Vec::new(),
            histories: Vec::new(),
        }
    }

    /// The rules and the board.
    pub const fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Whether the steps are all since the game began.
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The steps, from the first.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The steps alone.
    pub fn into_steps(self) -> Vec<Step> {
        self.steps
    }

    /// The state after the last step.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The state after so many steps.
    ///
    /// # Panics
    ///
    /// If fewer were taken.
    pub fn state_after(&self, steps: usize) -> State {
        if steps == self.steps.len() {
            return self.state;
        }
        let near = steps / STRIDE;
        let since = &self.steps[near * STRIDE..steps];
        self.kept[near]
            .apply_all(&self.game, since.iter().copied(), |_| ())
            .expect("they were legal when they were taken")
    }

    /// Takes a step.
    ///
    /// # Errors
    ///
    /// What the step breaks; it is not taken then.
    pub fn take(&mut self, step: Step) -> Result<(), Illegal> {
        let after = self.state.apply(&self.game, step)?;
        for history in &mut self.histories {
            history.observe(&self.game, &self.state, step, &after);
        }
        if self.steps.len().is_multiple_of(STRIDE) {
            self.kept.push(self.state);
        }
        self.steps.push(step);
        self.state = after;
        Ok(())
    }

    /// Takes back all steps but the first so many.
    ///
    /// # Panics
    ///
    /// If fewer were taken.
    pub fn back_to(&mut self, steps: usize) {
        if steps == self.steps.len() {
            return;
        }
        self.state = self.state_after(steps);
        self.steps.truncate(steps);
        self.kept.truncate(steps.div_ceil(STRIDE));
        self.histories.clear();
    }

    /// What a viewer has been told since the game began; the viewer `None` is a spectator. `None` if the game went on
    /// from a state.
    ///
    /// A viewer is followed from when it is asked for. So the first answer costs as much as the game so far, and each
    /// further one nothing.
    pub fn history(&mut self, viewer: Option<Seat>) -> Option<&History> {
        self.is_whole.then(|| self.told(viewer))
    }

    /// Likewise, but only what these steps have told.
    pub fn told(&mut self, viewer: Option<Seat>) -> &History {
        let mut histories = self.histories.iter();
        let known = histories.position(|history| history.viewer() == viewer);
        let place = known.unwrap_or_else(|| {
            self.follow(viewer);
            self.histories.len() - 1
        });
        &self.histories[place]
    }

    /// Shows all steps, with the states on both sides of each.
    pub fn for_each_change(&self, show: impl FnMut(&Change<'_>)) {
        self.state_after(0)
            .apply_all(&self.game, self.steps.iter().copied(), show)
            .expect("they were legal when they were taken");
    }

    fn follow(&mut self, viewer: Option<Seat>) {
        let mut history = History::new(viewer);
        self.for_each_change(|change| {
            history.observe(&self.game, change.before, change.step, change.after);
        });
        self.histories.push(history);
    }
}
