//! What a person has begun in one browser and finishes there within minutes: keeping or using a passkey, or asking a
//! provider to vouch for them.

#[cfg(any(feature = "oidc", feature = "passkeys"))]
mod cookies;
mod store;

#[cfg(any(feature = "oidc", feature = "passkeys"))]
pub(crate) use cookies::{begin, take};
pub use store::{Ceremony, CeremonyKind};
