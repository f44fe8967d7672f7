//! Games that people find while they are played, and people who want to play.

use async_trait::async_trait;
use brickwood_table::{GuestId, Listed};

use crate::Unavailable;

/// That a person wants to be told of tables that wait for players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// Until when, in milliseconds since 1970.
    pub until_ms: u64,
    /// The tables that they were told of.
    pub told: Vec<String>,
    /// When a page last asked of which tables there is to tell, in milliseconds since 1970.
    pub asked_ms: u64,
}

/// Games that people find while they are played, and people who want to play.
#[async_trait]
pub trait OpenTables: Send + Sync + 'static {
    /// The public games in which a bot's seat can be taken, the newest first: they are played, and one of their people
    /// is connected to a node that lives. If there are more than `limit`, networks take turns.
    async fn games_to_join(&self, limit: u32) -> Result<Vec<Listed>, Unavailable>;

    /// The public games that everybody may watch, the newest first: they are played, and one of their people is
    /// connected to a node that lives. If there are more than `limit`, hosts take turns.
    async fn games_to_watch(&self, limit: u32) -> Result<Vec<Listed>, Unavailable>;

    /// A stored guest wants to be told of tables until then. A wish that they have already becomes longer or shorter,
    /// and remembers what they were told.
    async fn wish(&self, guest: GuestId, now_ms: u64, until_ms: u64) -> Result<(), Unavailable>;

    /// The wish of a guest; none if it has ended.
    async fn wish_of(&self, guest: GuestId, now_ms: u64) -> Result<Option<Wish>, Unavailable>;

    /// A page of a guest asks of which tables there is to tell.
    async fn asks(&self, guest: GuestId, now_ms: u64) -> Result<(), Unavailable>;

    /// A guest wants to be told no more.
    async fn end_wish(&self, guest: GuestId) -> Result<(), Unavailable>;

    /// How many people want to be told of tables, and have a page that has asked since then.
    async fn wishes(&self, now_ms: u64, asked_since_ms: u64) -> Result<u32, Unavailable>;

    /// A page is about to tell a guest of a table. Of several pages the first may, however often it asks; `false` for
    /// the others, and if the guest wants to be told of nothing.
    async fn tell_of(
        &self,
        guest: GuestId,
        table: &str,
        page: u64,
        now_ms: u64,
    ) -> Result<bool, Unavailable>;

    /// Forgets the wishes that ended before then. Returns how many.
    async fn forget_wishes(&self, ended_before_ms: u64) -> Result<u64, Unavailable>;
}
