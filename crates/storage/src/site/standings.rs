//! What is decided about people, and whom they have blocked.

use async_trait::async_trait;
use brickwood_protocol::{BlockedPerson, Standing};
use brickwood_table::GuestId;

use crate::Unavailable;

/// A network, as it is stored: a keyed hash from which nobody learns the address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NetworkKey(pub [u8; 16]);

/// What is decided about a guest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// About whom.
    pub guest: GuestId,
    /// The last name with which they have sat down.
    pub name: Option<String>,
    /// What is decided.
    pub standing: Standing,
    /// When that changed last, in milliseconds since 1970.
    pub at_ms: u64,
}

/// What is decided about people.
#[async_trait]
pub trait Standings: Send + Sync + 'static {
    /// What is decided about a guest.
    async fn standing(&self, guest: GuestId) -> Result<Standing, Unavailable>;

    /// The guests about whom something is decided, the latest first, at most `limit`.
    async fn standings(&self, limit: u32) -> Result<Vec<Judged>, Unavailable>;

    /// Forgets a warning that was given at this time, because the guest has acknowledged it. `false` if there is
    /// no such warning any more.
    async fn acknowledge(&self, guest: GuestId, warned_ms: u64) -> Result<bool, Unavailable>;

    /// Suspends a network from `now_ms` on if a guest comes from it who is being watched for that.
    async fn note_network(
        &self,
        guest: GuestId,
        network: NetworkKey,
        now_ms: u64,
    ) -> Result<(), Unavailable>;

    /// Until when the network from which a guest comes next is suspended, too, in milliseconds since 1970; none if it is not.
    async fn network_watch(&self, guest: GuestId) -> Result<Option<u64>, Unavailable>;

    /// Whether nobody new may sit down from a network now, and this guest is new: stored after the network was
    /// suspended, or not at all.
    async fn is_suspended_network(
        &self,
        network: NetworkKey,
        guest: Option<GuestId>,
        now_ms: u64,
    ) -> Result<bool, Unavailable>;

    /// Forgets the networks that are suspended no longer, links and sessions of hosts that are valid no longer,
    /// and the reports that came before a time and were decided. Returns how many of these.
    async fn forget_order(&self, now_ms: u64, reports_before_ms: u64) -> Result<u64, Unavailable>;
}

/// Whom people have blocked.
#[async_trait]
pub trait Blocks: Send + Sync + 'static {
    /// Blocks somebody, who has this name now. Blocking somebody again is fine. `false` if the guest has blocked
    /// `most` others.
    async fn block(
        &self,
        guest: GuestId,
        other: GuestId,
        name: &str,
        now_ms: u64,
        most: u32,
    ) -> Result<bool, Unavailable>;

    /// Takes a block of a guest back, if there is one of this number.
    async fn unblock(&self, guest: GuestId, number: u32) -> Result<(), Unavailable>;

    /// Whom a guest has blocked, the latest first.
    async fn blocks(&self, guest: GuestId) -> Result<Vec<BlockedPerson>, Unavailable>;

    /// The guests whom this one has blocked: it does not hear them.
    async fn blocked_by(&self, guest: GuestId) -> Result<Vec<GuestId>, Unavailable>;

    /// The guests with whom this one does not sit at a table: it has blocked them, or they have blocked it.
    async fn apart_from(&self, guest: GuestId) -> Result<Vec<GuestId>, Unavailable>;
}
