//! Data sets in a build without the feature `data`: what would write them says why it does not.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::{DatasetError, Outcome};

/// Which games a data set has. This build writes none.
#[pyclass(name = "Plan", module = "brickwood.dataset", frozen)]
pub(crate) struct PyPlan;

#[pymethods]
impl PyPlan {
    /// Raises `DatasetError`.
    #[new]
    #[pyo3(signature = (*_args, **_named))]
    fn new(_args: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Outcome<Self> {
        let message = "this build of Brickwood writes no data sets: \
            it was compiled without the feature `data`, which wheels have";
        Err(DatasetError::new_err(message).into())
    }
}

/// How far a data set is written. This build writes none.
#[pyclass(name = "Progress", module = "brickwood.dataset", frozen)]
pub(crate) struct PyProgress;
