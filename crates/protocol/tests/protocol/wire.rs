//! Every value that crosses the wire is written as it always was, and read again.

use brickwood_protocol::{Command, HostOrder, SeatOrder};
use brickwood_test_kit::{is_written_as_declared, read, read_and_write};
use serde::de::DeserializeOwned;
use serde_json::Value;

#[test]
fn every_declared_value_is_read_and_written_as_it_was() {
    let written = every_declared_type!(read_and_write);
    for file in ["rules", "problem", "site", "table"] {
        is_written_as_declared(file, written);
    }
}

/// The samples of a type, each with a field too many.
fn with_a_strange_field(name: &str) -> Vec<Value> {
    let samples = read("tests-data/wire/table.txt");
    let lines = samples
        .lines()
        .skip_while(|line| *line != format!("# {name}"))
        .skip(1);
    let samples = lines.take_while(|line| !line.starts_with('#'));
    let strange = samples.map(|line| {
        let mut sample: Value = line.parse().expect("JSON");
        sample["strange"] = true.into();
        sample
    });
    strange.collect()
}

fn is_refused<T: DeserializeOwned>(name: &str) {
    let samples = with_a_strange_field(name);
    assert!(!samples.is_empty());
    for sample in samples {
        assert!(
            serde_json::from_value::<T>(sample.clone()).is_err(),
            "{sample}"
        );
    }
}

#[test]
fn what_players_order_has_no_fields_that_the_server_does_not_know() {
    is_refused::<Command>("Command");
    is_refused::<HostOrder>("HostOrder");
    is_refused::<SeatOrder>("SeatOrder");
}
