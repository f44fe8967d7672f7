//! Durable storage: the log of every game, the people in its seats, the chat, and statements for what a site stores besides.
//!
//! All writes are conditional: a writer's assumption about the log is part of the request, and a request
//! with a wrong assumption changes nothing. That alone keeps the log correct, on one machine and on
//! several; a table in memory is only a cache of the log.

// docs.rs names the feature that an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod clock;
mod copy;
mod database_url;
mod faults;
mod games;
mod outlines;
mod pace;
mod people_columns;
mod persons;
#[cfg(feature = "postgres")]
mod postgres;
pub mod private;
mod schema;
mod sql;
mod sqlite;
mod tag;

use std::{pin::Pin, time::Duration};

use async_trait::async_trait;
use brickwood_protocol::ChatLine;
pub use brickwood_protocol::StorageTrouble;
use brickwood_rules::{Seat, SeatSet};
use brickwood_table::PersonId;
pub use brickwood_table::{
    Append, AppendError, CreateError, Listed, NewGame, NewLine, NodeId, Outline, Presence,
    Progress, StoredGame, Unavailable,
};
pub use clock::now_ms;
pub use copy::{CopiedTable, CopyError, Place, Servers, Source, copy_site};
pub use database_url::{DatabaseUrl, NotADatabaseUrl};
use futures_core::Stream;

pub use faults::first_fault;
pub use games::{Games, Mentions};
pub use persons::Persons;
#[cfg(feature = "postgres")]
pub use postgres::{OpenPostgresError, PostgresStorage, PostgresUpgrade, TlsError};
pub use schema::Schema;
pub use sql::{Again, Row, RowLock, Sql, SqlError, Statements, Value, Work};
pub use sqlite::{
    Archive, ArchiveError, BackupError, BackupRestoreError, Backups, LostWrites, OpenError,
    SqliteStorage, Upgrade, restore,
};
pub use tag::tag;

/// A unique id for this server.
///
/// # Errors
///
/// If the operating system has no randomness to give.
pub fn random_node() -> std::io::Result<NodeId> {
    getrandom::u64().map(NodeId).map_err(std::io::Error::other)
}

/// The lease that says which node runs the clock and the bots of a game. It avoids duplicate work, but
/// correctness does not depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    /// The node that holds it now.
    pub holder: NodeId,
    /// Whether nobody held it before this claim: after a crash, a restart, or a long pause.
    pub was_free: bool,
}

/// How often the last visit of a person, and to a game that has begun, is stored.
pub const SEEN_WITHIN: Duration = Duration::from_hours(24);

/// How many invitations may wait for one bot.
pub const MOST_INVITATIONS: u8 = 16;

/// A network bot that listens for invitations, at any server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listener {
    /// The bot's id.
    pub bot: String,
    /// Identifies the connection on which it listens. Random, because the bot may have been cut off
    /// without noticing, and have reconnected.
    pub line: u64,
    /// The name that others see.
    pub name: String,
    /// Whether anybody may invite it.
    pub open: bool,
    /// When the registration expires, in milliseconds since 1970.
    pub until_ms: u64,
}

/// Identifies a browser: the SHA-256 of the token in its cookie.
///
/// The browser in which a person began has the person's own id. As long as it is the person's only one, nothing is stored
/// of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DeviceId(pub [u8; 32]);

impl DeviceId {
    /// The browser in which a person began.
    pub const fn first_of(person: PersonId) -> Self {
        Self(person.0)
    }
}

/// A hint that another server may have written something. Hints may be lost, repeated and late.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// The game's log has grown, its people have changed, there is chat, or somebody has come or gone.
    Game(String),
    /// A network bot has been invited, or now listens at another server.
    Bot(String),
    /// A person may no longer have this device.
    Device(DeviceId),
    /// Anything may have happened: hints were lost.
    All,
}

/// The stream of hints.
pub type Hints = Pin<Box<dyn Stream<Item = Hint> + Send>>;

/// The games and their logs.
#[async_trait]
pub trait GameLog: Send + Sync + 'static {
    /// Creates a game with its people, all or nothing. They must be stored people.
    async fn create(&self, game: NewGame) -> Result<(), CreateError>;

    /// Appends to a game.
    async fn append(&self, game: &str, append: Append) -> Result<(), AppendError>;

    /// Everything about a game, as it stood at one moment; `None` if there is no such game.
    async fn load(&self, game: &str) -> Result<Option<StoredGame>, Unavailable> {
        self.tail(game, 0).await
    }

    /// A game with the records after `after`, as of one moment; `None` if there is no such game, or its log
    /// is shorter than that.
    async fn tail(&self, game: &str, after: u32) -> Result<Option<StoredGame>, Unavailable>;

    /// Removes games that have not begun and in which nothing has happened since that time: they were
    /// created before, their log has not grown, and nobody was connected to any node. Returns how many.
    async fn remove_gathering(&self, idle_since_ms: u64) -> Result<u64, Unavailable>;

    /// Removes some games that have begun, that nobody has finished, and that nobody has visited since that
    /// time: their log has not grown, and nobody was connected to any node, to within [`SEEN_WITHIN`]. Returns
    /// how many.
    async fn remove_unfinished(&self, idle_since_ms: u64) -> Result<u64, Unavailable>;
}

