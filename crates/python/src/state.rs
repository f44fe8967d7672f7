//! States, and what somebody may know of them.

use std::sync::Arc;

use brickwood_arena::{Chance as _, Seeded, divide, for_each_step, perft};
use brickwood_bots::{judge, legal_choices};
use brickwood_notation::{parse_position, parse_view, position_text, view_text};
use brickwood_rules::{
    Action, Game, History, Phase, Seat, SeatSet, State, Step, ToAct, View, for_each_outcome,
    legal_actions, offers_up_to,
};
use numpy::PyArray3;
use pyo3::prelude::*;

use crate::error::{ChoiceError, GameOverError, Outcome, away, guarded};
use crate::game::PyGame;
use crate::picture;
use crate::step::{ActionLike, PyAction, PyStep, StepLike};
use crate::value::to_python;

/// A position with all cards. `State(game)` is the beginning of a game.
///
/// States are immutable: `apply` returns another. `str()` is a line of notation, `State.parse` reads it, and
/// states can be compared and pickled.
#[pyclass(name = "State", module = "brickwood", frozen, eq, from_py_object)]
#[derive(Clone)]
pub(crate) struct PyState {
    pub(crate) of: PyGame,
    pub(crate) state: State,
}

impl PartialEq for PyState {
    fn eq(&self, other: &Self) -> bool {
        self.of == other.of && self.state == other.state
    }
}

impl PyState {
    pub(crate) fn game(&self) -> &Game {
        &self.of.game
    }

    fn after(&self, step: Step) -> Outcome<Self> {
        let state = guarded(|| self.state.apply(self.game(), step))??;
        Ok(Self {
            of: self.of.clone(),
            state,
        })
    }
}

/// The actions of a seat, with offers of up to so many cards on each side.
pub(crate) fn actions(game: &Game, state: &State, seat: Seat, offers: u8) -> Vec<Action> {
    let mut found = legal_actions(game, state, seat);
    if offers > 0 && seat == state.active() {
        let others = SeatSet::all(game.rules().players).without(seat);
        found.extend(offers_up_to(game, state, others, offers));
    }
    found
}

/// The largest number of cards on a side of an offer that is listed.
const LARGEST_OFFER: u8 = 4;

pub(crate) fn check_offers(offers: u8) -> Outcome<()> {
    if offers > LARGEST_OFFER {
        let message = format!("offers are listed with up to {LARGEST_OFFER} cards on each side");
        return Err(ChoiceError::new_err(message).into());
    }
    Ok(())
}

/// What is awaited, in words.
pub(crate) fn phase_name(py: Python<'_>, phase: &Phase) -> Outcome<String> {
    Ok(to_python(py, phase)?.get_item("type")?.extract()?)
}

#[pymethods]
impl PyState {
    #[new]
    fn new(game: PyGame) -> Self {
        let state = State::new(&game.game);
        Self { of: game, state }
    }

    /// The position of a line of notation. Raises `PositionError` for one that is impossible.
    #[staticmethod]
    fn parse(text: &str) -> Outcome<Self> {
        let position = guarded(|| parse_position(text))??;
        Ok(Self {
            of: PyGame::told(position.game),
            state: position.state,
        })
    }

    /// The rules and the board.
    #[getter(game)]
    fn py_game(&self) -> PyGame {
        self.of.clone()
    }

    /// What is awaited, such as `turn` or `discard`.
    #[getter]
    fn phase(&self, py: Python<'_>) -> Outcome<String> {
        phase_name(py, self.state.phase())
    }

    /// Turns that were begun; 0 in the set-up.
    #[getter]
    fn turn(&self) -> u16 {
        self.state.turn()
    }

    /// The seat whose turn it is; in the set-up, the seat that places.
    #[getter]
    fn active(&self) -> usize {
        self.state.active().index()
    }

    /// The seats that may take the next step.
    #[getter]
    fn to_act(&self) -> Vec<usize> {
        self.state
            .to_act()
            .seats()
            .iter()
            .map(Seat::index)
            .collect()
    }

    /// Of these, the seats that have not done their part in an open trade.
    #[getter]
    fn awaited(&self) -> Vec<usize> {
        self.state.awaited().iter().map(Seat::index).collect()
    }

    /// Whether chance takes the next step.
    #[getter]
    fn is_chance(&self) -> bool {
        self.state.to_act() == ToAct::Chance
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.state.to_act() == ToAct::Nobody
    }

