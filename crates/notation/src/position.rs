//! A position as one line: all of a state with its game, or what one seat may know of it.
//!
//! ```text
//! position = "position-1" SP rules SP board-word *( SP word ) 1*( SP seat-part )
//! view     = "view-1" SP "viewer=" ( seat / "none" ) SP rules SP board-word *( SP word ) …
//! ```
//!
//! The whole grammar is in the book's chapter on notation. What follows from the rest is not in the
//! line: the bank (but for a view), the deck, road lengths, points. What a line says twice is checked.

mod check;
mod error;
mod guess;
mod phase;
mod read;
mod words;
mod write;

use brickwood_rules::{Game, Seat, State, View};

pub(crate) use phase::{parse_winners, winners_text};

pub use error::{Contradiction, PositionError};

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
}

/// What a line tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyPosition {
    /// All there is.
    Full(Box<Position>),
    /// What somebody may know.
    Seen(Box<SeenPosition>),
}

/// Who a line is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sight {
    /// All cards are told.
    Full,
    /// What this seat, or a spectator, may know.
    Of(Option<Seat>),
}

/// A state and its game as one line.
pub fn position_text(game: &Game, state: &State) -> String {
    let view = state.view(game, None);
    write::line(game, &view, Sight::Full, |seat| state.hidden(seat))
}

/// What somebody may know of a state, and its game, as one line.
pub fn view_text(game: &Game, view: &View) -> String {
    write::line(game, view, Sight::Of(view.viewer), |_| {
        view.own
            .map_or_else(Default::default, |own| brickwood_rules::Hidden {
                hand: own.hand,
                development: own.development,
                bought: own.bought,
            })
    })
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
    let words = words::split(text)?;
    let draft = read::draft(words)?;
    let sight = draft.sight;
    let (game, state) = check::state(draft)?;
    Ok(match sight {
        Sight::Full => AnyPosition::Full(Box::new(Position { game, state })),
        Sight::Of(viewer) => {
            let view = state.view(&game, viewer);
            AnyPosition::Seen(Box::new(SeenPosition { game, view }))
        }
    })
}
