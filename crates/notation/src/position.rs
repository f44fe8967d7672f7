//! A position as one line: all of a state with its game, or what one seat may know of it.
//!
//! ```text
//! position = "position-1" SP rules SP board-word *( SP word ) 1*( SP seat-part )
//! view     = "view-1" SP "viewer=" ( seat / "none" ) SP rules SP board-word *( SP word ) …
//! ```
//!
//! The whole grammar is in the book's chapter on notation. A line is the text of a [`PositionSpec`], and what
//! follows from the rest is not in it: the bank (but for a view), the deck, road lengths, points. What
//! it says twice is checked by the rules.

mod error;
mod phase;
mod read;
mod words;
mod write;

use brickwood_rules::{Game, HandBounds, PositionSpec, Sight, State, View};

use crate::board_text::board_text;
use crate::rules_text::rules_text;

pub(crate) use phase::{parse_winners, winners_text};

pub use error::{Contradiction, Contradictions, PositionError, WordError, WordErrors};

/// A game and its state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The rules and the board.
    pub game: Game,
    /// Everything else.
    pub state: State,
}

/// A game and what somebody may know of its state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenPosition {
    /// The rules and the board.
    pub game: Game,
    /// What the viewer may know.
    pub view: View,
    /// What is known of hidden hands beyond their sizes, if the line says it.
    pub bounds: Option<HandBounds>,
}

/// What a line tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyPosition {
    /// All there is.
    Full(Box<Position>),
    /// What somebody may know.
    Seen(Box<SeenPosition>),
}

impl AnyPosition {
    fn new(game: Game, setup: &PositionSpec, state: &State) -> Self {
        match setup.sight {
            Sight::Full => Self::Full(Box::new(Position {
                game,
                state: *state,
            })),
            Sight::Of(viewer) => {
                let view = state.view(&game, viewer);
                let bounds = setup.bounds();
                Self::Seen(Box::new(SeenPosition { game, view, bounds }))
            }
        }
    }
}

/// The rules and the board as the lines of a game's positions tell them. Where many lines of a game are
/// written, they are worked out once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionHead(String);

impl PositionHead {
    /// Of this game.
    pub fn new(game: &Game) -> Self {
        let (rules, board) = (rules_text(game.rules()), board_text(game.board()));
        Self(format!(" {rules} board={board}"))
    }

    /// A state of the game as one line: [`position_text`].
    pub fn position_text(&self, game: &Game, state: &State) -> String {
        write::line(&self.0, game, &PositionSpec::of(game, state))
    }

    /// What somebody may know of a state of the game as one line: [`view_text`].
    pub fn view_text(&self, game: &Game, view: &View) -> String {
        write::line(&self.0, game, &PositionSpec::of_view(game, view))
    }

    /// The same, with what is known of hidden hands: [`view_text_with`].
    pub fn view_text_with(&self, game: &Game, view: &View, bounds: &HandBounds) -> String {
        let mut setup = PositionSpec::of_view(game, view);
        setup.bound(bounds);
        write::line(&self.0, game, &setup)
    }
}

/// A state and its game as one line.
pub fn position_text(game: &Game, state: &State) -> String {
    PositionHead::new(game).position_text(game, state)
}

/// What somebody may know of a state, and its game, as one line.
pub fn view_text(game: &Game, view: &View) -> String {
    PositionHead::new(game).view_text(game, view)
}

/// The same, with what is known of hidden hands beyond their sizes.
pub fn view_text_with(game: &Game, view: &View, bounds: &HandBounds) -> String {
    PositionHead::new(game).view_text_with(game, view, bounds)
}

/// The game and the state of a line that tells everything.
///
/// # Errors
///
/// What cannot be read, or what no state can be.
pub fn parse_position(text: &str) -> Result<Position, PositionError> {
    match parse_any_position(text)? {
        AnyPosition::Full(position) => Ok(*position),
        AnyPosition::Seen(_) => Err(PositionError::NotEverything),
    }
}

/// The game and the view of a line that tells what somebody may know.
///
/// There is always at least one state that looks like such a view.
///
/// # Errors
///
/// What cannot be read, or what no view can be.
pub fn parse_view(text: &str) -> Result<SeenPosition, PositionError> {
    match parse_any_position(text)? {
        AnyPosition::Seen(position) => Ok(*position),
        AnyPosition::Full(_) => Err(PositionError::Everything),
    }
}

/// Whatever a line tells.
///
/// # Errors
///
/// What cannot be read, or what neither a state nor a view can be.
pub fn parse_any_position(text: &str) -> Result<AnyPosition, PositionError> {
    let (game, setup) = parse_setup(text)?;
    let state = setup.state(&game);
    let state = state.map_err(|errors| Contradictions::of(&game, errors.0))?;
    Ok(AnyPosition::new(game, &setup, &state))
}

/// Whatever a line of a table tells that may play by other rules: what it claims of turns, honors, the
/// goal and how pieces were placed is kept, and told with the position where our rules contradict it.
///
/// # Errors
///
/// What cannot be read, or what no game could go on from.
pub fn parse_claimed_position(
    text: &str,
) -> Result<(AnyPosition, Vec<Contradiction>), PositionError> {
    let (game, setup) = parse_setup(text)?;
    let claimed = setup.state_as_claimed(&game);
    let (state, errors) = claimed.map_err(|errors| Contradictions::of(&game, errors.0))?;
    let Contradictions(overlooked) = Contradictions::of(&game, errors);
    Ok((AnyPosition::new(game, &setup, &state), overlooked))
}

/// The game of a line and what it says, not yet compared with the rules.
///
/// # Errors
///
/// What cannot be read.
pub fn parse_setup(text: &str) -> Result<(Game, PositionSpec), PositionError> {
    let mut errors = Vec::new();
    let words = words::split(text, &mut errors)?;
    let setup = read::setup(&words, &mut errors);
    match (words.game, setup) {
        (Some(game), Some(setup)) if errors.is_empty() => Ok((game, setup)),
        _ => Err(WordErrors(errors).into()),
    }
}
