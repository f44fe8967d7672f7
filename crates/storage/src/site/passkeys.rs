//! The passkeys by which people come back.

use async_trait::async_trait;
use brickwood_table::GuestId;
use thiserror::Error;

use crate::Unavailable;

/// The most passkeys of one guest.
pub const MOST_PASSKEYS: u8 = 16;

/// The handle by which authenticators know a person. It is random, so that it says nothing of the guest.
pub type UserHandle = [u8; 64];

/// A passkey of a guest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passkey {
    /// The credential's id, which its authenticator has chosen.
    pub id: Vec<u8>,
    /// Whom it brings back.
    pub guest: GuestId,
    /// The handle of that guest: all their passkeys have the same.
    pub handle: UserHandle,
    /// What the guest calls it.
    pub name: String,
    /// How browsers reach its authenticator, as bits.
    pub transports: u8,
    /// Its public key and what else stays, as the library for passkeys writes it.
    pub key: Vec<u8>,
    /// Its counter and what else changes with each use, as the library writes it.
    pub state: Vec<u8>,
    /// When the guest got it, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it was last used; none if it never was.
    pub used_ms: Option<u64>,
}

/// Why a passkey is not stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum AddPasskeyError {
    /// There is one with this id.
    #[error("this passkey is stored already")]
    Known,
    /// The guest has [`MOST_PASSKEYS`].
    #[error("the guest has too many passkeys")]
    TooMany,
    /// Nothing can be stored, or the guest is not.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// The passkeys of all guests. A guest who has one is never forgotten.
#[async_trait]
pub trait Passkeys: Send + Sync + 'static {
    /// Stores a passkey of a stored guest. Storing the same one again is fine.
    async fn add_passkey(&self, passkey: Passkey) -> Result<(), AddPasskeyError>;

    /// The passkey with this id.
    async fn passkey(&self, id: &[u8]) -> Result<Option<Passkey>, Unavailable>;

    /// The passkeys of a guest, the oldest first.
    async fn passkeys_of(&self, guest: GuestId) -> Result<Vec<Passkey>, Unavailable>;

    /// Stores that a passkey was used, and its new state. `false` if it is gone, or its state is not `was`: then somebody
    /// else has used it meanwhile.
    async fn use_passkey(
        &self,
        id: &[u8],
        was: &[u8],
        state: &[u8],
        now_ms: u64,
    ) -> Result<bool, Unavailable>;

    /// Renames a passkey of a guest. `false` if the guest has no such passkey.
    async fn rename_passkey(
        &self,
        guest: GuestId,
        id: &[u8],
        name: &str,
    ) -> Result<bool, Unavailable>;

    /// Removes a passkey of a guest. `false` if the guest has no such passkey.
    async fn remove_passkey(&self, guest: GuestId, id: &[u8]) -> Result<bool, Unavailable>;
}
