//! How one of many episodes stands.

use brickwood_episodes::{Snapshot, SnapshotError};
use pyo3::prelude::*;

use crate::error::{ChoiceError, Fault, Outcome};
use crate::value::{loaded, saved};

/// How one episode stands, with what chance and its opponents do next. Immutable; can be copied and pickled.
#[pyclass(name = "Snapshot", module = "brickwood", frozen, from_py_object)]
#[derive(Clone)]
pub(crate) struct PySnapshot {
    pub(crate) snapshot: Snapshot,
}

impl From<Snapshot> for PySnapshot {
    fn from(snapshot: Snapshot) -> Self {
        Self { snapshot }
    }
}

#[pymethods]
impl PySnapshot {
    /// The snapshot of what `to_bytes` has returned. Raises `PositionError`.
    #[staticmethod]
    fn from_bytes(data: &[u8]) -> Outcome<Self> {
        let snapshot = loaded(data)?;
        Ok(Self { snapshot })
    }

    /// Everything, to be stored. Another version may not read it.
    fn to_bytes(&self) -> Outcome<Vec<u8>> {
        saved(&self.snapshot)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Outcome<(Bound<'py, PyAny>, (Vec<u8>,))> {
        let restored = slf.get_type().getattr("from_bytes")?;
        Ok((restored, (slf.get().to_bytes()?,)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

impl From<SnapshotError> for Fault {
    fn from(error: SnapshotError) -> Self {
        match error {
            SnapshotError::Encode(error) => error.into(),
            SnapshotError::OtherOptions | SnapshotError::NoSuchEpisode => {
                ChoiceError::new_err(error.to_string()).into()
            }
        }
    }
}
