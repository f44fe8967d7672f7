//! Who people are at a provider that the host of the site has named.

use async_trait::async_trait;
use brickwood_table::GuestId;

use crate::Unavailable;

/// A person at a provider: the SHA-256 of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdentityId(pub [u8; 32]);

/// For whom a provider vouches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Who that is there.
    pub id: IdentityId,
    /// The address of the provider.
    pub issuer: String,
    /// Who that is here.
    pub guest: GuestId,
    /// Since when, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it was last used; none if it never was.
    pub used_ms: Option<u64>,
}

/// The identities of all guests. A guest who has one is never forgotten.
#[async_trait]
pub trait Identities: Send + Sync + 'static {
    /// Binds an identity to a stored guest, unless it is bound already. Returns the guest to whom it is bound now.
    async fn bind_identity(&self, identity: Identity) -> Result<GuestId, Unavailable>;

    /// The guest to whom an identity is bound, who uses it now.
    async fn use_identity(
        &self,
        id: IdentityId,
        now_ms: u64,
    ) -> Result<Option<GuestId>, Unavailable>;

    /// The identities of a guest, the oldest first.
    async fn identities_of(&self, guest: GuestId) -> Result<Vec<Identity>, Unavailable>;

    /// Removes the identities of a guest. Returns how many.
    async fn remove_identities(&self, guest: GuestId) -> Result<u64, Unavailable>;
}
