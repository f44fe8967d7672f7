//! JSON of the rules' own types, with unknown fields refused: a typo should not pass for a default.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::Problem;

/// The value of this JSON, where every field of it means something.
pub(crate) fn read<T: Serialize + DeserializeOwned>(json: &Value) -> Result<T, Problem> {
    let wrong = |error: serde_json::Error| Problem::bad_request(error.to_string());
    let value = T::deserialize(json).map_err(wrong)?;
    let known = serde_json::to_value(&value).map_err(wrong)?;
    match unknown_field(json, &known) {
        Some(field) => Err(no_field(field)),
        None => Ok(value),
    }
}

/// Puts the fields of `changes` in the place of those of `whole`.
pub(crate) fn replace(whole: &mut Value, changes: Value) -> Result<(), Problem> {
    match (whole, changes) {
        (Value::Object(whole), Value::Object(changes)) => {
            for (field, change) in changes {
                match whole.get_mut(&field) {
                    // Where a value has a type of its own, it is replaced as a whole.
                    Some(old) if old.get("type").is_none() => replace(old, change)?,
                    Some(old) => *old = change,
                    None => return Err(no_field(&field)),
                }
            }
        }
        (whole, change) => *whole = change,
    }
    Ok(())
}

fn no_field(field: &str) -> Problem {
    Problem::bad_request(format!("unknown field `{field}`"))
}

fn unknown_field<'a>(given: &'a Value, known: &Value) -> Option<&'a str> {
    match (given, known) {
        (Value::Object(given), Value::Object(known)) => {
            given
                .iter()
                .find_map(|(field, value)| match known.get(field) {
                    Some(known) => unknown_field(value, known),
                    None => Some(field.as_str()),
                })
        }
        (Value::Array(given), Value::Array(known)) => given
            .iter()
            .zip(known)
            .find_map(|(given, known)| unknown_field(given, known)),
        _ => None,
    }
}
