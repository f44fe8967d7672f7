//! What makes a further device a guest: a link for minutes, or recovery words.

use async_trait::async_trait;
use brickwood_table::GuestId;

use crate::{Device, DeviceId, Unavailable};

/// The SHA-256 of a secret that makes a device a guest. The secret itself is not stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyHash {
    /// Of a link: valid once, for minutes.
    Link([u8; 32]),
    /// Of recovery words: valid until they are replaced.
    Words([u8; 32]),
}

/// A device that has become a guest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimed {
    /// The guest.
    pub guest: GuestId,
    /// The devices that the guest has lost for it.
    pub lost: Vec<DeviceId>,
}

/// The keys with which guests come back.
#[async_trait]
pub trait DeviceKeys: Send + Sync + 'static {
    /// Stores the link of a stored guest, instead of any earlier one.
    async fn set_link(
        &self,
        guest: GuestId,
        secret: [u8; 32],
        until_ms: u64,
    ) -> Result<(), Unavailable>;

    /// Stores the recovery words of a stored guest, instead of any earlier ones.
    async fn set_words(
        &self,
        guest: GuestId,
        words: [u8; 32],
        now_ms: u64,
    ) -> Result<(), Unavailable>;

    /// When the guest's recovery words were made, in milliseconds since 1970; none if there are none.
    async fn words_ms(&self, guest: GuestId) -> Result<Option<u64>, Unavailable>;

    /// Whose key this is now.
    async fn key_owner(&self, key: KeyHash, now_ms: u64) -> Result<Option<GuestId>, Unavailable>;

    /// Makes a device that of the key's owner, as [`Devices::add_device`](crate::Devices::add_device) does, and uses up a
    /// link: of many who claim one at once, one succeeds. `None` if the key is nobody's now.
    async fn claim(
        &self,
        key: KeyHash,
        device: Device,
        now_ms: u64,
    ) -> Result<Option<Claimed>, Unavailable>;

    /// Removes the links that were valid until then. Returns how many.
    async fn forget_links(&self, until_ms: u64) -> Result<u64, Unavailable>;
}
