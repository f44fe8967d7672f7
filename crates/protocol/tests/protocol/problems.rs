//! Problems as clients read them.

use std::{collections::BTreeSet, fmt::Write as _};

use brickwood_protocol::{BoundedOption, Problem, ProblemKind};
use brickwood_rules::{Illegal, RulesError};
use brickwood_test_kit::is_committed;
use serde_json::{json, to_value};

fn read_again(problem: &Problem) -> Problem {
    let json = serde_json::to_string(problem).expect("it can be written");
    serde_json::from_str(&json).expect("what is written can be read")
}

#[test]
fn a_step_against_the_rules_has_the_code_and_the_clause_of_the_reason() {
    for illegal in Illegal::ALL {
        let problem = Problem::from(*illegal);
        let json = to_value(&problem).expect("it can be written");
        assert_eq!(json["code"], illegal.code());
        assert_eq!(json["clause"], illegal.clause().to_string());
        assert_eq!(json.get("arguments"), None);
        assert_eq!(read_again(&problem), problem);
    }
    let json = to_value(Problem::from(Illegal::TooClose)).expect("it can be written");
    let expected = json!({
        "code": "too_close",
        "clause": "BLD-09",
        "message": "There is a building on a neighboring corner.",
        "details": [],
        "line": null,
    });
    assert_eq!(json, expected);
}

#[test]
fn a_problem_has_arguments_from_which_a_client_can_word_it() {
    let bounds = ProblemKind::BadOptions {
        option: BoundedOption::GraceSeconds,
        least: 10,
        most: 600,
    };
    let problem = Problem::from(bounds);
    let expected = json!({
        "code": "bad_options",
        "arguments": {"option": "grace_seconds", "least": 10, "most": 600},
        "clause": null,
        "message": "The seconds a player may be away must be from 10 to 600.",
        "details": [],
        "line": null,
    });
    assert_eq!(to_value(&problem).expect("it can be written"), expected);
    assert_eq!(read_again(&problem), problem);

    let why = RulesError::PointsToWin(99);
    let problem = Problem::from(ProblemKind::UnplayableRules { why }).at_line(7);
    let json = to_value(&problem).expect("it can be written");
    assert_eq!(
        json["arguments"],
        json!({"why": {"type": "points_to_win", "value": 99}})
    );
    assert_eq!(json["line"], 7);
    assert_eq!(read_again(&problem), problem);
}

#[test]
fn a_code_stands_for_one_reason() {
    let of_rules = Illegal::ALL.iter().map(|illegal| illegal.code());
    let codes = ProblemKind::CATALOG.iter().map(|entry| entry.code);
    let mut seen = BTreeSet::new();
    for code in codes.chain(of_rules) {
        assert!(seen.insert(code), "`{code}` stands for two reasons");
    }
}

#[test]
fn the_chapter_on_problems_lists_every_code() {
    is_committed("docs/book/problems.md", &chapter());
}

fn chapter() -> String {
    let mut text = "# Problems\n\n\
        Written by `cargo xtask codegen` from the code. Everything that the server refuses, it refuses\n\
        with a [problem](protocol.md#conventions): `{code, arguments, clause, message, details, line}`.\n\
        Codes and names of arguments are stable, and each code stands for one reason. `message` is the\n\
        sentence below with the arguments filled in; a client in another language words a problem from\n\
        `code` and `arguments`. `arguments` is missing where a code has none.\n\n\
        ## Of the server and the table\n\n\
        | code | arguments | sentence |\n|---|---|---|\n"
        .to_owned();
    for entry in ProblemKind::CATALOG {
        let arguments: Vec<String> = entry
            .arguments
            .iter()
            .map(|name| format!("`{name}`"))
            .collect();
        let (code, sentence) = (entry.code, entry.sentence);
        let _ = writeln!(text, "| `{code}` | {} | {sentence} |", arguments.join(", "));
    }
    text.push_str(
        "\n## Of the rules\n\nThe reasons why the rules refuse a step. They have no arguments.\n\n\
        | code | clause | sentence |\n|---|---|---|\n",
    );
    for illegal in Illegal::ALL {
        let (code, clause) = (illegal.code(), illegal.clause());
        let _ = writeln!(text, "| `{code}` | {clause} | {illegal} |");
    }
    text
}
