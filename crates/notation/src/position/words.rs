//! A line cut into its words.

use brickwood_rules::{Game, Rules, Seat, Sight};

use super::PositionError;
use crate::board_text::parse_board;
use crate::rules_text::parse_rules;
use crate::step::parse_seat;

/// The words of a line, each with its key and its value, which is empty for a flag.
pub(super) struct Words<'a> {
    pub(super) sight: Sight,
    pub(super) game: Game,
    pub(super) common: Vec<Word<'a>>,
    pub(super) seats: Vec<Vec<Word<'a>>>,
}

#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) whole: &'a str,
    pub(super) key: &'a str,
    pub(super) value: &'a str,
}

impl Word<'_> {
    pub(super) fn wrong(self) -> PositionError {
        PositionError::Value(self.whole.into())
    }
}

/// A part of a line has fewer words: more are not even looked at.
const MOST_WORDS: usize = 32;

/// Cuts a line, and reads its rules and its board.
pub(super) fn split(text: &str) -> Result<Words<'_>, PositionError> {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let sight = match first {
        "position-1" => Sight::Full,
        "view-1" => Sight::Of(viewer(words.next().unwrap_or_default())?),
        _ if first.starts_with("position-") || first.starts_with("view-") => {
            return Err(PositionError::Version(first.into()));
        }
        _ => return Err(PositionError::Start(first.into())),
    };
    let mut rules = Vec::new();
    let board = loop {
        let word = words.next().ok_or(PositionError::Missing("board"))?;
        match word.strip_prefix("board=") {
            Some(board) => break board,
            None => rules.push(word),
        }
    };
    let rules: Rules = parse_rules(&rules.join(" "))?;
    rules.check().map_err(PositionError::Unplayable)?;
    let game = Game::new(rules, parse_board(board)?).map_err(PositionError::Unplayable)?;

    let mut common: Vec<Word<'_>> = Vec::new();
    let mut seats: Vec<Vec<Word<'_>>> = Vec::new();
    for whole in words {
        let (key, value) = whole.split_once('=').unwrap_or((whole, ""));
        let word = Word { whole, key, value };
        if key == "seat" {
            let expected = seats.len() + 1;
            if value != expected.to_string() {
                return Err(PositionError::Seats(rules.players));
            }
            seats.push(Vec::new());
            continue;
        }
        let part = seats.last_mut().unwrap_or(&mut common);
        if part.len() == MOST_WORDS {
            return Err(PositionError::Word(whole.into()));
        }
        if part.iter().any(|known| known.key == key) {
            return Err(PositionError::Twice(whole.into()));
        }
        part.push(word);
    }
    if seats.len() != rules.seats() {
        return Err(PositionError::Seats(rules.players));
    }
    Ok(Words {
        sight,
        game,
        common,
        seats,
    })
}

fn viewer(word: &str) -> Result<Option<Seat>, PositionError> {
    match word.strip_prefix("viewer=") {
        None => Err(PositionError::Missing("viewer")),
        Some("none") => Ok(None),
        Some(seat) => parse_seat(seat)
            .map(Some)
            .ok_or_else(|| PositionError::Value(word.into())),
    }
}
