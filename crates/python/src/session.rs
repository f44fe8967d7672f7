//! A game that is played: its steps, what everybody was told, and the actions that are composed.

use std::collections::BTreeMap;
use std::sync::Arc;

use brickwood_arena::Seeded;
use brickwood_notation::{
    COLORS, Record, RecordHeader, RecordResult, RecordedPlayer, SeatHeader, parse_record,
    record_text,
};
use brickwood_rules::{Game, Playthrough, Seat, State, Step, ToAct};
use numpy::PyArray3;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::drafts::Drafts;
use crate::error::{ChoiceError, GameOverError, NotationError, Outcome, guarded};
use crate::game::PyGame;
use crate::numbers::TensorName;
use crate::state::{PyState, draw};
use crate::step::{ActionLike, PyStep, StepLike};
use crate::value::{loaded, saved};
use crate::view::{PyHistory, PyView};

/// A game that is played step by step, with what everybody was told and the actions that are composed.
///
/// It begins from a game, or from a `State` in the middle of one; without either, from today's rules for four on
/// a board laid by the seed. The seed also decides what `draw` draws.
///
/// A session can be copied and pickled. The other one goes on by itself, and the same steps, choices and draws give the
/// same game.
#[pyclass(name = "Session", module = "brickwood")]
#[derive(Clone)]
pub(crate) struct PySession {
    of: PyGame,
    played: Playthrough,
    chance: Seeded,
    drafts: Drafts,
}

impl PySession {
    /// A session of a game that begins.
    pub(crate) fn begin(of: PyGame, seed: u64) -> Self {
        let played = Playthrough::new(Arc::clone(&of.game));
        Self::of(of, played, seed)
    }

    /// A session that goes on with a game.
    pub(crate) fn of(of: PyGame, played: Playthrough, seed: u64) -> Self {
        Self {
            of,
            played,
            chance: Seeded::new(seed),
            drafts: Drafts::default(),
        }
    }

    fn game(&self) -> &Game {
        &self.of.game
    }

    fn state(&self) -> &State {
        self.played.state()
    }

    pub(crate) fn take(&mut self, step: Step) -> Outcome<()> {
        if self.state().to_act() == ToAct::Nobody {
            return Err(GameOverError::new_err("the game is over").into());
        }
        guarded(|| self.played.take(step))??;
        self.drafts = self.drafts.after_step(self.game(), self.state());
        Ok(())
    }

    fn step(&self, step: Step) -> PyStep {
        PyStep::new(self.of.layout(), step)
    }
}

/// The class, what a session begins from, and what was played.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyAny>,), Vec<u8>);

#[pymethods]
impl PySession {
    #[new]
    #[pyo3(signature = (game = None, *, seed = 0))]
    fn new(game: Option<&Bound<'_, PyAny>>, seed: u64) -> Outcome<Self> {
        let Some(given) = game else {
            return Ok(Self::begin(PyGame::by_seed(seed)?, seed));
        };
        if let Ok(position) = given.extract::<PyState>() {
            let game = Arc::clone(&position.of.game);
            let played = Playthrough::from_position(game, &position.state);
            return Ok(Self::of(position.of, played, seed));
        }
        let of: PyGame = given.extract().map_err(PyErr::from)?;
        Ok(Self::begin(of, seed))
    }

    /// The game of a record, with all of its steps taken. Raises `NotationError` with the line.
    #[staticmethod]
    #[pyo3(signature = (text, *, seed = 0))]
    fn from_record(text: &str, seed: u64) -> Outcome<Self> {
        let Record { header, steps, .. } = guarded(|| parse_record(text))??;
        let of = PyGame::of(header.edition, header.game);
        let mut session = Self::begin(of, seed);
        for step in steps {
            session.take(step)?;
        }
        Ok(session)
    }

    /// The rules and the board.
    #[getter(game)]
    fn py_game(&self) -> PyGame {
        self.of.clone()
    }

    /// The state now, with what is composed by `choose`.
    #[getter(state)]
    fn py_state(&self) -> PyState {
        PyState::with_drafts(self.of.clone(), self.state(), self.drafts)
    }

    /// The state after so many steps. Raises `ChoiceError`.
    fn state_at(&self, steps: usize) -> Outcome<PyState> {
        let taken = self.played.steps().len();
        if steps > taken {
            let message = format!("{taken} steps were taken, not {steps}");
            return Err(ChoiceError::new_err(message).into());
        }
        let state = guarded(|| self.played.state_after(steps))?;
        Ok(PyState::new_of(self.of.clone(), &state))
    }

