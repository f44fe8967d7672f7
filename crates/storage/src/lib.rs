//! The durable log of every game, who sits where, and what they say.
//!
//! All writes are conditional: what a writer believes about the log is part of the request, and a
//! request whose belief is wrong changes nothing. That alone keeps the log right, on one machine and
//! on several; whoever holds a table in memory is only a cache of it.

mod clock;
mod database_url;
mod facts;
mod outlines;
mod pace;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod tag;

use std::{pin::Pin, time::Duration};

use async_trait::async_trait;
use brickwood_rules::SeatSet;
pub use brickwood_table::{
    Append, AppendError, Attendance, CreateError, Listed, NewGame, NewLine, NodeId, Outline,
    Progress, StoredGame, Tail, Unavailable,
};
use brickwood_table::{GuestId, protocol::ChatLine};
pub use clock::now_ms;
pub use database_url::{DatabaseUrl, NotADatabaseUrl};
use futures_core::Stream;

#[cfg(feature = "postgres")]
pub use postgres::{OpenPostgresError, PostgresStorage, TlsError};
pub use sqlite::{Archive, ArchiveError, OpenError, SqliteStorage};
pub use tag::tag;

/// A name for this server that no other one has.
///
/// # Errors
///
/// If the operating system has no randomness to give.
pub fn random_node() -> std::io::Result<NodeId> {
    getrandom::u64().map(NodeId).map_err(std::io::Error::other)
}

/// Who looks after the clock and the bots of a game. It saves work and decides nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    /// Who holds it now.
    pub holder: NodeId,
    /// Whether it was nobody's before this claim: after a crash, a restart, or a long rest.
    pub was_free: bool,
}

/// How often it is noted that a guest was seen.
pub const SEEN_WITHIN: Duration = Duration::from_hours(24);

/// How many invitations may wait for one bot.
pub const MOST_INVITATIONS: u8 = 16;

/// A bot of others that listens for invitations, at whichever server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listener {
    /// The bot's id.
    pub bot: String,
    /// Names the connection by which it listens. Random: the bot may have been cut off without
    /// having noticed, and have connected anew.
    pub line: u64,
    /// The name that others see.
    pub name: String,
    /// Whether whoever likes may invite it.
    pub open: bool,
    /// Until when this holds, in milliseconds since 1970.
    pub until_ms: u64,
}

/// That another server may have written about a game. Hints may be lost, doubled and late.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// Its log has grown, its people have changed, somebody has said something, comes or goes.
    Game(String),
    /// A bot of others has been invited, or listens at another server now.
    Bot(String),
    /// Anything may have happened: hints were lost.
    All,
}

/// Hints as they come.
pub type Hints = Pin<Box<dyn Stream<Item = Hint> + Send>>;

/// The games and their logs.
#[async_trait]
pub trait GameLog: Send + Sync + 'static {
    /// Creates a game with those who sit there, all or nothing. They must be stored guests.
    async fn create(&self, game: NewGame) -> Result<(), CreateError>;

    /// Appends to a game.
    async fn append(&self, game: &str, append: Append) -> Result<(), AppendError>;

    /// Everything about a game, as it stood at one moment; `None` if there is no such game.
    async fn load(&self, game: &str) -> Result<Option<StoredGame>, Unavailable>;

    /// What has happened in a game after record `after`, as it stood at one moment; `None` if there
    /// is no such game, or its log is shorter than that.
    async fn tail(&self, game: &str, after: u32) -> Result<Option<Tail>, Unavailable>;

    /// The games in which a guest sits, at most `limit`: unfinished games before finished ones, the
    /// newest first among each.
    async fn games_of(&self, guest: GuestId, limit: u32) -> Result<Vec<Listed>, Unavailable>;

    /// The public games that have an open seat and have not begun, the newest first.
    async fn public_games(&self, limit: u32) -> Result<Vec<Listed>, Unavailable>;

    /// How many games a guest hosts that have not begun.
    async fn gathering_of(&self, guest: GuestId) -> Result<u32, Unavailable>;

    /// The game that has not begun and has this code.
    async fn by_code(&self, code: &str) -> Result<Option<String>, Unavailable>;

    /// Removes games that have not begun and at which nothing has happened since that moment: they
    /// were created before, their log has not grown, and nobody was connected to any node. The answer
    /// is how many.
    async fn remove_gathering(&self, idle_since_ms: u64) -> Result<u64, Unavailable>;
}

