//! The game of a session: its steps so far, a way back, and chance from a seed.

use brickwood_notation::{PositionHead, RecordHeader, step_text};
use brickwood_rules::{Game, History, Seat, State, Step, draw_outcome};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{
    Code, Problem,
    request::{Mode, Set},
};

/// The number of steps between stored states. The states between them are recomputed.
const STRIDE: usize = 64;

/// A game in progress.
pub(crate) struct Play {
    pub(crate) game: Game,
    pub(crate) state: State,
    /// How the lines of its positions begin.
    pub(crate) head: PositionHead,
    /// The head of its record; none if it began from a position.
    pub(crate) header: Option<RecordHeader>,
    steps: Vec<Step>,
    /// The state before every step whose number is a multiple of the stride.
    kept: Vec<State>,
    pub(crate) mode: Mode,
    pub(crate) seed: u64,
}

impl Play {
    pub(crate) fn new(game: Game, state: &State, header: Option<RecordHeader>) -> Self {
        Self {
            head: PositionHead::new(&game),
            game,
            state: *state,
            header,
            steps: Vec::new(),
            kept: Vec::new(),
            mode: Mode::Ask,
            seed: 0,
        }
    }

    /// Other settings.
    pub(crate) fn set(&mut self, set: &Set) {
        self.mode = set.chance.unwrap_or(self.mode);
        self.seed = set.seed.unwrap_or(self.seed);
    }

    /// Whether the game has this seat.
    pub(crate) fn check_seat(&self, seat: Option<Seat>) -> Result<(), Problem> {
        check_seat(&self.game, seat)
    }

    /// The steps since the start.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The events for a viewer since the game began; `None` if it began from a position, whose history is
    /// unknown.
    pub(crate) fn history(&self, viewer: Option<Seat>) -> Option<History> {
        self.header.as_ref()?;
        History::from_steps(&self.game, viewer, self.steps.iter().copied()).ok()
    }

    /// Takes a step.
    pub(crate) fn take(&mut self, step: Step) -> Result<(), Problem> {
        let next = self.state.apply(&self.game, step);
        let next = next.map_err(|illegal| Problem::illegal(step, illegal, self.state.phase()))?;
        if self.steps.len().is_multiple_of(STRIDE) {
            self.kept.push(self.state);
        }
        self.state = next;
        self.steps.push(step);
        Ok(())
    }

    /// Takes all of these steps and what chance draws after them, or none: what was taken, as text.
    pub(crate) fn take_all(&mut self, steps: &[Step]) -> Result<Vec<String>, Problem> {
        let before = self.steps.len();
        for (number, step) in steps.iter().enumerate() {
            if let Err(problem) = self.take(*step) {
                self.back_to(before);
                return Err(if steps.len() > 1 {
                    problem.of_step(number)
                } else {
                    problem
                });
            }
        }
        if self.mode == Mode::Seeded {
            while self.draw() {}
        }
        let topology = self.game.board().topology();
        let taken = self.steps[before..].iter();
        Ok(taken.map(|step| step_text(topology, *step)).collect())
    }

    /// Draws chance outcomes while chance is to act.
    pub(crate) fn draw(&mut self) -> bool {
        let stream = self.steps.len() as u64 + 1;
        let Some(outcome) = draw_outcome(&self.game, &self.state, |weights| {
            self.random(stream).random_range(0..weights)
        }) else {
            return false;
        };
        self.take(Step::Chance { outcome })
            .expect("what is listed as possible is possible");
        true
    }

    /// Randomness that depends only on the seed and this number: the draw at a point of the game is the
    /// same however often it is taken back.
    pub(crate) fn random(&self, stream: u64) -> ChaCha8Rng {
        random(self.seed, stream)
    }

    /// The states before and after a step, by its number from 0.
    pub(crate) fn before_and_after(&self, number: usize) -> (State, State) {
        let before = self.state_before(number);
        let after = before.apply(&self.game, self.steps[number]);
        (before, after.expect("it was legal when it was taken"))
    }

    /// The number of steps of the last action, together with the chance outcomes after it.
    pub(crate) fn last_action(&self) -> usize {
        let chance = |step: &&Step| matches!(step, Step::Chance { .. });
        let drawn = self.steps.iter().rev().take_while(chance).count();
        (drawn + 1).min(self.steps.len())
    }

    /// Forgets all steps but the first ones.
    pub(crate) fn back_to(&mut self, number: usize) {
        self.state = self.state_before(number);
        self.steps.truncate(number);
        self.kept.truncate(number.div_ceil(STRIDE));
    }

    fn state_before(&self, number: usize) -> State {
        if number == self.steps.len() {
            return self.state;
        }
        let near = number / STRIDE;
        self.steps[near * STRIDE..number]
            .iter()
            .fold(self.kept[near], |state, step| {
                state
                    .apply(&self.game, *step)
                    .expect("it was legal when it was taken")
            })
    }
}

/// Whether a game has this seat.
pub(crate) fn check_seat(game: &Game, seat: Option<Seat>) -> Result<(), Problem> {
    let players = game.rules().players;
    match seat {
        Some(seat) if seat.index() >= game.rules().seats() => {
            let message = format!("There are {players} seats, from 0 on.");
            Err(Problem::new(Code::NoSuchSeat, message))
        }
        _ => Ok(()),
    }
}

/// A stream of the randomness of a seed.
pub(crate) fn random(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(stream);
    random
}
