//! Values of every type that is declared for the page, made from the declarations in TypeScript.

use std::{collections::BTreeMap, fmt::Write as _};

use serde_json::{Map, Value, json};

use crate::{is_committed, read};

/// The files of declarations, each after those that it needs.
const FILES: [&str; 4] = ["rules", "problem", "site", "table"];

/// Checks that every value that one of these files declares is read and written again as it always was. What writes
/// it again is told the name of the type and the value in JSON.
///
/// # Panics
///
/// If a value is not what is declared, or is not written as `tests-data/wire` has it.
pub fn is_written_as_declared(file: &str, written: impl Fn(&str, &str) -> String) {
    let texts =
        FILES.map(|file| without_comments(&read(&format!("web/src/lib/base/protocol/{file}.ts"))));
    let declarations = Declarations(texts.iter().flat_map(|text| declared(text)).collect());
    let at = FILES.iter().position(|other| *other == file);
    let mut lines = String::new();
    for (name, _) in declared(&texts[at.expect("the file is known")]) {
        let _ = writeln!(lines, "# {name}");
        for sample in declarations.samples(name) {
            let line = written(name, &sample.to_string());
            assert_eq!(line.parse::<Value>().ok(), Some(sample));
            assert_eq!(written(name, &line), line);
            let _ = writeln!(lines, "{line}");
        }
    }
    is_committed(&format!("tests-data/wire/{file}.txt"), &lines);
}

/// Reads a value of a type by its name, and writes it again: one line for each crate that has some of the types.
#[macro_export]
macro_rules! read_and_write {
    ($($of:ident: $($name:ident)*;)*) => {
        |name: &str, text: &str| {
            /// One way in and one way out: each type has all of that compiled for itself.
            fn again<T: ::serde::Serialize + ::serde::de::DeserializeOwned>(text: &str) -> String {
                let value: T = ::serde_json::from_str(text)
                    .unwrap_or_else(|error| panic!("{text} is declared, but {error}"));
                ::serde_json::to_string(&value).expect("plain data")
            }
            match name {
                $($(stringify!($name) => again::<$of::$name>(text),)*)*
                _ => panic!("{name} is declared, but not named here"),
            }
        }
    };
}

/// The types that a file declares, with what they are.
fn declared(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let types = text.split("export type ").skip(1);
    types.map(|text| {
        let declaration = text
            .split_once(';')
            .and_then(|(text, _)| text.split_once('='));
        let (name, text) = declaration.expect("a type has a name");
        (name.trim(), text)
    })
}

/// Declarations by their names.
struct Declarations<'a>(BTreeMap<&'a str, &'a str>);

impl Declarations<'_> {
    /// A value for each alternative of a type: of a union, its members; of an object, with all that it can have and
    /// without what it can lack.
    fn samples(&self, name: &str) -> Vec<Value> {
        let mut reader = Reader {
            declarations: self,
            rest: name,
            open: Vec::new(),
            field: name,
            number: 1,
            is_inside: false,
        };
        reader.union()
    }
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |bare, part| {
        bare + part.split_once("*/").map_or("", |(_, rest)| rest)
    })
}

/// Reads a declaration, and makes the values on the way.
struct Reader<'a> {
    declarations: &'a Declarations<'a>,
    rest: &'a str,
    /// The types whose values are being made: one inside itself is left out.
    open: Vec<&'a str>,
    /// The field that is read, whose name its text will be.
    field: &'a str,
    /// What a number will be: its place in a tuple.
    number: usize,
    /// Whether this is a part of a value: of another type, one value does there.
    is_inside: bool,
}

impl<'a> Reader<'a> {
    fn eats(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn up_to(&mut self, end: char) -> &'a str {
        let (text, rest) = self.rest.split_once(end).expect("it is closed");
        self.rest = rest;
        text
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
        self.rest = rest;
        word
    }

