//! What keeps a request, a handshake or a stored game from being taken.

use brickwood_rules::Illegal;
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What keeps a request or a message from being understood.
#[wire(problem)]
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RequestFault {
    /// It is not of the form that is expected there.
    #[error("This cannot be read: {detail}.")]
    Unreadable {
        /// What does not fit, for developers.
        detail: String,
    },
    /// It is no text.
    #[error("This must be text in UTF-8.")]
    NotText,
    /// The body does not say that it is JSON.
    #[error("This must be JSON, and its content type must say so.")]
    NotJson,
    /// It has too many bytes.
    #[error("This is too long.")]
    TooLong,
    /// It is nested too deeply.
    #[error("This is nested more than {most} times.")]
    TooDeep {
        /// How many brackets may be open at once.
        most: u8,
    },
    /// It names no host, or several.
    #[error("A request must name exactly one host.")]
    OneHost,
    /// It asks about a board that chance has yet to lay.
    #[error("A random board is unknown until there is a table.")]
    RandomBoard,
}

/// What keeps a table from being rated.
#[wire(problem)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RatedFault {
    /// The coach could help.
    #[error("the coach helps nobody")]
    Coach,
    /// The rules are not those of an edition, by which the bots were measured.
    #[error("it is played by the rules of an edition")]
    Rules,
    /// Somebody has chosen the places.
    #[error("the board is random or the beginners' board")]
    Board,
    /// It begins where another game was.
    #[error("it starts from an empty board")]
    Opening,
    /// Nobody knows who plays.
    #[error("everybody has a device of their own")]
    SharedDevice,
    /// It does not wait until everybody agrees.
    #[error("it begins when everybody is ready")]
    BotsAfter,
    /// Somebody else could take a seat.
    #[error("nobody takes the seat of a bot")]
    Takeover,
    /// Nobody knows how strong the bot is.
    #[error("all bots are Brickwood's own")]
    OutsideBot,
}

/// What keeps a handshake from opening a WebSocket.
#[wire(problem)]
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum HandshakeFault {
    /// Another method.
    #[error("its method must be GET")]
    Method,
    /// An old version of HTTP.
    #[error("it needs HTTP 1.1 or newer")]
    HttpVersion,
    /// A header is missing or wrong.
    #[error("its header `{name}` is missing or wrong")]
    Header {
        /// The header.
        name: String,
    },
    /// Something else.
    #[error("the handshake is not valid")]
    Other,
}

/// What shows that a stored game was played by other rules. Lines of a log are counted from 1.
#[wire(problem)]
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum LogFault {
    /// A line breaks the rules as they are now.
    #[error("line {line} of the log breaks the rules as they are now: {illegal} ({})", .illegal.clause())]
    Illegal { line: u32, illegal: Illegal },
    /// A line leads to another state than it did when it was written.
    #[error("line {line} of the log leads to another state than it did when it was written")]
    Diverged { line: u32 },
}
