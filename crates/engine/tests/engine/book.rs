//! `docs/book/engine.md` says what the program does: its examples are run, and no field is missing.

use std::{fs, path::Path};

use brickwood_engine::Code;
use brickwood_rules::{Edition, Seat};
use serde_json::{Value, json};

use crate::kit::{RandomGame, Talk};

fn book() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/engine.md");
    fs::read_to_string(path).expect("the book has a chapter on the engine")
}

/// Whether an answer looks like the one in the book, where `…` stands for what is left out.
fn looks_like(told: &Value, shown: &Value) -> bool {
    match (told, shown) {
        (_, Value::String(any)) if any == "…" => true,
        (Value::Object(told), Value::Object(shown)) => {
            let all = !shown.contains_key("…");
            let same = |(field, shown): (&String, &Value)| {
                field == "…" || told.get(field).is_some_and(|told| looks_like(told, shown))
            };
            shown.iter().all(same) && (!all || told.len() == shown.len())
        }
        (Value::Array(told), Value::Array(shown)) => {
            told.len() == shown.len()
                && told
                    .iter()
                    .zip(shown)
                    .all(|(told, shown)| looks_like(told, shown))
        }
        _ => told == shown,
    }
}

#[test]
fn the_examples_of_the_book_are_what_comes_back() {
    let mut talk = Talk::new();
    let mut in_session = false;
    let mut told = None;
    let mut examples = 0;
    for line in book().lines() {
        if line.starts_with("```") {
            in_session = line == "```session";
        } else if in_session && let Some(request) = line.strip_prefix("> ") {
            assert_eq!(told, None, "every request has its answer");
            told = Some(talk.raw(request));
        } else if in_session && let Some(shown) = line.strip_prefix("< ") {
            let told = told.take().expect("an answer follows a request");
            let shown: Value = serde_json::from_str(shown).expect("examples are JSON");
            assert!(looks_like(&told, &shown), "shown: {shown}\n told: {told}");
            examples += 1;
        }
    }
    assert!(examples > 25, "{examples}");
}

#[test]
fn an_example_can_be_wrong() {
    assert!(looks_like(&json!({"a": [1, 2]}), &json!({"a": "…"})));
    assert!(looks_like(
        &json!({"a": 1, "b": 2}),
        &json!({"a": 1, "…": "…"})
    ));
    assert!(!looks_like(&json!({"a": 1, "b": 2}), &json!({"a": 1})));
    assert!(!looks_like(&json!({"a": 1}), &json!({"a": 1, "b": "…"})));
    assert!(!looks_like(&json!([1]), &json!([1, "…"])));
}

/// The fields of a command, as its refusal of another one names them.
fn fields(talk: &mut Talk, command: &str) -> Vec<String> {
    let request = json!({ "command": command, "no such field": 1 });
    let problem = talk.refused(&request);
    assert_eq!(problem["field"], "no such field");
    let message = problem["message"].as_str().unwrap().to_owned();
    let (_, expected) = message
        .split_once("`, ")
        .unwrap_or_else(|| panic!("{message}"));
    let words = expected.split('`').skip(1).step_by(2);
    words.map(str::to_owned).collect()
}

#[test]
fn every_command_field_and_code_is_explained() {
    let book = book();
    let mut talk = Talk::new();
    let hello = talk.ask(&json!({ "command": "hello" }));
    let mut fields_found = 0;
    for command in hello["commands"].as_array().unwrap() {
        let command = command.as_str().unwrap();
        assert!(book.contains(&format!("`{command}`")), "`{command}`");
        for field in fields(&mut talk, command) {
            assert!(book.contains(&format!("`{field}`")), "{command}: `{field}`");
            fields_found += 1;
        }
    }
    assert!(fields_found > 40, "{fields_found}");
    let errors = book
        .split("\n## Errors\n")
        .nth(1)
        .expect("the errors are listed");
    for code in Code::ALL {
        let code = json!(code);
        let code = code.as_str().expect("a code is a word");
        assert!(errors.contains(&format!("`{code}`")), "`{code}`");
    }
}

#[test]
fn every_field_of_a_view_and_a_score_is_explained() {
    fn check(book: &str, json: &Value, skip: &[&str]) {
        match json {
            Value::Object(fields) => {
                for (field, value) in fields {
                    assert!(book.contains(&format!("`{field}`")), "`{field}`");
                    if !skip.contains(&field.as_str()) {
                        check(book, value, skip);
                    }
                }
            }
            Value::Array(values) => values.iter().for_each(|value| check(book, value, skip)),
            _ => {}
        }
    }
    let book = book();
    let mut random = RandomGame::new(Edition::Modern, 4, 1);
    for _ in 0..80 {
        random.step().unwrap();
    }
    let line = brickwood_notation::position_text(&random.game, &random.state);
    let mut talk = Talk::new();
    talk.ask(&json!({ "command": "load", "position": line }));
    for request in [
        json!({ "command": "view", "seat": Seat::new(1) }),
        json!({ "command": "state" }),
        json!({ "command": "score" }),
        json!({ "command": "places", "layout": "large" }),
        json!({ "command": "go", "bot": "easy", "apply": true }),
    ] {
        // The awaited decision has different fields in each phase.
        check(&book, &talk.ask(&request), &["phase", "action"]);
    }
}
