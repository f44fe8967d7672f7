//! Choices by index, masks and tensors: what sessions and states have in common.

use brickwood_encode::{ActionSpace, Draft, Observer, Tensor};
use brickwood_rules::{Action, BySeat, Game, History, Seat, State, ToAct};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{ChoiceError, GameOverError, Outcome, guarded};
use crate::game::PyGame;
use crate::numbers::{self, TensorName};

/// The parts of actions that the seats have composed so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct Drafts(BySeat<Draft>);

impl Drafts {
    /// These, by seat, as far as the state has a place for them.
    pub(crate) fn of(mut drafts: BySeat<Draft>, game: &Game, state: &State) -> Self {
        for seat in Seat::all(game.rules().players) {
            let draft = &mut drafts[seat];
            *draft = draft.in_phase(game, state, seat);
        }
        Self(drafts)
    }

    /// Those for which there is still a place after a step.
    pub(crate) fn after_step(self, game: &Game, state: &State) -> Self {
        Self::of(self.0, game, state)
    }

    /// The choices that a seat may make next, in `out` where it is given.
    pub(crate) fn mask<'py>(
        &self,
        py: Python<'py>,
        of: &PyGame,
        state: &State,
        seat: i64,
        out: Option<Bound<'py, PyAny>>,
    ) -> Outcome<Bound<'py, PyAny>> {
        let seat = of.seat(seat)?;
        let length = ActionSpace::of(of.layout()).len();
        let array = match out {
            Some(out) => out,
            None => PyArray1::<u8>::zeros(py, length, false).into_any(),
        };
        numbers::fill::<u8>(&array, &[length], |mask| {
            self.0[seat].mask(&of.game, state, seat, mask)
        })?;
        Ok(array)
    }

    /// Makes a choice. Returns the action once it is complete; the drafts are changed in any case.
    pub(crate) fn choose(
        &mut self,
        of: &PyGame,
        state: &State,
        seat: Seat,
        index: i64,
    ) -> Outcome<Option<Action>> {
        if state.to_act() == ToAct::Nobody {
            return Err(GameOverError::new_err("the game is over").into());
        }
        let index = u16::try_from(index).map_err(|_| {
            let choices = ActionSpace::of(of.layout()).len();
            ChoiceError::new_err(format!(
                "there are {choices} choices, and none with the index {index}"
            ))
        })?;
        let draft = &mut self.0[seat];
        Ok(guarded(|| draft.choose(&of.game, state, seat, index))??)
    }

    /// The tensors of what a seat may know, by name, in the arrays of `out` where it is given.
    // Each says something of its own.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn observe<'py>(
        &self,
        py: Python<'py>,
        of: &PyGame,
        state: &State,
        viewer: Option<Seat>,
        history: Option<&History>,
        tensors: Option<Vec<TensorName>>,
        out: Option<Bound<'py, PyDict>>,
    ) -> Outcome<Bound<'py, PyDict>> {
        let view = guarded(|| state.view(&of.game, viewer))?;
        let draft = viewer.map_or(Draft::Nothing, |seat| self.0[seat]);
        let observer = of.observer();
        let all = || {
            let told = |name: &TensorName| name.0 != Tensor::History || history.is_some();
            TensorName::all().into_iter().filter(told).collect()
        };
        let tensors: Vec<TensorName> = tensors.unwrap_or_else(all);
        let arrays = out.unwrap_or_else(|| PyDict::new(py));
        for name in arrays.keys() {
            let name: String = name.extract()?;
            if !tensors.iter().any(|asked| asked.0.name() == name) {
                let message =
                    format!("`{name}` of `out` is not among the tensors that are asked for");
                return Err(ChoiceError::new_err(message).into());
            }
        }
        for TensorName(tensor) in tensors {
            if tensor == Tensor::History && history.is_none() {
                let message = "the tensor `history` needs a history";
                return Err(ChoiceError::new_err(message).into());
            }
            let shape = Observer::shape(of.layout(), tensor);
            let dimensions = &shape.dimensions[..shape.rank];
            let array = if let Some(array) = arrays.get_item(tensor.name())? {
                array
            } else {
                let array = numbers::zeros(py, dimensions);
                arrays.set_item(tensor.name(), &array)?;
                array
            };
            numbers::fill::<f32>(&array, dimensions, |into| {
                observer.write(tensor, &view, &draft, history, into)
            })?;
        }
        Ok(arrays)
    }
}
