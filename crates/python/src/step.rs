//! Actions and steps.

use brickwood_notation::{action_text, parse_action, parse_step, step_text};
use brickwood_rules::{Action, Layout, Seat, Step};
use pyo3::prelude::*;

use crate::error::{Outcome, guarded};
use crate::game::{layout_name, layout_named};
use crate::value::to_python;

/// What a seat chooses. Immutable; can be compared, hashed, copied and pickled. `str()` is its notation, such as `road c3e`.
#[pyclass(
    name = "Action",
    module = "brickwood",
    frozen,
    eq,
    hash,
    from_py_object
)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyAction {
    pub(crate) action: Action,
    layout: Layout,
}

impl PyAction {
    pub(crate) const fn new(layout: Layout, action: Action) -> Self {
        Self { action, layout }
    }

    pub(crate) fn read(layout: Layout, text: &str) -> Outcome<Self> {
        let action = guarded(|| parse_action(layout.topology(), text))??;
        Ok(Self { action, layout })
    }
}

#[pymethods]
impl PyAction {
    /// The kind of action, such as `build_road`.
    #[getter]
    fn kind(&self) -> String {
        kind(&self.action)
    }

    /// The action, as in the engine protocol.
    fn to_dict<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        to_python(py, &self.action)
    }

    fn __str__(&self) -> String {
        action_text(self.layout.topology(), self.action)
    }

    fn __repr__(&self) -> String {
        format!("<Action {}>", self.__str__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Saved)> {
        let action = slf.get();
        let restored = slf.get_type().getattr("_restored")?;
        Ok((restored, (layout_name(action.layout), action.__str__())))
    }

    #[staticmethod]
    fn _restored(layout: &str, text: &str) -> Outcome<Self> {
        Self::read(layout_named(layout)?, text)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// A shape of land, and a text that names places of it.
type Saved = (&'static str, String);

/// The `type` of an action or an outcome.
fn kind(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value)
        .ok()
        .and_then(|value| Some(value.get("type")?.as_str()?.to_owned()))
        .unwrap_or_default()
}

/// One recorded step of a game: an action of a seat, or what chance decided. Immutable; can be compared, hashed, copied
/// and pickled. `str()` is its notation, such as `1 road c3e` or `dice 3 4`.
#[pyclass(name = "Step", module = "brickwood", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyStep {
    pub(crate) step: Step,
    layout: Layout,
}

impl PyStep {
    pub(crate) const fn new(layout: Layout, step: Step) -> Self {
        Self { step, layout }
    }

    pub(crate) fn read(layout: Layout, text: &str) -> Outcome<Self> {
        let step = guarded(|| parse_step(layout.topology(), text))??;
        Ok(Self { step, layout })
    }
}

#[pymethods]
impl PyStep {
    /// The kind of action or outcome; `time_up` and `called_off` for what is neither.
    #[getter]
    fn kind(&self) -> String {
        match self.step {
            Step::Action { action, .. } => kind(&action),
            Step::Chance { outcome } => kind(&outcome),
            Step::TimeUp => "time_up".to_owned(),
            Step::CalledOff => "called_off".to_owned(),
        }
    }

    /// The seat that acts; none for chance.
    #[getter]
    fn seat(&self) -> Option<usize> {
        match self.step {
            Step::Action { seat, .. } => Some(seat.index()),
            _ => None,
        }
    }

    /// The action; none for chance.
    #[getter]
    fn action(&self) -> Option<PyAction> {
        match self.step {
            Step::Action { action, .. } => Some(PyAction::new(self.layout, action)),
            _ => None,
        }
    }

    /// The step, as in the engine protocol.
    fn to_dict<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        to_python(py, &self.step)
    }

    fn __str__(&self) -> String {
        step_text(self.layout.topology(), self.step)
    }

    fn __repr__(&self) -> String {
        format!("<Step {}>", self.__str__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Saved)> {
        let step = slf.get();
        let restored = slf.get_type().getattr("_restored")?;
        Ok((restored, (layout_name(step.layout), step.__str__())))
    }

    #[staticmethod]
    fn _restored(layout: &str, text: &str) -> Outcome<Self> {
        Self::read(layout_named(layout)?, text)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// An action, or its text.
#[derive(FromPyObject)]
pub(crate) enum ActionLike {
    Action(PyAction),
    Text(String),
}

impl ActionLike {
    pub(crate) fn action(&self, layout: Layout) -> Outcome<Action> {
        match self {
            Self::Action(action) => Ok(action.action),
            Self::Text(text) => PyAction::read(layout, text).map(|read| read.action),
        }
    }

    /// The action as a step of a seat, from a text that may name the seat.
    pub(crate) fn step(&self, layout: Layout, seat: Seat) -> Outcome<Step> {
        let action = self.action(layout)?;
        Ok(Step::Action { seat, action })
    }
}

/// A step, or its text.
#[derive(FromPyObject)]
pub(crate) enum StepLike {
    Step(PyStep),
    Text(String),
}

impl StepLike {
    pub(crate) fn step(&self, layout: Layout) -> Outcome<Step> {
        match self {
            Self::Step(step) => Ok(step.step),
            Self::Text(text) => PyStep::read(layout, text).map(|read| read.step),
        }
    }
}
