//! What the tests of the page read as sent by a server is what one sends today.

use brickwood_protocol::{EditionInfo, PROTOCOL, ServerMessage};
use brickwood_test_kit::{is_committed, read};

const EDITIONS: &str = "web/tests/fixtures/editions.json";
const WELCOME: &str = "web/tests/fixtures/welcome.json";

#[test]
fn the_editions_of_the_pages_tests_are_ours() {
    is_committed(EDITIONS, &pretty(&EditionInfo::all()));
}

/// Fields that have a default are filled in, and fields that are no more are dropped.
#[test]
fn the_welcome_of_the_pages_tests_is_written_as_we_write_it() {
    let mut message: ServerMessage =
        serde_json::from_str(&read(WELCOME)).unwrap_or_else(|error| panic!("{WELCOME}: {error}"));
    let ServerMessage::Welcome { protocol, .. } = &mut message else {
        panic!("{WELCOME} is no welcome");
    };
    *protocol = PROTOCOL;
    is_committed(WELCOME, &pretty(&message));
}

fn pretty(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).expect("plain data") + "\n"
}
