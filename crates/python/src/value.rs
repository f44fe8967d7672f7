//! Values of the rules as dictionaries and lists, in the JSON of the engine protocol.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

use crate::error::{InternalError, Outcome};

/// A value as Python has it.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    value: &impl Serialize,
) -> Outcome<Bound<'py, PyAny>> {
    let json =
        serde_json::to_value(value).map_err(|error| InternalError::new_err(error.to_string()))?;
    Ok(convert(py, json)?)
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
