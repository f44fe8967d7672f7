//! The game of a session, and its chance from a seed.

use std::sync::Arc;

use brickwood_bots::Belief;
use brickwood_notation::{PositionHead, RecordHeader, step_text};
use brickwood_rules::{Game, History, Playthrough, Seat, State, Step, draw_outcome};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{
    Code, Problem,
    request::{Mode, Set},
};

/// A game in progress.
pub(crate) struct Play {
    played: Playthrough,
    /// How the lines of its positions begin.
    pub(crate) head: PositionHead,
    /// The head of its record; none if it began from a position.
    pub(crate) header: Option<RecordHeader>,
    pub(crate) mode: Mode,
    pub(crate) seed: u64,
}

impl Play {
    pub(crate) fn new(played: Playthrough, header: Option<RecordHeader>) -> Self {
        Self {
            head: PositionHead::new(played.game()),
            header,
            mode: Mode::Ask,
            seed: 0,
            played,
        }
    }

    pub(crate) fn game(&self) -> &Arc<Game> {
        self.played.game()
    }

    pub(crate) fn state(&self) -> &State {
        self.played.state()
    }

    /// Other settings.
    pub(crate) fn set(&mut self, set: &Set) {
        self.mode = set.chance.unwrap_or(self.mode);
        self.seed = set.seed.unwrap_or(self.seed);
    }

    /// Whether the game has this seat.
    pub(crate) fn check_seat(&self, seat: Option<Seat>) -> Result<(), Problem> {
        check_seat(self.game(), seat)
    }

    /// The steps since the start.
    pub(crate) fn steps(&self) -> &[Step] {
        self.played.steps()
    }

    /// The events for a viewer since the game began; `None` if it began from a position, whose history is
    /// unknown.
    pub(crate) fn history(&mut self, viewer: Option<Seat>) -> Option<&History> {
        self.played.history(viewer)
    }

    /// What a viewer can conclude from them.
    pub(crate) fn belief(&mut self, viewer: Option<Seat>) -> Option<Belief> {
        let game = Arc::clone(self.played.game());
        let history = self.history(viewer)?;
        Some(Belief::from_history(&game, history))
    }

    /// Takes a step.
    pub(crate) fn take(&mut self, step: Step) -> Result<(), Problem> {
        let taken = self.played.take(step);
        taken.map_err(|illegal| Problem::illegal(step, illegal, self.state().phase()))
    }

    /// Takes all of these steps and what chance draws after them, or none: what was taken, as text.
    pub(crate) fn take_all(&mut self, steps: &[Step]) -> Result<Vec<String>, Problem> {
        let before = self.steps().len();
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
        let topology = self.game().board().topology();
        let taken = self.steps()[before..].iter();
        Ok(taken.map(|step| step_text(topology, *step)).collect())
    }

    /// Draws chance outcomes while chance is to act.
    pub(crate) fn draw(&mut self) -> bool {
        let stream = self.steps().len() as u64 + 1;
        let Some(outcome) = draw_outcome(self.game(), self.state(), |weights| {
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
        let before = self.played.state_after(number);
        let after = before.apply(self.game(), self.steps()[number]);
        (before, after.expect("it was legal when it was taken"))
    }

    /// The number of steps of the last action, together with the chance outcomes after it.
    pub(crate) fn last_action(&self) -> usize {
        let chance = |step: &&Step| matches!(step, Step::Chance { .. });
        let drawn = self.steps().iter().rev().take_while(chance).count();
        (drawn + 1).min(self.steps().len())
    }

    /// Forgets all steps but the first ones.
    pub(crate) fn back_to(&mut self, number: usize) {
        self.played.back_to(number);
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
