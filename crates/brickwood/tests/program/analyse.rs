//! `brickwood analyse`: the figures of a recorded game, as text and as JSON.

use std::{fs, process::Command};

use brickwood_notation::parse_record;
use brickwood_rules::Step;
use serde_json::Value;

use crate::verify::fair_game;

fn analyse(record: &str, arguments: &[&str]) -> std::process::Output {
    run("analyse", record, arguments)
}

fn run(command: &str, record: &str, arguments: &[&str]) -> std::process::Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.record");
    fs::write(&file, record).unwrap();
    Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .arg(command)
        .args(arguments)
        .arg(&file)
        .output()
        .unwrap()
}

fn told(record: &str, arguments: &[&str]) -> String {
    let output = analyse(record, arguments);
    assert!(output.status.success(), "{output:?}");
    assert!(
        output.stderr.is_empty(),
        "no progress into a file: {output:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_choice_and_every_outcome_is_in_the_json_and_the_worst_are_in_the_text() {
    let record = fair_game();
    let steps = parse_record(&record).unwrap().steps;
    let json: Value = serde_json::from_str(&told(&record, &["--json"])).unwrap();
    let list = |name: &str| json[name].as_array().unwrap().clone();
    let actions = steps
        .iter()
        .filter(|step| matches!(step, Step::Action { .. }));
    assert_eq!(list("choices").len(), actions.count());
    // Who begins is not judged.
    let draws = steps
        .iter()
        .filter(|step| matches!(step, Step::Chance { .. }));
    assert!((1..draws.count()).contains(&list("strokes").len()));
    assert_eq!(json["statistics"]["steps"], steps.len());
    assert_eq!(list("summaries").len(), 3);
    let qualities = list("summaries");
    let qualities = qualities.iter().map(|sum| sum["quality"].as_f64().unwrap());
    let qualities: Vec<String> = qualities.map(|quality| format!("{quality:.1}")).collect();

    let text = told(&record, &["--top", "2"]);
    let (_, seats) = text.split_once("\nseat ").unwrap();
    let seats = seats.lines().skip(1).take(3);
    let printed = seats.map(|line| line.split_whitespace().nth(3).unwrap());
    assert_eq!(printed.collect::<Vec<_>>(), qualities);
    let (_, choices) = text.split_once("Choices that cost most\n").unwrap();
    let (choices, strokes) = choices.split_once("\n\n").unwrap();
    let costs: Vec<f32> = choices
        .lines()
        .skip(1)
        .map(|line| line.split_whitespace().nth(3).unwrap().parse().unwrap())
        .collect();
    let greatest = list("choices")
        .iter()
        .map(|choice| choice["best_chance"].as_f64().unwrap() - choice["chance"].as_f64().unwrap())
        .fold(0.0, f64::max);
    assert_eq!(costs.len(), 2);
    assert!(costs[0] >= costs[1] && (f64::from(costs[0]) - 100.0 * greatest).abs() < 0.06);
    assert_eq!(strokes.split("\n\n").next().unwrap().lines().count(), 2 + 2);
    assert!(text.contains(" leads with 3 points\n"), "{text}");
    assert!(!text.contains(" 1 points"), "{text}");
    let (_, winner) = text.split_once("won by ").unwrap();
    let winner = winner.lines().next().unwrap();
    assert!(text.contains(&format!("{winner}  has won\n")), "{text}");
}

#[test]
fn a_file_that_is_no_sound_record_is_named_with_its_error() {
    let output = analyse("# no record\n", &[]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("game.record: "), "{told}");
}

#[test]
fn the_text_has_what_was_counted_as_well() {
    let record = fair_game();
    let statistics: Value = serde_json::from_str(&told(&record, &["--json"])).unwrap();
    let statistics = &statistics["statistics"];
    let text = told(&record, &[]);
    let numbers = |title: &str, name: &str| -> Vec<u64> {
        let (_, part) = text.split_once(&format!("\n{title}")).unwrap();
        let line = part.lines().find_map(|line| line.strip_prefix(name));
        let words = line.unwrap().split_whitespace();
        words.map(|word| word.parse().unwrap()).collect()
    };
    let counts = |value: &Value| -> Vec<u64> {
        let list = value.as_array().unwrap().iter();
        list.map(|count| count.as_u64().unwrap()).collect()
    };
    let by_seat = |of: fn(&Value) -> &Value| -> Vec<u64> {
        let seats = statistics["seats"].as_array().unwrap().iter();
        seats.map(|seat| counts(of(seat)).iter().sum()).collect()
    };
    assert_eq!(
        numbers("Dice", "rolled"),
        counts(&statistics["dice"]["sums"])
    );
    assert_eq!(
        numbers("Cards in", "rolls"),
        by_seat(|seat| &seat["cards"]["rolls"])
    );
    assert_eq!(
        numbers("Cards out", "cities"),
        by_seat(|seat| &seat["cards"]["cities"])
    );
    assert_eq!(
        numbers("Cards that never came", "robber"),
        by_seat(|seat| &seat["cards"]["blocked"])
    );
    // The last line of the chances is the end: the winner has them all.
    let (_, chances) = text.split_once("Points and chances to win").unwrap();
    let (chances, _) = chances.split_once("\n\n").unwrap();
    assert!(
        chances.lines().last().unwrap().contains(" 100.0"),
        "{chances}"
    );
}

#[test]
fn american_spelling_names_the_same_command() {
    let record = fair_game();
    let american = run("analyze", &record, &["--json"]);
    assert_eq!(
        String::from_utf8(american.stdout).unwrap(),
        told(&record, &["--json"])
    );
}
