//! `docs/book/openapi.json` describes the whole API of the server.

use std::{collections::BTreeSet, fmt::Write as _};

use brickwood_protocol::{BoundedOption, LONGEST_BOARD_SEED, LONGEST_BOARD_TEXT, LONGEST_NAME};
use brickwood_rules::MAX_SEATS;
use brickwood_server::{openapi, typescript};
use brickwood_test_kit::{is_committed, read};
use serde_json::{Value, json};

pub fn document() -> Value {
    serde_json::from_str(&openapi()).unwrap()
}

/// The operations of the document: path, method, and description.
pub fn operations(document: &Value) -> Vec<(String, String, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    let mut found = Vec::new();
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            found.push((path.clone(), method.to_uppercase(), operation));
        }
    }
    found
}

#[test]
fn the_committed_document_is_that_of_the_handlers() {
    is_committed("docs/book/openapi.json", &openapi());
}

#[test]
fn the_page_asks_by_the_ways_of_the_document() {
    for (file, text) in typescript() {
        is_committed(
            &format!("web/src/lib/base/protocol/endpoints/{file}"),
            &text,
        );
    }
}

#[test]
fn each_endpoint_has_a_name_of_its_own() {
    let document = document();
    let mut names = BTreeSet::new();
    for (path, method, operation) in operations(&document) {
        assert!(
            names.insert(operation["operationId"].as_str().unwrap()),
            "{method} {path}"
        );
    }
}

/// The groups of calls in `docs/book/protocol.md`, by the tag of their operations.
const GROUPS: [(&str, &str); 11] = [
    ("tables", "Tables and boards"),
    ("replays", "Finished games"),
    ("study", "Analysis and advice"),
    ("rules", "Rules"),
    ("bots", "Bots"),
    ("people", "Who somebody is"),
    ("devices", "Devices and passkeys"),
    ("games", "Results and ratings"),
    ("moderation", "Blocks and reports"),
    ("site", "The site"),
    ("host", "Site administration"),
];

/// The name of the schema of a body or an answer; of a list, what it is a list of.
fn schema_name(content: &Value) -> String {
    let Some((kind, content)) = content.as_object().and_then(|all| all.iter().next()) else {
        return String::new();
    };
    let schema = &content["schema"];
    let named = |schema: &Value| {
        let reference = schema["$ref"].as_str()?;
        Some(reference.rsplit('/').next()?.to_owned())
    };
    if let Some(name) = named(schema) {
        format!("`{name}`")
    } else if let Some(name) = named(&schema["items"]) {
        format!("list of `{name}`")
    } else if kind == "application/json" {
        "JSON".to_owned()
    } else {
        format!("`{kind}`")
    }
}

/// The calls of a group, a line each.
fn calls(document: &Value, tag: &str) -> String {
    let mut table = String::from("| call | body | answer | |\n|---|---|---|---|\n");
    for (path, method, operation) in operations(document) {
        if operation["tags"][0] != tag {
            continue;
        }
        let body = schema_name(&operation["requestBody"]["content"]);
        let mut answers = operation["responses"].as_object().unwrap().iter();
        let (status, answer) = answers
            .find(|(status, _)| status.starts_with(['1', '2', '3']))
            .unwrap();
        let answer = format!("{status} {}", schema_name(&answer["content"]));
        let answer = answer.trim();
        let summary = operation["summary"].as_str().unwrap();
        writeln!(
            table,
            "| `{method} {path}` | {body} | {answer} | {summary} |"
        )
        .unwrap();
    }
    table
}

#[test]
fn the_books_calls_are_those_of_the_document() {
    const PAGE: &str = "docs/book/protocol.md";
    const BEGIN: &str = "<!-- calls -->\n";
    const END: &str = "<!-- end of calls -->";
    let document = document();
    let mut text = String::new();
    for (tag, title) in GROUPS {
        write!(text, "### {title}\n\n{}\n", calls(&document, tag)).unwrap();
    }
    for (path, method, operation) in operations(&document) {
        let tag = operation["tags"][0].as_str().unwrap();
        assert!(
            GROUPS.iter().any(|(group, _)| *group == tag),
            "{method} {path} is in no group: {tag}"
        );
    }
    let page = read(PAGE);
    let (before, rest) = page.split_once(BEGIN).expect("the calls begin");
    let (_, after) = rest.split_once(END).expect("the calls end");
    is_committed(PAGE, &format!("{before}{BEGIN}{text}{END}{after}"));
}

