//! Indices of choices, and tensors in arrays of `NumPy`.

use std::hash::{Hash, Hasher};

use brickwood_encode::{ActionSpace, EncodeError, Group, Observer, Tensor, for_each_choice};
use brickwood_rules::Layout;
use numpy::{
    Element, IxDyn, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{ChoiceError, DTypeError, Outcome, ShapeError, guarded};
use crate::game::{PyGame, layout_name, layout_named};
use crate::step::ActionLike;

/// A tensor by its name.
pub(crate) struct TensorName(pub(crate) Tensor);

impl TensorName {
    pub(crate) fn all() -> Vec<Self> {
        Tensor::ALL.into_iter().map(Self).collect()
    }
}

impl<'py> FromPyObject<'_, 'py> for TensorName {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let name: String = name.extract()?;
        Tensor::named(&name).map(Self).ok_or_else(|| {
            ChoiceError::new_err(format!(
                "there is no tensor `{name}`: there are planes, seats, table and history"
            ))
        })
    }
}

/// An array of 32-bit numbers, all 0.
pub(crate) fn zeros<'py>(py: Python<'py>, dimensions: &[usize]) -> Bound<'py, PyAny> {
    PyArrayDyn::<f32>::zeros(py, IxDyn(dimensions), false).into_any()
}

/// Writes into an array of the caller.
pub(crate) fn fill<T: Element>(
    array: &Bound<'_, PyAny>,
    dimensions: &[usize],
    write: impl FnOnce(&mut [T]) -> Result<(), EncodeError>,
) -> Outcome<()> {
    let untyped = array.cast::<PyUntypedArray>().map_err(|_| {
        DTypeError::new_err(format!("an array of NumPy is needed, not {}", kind(array)))
    })?;
    if untyped.shape() != dimensions {
        let message = format!(
            "the array has the shape {:?}, and {dimensions:?} is needed",
            untyped.shape()
        );
        return Err(ShapeError::new_err(message).into());
    }
    let typed = array.cast::<PyArrayDyn<T>>().map_err(|_| {
        DTypeError::new_err(format!(
            "the array has the dtype {}, and {} is needed",
            untyped.dtype(),
            dtype::<T>(array.py())
        ))
    })?;
    let mut writable = typed
        .try_readwrite()
        .map_err(|error| ShapeError::new_err(error.to_string()))?;
    let slice = writable
        .as_slice_mut()
        .map_err(|_| ShapeError::new_err("the array does not lie in one piece in memory"))?;
    Ok(guarded(|| write(slice))??)
}

fn kind(value: &Bound<'_, PyAny>) -> String {
    value
        .get_type()
        .name()
        .map_or_else(|_| "that".to_owned(), |name| name.to_string())
}

/// The land for a number of players.
pub(crate) fn layout_for(players: u8) -> Outcome<Layout> {
    if (2..=6).contains(&players) {
        return Ok(Layout::for_players(players));
    }
    let message = format!("a game has 2 to 6 players, not {players}");
    Err(ChoiceError::new_err(message).into())
}

/// The index of every choice, for the land of a number of players: one set for two to four, and one for five and
/// six. Raises `ChoiceError`. Immutable; can be compared, hashed, copied and pickled.
#[pyclass(name = "ActionSpace", module = "brickwood", frozen, eq, hash)]
pub(crate) struct PyActionSpace {
    layout: Layout,
    space: ActionSpace,
}

impl PartialEq for PyActionSpace {
    fn eq(&self, other: &Self) -> bool {
        self.layout == other.layout
    }
}

impl Hash for PyActionSpace {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.layout.hash(hasher);
    }
}

impl PyActionSpace {
    fn of(layout: Layout) -> Self {
        let space = ActionSpace::of(layout);
        Self { layout, space }
    }
}

#[pymethods]
impl PyActionSpace {
    #[new]
    #[pyo3(signature = (players = 4))]
    fn new(players: u8) -> Outcome<Self> {
        Ok(Self::of(layout_for(players)?))
    }

    fn __len__(&self) -> usize {
        self.space.len()
    }

    /// The name of a choice, such as `build_road.17` or `give.ore`. Raises `ChoiceError`.
    fn name(&self, index: i64) -> Outcome<String> {
        let choices = self.space.len();
        let index = u16::try_from(index).map_err(|_| {
            ChoiceError::new_err(format!(
                "there are {choices} choices, and none with the index {index}"
            ))
        })?;
        Ok(self.space.name(index)?)
    }

    /// All names, by index.
    #[getter]
    fn names(&self) -> Outcome<Vec<String>> {
        let names: Result<_, _> = self.space.indices().map(|at| self.space.name(at)).collect();
        Ok(names?)
    }

    /// Each kind of choice, with its first index and the one after its last.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let groups = PyDict::new(py);
        for group in Group::ALL {
            let range = self.space.group(group);
            groups.set_item(group.name(), (range.start, range.end))?;
        }
        Ok(groups)
    }

    /// The choices that make an action of a seat, in order: one, or several for a discard or an offer.
    #[staticmethod]
    fn encode(game: &PyGame, seat: i64, action: ActionLike) -> Outcome<Vec<u16>> {
        let seat = game.seat(seat)?;
        let action = action.action(game.layout())?;
        let mut choices = Vec::new();
        guarded(|| for_each_choice(&game.game, seat, action, |index| choices.push(index)))??;
        Ok(choices)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
        let restored = slf.get_type().getattr("_restored")?;
        Ok((restored, (layout_name(slf.get().layout),)))
    }

    #[staticmethod]
    fn _restored(layout: &str) -> Outcome<Self> {
        Ok(Self::of(layout_named(layout)?))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// The shape of a tensor for a number of players. Raises `ChoiceError`.
#[pyfunction]
#[pyo3(signature = (tensor, players = 4))]
pub(crate) fn tensor_shape(tensor: TensorName, players: u8) -> Outcome<Vec<usize>> {
    let shape = Observer::shape(layout_for(players)?, tensor.0);
    Ok(shape.dimensions[..shape.rank].to_vec())
}

/// The names of the planes, or of the numbers of a row.
#[pyfunction]
#[pyo3(signature = (tensor, players = 4))]
pub(crate) fn tensor_names(tensor: TensorName, players: u8) -> Outcome<Vec<String>> {
    Ok(Observer::names(layout_for(players)?, tensor.0))
}
