//! What a person has begun in one browser and finishes there within minutes: keeping or using a passkey, or asking a provider to
//! vouch for them.

use async_trait::async_trait;
use brickwood_table::GuestId;

use crate::Unavailable;

/// What a ceremony is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CeremonyKind {
    /// A guest gets a passkey.
    KeepPasskey,
    /// Somebody shows that they have a passkey.
    UsePasskey,
    /// Somebody asks a provider to vouch for them.
    AskProvider,
}

impl CeremonyKind {
    /// How it is stored.
    pub(crate) const fn number(self) -> i16 {
        match self {
            Self::KeepPasskey => 0,
            Self::UsePasskey => 1,
            Self::AskProvider => 2,
        }
    }
}

/// Something that was begun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ceremony {
    /// The SHA-256 of a secret that only the browser has in which it was begun.
    pub id: [u8; 32],
    /// What it is for.
    pub kind: CeremonyKind,
    /// The guest for whom it was begun; none if it says who the guest is.
    pub guest: Option<GuestId>,
    /// What the server must know to finish it.
    pub state: Vec<u8>,
    /// When it is too late to finish it, in milliseconds since 1970.
    pub expires_ms: u64,
}

/// The ceremonies that wait to be finished, at any server of the site.
#[async_trait]
pub trait Ceremonies: Send + Sync + 'static {
    /// Stores a ceremony.
    async fn begin_ceremony(&self, ceremony: Ceremony) -> Result<(), Unavailable>;

    /// Takes the ceremony of this kind that has this id and has not expired. Of many who ask at once, one gets it, and
    /// whoever asks later gets none.
    async fn take_ceremony(
        &self,
        id: [u8; 32],
        kind: CeremonyKind,
        now_ms: u64,
    ) -> Result<Option<Ceremony>, Unavailable>;

    /// Removes the ceremonies that have expired. Returns how many.
    async fn forget_ceremonies(&self, now_ms: u64) -> Result<u64, Unavailable>;
}