/// What keeps a value from being one of a schema.
fn fault(document: &Value, schema: &Value, value: &Value) -> Option<String> {
    let wrong = |why: &str| Some(format!("{value} is {why} of {schema}"));
    if let Some(reference) = schema["$ref"].as_str() {
        let referred = document.pointer(reference.trim_start_matches('#'));
        return fault(
            document,
            referred.expect("references lead somewhere"),
            value,
        );
    }
    for (word, least, most) in [
        ("oneOf", 1, 1),
        ("anyOf", 1, usize::MAX),
        ("allOf", usize::MAX, usize::MAX),
    ] {
        let Some(schemas) = schema[word].as_array() else {
            continue;
        };
        let fit = |schema: &&Value| fault(document, schema, value).is_none();
        let fit = schemas.iter().filter(fit).count();
        if fit < least.min(schemas.len()) || fit > most {
            return wrong(word);
        }
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_kind = |kinds: &Value| match kinds {
        Value::Null => true,
        Value::Array(kinds) => kinds.contains(&json!(kind)),
        one => one == kind,
    };
    if !is_kind(&schema["type"]) {
        return wrong("not of the type");
    }
    if let Some(values) = schema["enum"].as_array()
        && !values.contains(value)
    {
        return wrong("no value");
    }
    if let Some(elements) = value.as_array() {
        let of_each = |element| fault(document, &schema["items"], element);
        return elements.iter().find_map(of_each);
    }
    let fields = value.as_object()?;
    let required = schema["required"].as_array().into_iter().flatten();
    for field in required {
        if !fields.contains_key(field.as_str().unwrap()) {
            return wrong("without a required field");
        }
    }
    // All fields are described, whether others may come or not.
    let properties = schema["properties"].as_object()?;
    fields.iter().find_map(|(name, field)| {
        let property = properties.get(name);
        if property.is_none() && schema["additionalProperties"] == false {
            return wrong("with an unknown field");
        }
        fault(document, property?, field)
    })
}

#[test]
fn the_examples_are_what_their_schemas_say() {
    let document = document();
    let mut checked = 0;
    for (path, method, operation) in operations(&document) {
        let answers = operation["responses"].as_object().unwrap().values();
        let contents = answers
            .map(|answer| &answer["content"])
            .chain([&operation["requestBody"]["content"]]);
        for part in contents
            .filter_map(Value::as_object)
            .flat_map(|all| all.values())
        {
            if part["example"].is_null() {
                continue;
            }
            let fault = fault(&document, &part["schema"], &part["example"]);
            assert_eq!(fault, None, "{method} {path}");
            checked += 1;
        }
    }
    assert!(checked > 15, "{checked}");
    let refusal = &document["components"]["responses"]["Problem"]["content"]["application/json"];
    assert_eq!(
        fault(&document, &refusal["schema"], &refusal["example"]),
        None
    );
}

/// Attributes take only numbers that are written out.
#[test]
fn the_bounds_are_those_that_are_checked() {
    let document = document();
    let is_bound = |schema: &str, field: &str, bound: &str, most: usize| {
        let schema = &document["components"]["schemas"][schema];
        let each = schema["oneOf"].as_array();
        let mut each = each.into_iter().flatten().chain([schema]);
        let field = each.find_map(|one| one["properties"].get(field)).unwrap();
        assert_eq!(field[bound], most, "{field}");
    };
    for (schema, field, option) in [
        ("ClockRule", "seconds", BoundedOption::TurnSeconds),
        ("ClockRule", "minutes", BoundedOption::ClockMinutes),
        ("ClockRule", "increment_s", BoundedOption::IncrementSeconds),
        ("SpectatorRule", "seconds", BoundedOption::DelaySeconds),
        ("TableOptions", "extensions", BoundedOption::Extensions),
        ("TableOptions", "grace_s", BoundedOption::GraceSeconds),
    ] {
        let (least, most) = option.bounds().into_inner();
        is_bound(schema, field, "minimum", least.into());
        is_bound(schema, field, "maximum", most.into());
    }
    for schema in ["BoardChoice", "FillOrder"] {
        is_bound(schema, "seed", "maxLength", LONGEST_BOARD_SEED);
    }
    for schema in ["BoardChoice", "DraftOrder", "FillOrder"] {
        is_bound(schema, "text", "maxLength", LONGEST_BOARD_TEXT);
    }
    is_bound("NewBot", "name", "maxLength", LONGEST_NAME - " (bot)".len());
    is_bound("NewTable", "seats", "maxItems", MAX_SEATS);
    is_bound("SetUpOrder", "colors", "maxItems", MAX_SEATS);
    is_bound("TableSummary", "open_seats", "maximum", MAX_SEATS);
    is_bound("DraftOrder", "players", "maximum", MAX_SEATS);
    let seat = &document["components"]["schemas"]["Seat"];
    assert_eq!(seat["maximum"], MAX_SEATS - 1);
}

#[test]
fn every_error_is_a_problem() {
    let document = document();
    for (path, method, operation) in operations(&document) {
        for (status, answer) in operation["responses"].as_object().unwrap() {
            if status.starts_with(['4', '5']) {
                let named = &answer["$ref"];
                assert_eq!(
                    named, "#/components/responses/Problem",
                    "{method} {path} {status}"
                );
            }
        }
    }
}

#[test]
fn every_reference_leads_somewhere() {
    let document = document();
    let text = document.to_string();
    for part in text.split("\"#/components/").skip(1) {
        let path = part.split('"').next().unwrap();
        let found = document.pointer(&format!("/components/{path}"));
        assert!(found.is_some(), "{path}");
    }
}
