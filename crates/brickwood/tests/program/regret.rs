//! `brickwood regret`: what a player loses by its decisions.

use std::process::{Command, Output};

use serde_json::Value;

fn regret(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brickwood"));
    command.arg("regret").args(arguments);
    command.output().expect("the program starts")
}

fn json(arguments: &[&str]) -> Value {
    let Output {
        status,
        stdout,
        stderr,
    } = regret(arguments);
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).expect("one JSON object")
}

/// How many decisions there are in the last line, which is about all.
fn decisions(report: &Value) -> u64 {
    let lines = report["regret"].as_array().expect("lines");
    let all = lines.last().expect("a line about all decisions");
    assert_eq!(all["kind"], "all");
    let count = |name: &str| all[name].as_u64().expect("a number");
    count("decisions") + count("left_out")
}

#[test]
fn a_report_is_of_the_kinds_and_the_half_that_were_asked_for() {
    let asked = ["easy", "--json", "--kind", "settlement,answer"];
    let whole = json(&asked);
    assert_eq!(whole["player"], "easy");
    let kinds = whole["regret"].as_array().expect("lines");
    let kinds: Vec<&Value> = kinds.iter().map(|line| &line["kind"]).collect();
    assert_eq!(kinds, ["settlement", "answer", "all"]);
    let of_half = |half| decisions(&json(&[&asked[..], &["--half", half]].concat()));
    let (first, second) = (of_half("first"), of_half("second"));
    assert!(first > 0 && second > 0);
    assert_eq!(first + second, decisions(&whole));
    // The same player decides the same again, on any number of threads.
    assert_eq!(json(&[&asked[..], &["--threads", "1"]].concat()), whole);
}

#[test]
fn an_outside_program_is_asked_as_in_a_match() {
    let engine = format!("cmd:'{}' engine", env!("CARGO_BIN_EXE_brickwood"));
    let report = json(&[&engine, "--kind", "answer", "--json", "--budget", "20000"]);
    assert!(decisions(&report) > 0);
    let faults = report["program"].as_str().expect("faults in words");
    assert!(faults.starts_with("0 of "), "{faults}");

    let refused = regret(&["easy", "--kind", "discard"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("settlement"), "{said}");
}