/// Those who play and watch.
#[async_trait]
pub trait Guests: Send + Sync + 'static {
    /// Stores a guest. Storing one again is fine.
    async fn start_guest(&self, guest: GuestId, now_ms: u64) -> Result<(), Unavailable>;

    /// Whether a guest is stored. One who is has been seen now, to within [`SEEN_WITHIN`].
    async fn meet_guest(&self, guest: GuestId, now_ms: u64) -> Result<bool, Unavailable>;

    /// Forgets the guests who have no seat and were not seen since then. The answer is how many.
    async fn forget_guests(&self, seen_before_ms: u64) -> Result<u64, Unavailable>;

    /// The name that a guest has last sat down with.
    async fn name_of(&self, guest: GuestId) -> Result<Option<String>, Unavailable>;

    /// Remembers the name of a stored guest.
    async fn rename(&self, guest: GuestId, name: &str) -> Result<(), Unavailable>;
}

/// What people say at tables.
#[async_trait]
pub trait Chat: Send + Sync + 'static {
    /// Adds a line to the talk of a game and numbers it. With the key of a line that this seat has
    /// said before, the answer is that line.
    async fn say(&self, game: &str, line: NewLine) -> Result<ChatLine, Unavailable>;

    /// The talk of a game after line `after`, at most `limit` lines: the latest.
    async fn talk(&self, game: &str, after: u32, limit: u32) -> Result<Vec<ChatLine>, Unavailable>;

    /// Forgets what was said before that moment.
    async fn forget_talk(&self, before_ms: u64) -> Result<u64, Unavailable>;
}

/// What the servers of one site know of each other: who lives, who looks after which game, who is
/// connected, and what has changed.
#[async_trait]
pub trait Cluster: Send + Sync + 'static {
    /// Says that a node lives, for so long from now on by the clock of the storage; with no time at
    /// all, that it ends. A lease holds, and who is connected counts, as long as the node lives. The
    /// answer is who lived when it was said, and lacks this node if it was taken for dead.
    async fn beat(&self, node: NodeId, lives: Duration) -> Result<Vec<NodeId>, Unavailable>;

    /// Claims the lease of a game, unless another node that lives holds it.
    async fn claim(&self, game: &str, node: NodeId) -> Result<Lease, Unavailable>;

    /// Notes that somebody is connected to a node for a game, and for which of its seats.
    async fn note_present(
        &self,
        game: &str,
        node: NodeId,
        seats: SeatSet,
    ) -> Result<(), Unavailable>;

    /// Notes that nobody is connected to a node for a game any more, and gives its lease back, if it
    /// is this node's.
    async fn let_go(&self, game: &str, node: NodeId, now_ms: u64) -> Result<(), Unavailable>;

    /// Who is there for a game.
    async fn attendance(&self, game: &str) -> Result<Attendance, Unavailable>;

    /// What other servers may have written. A storage that only one server can have has none.
    fn hints(&self) -> Hints;
}

/// The bots of others that listen for invitations.
#[async_trait]
pub trait BotDirectory: Send + Sync + 'static {
    /// Lets a bot listen, and by no other line any more. What waits for it goes on waiting.
    async fn listen(&self, listener: &Listener, now_ms: u64) -> Result<(), Unavailable>;

    /// Lets a bot listen on, without the invitations that it was `told`. The answer is those that
    /// wait, the oldest first; `None` if it listens by another line now.
    async fn hear(
        &self,
        listener: &Listener,
        told: &[String],
    ) -> Result<Option<Vec<String>>, Unavailable>;

    /// A bot listens no longer, if it is by this line that it did.
    async fn stop_listening(&self, bot: &str, line: u64) -> Result<(), Unavailable>;

    /// The open bots that listen, by their ids, at most `limit`.
    async fn listeners(&self, now_ms: u64, limit: u32) -> Result<Vec<Listener>, Unavailable>;

    /// Leaves a bot an invitation to a game, once. `false` if no open bot with this id listens, or
    /// [`MOST_INVITATIONS`] wait for it.
    async fn invite(&self, bot: &str, game: &str, now_ms: u64) -> Result<bool, Unavailable>;
}

/// Where games are kept, with all that belongs to them. Whatever an implementation has answered with
/// `Ok` survives a crash.
#[async_trait]
pub trait Storage: GameLog + Guests + Chat + Cluster + BotDirectory {
    /// Whether the storage takes writes: it writes something that does not matter.
    async fn check(&self) -> Result<(), Unavailable>;
}
