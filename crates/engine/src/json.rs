//! JSON of requests: no repeated or unknown fields, and errors that name the field.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value};

use crate::Problem;

/// JSON in which no object has a field twice.
pub(crate) struct Unique(pub(crate) Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UniqueVisitor).map(Self)
    }
}

struct UniqueVisitor;

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unique(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(field) = fields.next_key::<String>()? {
            if object.contains_key(&field) {
                return Err(Error::custom(format!("field `{field}` comes twice")));
            }
            let Unique(value) = fields.next_value()?;
            object.insert(field, value);
        }
        Ok(object.into())
    }
}

/// The value of this JSON.
pub(crate) fn read<T: DeserializeOwned>(json: Value) -> Result<T, Problem> {
    serde_path_to_error::deserialize(json).map_err(|error| {
        let path = error.path().to_string();
        wrong(&path, &error.inner().to_string())
    })
}

/// The value of the field `at`, of a type of the rules. Those types ignore unknown fields; this function
/// refuses them.
pub(crate) fn read_known<T: Serialize + DeserializeOwned>(
    at: &str,
    json: &Value,
) -> Result<T, Problem> {
    let value: T = serde_path_to_error::deserialize(json).map_err(|error| {
        let path = match (error.path().to_string().as_str(), blamed::<T>(json)) {
            (".", Some(field)) => format!("{at}.{field}"),
            (".", None) => at.to_owned(),
            (path, _) => format!("{at}.{path}"),
        };
        wrong(&path, &error.inner().to_string())
    })?;
    let known = serde_json::to_value(&value).map_err(|error| wrong(at, &error.to_string()))?;
    match unknown_field(json, &known) {
        Some(field) => Err(no_field(field)),
        None => Ok(value),
    }
}

/// The field whose value has a wrong type. Serde does not name it in an object with a `type` tag: it is
/// the field that serde misses once it is removed.
fn blamed<T: DeserializeOwned>(json: &Value) -> Option<&str> {
    let Value::Object(fields) = json else {
        return None;
    };
    fields.keys().map(String::as_str).find(|field| {
        let mut others = fields.clone();
        others.remove(*field);
        let missed = T::deserialize(Value::Object(others)).err();
        missed.is_some_and(|error| error.to_string() == format!("missing field `{field}`"))
            && *field != "type"
    })
}

/// Replaces the fields of `whole` with those of `changes`.
pub(crate) fn replace(whole: &mut Value, changes: Value) -> Result<(), Problem> {
    match (whole, changes) {
        (Value::Object(whole), Value::Object(changes)) => {
            for (field, change) in changes {
                match whole.get_mut(&field) {
                    // A value with a `type` tag is replaced as a whole.
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

fn wrong(path: &str, message: &str) -> Problem {
    let message = plain(message);
    let named = message.split('`').nth(1);
    let (field, message) = match named {
        // Such a message names the field itself.
        Some(field) if message.starts_with("unknown field") => (field.to_owned(), message.clone()),
        Some(field) if message.starts_with("missing field") && path == "." => {
            (field.to_owned(), message.clone())
        }
        _ if path == "." => return Problem::bad_request(message),
        _ => (path.to_owned(), format!("`{path}`: {message}")),
    };
    Problem::bad_field(&field, message)
}

/// Replaces the words of Rust with common ones.
fn plain(message: &str) -> String {
    let (before, expected) = message.split_once("expected ").unwrap_or((message, ""));
    let expected = match expected {
        "" => return message.to_owned(),
        "u8" => "a whole number from 0 to 255",
        "u16" | "u32" | "u64" | "usize" => "a whole number from 0 on",
        "a sequence" => "a list",
        _ if expected.starts_with("struct ") || expected == "a map" => "an object",
        _ if expected.starts_with("internally tagged enum ") => "an object with a `type`",
        _ => expected,
    };
    let before = before
        .replace("invalid type: map", "invalid type: object")
        .replace("invalid type: sequence", "invalid type: list");
    format!("{before}expected {expected}")
}

fn no_field(field: &str) -> Problem {
    Problem::bad_field(field, format!("unknown field `{field}`"))
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