    fn union(&mut self) -> Vec<Value> {
        let mut samples = Vec::new();
        loop {
            let mut member = self.member();
            while self.eats("&") {
                let other = self.member();
                member = (0..member.len().max(other.len()))
                    .map(|at| merged(&member[at % member.len()], &other[at % other.len()]))
                    .collect();
            }
            samples.append(&mut member);
            if !self.eats("|") {
                return samples;
            }
        }
    }

    fn member(&mut self) -> Vec<Value> {
        let is_inside = self.is_inside;
        let samples = if self.eats("(") {
            let samples = self.union();
            assert!(self.eats(")"));
            return samples;
        } else if self.eats("\"") {
            vec![json!(self.up_to('"'))]
        } else if self.eats("`") {
            vec![json!(self.up_to('`').replace("${string}", "name"))]
        } else if self.eats("{") {
            self.is_inside = true;
            self.object()
        } else if self.eats("[") {
            self.is_inside = true;
            self.tuple()
        } else {
            match self.word() {
                "Array" => {
                    assert!(self.eats("<"));
                    self.is_inside = true;
                    let samples = self.union();
                    assert!(self.eats(">"));
                    vec![json!(samples)]
                }
                "number" => vec![json!(self.number)],
                "boolean" => vec![json!(true)],
                "null" => vec![Value::Null],
                "string" => vec![json!(text(self.field))],
                name => self.named(name),
            }
        };
        self.is_inside = is_inside;
        samples
    }

    fn named(&mut self, name: &'a str) -> Vec<Value> {
        if self.open.contains(&name) {
            return Vec::new();
        }
        if let Some(value) = special(name) {
            return vec![value];
        }
        let mut open = self.open.clone();
        open.push(name);
        let mut inner = Reader {
            rest: self.declarations.0[name],
            open,
            ..*self
        };
        let mut samples = inner.union();
        assert_eq!(inner.rest.trim(), "", "{name} is not understood");
        if self.is_inside {
            samples.truncate(1);
        }
        samples
    }

    fn object(&mut self) -> Vec<Value> {
        let outer = self.field;
        let mut fields = Vec::new();
        while !self.eats("}") {
            let is_quoted = self.eats("\"");
            self.field = self.word();
            assert_eq!(self.eats("\""), is_quoted);
            let is_optional = self.eats("?");
            assert!(self.eats(":"), "{}", self.rest);
            let mut values: Vec<_> = self.union().into_iter().map(Some).collect();
            if is_optional {
                // Nothing may be said as null, but is not written so.
                values.retain(|value| *value != Some(Value::Null));
                values.push(None);
            }
            fields.push((self.field, values));
            self.eats(",");
        }
        self.field = outer;
        let most = fields.iter().map(|(_, values)| values.len()).max();
        let sample = |at: usize| -> Map<String, Value> {
            let values = fields.iter().filter_map(|(name, values)| {
                let value = values[at % values.len()].clone()?;
                Some(((*name).to_owned(), value))
            });
            values.collect()
        };
        (0..most.unwrap_or(1)).map(|at| sample(at).into()).collect()
    }

    fn tuple(&mut self) -> Vec<Value> {
        let outer = self.number;
        let mut places = Vec::new();
        while !self.eats("]") {
            self.number = places.len() + 1;
            places.push(self.union());
            self.eats(",");
        }
        self.number = outer;
        let most = places.iter().map(Vec::len).max().unwrap_or(1);
        let sample = |at: usize| {
            let values = places.iter().map(|place| place[at % place.len()].clone());
            values.collect()
        };
        (0..most).map(sample).collect()
    }
}

fn merged(one: &Value, other: &Value) -> Value {
    let fields = |value: &Value| value.as_object().expect("only objects are joined").clone();
    let mut both = fields(one);
    both.extend(fields(other));
    both.into()
}

/// A value of a type whose declaration allows more than its values.
fn special(name: &str) -> Option<Value> {
    (name == "UnderDeck").then(|| json!(["road_building"]))
}

/// A text for a field: its name, where it can be any text.
fn text(field: &str) -> String {
    match field {
        "nonce" => "0f".repeat(16),
        "seed" => "0f".repeat(32),
        _ => field.to_owned(),
    }
}
