//! The durable log of every game, and who sits where.
//!
//! All writes are conditional: what a writer believes about the log is part of the request, and a
//! request whose belief is wrong changes nothing. That alone keeps the log right; whoever holds a
//! table in memory is only a cache of it.

mod sqlite;

use async_trait::async_trait;
use brickwood_rules::Seat;
use brickwood_table::{Record, Setup};
use thiserror::Error;

use crate::session::SessionId;

pub use sqlite::{OpenError, SqliteLog};

/// The storage cannot answer now. Nothing is known to have changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the storage is not available")]
pub struct Unavailable;

/// Why a game was not created.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CreateError {
    /// There is a game with this id.
    #[error("there is a game with this id")]
    Exists,
    /// The game that it should follow has another rematch already.
    #[error("the rematch is {0}")]
    OtherRematch(String),
    /// Nothing could be stored.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why a seat was not taken.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TakeSeatError {
    /// Somebody sits there.
    #[error("somebody sits there")]
    Taken,
    /// This session has a seat in this game.
    #[error("this session sits on seat {0:?}")]
    AlreadySeated(Seat),
    /// There is no such game.
    #[error("there is no such game")]
    NoSuchGame,
    /// Nothing could be stored.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why records were not appended.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AppendError {
    /// The log does not end where the records begin.
    #[error("the log ends at {head}")]
    Conflict {
        /// Where it ends.
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
    /// Nothing could be stored.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sitter {
    /// Where.
    pub seat: Seat,
    /// Who may act for it.
    pub session: SessionId,
    /// The name shown to others.
    pub name: String,
}

/// A game to create.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// All that replaying its log needs; its id is the game's.
    pub setup: Setup,
    /// Who sits there from the start.
    pub sitters: Vec<Sitter>,
    /// The game that it is the rematch of.
    pub rematch_of: Option<String>,
}

/// Everything that is stored of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// As it was created.
    pub setup: Setup,
    /// Who sits there, by seat.
    pub sitters: Vec<Sitter>,
    /// The game that follows it.
    pub rematch: Option<String>,
    /// What happened, from 1 without gaps.
    pub records: Vec<Record>,
}

/// Where games are kept. Whatever an implementation has answered with `Ok` survives a crash.
#[async_trait]
pub trait GameLog: Send + Sync + 'static {
    /// Stores a session. Storing it again is fine.
    async fn start_session(&self, session: SessionId, now_ms: u64) -> Result<(), Unavailable>;

    /// Whether a session was stored.
    async fn has_session(&self, session: SessionId) -> Result<bool, Unavailable>;

    /// Creates a game with those who sit there, all or nothing. Their sessions must be stored.
    async fn create(&self, game: NewGame) -> Result<(), CreateError>;

    /// Puts somebody on a free seat. A session has at most one seat in a game.
    async fn take_seat(&self, game: &str, sitter: Sitter) -> Result<(), TakeSeatError>;

    /// Appends records, all or none. They must be numbered on from the end of the log. `over` says
    /// that the game has ended with them.
    async fn append(&self, game: &str, records: Vec<Record>, over: bool)
    -> Result<(), AppendError>;

    /// Everything about a game, as it stood at one moment; `None` if there is no such game.
    async fn load(&self, game: &str) -> Result<Option<StoredGame>, Unavailable>;

    /// The ids of games in which a session has a seat, at most `limit`: unfinished games before
    /// finished ones, the newest first among each.
    async fn games_of(&self, session: SessionId, limit: u32) -> Result<Vec<String>, Unavailable>;
}
