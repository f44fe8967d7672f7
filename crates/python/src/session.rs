//! A game that is played: its steps, what everybody was told, and the actions that are composed.

use std::collections::BTreeMap;
use std::sync::Arc;

use brickwood_arena::Seeded;
use brickwood_encode::{ActionSpace, Draft, Observer};
use brickwood_notation::{
    COLORS, Player, Record, RecordHeader, RecordResult, SeatHeader, parse_record, record_text,
};
use brickwood_rules::{Game, History, MAX_SEATS, Seat, State, Step, ToAct};
use numpy::{PyArray1, PyArray3};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{ChoiceError, GameOverError, NotationError, Outcome, guarded};
use crate::game::PyGame;
use crate::numbers::{self, TensorName};
use crate::state::{PyHistory, PyState, PyView, draw};
use crate::step::{ActionLike, PyStep, StepLike};

/// A game that is played step by step, with what everybody was told and the actions that are composed.
///
/// It begins from a game, or from a `State` in the middle of one; without either, from today's rules for four on
/// a board laid by the seed. The seed also decides what `draw` draws.
#[pyclass(name = "Session", module = "brickwood")]
pub(crate) struct PySession {
    of: PyGame,
    /// The states before and after each step.
    states: Vec<State>,
    steps: Vec<Step>,
    chance: Seeded,
    /// By seat, and at last that of a spectator, as far as they were asked for.
    histories: [(usize, History); MAX_SEATS + 1],
    drafts: [Draft; MAX_SEATS],
    observer: Option<Observer>,
    /// Whether the steps are all since the game began.
    whole: bool,
}

impl PySession {
    pub(crate) fn begin(of: PyGame, state: &State, seed: u64, whole: bool) -> Self {
        Self {
            of,
            states: vec![*state],
            steps: Vec::new(),
            chance: Seeded::new(seed),
            histories: histories(),
            drafts: [Draft::Nothing; MAX_SEATS],
            observer: None,
            whole,
        }
    }

    fn game(&self) -> &Game {
        &self.of.game
    }

    fn state(&self) -> &State {
        self.states.last().expect("there is always a state")
    }

    pub(crate) fn take(&mut self, step: Step) -> Outcome<()> {
        if self.state().to_act() == ToAct::Nobody {
            return Err(GameOverError::new_err("the game is over").into());
        }
        let after = guarded(|| self.state().apply(self.game(), step))??;
        self.states.push(after);
        self.steps.push(step);
        Ok(())
    }

    fn step(&self, step: Step) -> PyStep {
        PyStep::new(self.of.layout(), step)
    }

    /// What a viewer has been told, up to now.
    fn told(&mut self, viewer: Option<Seat>) -> Outcome<&History> {
        let Self {
            of,
            states,
            steps,
            histories,
            ..
        } = self;
        let (seen, history) = &mut histories[viewer.map_or(MAX_SEATS, Seat::index)];
        guarded(|| {
            for number in *seen..steps.len() {
                let (before, after) = (&states[number], &states[number + 1]);
                history.observe(&of.game, before, steps[number], after);
            }
        })?;
        *seen = steps.len();
        Ok(history)
    }
}

fn histories() -> [(usize, History); MAX_SEATS + 1] {
    std::array::from_fn(|number| (0, History::new(Seat::new(number as u8))))
}

#[pymethods]
impl PySession {
    #[new]
    #[pyo3(signature = (game = None, *, seed = 0))]
    fn new(game: Option<&Bound<'_, PyAny>>, seed: u64) -> Outcome<Self> {
        let Some(given) = game else {
            let of = PyGame::by_seed(seed)?;
            let state = State::new(&of.game);
            return Ok(Self::begin(of, &state, seed, true));
        };
        if let Ok(position) = given.extract::<PyState>() {
            return Ok(Self::begin(position.of, &position.state, seed, false));
        }
        let of: PyGame = given.extract().map_err(PyErr::from)?;
        let state = State::new(&of.game);
        Ok(Self::begin(of, &state, seed, true))
    }

