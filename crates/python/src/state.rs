//! States, and what chance decides in them.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use brickwood_arena::{Chance as _, Seeded, divide, for_each_step, perft};
use brickwood_notation::{parse_position, position_text};
use brickwood_rules::{
    Action, Game, Intersection, Path, Phase, Piece, Seat, SeatSet, State, Step, ToAct,
    for_each_outcome, legal_actions, offers_up_to,
};
use numpy::PyArray3;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::drafts::Drafts;
use crate::error::{ChoiceError, GameOverError, Outcome, away, guarded};
use crate::game::PyGame;
use crate::numbers::TensorName;
use crate::step::{ActionLike, PyAction, PyStep, StepLike};
use crate::value::{hash_of, loaded, saved, to_python};
use crate::view::{PyHistory, PyView, told_to};

/// A position with all cards. `State(game)` is the beginning of a game.
///
/// States are immutable: `apply`, `act` and `choose` return another. `str()` is a line of notation, `State.parse` reads
/// it, and states can be compared, hashed, copied and pickled.
///
/// A state also knows the parts of actions that were composed by `choose`, which the notation does not tell.
#[pyclass(name = "State", module = "brickwood", frozen, eq, hash, from_py_object)]
#[derive(Clone)]
pub(crate) struct PyState {
    pub(crate) of: PyGame,
    pub(crate) state: State,
    drafts: Drafts,
}

impl PartialEq for PyState {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && self.drafts == other.drafts && self.of == other.of
    }
}

impl Hash for PyState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hash_of(&(&self.state, &self.drafts)).hash(hasher);
    }
}

impl PyState {
    /// Nothing is composed in it.
    pub(crate) fn new_of(of: PyGame, state: &State) -> Self {
        Self::with_drafts(of, state, Drafts::default())
    }

    pub(crate) const fn with_drafts(of: PyGame, state: &State, drafts: Drafts) -> Self {
        let state = *state;
        Self { of, state, drafts }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.of.game
    }

    fn after(&self, step: Step) -> Outcome<Self> {
        let state = guarded(|| self.state.apply(self.game(), step))??;
        let drafts = self.drafts.after_step(self.game(), &state);
        Ok(Self::with_drafts(self.of.clone(), &state, drafts))
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
        Self::new_of(game, &state)
    }