    /// The seats that have won; none while the game goes on.
    #[getter]
    fn winners(&self) -> Vec<usize> {
        let winners = self.state.phase().winners().unwrap_or_default();
        winners.iter().map(Seat::index).collect()
    }

    /// The points of a seat, those of hidden cards included. Raises `SeatError`.
    fn points(&self, seat: i64) -> Outcome<u8> {
        let seat = self.of.seat(seat)?;
        Ok(self.state.points(self.game(), seat).total())
    }

    /// The resource cards of a seat: brick, lumber, wool, grain, ore. Raises `SeatError`.
    fn hand(&self, seat: i64) -> Outcome<[u8; 5]> {
        Ok(self.state.hand(self.of.seat(seat)?).counts())
    }

    /// The actions that a seat may take; none where it is not to act.
    ///
    /// Offers are listed with up to `offers` cards on each side (at most 4), to all other seats together.
    /// Raises `SeatError`, and `ChoiceError` for larger offers.
    #[pyo3(signature = (seat, *, offers = 0))]
    fn legal_actions(&self, seat: i64, offers: u8) -> Outcome<Vec<PyAction>> {
        let seat = self.of.seat(seat)?;
        check_offers(offers)?;
        let found = guarded(|| actions(self.game(), &self.state, seat, offers))?;
        let layout = self.of.layout();
        Ok(found
            .into_iter()
            .map(|action| PyAction::new(layout, action))
            .collect())
    }

    /// Every step that can follow, but offers.
    fn legal_steps(&self) -> Outcome<Vec<PyStep>> {
        let mut found = Vec::new();
        let layout = self.of.layout();
        guarded(|| {
            for_each_step(self.game(), &self.state, |step| {
                found.push(PyStep::new(layout, step));
            });
        })?;
        Ok(found)
    }

    /// What chance can decide next, with the weight of each outcome: its probability is the weight divided by the
    /// sum of all. Empty where chance is not to act.
    fn outcomes(&self) -> Vec<(PyStep, u32)> {
        let mut found = Vec::new();
        let layout = self.of.layout();
        for_each_outcome(self.game(), &self.state, |outcome, weight| {
            found.push((PyStep::new(layout, Step::Chance { outcome }), weight));
        });
        found
    }

    /// The state after a step, or its text. Raises `IllegalStepError` with the clause that it breaks, and
    /// `NotationError`.
    fn apply(&self, step: StepLike) -> Outcome<Self> {
        self.after(step.step(self.of.layout())?)
    }

    /// The state after an action of a seat. Raises as `apply` does, and `SeatError`.
    fn act(&self, seat: i64, action: ActionLike) -> Outcome<Self> {
        let seat = self.of.seat(seat)?;
        self.after(action.step(self.of.layout(), seat)?)
    }

