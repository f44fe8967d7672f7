//! `brickwood-load` as it is used, with very little load.

use std::process::{Command, Output};

fn load(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_brickwood-load"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn said(arguments: &[&str]) -> String {
    let output = load(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    String::from_utf8(output.stdout).expect("the program prints text")
}

#[test]
fn the_storage_is_measured_beside_its_disk() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let table = said(&[
        "log",
        "--data",
        data,
        "--writers",
        "1,2",
        "--runs",
        "1",
        "--seconds",
        "1",
    ]);
    let names: Vec<&str> = table
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(names, ["writers", "disk", "1", "2"]);
}

#[test]
fn lists_are_measured_with_so_many_games_stored() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let table = said(&["lists", "--data", data, "--games", "60", "--lists", "2"]);
    assert!(
        table.contains("one's own") && table.contains("public"),
        "{table}"
    );
}

#[test]
fn a_server_that_cannot_be_started_is_named() {
    let refused = load(&["server", "--program", "/nowhere/brickwood", "--tables", "1"]);
    let stderr = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success());
    assert!(
        stderr.contains("no server program at /nowhere/brickwood"),
        "{stderr}"
    );
}
