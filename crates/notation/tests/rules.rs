//! The text of every edition with every value of every setting, and the types of the settings for Python, as they
//! are committed. `cargo xtask codegen` writes both.

use std::fmt::Write as _;

use brickwood_notation::{parse_rules, rules_settings, rules_text, rules_text_from};
use brickwood_rules::{Edition, Rules};
use brickwood_test_kit::is_committed;

/// Values of what is a number, or a seat.
fn more_values(setting: &str) -> &'static [&'static str] {
    match setting {
        "points_to_win" => &["12"],
        "hand_limit" => &["9"],
        "time_limit" => &["90", "none"],
        "first_player" => &["1", "4"],
        _ => &[],
    }
}

/// The rules with some settings changed, told from each edition and as shortly as they can be.
fn told(rules: &Rules, changed: &str, text: &mut String) {
    let _ = writeln!(text, "# {changed}");
    for edition in Edition::ALL {
        let line = rules_text_from(edition, rules);
        assert_eq!(parse_rules(&line), Ok(*rules), "{line}");
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text, "{}", rules_text(rules));
}

fn settings() -> String {
    let mut text = String::new();
    let mut last = String::new();
    for (setting, words) in rules_settings() {
        for value in words.iter().chain(more_values(setting)) {
            let changed = format!("{setting}={value}");
            let rules = parse_rules(&format!("modern players=4 {changed}")).expect("a setting");
            told(&rules, &changed, &mut text);
        }
        let value = words.iter().chain(more_values(setting)).next_back();
        let _ = write!(last, " {setting}={}", value.expect("a setting has a value"));
    }
    // All together, backwards: texts have an order of their own.
    let backwards: Vec<&str> = last.split_whitespace().rev().collect();
    let rules = format!("modern players=4 {}", backwards.join(" "));
    told(
        &parse_rules(&rules).expect("settings"),
        "the last of each",
        &mut text,
    );
    for edition in Edition::ALL {
        for players in 2..=6 {
            let rules = edition.rules(players);
            told(&rules, &format!("{edition:?} for {players}"), &mut text);
        }
    }
    text
}

/// Keywords of `brickwood.Rules`, for editors and type checkers.
fn python() -> String {
    let mut text = String::from(
        "\"\"\"The switches of the rules, as types. `cargo xtask codegen` writes this file.\"\"\"\n\n\
         from __future__ import annotations\n\n\
         from typing import Literal, TypedDict\n\n\n\
         class Switches(TypedDict, total=False):\n    \
         \"\"\"The switches of the rules, which ``Rules`` takes as keywords. ``brickwood.SWITCHES`` has the same.\"\"\"\n\n",
    );
    for (setting, words) in rules_settings() {
        let literal: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        let of = match (setting, &words[..]) {
            ("points_to_win" | "hand_limit", _) => "int".to_owned(),
            ("time_limit", _) => "int | None".to_owned(),
            ("first_player", _) => format!("int | Literal[{}]", literal.join(", ")),
            (_, ["no", "yes"]) => "bool".to_owned(),
            (_, [_, _, _, _, ..]) => {
                format!("Literal[\n        {},\n    ]", literal.join(",\n        "))
            }
            _ => format!("Literal[{}]", literal.join(", ")),
        };
        let _ = writeln!(text, "    {setting}: {of}");
    }
    text
}

#[test]
fn every_setting_is_told_as_it_always_was() {
    is_committed("tests-data/rules/settings.txt", &settings());
}

#[test]
fn python_knows_every_switch() {
    is_committed("python/brickwood/_switches.py", &python());
}
