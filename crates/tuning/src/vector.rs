//! Weights as a list of named numbers.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// A number among weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    /// Its path, such as `pace.city` or `army.2`.
    pub name: String,
    /// The number.
    pub value: f64,
}

/// The numbers of weights or terms, in the order of their names.
pub fn named(weights: &impl Serialize) -> Vec<Named> {
    let mut found = Vec::new();
    let tree = serde_json::to_value(weights).expect("weights are numbers");
    collect(&tree, String::new(), &mut found);
    found
}

/// The weights with these numbers in place of their own.
pub fn with_numbers<T: Serialize + DeserializeOwned>(weights: &T, numbers: &[Named]) -> T {
    let mut tree = serde_json::to_value(weights).expect("weights are numbers");
    for Named { name, value } in numbers {
        let pointer = format!("/{}", name.replace('.', "/"));
        if let Some(place) = tree.pointer_mut(&pointer) {
            *place = (*value).into();
        }
    }
    serde_json::from_value(tree).expect("numbers are weights")
}

fn collect(tree: &Value, name: String, found: &mut Vec<Named>) {
    let inner = |part: &str| {
        if name.is_empty() {
            part.to_owned()
        } else {
            format!("{name}.{part}")
        }
    };
    match tree {
        Value::Object(parts) => {
            for (part, value) in parts {
                collect(value, inner(part), found);
            }
        }
        Value::Array(parts) => {
            for (place, value) in parts.iter().enumerate() {
                collect(value, inner(&place.to_string()), found);
            }
        }
        value => found.extend(value.as_f64().map(|value| Named { name, value })),
    }
}
