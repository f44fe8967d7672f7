//! `docs/book/openapi.json` describes the whole API of the server.

use std::collections::BTreeSet;

use brickwood_protocol::{
    Addresses, BoardOrder, BotLevel, Created, DraftOrder, FillOrder, JoinTable, Me, NewTable,
    Problem, SetUpOrder, TableSummary,
};
use brickwood_server::{BotEvent, Invite, NewBot, OnlineBot, RegisteredBot, testing::api_paths};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::support::TestServer;

fn document() -> Value {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/book/openapi.json");
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

/// The operations of the document: path, method, and description.
fn operations(document: &Value) -> Vec<(String, String, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    let mut found = Vec::new();
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            found.push((path.clone(), method.to_uppercase(), operation));
        }
    }
    found
}

#[tokio::test]
async fn every_route_is_described_and_every_description_has_a_route() {
    let server = TestServer::open().await;
    let document = document();
    let mut described = BTreeSet::new();
    for (path, method, _) in operations(&document) {
        described.insert((path, method));
    }
    let mut routed = BTreeSet::new();
    for path in api_paths() {
        let concrete = path
            .replace("{id}", "no-such-table")
            .replace("{code}", "zzzz");
        // A route refuses other methods, and names those that it knows.
        let answer = server.guest().ask("PATCH", &concrete, "").await;
        assert_eq!(answer.status, 405, "{path}");
        for method in answer.field("allow").unwrap().split(',') {
            if method != "HEAD" {
                routed.insert((path.to_owned(), method.to_owned()));
            }
        }
    }
    assert_eq!(described, routed);
}

/// Checks that an example is read as its type, and written unchanged.
fn holds<T: Serialize + DeserializeOwned>(example: &Value) {
    let read: T = serde_json::from_value(example.clone())
        .unwrap_or_else(|error| panic!("{error}: {example}"));
    assert_eq!(serde_json::to_value(read).unwrap(), *example);
}

#[test]
fn the_examples_are_what_the_server_reads_and_writes() {
    let document = document();
    let mut checked = 0;
    for (path, method, operation) in operations(&document) {
        let bodies = operation["responses"].as_object().unwrap().iter();
        let answers = bodies.filter(|(status, _)| status.starts_with('2'));
        let contents = answers
            .map(|(_, answer)| &answer["content"])
            .chain([&operation["requestBody"]["content"]]);
        for content in contents.filter_map(Value::as_object) {
            for part in content.values().filter(|part| !part["example"].is_null()) {
                let example = &part["example"];
                let schema = &part["schema"];
                let name = schema["$ref"].as_str().or(schema["items"]["$ref"].as_str());
                let name = name.unwrap().rsplit('/').next().unwrap();
                let ones = example
                    .as_array()
                    .map_or(vec![example], |all| all.iter().collect());
                for one in ones {
                    match name {
                        "Addresses" => holds::<Addresses>(one),
                        "BoardOrder" => holds::<BoardOrder>(one),
                        "BotEvent" => holds::<BotEvent>(one),
                        "BotLevel" => holds::<BotLevel>(one),
                        "Created" => holds::<Created>(one),
                        "DraftOrder" => holds::<DraftOrder>(one),
                        "FillOrder" => holds::<FillOrder>(one),
                        "Invite" => holds::<Invite>(one),
                        "JoinTable" => holds::<JoinTable>(one),
                        "Me" => holds::<Me>(one),
                        "NewBot" => holds::<NewBot>(one),
                        "NewTable" => holds::<NewTable>(one),
                        "OnlineBot" => holds::<OnlineBot>(one),
                        "RegisteredBot" => holds::<RegisteredBot>(one),
                        "SetUpOrder" => holds::<SetUpOrder>(one),
                        "TableSummary" => holds::<TableSummary>(one),
                        other => panic!("{method} {path} has an example of {other}"),
                    }
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 15, "{checked}");
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
    let content = &document["components"]["responses"]["Problem"]["content"];
    holds::<Problem>(&content["application/json"]["example"]);
}

#[test]
fn the_fields_of_the_schemas_are_those_of_the_examples() {
    let document = document();
    let example = &document["paths"]["/api/lobby"]["get"]["responses"]["200"]["content"];
    let example = example["application/json"]["example"][0]
        .as_object()
        .unwrap();
    let schema = &document["components"]["schemas"]["TableSummary"]["properties"];
    let keys: Vec<_> = example.keys().collect();
    assert_eq!(keys, schema.as_object().unwrap().keys().collect::<Vec<_>>());
    // Every reference leads somewhere.
    let text = document.to_string();
    for part in text.split("\"#/components/").skip(1) {
        let path = part.split('"').next().unwrap();
        let found = document.pointer(&format!("/components/{path}"));
        assert!(found.is_some(), "{path}");
    }
}
