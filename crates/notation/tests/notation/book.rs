//! The examples of the book and the committed records are what the parsers read.

use std::fs;

use brickwood_notation::{
    PositionError, board_draft_text, board_file, board_text, parse_board, parse_board_draft,
    parse_position, parse_record, parse_rules, parse_step, parse_view, position_text, record_text,
    rules_text, view_text, view_text_with,
};
use brickwood_rules::Layout;
use brickwood_test_kit::in_repository;

const BOOK: &str = include_str!("../../../../docs/book/notation.md");

/// The fenced examples of a kind; there is at least one.
fn examples(kind: &str) -> Vec<String> {
    let fence = format!("```{kind}\n");
    let found: Vec<String> = BOOK
        .split(&fence)
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default().to_owned())
        .collect();
    assert!(!found.is_empty(), "the book has an example of {kind}");
    found
}

#[test]
fn the_books_steps_are_steps() {
    for line in examples("steps").iter().flat_map(|example| example.lines()) {
        assert!(
            parse_step(Layout::Standard.topology(), line).is_ok(),
            "{line}"
        );
    }
    // The table of steps: its first column.
    let steps: Vec<&str> = BOOK
        .split("## Rules")
        .next()
        .and_then(|before| before.split("| line | meaning |").nth(1))
        .expect("the table of steps")
        .lines()
        .filter_map(|row| row.strip_prefix("| `")?.split('`').next())
        .collect();
    assert!(steps.len() > 20, "{steps:?}");
    for step in steps {
        let read = parse_step(Layout::Standard.topology(), step);
        assert!(read.is_ok(), "{step}: {read:?}");
    }
}

#[test]
fn the_books_rules_are_rules_and_can_be_played() {
    for line in examples("rules").iter().flat_map(|example| example.lines()) {
        let rules = parse_rules(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(rules.check(), Ok(()), "{line}");
        assert_eq!(rules_text(&rules), line);
    }
}

#[test]
fn the_books_boards_are_boards() {
    for example in examples("board") {
        let board = parse_board(&example).unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(board_text(&board), example.trim());
    }
    for example in examples("board-file") {
        let board = parse_board(&example).unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(parse_board(&board_file(&board)), Ok(board));
    }
    for example in examples("board-draft") {
        let draft = parse_board_draft(&example).unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(board_draft_text(&draft), example.trim());
    }
}

#[test]
fn the_books_positions_are_positions() {
    for line in examples("position") {
        let read = parse_position(&line).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(position_text(&read.game, &read.state), line.trim());
    }
    for line in examples("view") {
        let read = parse_view(&line).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(view_text(&read.game, &read.view), line.trim());
    }
}

#[test]
fn the_books_view_with_bounds_tells_them() {
    for line in examples("view-bounds") {
        let seen = parse_view(&line).unwrap_or_else(|error| panic!("{error}"));
        let text = view_text_with(&seen.game, &seen.view, &seen.bounds.expect("bounds"));
        assert_eq!(parse_view(&text), Ok(seen));
    }
}

#[test]
fn the_books_view_is_of_the_books_position() {
    let position = parse_position(&examples("position")[0]).expect("a position");
    let seen = parse_view(&examples("view")[0]).expect("a view");
    assert_eq!(
        position.state.view(&position.game, seen.view.viewer),
        seen.view
    );
}

#[test]
fn records_of_the_book_and_of_the_repository_are_read_and_written_as_they_are() {
    let folder = in_repository("tests-data/records");
    let mut records = examples("record");
    for entry in fs::read_dir(folder).expect("the folder of records") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|name| name == "record") {
            records.push(fs::read_to_string(path).expect("a text"));
        }
    }
    assert!(records.len() >= 5, "some records are committed");
    for text in records {
        let record = parse_record(&text).unwrap_or_else(|error| panic!("{error}"));
        assert!(record.result.is_some());
        assert_eq!(record_text(&record), Ok(text));
    }
}

#[test]
fn the_books_beginning_of_a_fair_record_is_read_and_written_as_it_is() {
    for text in examples("fair-record") {
        let record = parse_record(&text).unwrap_or_else(|error| panic!("{error}"));
        assert!(record.header.fair.is_some());
        assert!(!record.nonces.is_empty());
        assert_eq!(record_text(&record), Ok(text));
    }
}

#[test]
fn every_phase_of_the_books_table_can_be_read() {
    let table = BOOK
        .split("| phase | awaited |")
        .nth(1)
        .and_then(|rest| rest.split("\n\n").next())
        .expect("the table of phases");
    let phases: Vec<&str> = table
        .lines()
        .filter_map(|row| row.strip_prefix("| ")?.split(" | ").next())
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect();
    assert_eq!(phases.len(), 16, "every phase: {phases:?}");
    let position = &examples("position")[0];
    for phase in phases {
        let line = position.replace("phase=turn", &format!("phase={phase}"));
        let read = parse_position(&line);
        let is_word = !matches!(read, Err(PositionError::Words(_)));
        assert!(is_word, "{phase}: {read:?}");
    }
}
