//! `brickwood replay`: the validation of records, and the output.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Output, Stdio},
};

use brickwood_analysis::GameStatistics;
use brickwood_protocol::Replay;
use brickwood_test_client::TestPerson;

use crate::same_study::parts;

/// A chapter of the book.
fn book(chapter: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book");
    fs::read_to_string(path.join(chapter)).unwrap()
}

/// The record that the book shows.
fn record() -> String {
    let book = book("notation.md");
    let (_, record) = book
        .split_once("```record\n")
        .expect("the book shows a record");
    let (record, _) = record.split_once("```").unwrap();
    record.to_owned()
}

/// Replays a record from stdin.
fn replay(record: &str, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["replay", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may have found an error before it has read everything.
    let _ = program.stdin.take().unwrap().write_all(record.as_bytes());
    program.wait_with_output().unwrap()
}

fn told(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_sound_record_is_summed_up_from_a_file_or_from_stdin() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.record");
    fs::write(&file, record()).unwrap();
    let from_file = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .arg("replay")
        .arg(&file)
        .output()
        .unwrap();
    let from_file = told(&from_file);
    assert_eq!(from_file, told(&replay(&record(), &[])));
    assert!(book("replay.md").contains(&from_file), "{from_file}");
    assert!(from_file.contains("seat 3   4 points  Cara (white, human)  has won\n"));
}

#[test]
fn the_first_illegal_step_is_named_with_its_line_and_clause() {
    let broken = record().replace("2 settlement c1n", "2 settlement b2n");
    let output = replay(&broken, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let error = String::from_utf8(output.stderr).unwrap();
    let number = broken
        .lines()
        .position(|line| line == "2 settlement b2n")
        .unwrap()
        + 1;
    assert!(
        error.contains(&format!("line {number}: step 3, `2 settlement b2n`")),
        "{error}"
    );
    assert!(error.contains("(BLD-08)"), "{error}");
    let words = error.trim_end().strip_prefix("brickwood: -: ").unwrap();
    assert!(book("replay.md").contains(words), "{words}");

    let unfinished = record().replace("result 3 points=2,2,4\n", "");
    assert_eq!(replay(&unfinished, &[]).status.code(), Some(1));
    assert_eq!(replay("", &[]).status.code(), Some(1));
    let missing = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["replay", "/no/such/file"])
        .output()
        .unwrap();
    assert_eq!(missing.status.code(), Some(1));
}

#[test]
fn a_game_is_told_step_by_step() {
    let told = told(&replay(&record(), &["--print", "--lines", "position"]));
    for line in [
        "modern players=3 points_to_win=4 first_player=1",
        "Anna places a settlement on b2n.",
        "Turn 3: Cara.",
        "Cara takes G from",
        "Cara buys a card: a victory point.",
        "Cara has won.",
    ] {
        assert!(told.contains(line), "{line} is not in\n{told}");
    }
    let positions = told.lines().filter(|line| line.contains("position-1 "));
    let steps = record();
    let steps = steps.split_once("\n\n").unwrap().1.lines();
    let steps = steps.filter(|line| !line.starts_with("turn") && !line.starts_with("result"));
    assert_eq!(positions.count(), steps.count());
}

#[test]
fn a_viewer_is_told_nothing_that_it_cannot_know() {
    let spectator = told(&replay(&record(), &["--print", "--views", "spectator"]));
    assert!(!spectator.contains("stolen"), "{spectator}");
    assert!(!spectator.contains("drawn"), "{spectator}");
    assert!(spectator.contains("Cara takes a card from"), "{spectator}");
    assert!(
        spectator.contains("Cara buys a development card."),
        "{spectator}"
    );
    let own = told(&replay(
        &record(),
        &["--print", "--views", "3", "--lines", "position"],
    ));
    assert!(own.contains("Cara buys a card: a victory point."), "{own}");
    assert!(own.contains("view-1 viewer=3 "), "{own}");
    assert!(!own.contains("position-1 "), "{own}");
    assert_eq!(
        replay(&record(), &["--print", "--views", "4"])
            .status
            .code(),
        Some(1)
    );
    assert_eq!(replay(&record(), &["--views", "3"]).status.code(), Some(2));
}

#[tokio::test]
async fn a_record_is_served_to_the_browser() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.record");
    fs::write(&file, record()).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["replay", "--serve", "--no-open"])
        .arg(&file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(program.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let address = line.trim_end().strip_prefix("The game is at http://");
    let (address, path) = address.unwrap().split_once('/').unwrap();
    assert_eq!(path, "replay/record");
    let mut person = TestPerson::new(address.parse().unwrap());
    let shown: Replay = person
        .ask("GET", "/api/tables/record/replay", "")
        .await
        .json();
    assert_eq!(shown.seats[2].name.as_deref(), Some("Cara"));
    assert_eq!(shown.steps.last().unwrap().text, "3 city e3n");
    let text = person.ask("GET", "/api/tables/record/record", "").await;
    assert_eq!(text.body, record().as_bytes());
    let counted: GameStatistics = person
        .ask("GET", "/api/tables/record/statistics", "")
        .await
        .json();
    assert_eq!(counted.seats.len(), 3);
    let analysis = person.ask("POST", "/api/analysis", &record()).await;
    let last = parts(&analysis).pop().unwrap();
    assert_eq!(last["done"], counted.steps);
    assert_eq!(person.ask("GET", "/api/tables", "").await.status, 404);
    program.kill().unwrap();
    program.wait().unwrap();

    fs::write(
        &file,
        record().replace("2 settlement c1n", "2 settlement b2n"),
    )
    .unwrap();
    let refused = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["replay", "--serve", "--no-open"])
        .arg(&file)
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(1));
}
