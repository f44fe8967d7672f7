//! Text forms of everything in a game.
//!
//! | what | write | read |
//! |---|---|---|
//! | a step | [`step_text`] | [`parse_step`] |
//! | rules | [`rules_text`] | [`parse_rules`] |
//! | a board | [`board_text`], [`board_file`] | [`parse_board`], [`parse_board_plan`] |
//! | a board that is being drawn | [`board_draft_text`] | [`parse_board_draft`] |
//! | a position | [`position_text`] | [`parse_position`] |
//! | what somebody may know of it | [`view_text`] | [`parse_view`] |
//! | a whole game | [`RecordWriter`], [`record_text`] | [`RecordReader`], [`parse_record`] |
//!
//! All round trips are exact, and no text makes a parser panic. The book's chapter on notation has
//! the grammars. These texts are stored in logs and files: what a version writes, later versions
//! read.

// docs.rs names the feature that an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod board_text;
mod cards;
mod place;
mod position;
mod record;
mod rules_text;
mod step;

pub use board_text::{
    BoardFault, BoardFaultKind, BoardTextErrors, board_draft_errors, board_draft_text, board_file,
    board_text, parse_board, parse_board_draft, parse_board_plan,
};
pub use cards::{
    cards_text, development_card_text, parse_cards, parse_development_card, parse_resource,
    parse_terms, resource_letter, terms_text,
};
pub use place::{
    hex_name, intersection_name, parse_hex, parse_intersection, parse_path, path_name,
};
pub use position::{
    AnyPosition, Contradiction, Contradictions, Position, PositionError, PositionHead,
    SeenPosition, WordError, WordErrors, parse_any_position, parse_claimed_position,
    parse_position, parse_setup, parse_view, position_text, view_text, view_text_with,
};
pub use record::{
    COLORS, Fairness, Line, Record, RecordError, RecordFault, RecordHeader, RecordReader,
    RecordResult, RecordWriter, RecordedPlayer, Replayer, SeatHeader, WriteError, parse_record,
    record_text,
};
pub use rules_text::{
    RulesTextError, RulesTextErrors, edition_name, nearest_edition, parse_edition,
    parse_edition_and_rules, parse_rules, rules_settings, rules_text, rules_text_from,
};
pub use step::{
    StepError, action_text, parse_action, parse_plan, parse_seat, parse_step, plan_text,
    seat_number, step_text,
};

/// Several texts as one, with a separator between them.
fn joined(texts: impl IntoIterator<Item = impl ToString>, separator: &str) -> String {
    let texts: Vec<String> = texts.into_iter().map(|text| text.to_string()).collect();
    texts.join(separator)
}

/// Tests the code in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
