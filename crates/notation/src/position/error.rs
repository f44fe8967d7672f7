//! Why a line is no position.

use std::fmt;

use brickwood_rules::{Game, RulesError, SetupError};
use thiserror::Error;

use crate::board_text::BoardTextErrors;
use crate::place::{intersection_name, path_name};
use crate::rules_text::RulesTextError;

/// Why a line is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The line begins with something else.
    #[error("a line begins with `position-1` or `view-1`, not with `{0}`")]
    Start(String),
    /// The line is of a version that this program does not know.
    #[error("`{0}` was written by a later version: this one reads version 1")]
    Version(String),
    /// The line tells what somebody may know, where everything is wanted.
    #[error("this line tells what one viewer may know, not everything")]
    NotEverything,
    /// The line tells everything, where a view is wanted.
    #[error("this line tells everything, not what one viewer may know")]
    Everything,
    /// The rules cannot be read.
    #[error("rules: {0}")]
    Rules(#[from] RulesTextError),
    /// The rules cannot be played, or not on this board.
    #[error("rules: {0}")]
    Unplayable(RulesError),
    /// The board cannot be read, or is none.
    #[error("board: {0}")]
    Board(#[from] BoardTextErrors),
    /// There is no such word.
    #[error("there is no word `{0}` in a position")]
    Word(String),
    /// A word comes twice.
    #[error("`{0}` comes a second time")]
    Twice(String),
    /// A word is not there.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// A word says what cannot be.
    #[error("`{0}` cannot be read")]
    Value(String),
    /// Not each seat in its turn.
    #[error("seats come in order, from `seat=1` to `seat={0}`")]
    Seats(u8),
    /// Parts of the line contradict each other or the rules.
    #[error("{0}")]
    Contradictions(#[from] Contradictions),
}

/// Everything in a line that contradicts the rest of it or the rules. Never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
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

impl fmt::Display for Contradictions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, one) in self.0.iter().enumerate() {
            let separator = if number > 0 { "; " } else { "" };
            write!(f, "{separator}{one}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Contradictions {}
