//! Who has stayed to the end of their games.

use async_trait::async_trait;
use brickwood_table::GuestId;

use crate::Unavailable;

/// Who has stayed to the end of their games. They are stored with the evaluation of a game.
#[async_trait]
pub trait Attendances: Send + Sync + 'static {
    /// Whether guests have stayed to the end of their latest games, at most `limit` of each; by guest, in their
    /// order.
    async fn attendances(
        &self,
        guests: &[GuestId],
        limit: u32,
    ) -> Result<Vec<Vec<bool>>, Unavailable>;
}