    /// All steps so far.
    #[getter]
    fn steps(&self) -> Vec<PyStep> {
        let steps = self.played.steps().iter();
        steps.map(|step| self.step(*step)).collect()
    }

    fn __len__(&self) -> usize {
        self.played.steps().len()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.state().to_act() == ToAct::Nobody
    }

    /// Whether chance takes the next step.
    #[getter]
    fn is_chance(&self) -> bool {
        self.state().to_act() == ToAct::Chance
    }

    /// The seats whose step is awaited.
    #[getter]
    fn awaited(&self) -> Vec<usize> {
        self.state().awaited().iter().map(Seat::index).collect()
    }

    /// The seats that have won; none while the game goes on.
    #[getter]
    fn winners(&self) -> Vec<usize> {
        let winners = self.state().phase().winners().unwrap_or_default();
        winners.iter().map(Seat::index).collect()
    }

    /// Takes a step, or its text. Raises `IllegalStepError`, `NotationError` and `GameOverError`.
    fn apply(&mut self, step: StepLike) -> Outcome<PyStep> {
        let step = step.step(self.of.layout())?;
        self.take(step)?;
        Ok(self.step(step))
    }

    /// Takes an action of a seat. Raises as `apply` does, and `SeatError`.
    fn act(&mut self, seat: i64, action: ActionLike) -> Outcome<PyStep> {
        let step = action.step(self.of.layout(), self.of.seat(seat)?)?;
        self.take(step)?;
        Ok(self.step(step))
    }

    /// Lets chance decide. Raises `ChoiceError` where a seat is to act, and `GameOverError`.
    fn draw(&mut self) -> Outcome<PyStep> {
        let state = *self.state();
        let game = Arc::clone(&self.of.game);
        let step = draw(&mut self.chance, &game, &state)?;
        self.take(step)?;
        Ok(self.step(step))
    }

    /// Lets chance decide until it is not to act any more.
    fn draw_all(&mut self) -> Outcome<Vec<PyStep>> {
        let mut drawn = Vec::new();
        while self.is_chance() {
            drawn.push(self.draw()?);
        }
        Ok(drawn)
    }

    /// Takes steps back. Raises `ChoiceError` where fewer were taken.
    #[pyo3(signature = (steps = 1))]
    fn undo(&mut self, steps: i64) -> Outcome<()> {
        let back = usize::try_from(steps).ok();
        let taken = self.played.steps().len();
        let Some(left) = back.and_then(|back| taken.checked_sub(back)) else {
            let message = format!("{taken} steps can be taken back, not {steps}");
            return Err(ChoiceError::new_err(message).into());
        };
        guarded(|| self.played.back_to(left))?;
        self.drafts = Drafts::default();
        Ok(())
    }

    /// What a seat may know, or a spectator without a seat.
    #[pyo3(signature = (seat = None))]
    fn view(&self, seat: Option<i64>) -> Outcome<PyView> {
        let viewer = self.of.viewer(seat)?;
        Ok(PyView {
            of: self.of.clone(),
            view: Arc::new(self.state().view(self.game(), viewer)),
        })
    }

    /// The picture of what a seat may know, or a spectator without a seat, as SVG. Raises `SeatError`.
    #[pyo3(signature = (seat = None))]
    fn svg(&self, py: Python<'_>, seat: Option<i64>) -> Outcome<String> {
        self.view(seat)?.svg(py)
    }

