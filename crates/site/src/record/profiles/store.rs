//! What guests let others see of themselves.

use brickwood_storage::{Row, Unavailable, values};
use brickwood_table::GuestId;

use crate::SiteStorage;

impl SiteStorage<'_> {
    /// What a guest lets others see, as JSON; none unless they have said so.
    pub async fn profile(self, guest: GuestId) -> Result<Option<String>, Unavailable> {
        let text = "SELECT document FROM profile WHERE guest = ?1";
        self.sql.first(text, values![guest], Row::take).await
    }

    /// Stores what a guest lets others see, as JSON; with none, nothing is stored of it any more. Nothing is stored of
    /// somebody who is no stored guest.
    pub async fn set_profile(
        self,
        guest: GuestId,
        profile: Option<&str>,
    ) -> Result<(), Unavailable> {
        let Some(profile) = profile else {
            let forget = "DELETE FROM profile WHERE guest = ?1";
            self.sql.execute(forget, values![guest]).await?;
            return Ok(());
        };
        let set = "INSERT INTO profile (guest, document) SELECT id, ?2 FROM guest WHERE id = ?1
             ON CONFLICT (guest) DO UPDATE SET document = excluded.document";
        self.sql.execute(set, values![guest, profile]).await?;
        Ok(())
    }
}
