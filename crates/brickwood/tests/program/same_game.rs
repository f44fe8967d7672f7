//! The page without a server plays the game that a server plays: with the same secret and the same choices, both
//! say the same to the player, message by message, and tell the same of the finished game.
//!
//! A module of the page plays a game of a person and three bots. Node.js makes the same calls to the
//! WebAssembly module, and a server gets the table as it was before anybody came, and the person's messages.

use brickwood_browser::{
    Module,
    driver::{Driver, TABLE, Talk},
};
use brickwood_site::SCHEMA;
use brickwood_storage::{GameLog, NewGame, SqliteStorage};
use brickwood_table::{People, Setup};
use brickwood_test_client::{Heard, Socket, TestPerson};
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, from_value};

use crate::server_process::ServerProcess;

#[tokio::test]
async fn a_server_and_webassembly_say_the_same_with_the_same_secret_and_choices() {
    let mut driver = Driver::new(Module::default(), 12);
    driver.play();
    let (record, statistics) = (driver.record(), driver.statistics());
    let replay = driver.replay();
    driver.repeat_in_webassembly();

    let data = tempfile::tempdir().unwrap();
    let server = ServerProcess::open(data.path(), &[]);
    let mut person = TestPerson::new(server.address);
    person.rename("Ida").await;
    server.kill();
    let storage = SqliteStorage::open(data.path(), SCHEMA).unwrap();
    storage.create(table(&driver, &person)).await.unwrap();
    drop(storage);
    let server = ServerProcess::open(data.path(), &[]);
    person.address = server.address;

    let mut socket = person.hello(TABLE, None).await.unwrap();
    for (number, talk) in driver.talk.iter().enumerate() {
        match talk {
            Talk::Said(message) => socket.say_text(&message.to_string()).await.unwrap(),
            Talk::Heard(expected) => {
                let heard = hear(&mut socket).await;
                assert_same(heard, expected.clone(), &format!("message {number}"));
            }
        }
    }
    let path = |what| format!("/api/tables/{TABLE}/{what}");
    let answer = person.ask("GET", &path("record"), "").await;
    assert_eq!(String::from_utf8(answer.body).unwrap(), record);
    for (what, of_page) in [("replay", replay), ("statistics", statistics)] {
        let of_server: Value = person.ask("GET", &path(what), "").await.json();
        assert_same(of_server, of_page, what);
    }
}

/// The table of the driver before anybody came, with this person as its person.
fn table(driver: &Driver, person: &TestPerson) -> NewGame {
    let setup: Setup = read(&driver.created()["setup"]);
    let mut people: People = read(&driver.created()["people"]);
    people.host = person.id();
    people.places[0].person = person.id();
    NewGame {
        setup,
        people,
        rematch_of: None,
        origin: None,
    }
}

fn read<T: DeserializeOwned>(document: &Value) -> T {
    from_value(document.clone()).expect("a document")
}

/// The next message that comes of what is done at the table.
async fn hear(socket: &mut Socket) -> Value {
    loop {
        let Heard::Message(_, text) = socket.hear().await else {
            panic!("a message should come");
        };
        let message: Value = from_str(&text).expect("JSON");
        if !matches!(message["type"].as_str(), Some("beat" | "watching")) {
            return message;
        }
    }
}

/// Compares what a server and a page say, apart from times, and from the pass that only a server gives.
fn assert_same(mut of_server: Value, mut of_page: Value, what: &str) {
    if of_server["type"] == "welcome" {
        let welcome = of_server.as_object_mut().expect("fields");
        assert!(welcome.remove("pass").is_some(), "a player gets a pass");
    }
    forget_times(&mut of_server);
    forget_times(&mut of_page);
    if let Some(difference) = difference(&of_server, &of_page) {
        panic!("{what}, {difference}");
    }
}

fn forget_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                if name.ends_with("_ms") && field.is_number() {
                    field.take();
                } else {
                    forget_times(field);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(forget_times),
        _ => {}
    }
}

/// The first place in which two values differ, and how: a whole message is too long to be read.
fn difference(of_server: &Value, of_page: &Value) -> Option<String> {
    let inside = |name: String, one: &Value, other: &Value| {
        difference(one, other).map(|found| format!("{name} / {found}"))
    };
    match (of_server, of_page) {
        (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => one
            .iter()
            .find_map(|(name, value)| inside(name.clone(), value, &other[name])),
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => one
            .iter()
            .zip(other)
            .enumerate()
            .find_map(|(place, (value, other))| inside(place.to_string(), value, other)),
        (one, other) => (one != other).then(|| format!("server: {one}, page: {other}")),
    }
}