    /// Likewise as pixels: an array (height, width, 3) of bytes, whose height follows from the number of players.
    /// Raises `SeatError`, and `ChoiceError` for widths but 1 to 8192.
    #[pyo3(signature = (seat = None, *, width = 960))]
    fn rgb<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
        width: u32,
    ) -> Outcome<Bound<'py, PyArray3<u8>>> {
        self.view(seat)?.rgb(py, width)
    }

    /// What a notebook shows: what a spectator sees.
    fn _repr_svg_(&self, py: Python<'_>) -> Outcome<String> {
        self.svg(py, None)
    }

    /// What a seat has been told since the game began; none where it began from a position.
    #[pyo3(signature = (seat = None))]
    fn history(&mut self, seat: Option<i64>) -> Outcome<Option<PyHistory>> {
        let viewer = self.of.viewer(seat)?;
        let history = guarded(|| self.played.history(viewer).cloned())?;
        Ok(history.map(|history| PyHistory {
            of: self.of.clone(),
            history: Arc::new(history),
        }))
    }

    /// The game so far as the text of a record. Raises `NotationError` where it began from a position.
    #[pyo3(signature = (names = None))]
    fn record(&self, names: Option<Vec<String>>) -> Outcome<String> {
        if !self.played.is_whole() {
            let message = "the game began from a position, and a record begins with an empty board";
            return Err(NotationError::new_err((message, None::<usize>)).into());
        }
        let players = self.game().rules().seats();
        let names = names.unwrap_or_else(|| vec![String::new(); players]);
        if names.len() != players {
            let message = format!("there are {players} seats and {} names", names.len());
            return Err(NotationError::new_err((message, None::<usize>)).into());
        }
        let seats = COLORS.iter().zip(names).map(|(color, name)| SeatHeader {
            color: (*color).to_owned(),
            player: RecordedPlayer::Human,
            name,
        });
        let game = self.game();
        let header = RecordHeader::new(
            self.of.edition,
            *game.rules(),
            game.board().clone(),
            seats.collect(),
        )?;
        let record = Record {
            header,
            steps: self.played.steps().to_vec(),
            nonces: BTreeMap::new(),
            result: RecordResult::of(game, self.state()),
        };
        Ok(guarded(|| record_text(&record))??)
    }

    /// The choices that a seat may make next: an array of dtype `uint8` and of the length of the `ActionSpace`, with
    /// 1 for what may be chosen and 0 for all else.
    ///
    /// Writes into `out` where it is given. Raises `SeatError`, `ShapeError` and `DTypeError`.
    #[pyo3(signature = (seat, *, out = None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        seat: i64,
        out: Option<Bound<'py, PyAny>>,
    ) -> Outcome<Bound<'py, PyAny>> {
        self.drafts.mask(py, &self.of, self.state(), seat, out)
    }

    /// Makes a choice of a seat. Returns the step once an action is complete, and `None` while it is composed.
    ///
    /// Raises `ChoiceError` for an index that cannot come next, `IllegalStepError`, `SeatError`, `GameOverError`.
    fn choose(&mut self, seat: i64, index: i64) -> Outcome<Option<PyStep>> {
        let seat = self.of.seat(seat)?;
        let mut drafts = self.drafts;
        let chosen = drafts.choose(&self.of, self.state(), seat, index)?;
        let step = chosen.map(|action| Step::Action { seat, action });
        if let Some(step) = step {
            self.take(step)?;
            drafts = drafts.after_step(self.game(), self.state());
        }
        self.drafts = drafts;
        Ok(step.map(|step| self.step(step)))
    }

    /// The tensors of what a seat may know, by name: arrays of dtype `float32`, with numbers from -1 to 1 and the
    /// shapes of `tensor_shape`.
    ///
    /// Arrays of `out` are written in place. Raises `SeatError`, `ChoiceError`, `ShapeError` and `DTypeError`.
    #[pyo3(signature = (seat = None, tensors = None, *, out = None))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<i64>,
        tensors: Option<Vec<TensorName>>,
        out: Option<Bound<'py, PyDict>>,
    ) -> Outcome<Bound<'py, PyDict>> {
        let viewer = self.of.viewer(seat)?;
        let state = *self.state();
        let history = guarded(|| self.played.told(viewer))?;
        self.drafts
            .observe(py, &self.of, &state, viewer, Some(history), tensors, out)
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Outcome<Reduced<'py>> {
        let py = slf.py();
        let session = slf.borrow();
        let of = session.of.clone();
        let begun = if session.played.is_whole() {
            of.into_bound_py_any(py)?
        } else {
            PyState::new_of(of, &session.played.state_after(0)).into_bound_py_any(py)?
        };
        let played = saved(&(session.played.steps(), &session.chance, &session.drafts))?;
        Ok((slf.get_type().into_any(), (begun,), played))
    }

    fn __setstate__(&mut self, data: &[u8]) -> Outcome<()> {
        let (steps, chance, drafts): (Vec<Step>, Seeded, Drafts) = loaded(data)?;
        let mut session = self.clone();
        session.played.back_to(0);
        session.drafts = Drafts::default();
        for step in steps {
            session.take(step)?;
        }
        session.chance = chance;
        session.drafts = guarded(|| drafts.after_step(session.game(), session.state()))?;
        *self = session;
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Session of {} steps>", self.played.steps().len())
    }
}
