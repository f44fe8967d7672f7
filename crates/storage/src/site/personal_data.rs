//! What is stored about a guest: to tell it, and to delete it.
//!
//! A table with something of a guest refers to the guest's row with `ON DELETE CASCADE`, and so goes with it. What has
//! to happen before, because others have a part in it, happens while the guest is marked as being deleted: so that it
//! goes on after a crash.

use async_trait::async_trait;
use brickwood_protocol::ChatLine;
use brickwood_rules::SeatSet;
use brickwood_table::{GuestId, People};

use crate::{DeviceId, Unavailable};

/// How many games are searched in one go.
pub(crate) const LOOKED_AT: u32 = 1000;

/// Some games, in the order of their ids, of which those are named that mention a guest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mentions {
    /// The ids of those games, with their people.
    pub games: Vec<(String, People)>,
    /// The last of all the games that were looked at; none if there are no more.
    pub next: Option<String>,
}

/// Since when a guest has been known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stay {
    /// The first visit, in milliseconds since 1970.
    pub created_ms: u64,
    /// The last visit, to within [`SEEN_WITHIN`](crate::SEEN_WITHIN).
    pub seen_ms: u64,
}

/// What is stored about guests.
#[async_trait]
pub trait PersonalData: Send + Sync + 'static {
    /// Since when a guest has been known; none if there is no such guest.
    async fn stay(&self, guest: GuestId) -> Result<Option<Stay>, Unavailable>;

    /// Marks a guest as being deleted. From now on no device is theirs, and no key leads to them. Returns the devices
    /// that were theirs; none if there is no such guest.
    async fn begin_deletion(
        &self,
        guest: GuestId,
        now_ms: u64,
    ) -> Result<Vec<DeviceId>, Unavailable>;

    /// The guests who are being deleted.
    async fn deletions(&self) -> Result<Vec<GuestId>, Unavailable>;

    /// The games that mention a guest among their people in any way, of the next thousand after `after`.
    async fn games_that_mention(
        &self,
        guest: GuestId,
        after: &str,
    ) -> Result<Mentions, Unavailable>;

    /// What was said in a game from these seats.
    async fn talk_of(&self, game: &str, seats: SeatSet) -> Result<Vec<ChatLine>, Unavailable>;

    /// Forgets what was said in a game from these seats.
    async fn forget_talk_of(&self, game: &str, seats: SeatSet) -> Result<(), Unavailable>;

    /// Deletes a guest, with all that refers to them.
    async fn finish_deletion(&self, guest: GuestId) -> Result<(), Unavailable>;
}

/// A guest whom nobody is: what stays of a deleted one where the rest follows from it.
pub(crate) fn nobody() -> Result<GuestId, Unavailable> {
    let mut id = GuestId([0; 32]);
    getrandom::fill(&mut id.0).map_err(|error| {
        tracing::error!(%error, "there is no randomness for a number");
        Unavailable
    })?;
    Ok(id)
}
