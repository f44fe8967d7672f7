//! Why a line is no position.

use std::fmt;

use brickwood_rules::{Game, RulesError, SetupError};
use thiserror::Error;

use crate::board_text::BoardFault;
use crate::joined;
use crate::place::{intersection_name, path_name};
use crate::rules_text::RulesTextError;

/// Why a line is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The line begins with something else.
    #[error("a position begins with `position-1` or `view-1`, not with `{0}`")]
    Start(String),
    /// The line is of a version that this program does not know.
    #[error("`{0}` was written by a later version: this one reads version 1")]
    Version(String),
    /// The line tells what somebody may know, where everything is wanted.
    #[error("this is a view, and a position is needed")]
    NotEverything,
    /// The line tells everything, where a view is wanted.
    #[error("this is a position, and a view is needed")]
    Everything,
    /// Words of the line cannot be read.
    #[error("{0}")]
    Words(#[from] WordErrors),
    /// Parts of the line contradict each other or the rules.
    #[error("{0}")]
    Contradictions(#[from] Contradictions),
}

/// Every word of a line that cannot be read. Never empty.
///
/// If the rules or the board are among them, words that name seats or places are not looked at.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", joined(.0, "; "))]
pub struct WordErrors(pub Vec<WordError>);

/// A word of a line that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WordError {
    /// A word of the rules cannot be read.
    #[error("rules: {0}")]
    Rules(#[from] RulesTextError),
    /// The rules cannot be played, or not on this board.
    #[error("rules: {0}")]
    Unplayable(RulesError),
    /// The text of the board cannot be read, or describes none.
    #[error("board: {0}")]
    Board(#[from] BoardFault),
    /// There is no such word.
    #[error("there is no word `{0}` in a position")]
    Word(String),
    /// A word comes twice.
    #[error("`{0}` is a duplicate")]
    Twice(String),
    /// A word is not there.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// A word has a value that it cannot have.
    #[error("`{0}` cannot be read: {expected}", expected = expected(.0))]
    Value(String),
    /// Not each seat in its turn.
    #[error("seats come in order, from `seat=1` to `seat={0}`")]
    Seats(u8),
}

/// What the value of a word can be.
fn expected(word: &str) -> &'static str {
    match word.split_once('=').map_or(word, |(key, _)| key) {
        "viewer" => "a seat from 1 on, or none",
        "phase" => "a phase with what belongs to it, such as `turn` or `discard:2,4`",
        "turn" | "offers" => "a number",
        "first" | "active" | "robbing" | "special" | "longest-road" | "largest-army" => {
            "a seat from 1 on"
        }
        "robber" => "a hex, such as c3",
        "roll" => "two dice, such as 3+5, or their sum",
        "free-roads" => "1 or 2",
        "under-deck" => "letters of R, Y, M",
        "throws" => "throws, such as 11,16, each once, or none",
        "bank" => "five letters of B, L, W, G, O with numbers, `?`, or `?` and the number of cards",
        "hand" => "letters of B, L, W, G, O, or `?` and a number",
        "least" => "letters of B, L, W, G, O",
        "most" => "letters of B, L, W, G, O, each once and with a number",
        "dev" | "bought" => "letters of K, R, Y, M, V, or `?` and a number",
        "played" => "letters of K, R, Y, M, V",
        "settlements" | "cities" => "intersections, such as c3n,d2s",
        "roads" => "paths, such as c3e,d2ne",
        // The others are flags.
        _ => "this word stands alone",
    }
}

/// Everything in a line that contradicts the rest of it or the rules. Never empty.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", joined(.0, "; "))]
pub struct Contradictions(pub Vec<Contradiction>);

/// Something in a line that contradicts the rest of it or the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// What is wrong.
    pub error: SetupError,
    /// The name of the place, where one is to blame.
    pub place: Option<String>,
}

impl Contradictions {
    pub(super) fn of(game: &Game, errors: Vec<SetupError>) -> Self {
        let topology = game.board().topology();
        let place = |error| match error {
            SetupError::PathTaken(path) | SetupError::LooseRoad { path, .. } => {
                Some(path_name(topology, path))
            }
            SetupError::IntersectionTaken(at) | SetupError::TooClose(at) => {
                Some(intersection_name(topology, at))
            }
            _ => None,
        };
        let errors = errors.into_iter().map(|error| Contradiction {
            error,
            place: place(error),
        });
        Self(errors.collect())
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}", self.error)
    }
}