    /// The game of a record, with all of its steps taken. Raises `NotationError` with the line.
    #[staticmethod]
    #[pyo3(signature = (text, *, seed = 0))]
    fn from_record(text: &str, seed: u64) -> Outcome<Self> {
        let Record { header, steps, .. } = guarded(|| parse_record(text))??;
        let of = PyGame {
            edition: header.edition,
            game: Arc::new(header.game),
        };
        let state = State::new(&of.game);
        let mut session = Self::begin(of, &state, seed, true);
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

    /// The state now.
    #[getter(state)]
    fn py_state(&self) -> PyState {
        PyState {
            of: self.of.clone(),
            state: *self.state(),
        }
    }

    /// The state after so many steps. Raises `ChoiceError`.
    fn state_at(&self, steps: usize) -> Outcome<PyState> {
        let Some(state) = self.states.get(steps) else {
            let message = format!("{} steps were taken, not {steps}", self.steps.len());
            return Err(ChoiceError::new_err(message).into());
        };
        Ok(PyState {
            of: self.of.clone(),
            state: *state,
        })
    }

    /// All steps so far.
    #[getter]
    fn steps(&self) -> Vec<PyStep> {
        self.steps.iter().map(|step| self.step(*step)).collect()
    }

    fn __len__(&self) -> usize {
        self.steps.len()
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
    fn undo(&mut self, steps: usize) -> Outcome<()> {
        let Some(left) = self.steps.len().checked_sub(steps) else {
            let message = format!("{} steps can be taken back, not {steps}", self.steps.len());
            return Err(ChoiceError::new_err(message).into());
        };
        self.steps.truncate(left);
        self.states.truncate(left + 1);
        self.histories = histories();
        self.drafts = [Draft::Nothing; MAX_SEATS];
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
        if !self.whole {
            return Ok(None);
        }
        let history = Arc::new(self.told(viewer)?.clone());
        Ok(Some(PyHistory { history }))
    }

    /// The game so far as the text of a record. Raises `NotationError` where it began from a position.
    #[pyo3(signature = (names = None))]
    fn record(&self, names: Option<Vec<String>>) -> Outcome<String> {
        if !self.whole {
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
            player: Player::Human,
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
            steps: self.steps.clone(),
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
        let seat = self.of.seat(seat)?;
        let length = ActionSpace::of(self.of.layout()).len();
        let array = match out {
            Some(out) => out,
            None => PyArray1::<u8>::zeros(py, length, false).into_any(),
        };
        numbers::fill::<u8>(&array, &[length], |mask| {
            self.drafts[seat.index()].mask(self.game(), self.state(), seat, mask)
        })?;
        Ok(array)
    }

    /// Makes a choice of a seat. Returns the step once an action is complete, and `None` while it is composed.
    ///
    /// Raises `ChoiceError` for an index that cannot come next, `IllegalStepError`, `SeatError`, `GameOverError`.
    fn choose(&mut self, seat: i64, index: i64) -> Outcome<Option<PyStep>> {
        let seat = self.of.seat(seat)?;
        if self.state().to_act() == ToAct::Nobody {
            return Err(GameOverError::new_err("the game is over").into());
        }
        let index = u16::try_from(index).map_err(|_| {
            let choices = ActionSpace::of(self.of.layout()).len();
            ChoiceError::new_err(format!(
                "there are {choices} choices, and none with the index {index}"
            ))
        })?;
        let mut draft = self.drafts[seat.index()];
        let state = *self.state();
        let game = Arc::clone(&self.of.game);
        let chosen = guarded(|| draft.choose(&game, &state, seat, index))??;
        let step = match chosen {
            None => None,
            Some(action) => {
                let step = Step::Action { seat, action };
                self.take(step)?;
                Some(self.step(step))
            }
        };
        self.drafts[seat.index()] = draft;
        Ok(step)
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
        let view = guarded(|| self.state().view(self.game(), viewer))?;
        let draft = viewer.map_or(Draft::Nothing, |seat| {
            self.drafts[seat.index()].in_phase(self.game(), self.state(), seat)
        });
        self.told(viewer)?;
        let history = &self.histories[viewer.map_or(MAX_SEATS, Seat::index)].1;
        let game = Arc::clone(&self.of.game);
        let observer = self.observer.get_or_insert_with(|| Observer::new(&game));
        let tensors = tensors.unwrap_or_else(TensorName::all);
        let arrays = out.unwrap_or_else(|| PyDict::new(py));
        for TensorName(tensor) in tensors {
            let shape = Observer::shape(game.board().layout(), tensor);
            let dimensions = &shape.dimensions[..shape.rank];
            let array = if let Some(array) = arrays.get_item(tensor.name())? {
                array
            } else {
                let array = numbers::zeros(py, dimensions);
                arrays.set_item(tensor.name(), &array)?;
                array
            };
            numbers::fill::<f32>(&array, dimensions, |into| {
                observer.write(tensor, &view, &draft, Some(history), into)
            })?;
        }
        Ok(arrays)
    }

    fn __repr__(&self) -> String {
        format!("<Session of {} steps>", self.steps.len())
    }
}