    /// The position of a line of notation. Raises `PositionError` for one that is impossible.
    #[staticmethod]
    fn parse(text: &str) -> Outcome<Self> {
        let position = guarded(|| parse_position(text))??;
        Ok(Self::new_of(PyGame::told(position.game), &position.state))
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
    fn hand(&self, seat: i64) -> Outcome<[u16; 5]> {
        Ok(self.state.hand(self.of.seat(seat)?).counts().map(u16::from))
    }

    /// The seats that can still reach the goal, as far as everybody knows. Where there is none as a turn begins, the game
    /// ends without a winner. With a time limit these are all seats.
    #[getter]
    fn contenders(&self) -> Outcome<Vec<usize>> {
        let contenders = guarded(|| self.state.contenders(self.game()))?;
        Ok(contenders.iter().map(Seat::index).collect())
    }

    /// The resource cards of the bank: brick, lumber, wool, grain, ore.
    #[getter]
    fn bank(&self) -> [u16; 5] {
        self.state.bank().counts().map(u16::from)
    }

    /// How many development cards can still be drawn.
    #[getter]
    fn deck(&self) -> u8 {
        self.state.deck_left()
    }

    /// The number of the hex where the robber stands; `Game.places` has the names.
    #[getter]
    fn robber(&self) -> usize {
        self.state.robber().index()
    }

    /// The roll of this turn; none before it.
    #[getter]
    fn dice(&self) -> Option<[u16; 2]> {
        self.state
            .dice()
            .map(|dice| <[u8; 2]>::from(dice).map(u16::from))
    }

    /// The seat that holds the longest road, if one does.
    #[getter]
    fn longest_road(&self) -> Option<usize> {
        self.state.longest_road().map(Seat::index)
    }

    /// The seat that holds the largest army, if one does.
    #[getter]
    fn largest_army(&self) -> Option<usize> {
        self.state.largest_army().map(Seat::index)
    }

    /// The development cards of a seat that it has not played: knights, road buildings, years of plenty, monopolies,
    /// victory points. Raises `SeatError`.
    fn development(&self, seat: i64) -> Outcome<[u16; 5]> {
        Ok(self
            .state
            .development(self.of.seat(seat)?)
            .counts()
            .map(u16::from))
    }

    /// Likewise those that it has played; the knights among them are its army. Raises `SeatError`.
    fn played(&self, seat: i64) -> Outcome<[u16; 5]> {
        Ok(self
            .state
            .played(self.of.seat(seat)?)
            .counts()
            .map(u16::from))
    }

    /// The roads, settlements and cities that a seat has left to build. Raises `SeatError`.
    fn pieces_left(&self, seat: i64) -> Outcome<[u16; 3]> {
        let seat = self.of.seat(seat)?;
        let pieces = [Piece::Road, Piece::Settlement, Piece::City];
        Ok(pieces.map(|piece| self.state.pieces_left(seat, piece).into()))
    }

    /// The numbers of the paths with a road of a seat. Raises `SeatError`.
    fn roads(&self, seat: i64) -> Outcome<Vec<usize>> {
        let roads = self.state.roads(self.of.seat(seat)?);
        Ok(roads.iter().map(Path::index).collect())
    }

    /// The numbers of the intersections with a settlement of a seat. Raises `SeatError`.
    fn settlements(&self, seat: i64) -> Outcome<Vec<usize>> {
        let settlements = self.state.settlements(self.of.seat(seat)?);
        Ok(settlements.iter().map(Intersection::index).collect())
    }

    /// The numbers of the intersections with a city of a seat. Raises `SeatError`.
    fn cities(&self, seat: i64) -> Outcome<Vec<usize>> {
        let cities = self.state.cities(self.of.seat(seat)?);
        Ok(cities.iter().map(Intersection::index).collect())
    }

    /// The length of a seat's longest trail of roads. Raises `SeatError`.
    fn road_length(&self, seat: i64) -> Outcome<u8> {
        Ok(self.state.road_length(self.of.seat(seat)?))
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
        self.drafts.mask(py, &self.of, &self.state, seat, out)
    }

    /// The state after a choice of a seat. An action such as a discard is composed of several choices, and the states on
    /// the way differ in what is composed alone.
    ///
    /// Raises `ChoiceError` for an index that cannot come next, `IllegalStepError`, `SeatError`, `GameOverError`.
    fn choose(&self, seat: i64, index: i64) -> Outcome<Self> {
        let seat = self.of.seat(seat)?;
        let mut next = self.clone();
        match next.drafts.choose(&self.of, &self.state, seat, index)? {
            Some(action) => next.after(Step::Action { seat, action }),
            None => Ok(next),
        }
    }

    /// The tensors of what a seat may know, by name: arrays of dtype `float32`, with numbers from -1 to 1 and the
    /// shapes of `tensor_shape`. Without names these are all, but `history` only where the history of the seat is given.
    ///
    /// Arrays of `out` are written in place. Raises `SeatError`, `ChoiceError`, `ShapeError` and `DTypeError`.
    #[pyo3(signature = (seat = None, tensors = None, *, history = None, out = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
        tensors: Option<Vec<TensorName>>,
        history: Option<&PyHistory>,
        out: Option<Bound<'py, PyDict>>,
    ) -> Outcome<Bound<'py, PyDict>> {
        let viewer = self.of.viewer(seat)?;
        let history = told_to(history, viewer)?;
        self.drafts
            .observe(py, &self.of, &self.state, viewer, history, tensors, out)
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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Outcome<(Bound<'py, PyAny>, Saved)> {
        let state = slf.get();
        let restored = slf.get_type().getattr("_restored")?;
        let saved = (state.of.clone(), state.__str__(), saved(&state.drafts)?);
        Ok((restored, saved))
    }

    #[staticmethod]
    fn _restored(game: PyGame, text: &str, drafts: &[u8]) -> Outcome<Self> {
        let Self { state, .. } = Self::parse(text)?;
        let drafts: Drafts = loaded(drafts)?;
        let drafts = guarded(|| drafts.after_step(&game.game, &state))?;
        Ok(Self::with_drafts(game, &state, drafts))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// A game, its position, and what is composed in it.
type Saved = (PyGame, String, Vec<u8>);

/// Dice and cards from a seed, the same on every platform. A copy, or one that was pickled, draws the same from then on.
#[pyclass(name = "Chance", module = "brickwood")]
#[derive(Clone)]
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

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Outcome<(Bound<'py, PyAny>, (), Vec<u8>)> {
        let seeded = saved(&slf.borrow().seeded)?;
        Ok((slf.get_type().into_any(), (), seeded))
    }

    fn __setstate__(&mut self, data: &[u8]) -> Outcome<()> {
        self.seeded = loaded(data)?;
        Ok(())
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
