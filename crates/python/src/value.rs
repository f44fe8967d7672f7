//! Values of the rules as dictionaries and lists, in the JSON of the engine protocol.

use std::hash::{BuildHasher, Hash};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rustc_hash::FxBuildHasher;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::{ChoiceError, InternalError, Outcome, PositionError, guarded};

/// A value as Python has it.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    value: &impl Serialize,
) -> Outcome<Bound<'py, PyAny>> {
    let json =
        serde_json::to_value(value).map_err(|error| InternalError::new_err(error.to_string()))?;
    Ok(convert(py, json)?)
}

/// One of several seeds. Other numbers raise `ChoiceError`.
pub(crate) struct Seed(u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        number.extract().map(Self).map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(number.py()) {
                let most = u64::MAX;
                ChoiceError::new_err(format!("{} is no seed: they go from 0 to {most}", *number))
            } else {
                error
            }
        })
    }
}

/// The numbers of seeds.
pub(crate) fn numbers_of(seeds: Vec<Seed>) -> Vec<u64> {
    seeds.into_iter().map(|seed| seed.0).collect()
}

/// A hash that is quick to work out for what has many parts, and the same wherever this version runs.
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(value)
}

/// How many of something. Raises `ChoiceError` where it is below zero.
pub(crate) fn count(number: i64) -> Outcome<usize> {
    let found = usize::try_from(number);
    Ok(found.map_err(|_| ChoiceError::new_err(format!("{number} is below zero")))?)
}

/// A value as it is pickled.
pub(crate) fn saved(value: &impl Serialize) -> Outcome<Vec<u8>> {
    let data = serde_json::to_vec(value);
    Ok(data.map_err(|error| InternalError::new_err(error.to_string()))?)
}

/// The value that was pickled. Raises `PositionError` where it is none.
pub(crate) fn loaded<T: DeserializeOwned>(data: &[u8]) -> Outcome<T> {
    let value = guarded(|| serde_json::from_slice(data))?;
    Ok(value.map_err(|error| {
        PositionError::new_err(format!("what was saved cannot be read: {error}"))
    })?)
}

fn convert(py: Python<'_>, json: Value) -> PyResult<Bound<'_, PyAny>> {
    match json {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(value) => value.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(value), _) => value.into_bound_py_any(py),
            (None, Some(value)) => value.into_bound_py_any(py),
            (None, None) => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(convert(py, item)?)?;
            }
            Ok(list.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, convert(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}
