//! The stored form of a table, and the errors of a storage.

use brickwood_protocol::ChatText;
use brickwood_rules::{Seat, SeatSet};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::log::LogRecord;
use crate::seats::People;
use crate::setup::Setup;
use crate::table::Batch;
use crate::view::Outline;

/// The storage cannot answer now. Nothing is known to have changed.
#[wire(room)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Deserialize)]
#[error("the storage is not available")]
pub struct Unavailable;

/// Why a game was not created.
#[wire(room)]
#[derive(Clone, PartialEq, Eq, Debug, Error, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CreateError {
    /// There is a game with this id, or an unbegun one with this code.
    #[error("there is a game with this id")]
    Exists,
    /// The game that it should follow has another rematch already.
    #[error("the rematch is {0}")]
    OtherRematch(String),
    /// Nothing could be stored.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why nothing was appended.
#[wire(room)]
#[derive(Clone, PartialEq, Eq, Debug, Error, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AppendError {
    /// The log does not end where the records begin.
    #[error("the log ends at {head}")]
    Conflict {
        /// The last line of the log.
        head: u32,
    },
    /// One of the records' keys was used by this actor before.
    #[error("the key was used for record {seq}")]
    Duplicate {
        /// The record that was stored with it.
        seq: u32,
    },
    /// There is no such game.
    #[error("there is no such game")]
    NoSuchGame,
    /// Nothing could be stored, or the result is unknown: the log must be read again.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// A game to create.
#[wire(room)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NewGame {
    /// Everything that replaying its log needs; its id is the game's.
    pub setup: Setup,
    /// Its people at the start.
    pub people: People,
    /// The game that it is the rematch of.
    pub rematch_of: Option<String>,
    /// From which networks it is created: games with the same upper 16 bits come from one large network, and
    /// with the same number from one smaller network of it. None where that is unknown.
    pub origin: Option<u32>,
}

/// An append to a game, all or nothing.
#[wire(room)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Append {
    /// Numbered on from the end of the log; at least one.
    pub records: Vec<LogRecord>,
    /// The people from now on, where they have changed.
    pub people: Option<People>,
    /// The set-up from now on, where it has changed: the game begins without the locked seats.
    pub setup: Option<Setup>,
    /// The outline after the append.
    pub outline: Outline,
}

impl From<&Batch> for Append {
    fn from(batch: &Batch) -> Self {
        Self {
            records: batch.records().to_vec(),
            people: batch.people().cloned(),
            setup: batch.setup().cloned(),
            outline: batch.outline(),
        }
    }
}

/// A game as it is stored: with its whole log, or with the part after a record.
#[wire(room)]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct StoredGame {
    /// Its set-up as it was created, or as it began.
    pub setup: Setup,
    /// Its people.
    pub people: People,
    /// The game that follows it.
    pub rematch: Option<String>,
    /// Its log from 1, or the records after that one, without gaps.
    pub records: Vec<LogRecord>,
}

/// Identifies a running server among those that share a storage. A restarted server has another id.
#[wire(room)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[ts(type = "number")]
pub struct NodeId(pub u64);

/// The presence of a game, on all nodes that live.
#[wire(room)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct Presence {
    /// The node that runs its clock and its bots.
    pub holder: Option<NodeId>,
    /// The seats for which somebody is connected to any node.
    pub seats: SeatSet,
}

/// A line of chat to store.
#[wire(room)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NewLine {
    /// The time, in milliseconds since 1970.
    pub at_ms: u64,
    /// The speaker's seat.
    pub seat: Seat,
    /// The speaker's name.
    pub name: String,
    /// Chosen by the client, never twice by a seat.
    pub key: u64,
    /// The text.
    pub text: ChatText,
}
