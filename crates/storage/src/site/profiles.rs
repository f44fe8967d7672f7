//! What guests let others see of themselves.

use async_trait::async_trait;
use brickwood_table::GuestId;

use crate::Unavailable;

/// What guests let others see of themselves.
#[async_trait]
pub trait Profiles: Send + Sync + 'static {
    /// What a guest lets others see, as JSON; none unless they have said so.
    async fn profile(&self, guest: GuestId) -> Result<Option<String>, Unavailable>;

    /// Stores what a guest lets others see, as JSON; with none, nothing is stored of it any more. Nothing is stored of
    /// somebody who is no stored guest.
    async fn set_profile(&self, guest: GuestId, profile: Option<&str>) -> Result<(), Unavailable>;
}
