//! A line cut into its words.

use brickwood_rules::{Board, Game, Seat, Sight};

use super::{PositionError, WordError};
use crate::board_text::{BoardTextErrors, parse_board};
use crate::rules_text::{RulesTextErrors, parse_rules};
use crate::step::parse_seat;

/// The words of a line, each with its key and its value, which is empty for a flag.
pub(super) struct Words<'a> {
    pub(super) sight: Sight,
    /// The rules and the board, where both can be read.
    pub(super) game: Option<Game>,
    pub(super) common: Vec<Word<'a>>,
    pub(super) seats: Vec<Vec<Word<'a>>>,
}

#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) whole: &'a str,
    pub(super) key: &'a str,
    pub(super) value: &'a str,
}

/// A part of a line has fewer words: more are not even looked at.
const MOST_WORDS: usize = 32;

/// Cuts a line, and reads its rules and its board.
pub(super) fn split<'a>(
    text: &'a str,
    errors: &mut Vec<WordError>,
) -> Result<Words<'a>, PositionError> {
    let mut words = text.split_whitespace().peekable();
    let first = words.next().unwrap_or_default();
    let sight = match first {
        "position-1" => Sight::Full,
        "view-1" => {
            if let Some(word) = words.next_if(|word| word.starts_with("viewer=")) {
                Sight::Of(viewer(word, errors))
            } else {
                errors.push(WordError::Missing("viewer"));
                Sight::Of(None)
            }
        }
        _ if first.starts_with("position-") || first.starts_with("view-") => {
            return Err(PositionError::Version(first.into()));
        }
        _ => return Err(PositionError::Start(first.into())),
    };
    let mut head: Vec<&str> = Vec::new();
    let mut board = None;
    for word in words.by_ref() {
        board = word.strip_prefix("board=");
        if board.is_some() {
            break;
        }
        head.push(word);
    }
    let rules = match parse_rules(&head.join(" ")) {
        Ok(rules) => match rules.check() {
            Ok(()) => Some(rules),
            Err(error) => {
                errors.push(WordError::Unplayable(error));
                None
            }
        },
        Err(RulesTextErrors(wrong)) => {
            errors.extend(wrong.into_iter().map(WordError::from));
            None
        }
    };
    let board: Option<Board> = match board.map(parse_board) {
        Some(Ok(board)) => Some(board),
        Some(Err(BoardTextErrors(wrong))) => {
            errors.extend(wrong.into_iter().map(WordError::from));
            None
        }
        None => {
            errors.push(WordError::Missing("board"));
            None
        }
    };
    let players = rules.as_ref().map(|rules| rules.players);
    let game = rules.zip(board).and_then(|(rules, board)| {
        let game = Game::new(rules, board);
        game.map_err(|error| errors.push(WordError::Unplayable(error)))
            .ok()
    });

    let mut common: Vec<Word<'_>> = Vec::new();
    let mut seats: Vec<Vec<Word<'_>>> = Vec::new();
    let mut in_order = true;
    for whole in words {
        let (key, value) = whole.split_once('=').unwrap_or((whole, ""));
        let word = Word { whole, key, value };
        if key == "seat" {
            let expected = seats.len() + 1;
            in_order &= value == expected.to_string();
            seats.push(Vec::new());
            continue;
        }
        let part = seats.last_mut().unwrap_or(&mut common);
        if part.len() == MOST_WORDS {
            errors.push(WordError::Word(whole.into()));
            break;
        }
        if part.iter().any(|known| known.key == key) {
            errors.push(WordError::Twice(whole.into()));
        } else {
            part.push(word);
        }
    }
    // Without a board, all else is missing in a line that ends before it.
    if let Some(players) = players
        && (!in_order || seats.len() != usize::from(players))
        && (!common.is_empty() || !seats.is_empty())
    {
        errors.push(WordError::Seats(players));
    }
    Ok(Words {
        sight,
        game,
        common,
        seats,
    })
}

fn viewer(word: &str, errors: &mut Vec<WordError>) -> Option<Seat> {
    match word.strip_prefix("viewer=") {
        Some("none") => None,
        seat => {
            let seat = seat.and_then(parse_seat);
            if seat.is_none() {
                errors.push(WordError::Value(word.into()));
            }
            seat
        }
    }
}