    /// What a seat may know, or a spectator without a seat. Raises `SeatError`.
    #[pyo3(signature = (seat = None))]
    fn view(&self, seat: Option<i64>) -> Outcome<PyView> {
        let viewer = self.of.viewer(seat)?;
        Ok(PyView {
            of: self.of.clone(),
            view: Arc::new(self.state.view(self.game(), viewer)),
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

    /// How many sequences of exactly so many steps there are, without offers. An outcome of chance is one step.
    fn perft(&self, py: Python<'_>, depth: u32) -> Outcome<u64> {
        away(py, || perft(self.game(), &self.state, depth))
    }

    /// The first steps, each with how many sequences begin with it.
    fn divide(&self, py: Python<'_>, depth: u32) -> Outcome<Vec<(PyStep, u64)>> {
        let layout = self.of.layout();
        let parts = away(py, || divide(self.game(), &self.state, depth))?;
        Ok(parts
            .into_iter()
            .map(|(step, count)| (PyStep::new(layout, step), count))
            .collect())
    }

    fn __str__(&self) -> String {
        position_text(self.game(), &self.state)
    }

    fn __repr__(&self) -> String {
        format!("State.parse({:?})", self.__str__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let parse = slf.get_type().getattr("parse")?;
        Ok((parse, (slf.get().__str__(),)))
    }
}

/// What a seat or a spectator may know. What it may not know changes nothing here. Immutable; `str()` is its
/// notation.
#[pyclass(name = "View", module = "brickwood", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyView {
    pub(crate) of: PyGame,
    pub(crate) view: Arc<View>,
}

#[pymethods]
impl PyView {
    /// The view of a line of notation. Raises `PositionError`.
    #[staticmethod]
    fn parse(text: &str) -> Outcome<Self> {
        let seen = guarded(|| parse_view(text))??;
        Ok(Self {
            of: PyGame::told(seen.game),
            view: Arc::new(seen.view),
        })
    }

    /// The rules and the board.
    #[getter]
    fn game(&self) -> PyGame {
        self.of.clone()
    }

    /// The seat that looks; none for a spectator.
    #[getter]
    fn viewer(&self) -> Option<usize> {
        self.view.viewer.map(Seat::index)
    }

    /// What is awaited, such as `turn` or `discard`.
    #[getter]
    fn phase(&self, py: Python<'_>) -> Outcome<String> {
        phase_name(py, &self.view.phase)
    }

    /// The seats whose step is awaited.
    #[getter]
    fn awaited(&self) -> Vec<usize> {
        self.view.awaited().iter().map(Seat::index).collect()
    }

    /// The actions that the viewer may take, but offers.
    fn legal_actions(&self) -> Outcome<Vec<PyAction>> {
        let found = guarded(|| legal_choices(&self.of.game, &self.view))?;
        let layout = self.of.layout();
        Ok(found
            .into_iter()
            .map(|action| PyAction::new(layout, action))
            .collect())
    }

    /// Raises `IllegalStepError` where the viewer may not take this action; does nothing where it may.
    fn check(&self, action: ActionLike) -> Outcome<()> {
        let action = action.action(self.of.layout())?;
        guarded(|| judge(&self.of.game, &self.view, action))??;
        Ok(())
    }

    /// Everything that is known, as in the engine protocol.
    fn to_dict<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        to_python(py, &*self.view)
    }

    /// The picture of what is known, as SVG.
    pub(crate) fn svg(&self, py: Python<'_>) -> Outcome<String> {
        picture::svg(py, &self.of.game, &self.view)
    }

    /// Likewise as pixels: an array (height, width, 3) of bytes, whose height follows from the number of players.
    /// Raises `ChoiceError` for widths but 1 to 8192.
    #[pyo3(signature = (*, width = 960))]
    pub(crate) fn rgb<'py>(
        &self,
        py: Python<'py>,
        width: u32,
    ) -> Outcome<Bound<'py, PyArray3<u8>>> {
        picture::rgb(py, &self.of.game, &self.view, width)
    }

    /// What a notebook shows.
    fn _repr_svg_(&self, py: Python<'_>) -> Outcome<String> {
        self.svg(py)
    }

    fn __str__(&self) -> String {
        view_text(&self.of.game, &self.view)
    }

    fn __repr__(&self) -> String {
        format!("View.parse({:?})", self.__str__())
    }
}

/// What somebody has been told since the game began.
#[pyclass(name = "History", module = "brickwood", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyHistory {
    pub(crate) history: Arc<History>,
}

#[pymethods]
impl PyHistory {
    /// Who was told; none for a spectator.
    #[getter]
    fn viewer(&self) -> Option<usize> {
        self.history.viewer().map(Seat::index)
    }

    /// The events, as in the engine protocol.
    fn events<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        to_python(py, &self.history.events())
    }

    fn __len__(&self) -> usize {
        self.history.events().len()
    }
}

/// Dice and cards from a seed, the same on every platform.
#[pyclass(name = "Chance", module = "brickwood")]
pub(crate) struct PyChance {
    pub(crate) seeded: Seeded,
}

#[pymethods]
impl PyChance {
    #[new]
    #[pyo3(signature = (seed = 0))]
    fn new(seed: u64) -> Self {
        let seeded = Seeded::new(seed);
        Self { seeded }
    }

    /// The next outcome. Raises `ChoiceError` where a seat is to act, and `GameOverError`.
    fn draw(&mut self, state: &PyState) -> Outcome<PyStep> {
        draw(&mut self.seeded, state.game(), &state.state)
            .map(|step| PyStep::new(state.of.layout(), step))
    }
}

/// What chance decides next.
pub(crate) fn draw(seeded: &mut Seeded, game: &Game, state: &State) -> Outcome<Step> {
    match guarded(|| seeded.draw(game, state))? {
        Some(outcome) => Ok(Step::Chance { outcome }),
        None if state.to_act() == ToAct::Nobody => {
            Err(GameOverError::new_err("the game is over").into())
        }
        None => Err(ChoiceError::new_err("a seat is to act, not chance").into()),
    }
}