/// The chat of tables.
#[async_trait]
pub trait Chat: Send + Sync + 'static {
    /// Adds a line to the talk of a game and numbers it. If this seat has used the key before, returns
    /// that line.
    async fn say(&self, game: &str, line: NewLine) -> Result<ChatLine, Unavailable>;

    /// The number of the line that this seat has said with this key.
    async fn find_line(&self, game: &str, seat: Seat, key: u64)
    -> Result<Option<u32>, Unavailable>;

    /// The talk of a game after line `after`, at most `limit` lines: the latest.
    async fn talk(&self, game: &str, after: u32, limit: u32) -> Result<Vec<ChatLine>, Unavailable>;

    /// Forgets the talk before that time.
    async fn forget_talk(&self, before_ms: u64) -> Result<u64, Unavailable>;
}

/// The shared state of one site's servers: which of them live, which holds the lease of a game, who is
/// connected, and hints about changes.
#[async_trait]
pub trait Cluster: Send + Sync + 'static {
    /// Stores a heartbeat of a node: it lives for this time, by the clock of the storage; with a time of
    /// zero, it ends. The leases and connections of a node count as long as it lives. Returns the nodes
    /// that lived before, without this one if it was presumed dead.
    async fn beat(&self, node: NodeId, lives: Duration) -> Result<Vec<NodeId>, Unavailable>;

    /// Claims the lease of a game, unless another node that lives holds it.
    async fn claim(&self, game: &str, node: NodeId) -> Result<Lease, Unavailable>;

    /// Stores that somebody is connected to a node for a game, and for which of its seats.
    async fn note_present(
        &self,
        game: &str,
        node: NodeId,
        seats: SeatSet,
    ) -> Result<(), Unavailable>;

    /// Stores that nobody is connected to a node for a game any more, and releases the lease if this node
    /// holds it.
    async fn let_go(&self, game: &str, node: NodeId, now_ms: u64) -> Result<(), Unavailable>;

    /// The presence of a game.
    async fn presence(&self, game: &str) -> Result<Presence, Unavailable>;

    /// Gives the other servers a hint that does not follow from something that is stored here.
    fn tell(&self, hint: Hint);

    /// Hints about what other servers may have written. A storage for a single server has none.
    fn hints(&self) -> Hints;
}

/// The network bots that listen for invitations.
#[async_trait]
pub trait BotDirectory: Send + Sync + 'static {
    /// Registers the connection on which a bot listens, instead of any other. Its invitations stay.
    async fn listen(&self, listener: &Listener, now_ms: u64) -> Result<(), Unavailable>;

    /// Renews a registration, and removes the invitations that the bot was `told`. Returns those that
    /// wait, the oldest first; `None` if the bot now listens on another connection.
    async fn hear(
        &self,
        listener: &Listener,
        told: &[String],
    ) -> Result<Option<Vec<String>>, Unavailable>;

    /// Removes the registration of a bot, if it is that of this connection.
    async fn stop_listening(&self, bot: &str, line: u64) -> Result<(), Unavailable>;

    /// The open bots that listen, by their ids, at most `limit`.
    async fn listeners(&self, now_ms: u64, limit: u32) -> Result<Vec<Listener>, Unavailable>;

    /// Stores an invitation of a bot to a game, once. `false` if no open bot with this id listens, or if
    /// [`MOST_INVITATIONS`] wait for it.
    async fn invite(&self, bot: &str, game: &str, now_ms: u64) -> Result<bool, Unavailable>;
}

/// How much a database takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiskFigures {
    /// Its own bytes.
    pub database: u64,
    /// The bytes for which there is room beside it, if the system tells.
    pub free: Option<u64>,
}

/// The complete storage. Everything that an implementation has answered with `Ok` survives a crash.
#[async_trait]
pub trait Storage: GameLog + Chat + Cluster + BotDirectory {
    /// Checks that the storage takes writes, by writing something unimportant.
    async fn check(&self) -> Result<(), Unavailable>;

    /// What keeps the storage from taking writes, as far as it knows. While nothing does, this writes nothing, and is cheap.
    async fn trouble(&self) -> Option<StorageTrouble> {
        None
    }

    /// The bytes of the database and of the room on its disk, if that is one of this machine.
    fn disk(&self) -> Option<DiskFigures> {
        None
    }

    /// The database, for what a site stores beside tables.
    fn sql(&self) -> &dyn Sql;

    /// Games in lists.
    fn games(&self) -> Games<'_> {
        Games::of(self.sql())
    }

    /// The people.
    fn persons(&self) -> Persons<'_> {
        Persons::of(self.sql())
    }
}
