//! What guests let others see of themselves.

use async_trait::async_trait;
use brickwood_table::GuestId;
use rusqlite::OptionalExtension;

use super::SqliteStorage;
use crate::{Profiles, Unavailable};

#[async_trait]
impl Profiles for SqliteStorage {
    async fn profile(&self, guest: GuestId) -> Result<Option<String>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached("SELECT document FROM profile WHERE guest = ?1")?
                .query_row([guest.0], |row| row.get(0))
                .optional()
        })
        .await
    }

    async fn set_profile(&self, guest: GuestId, profile: Option<&str>) -> Result<(), Unavailable> {
        if let Some(profile) = profile {
            let set = "INSERT INTO profile (guest, document) SELECT id, ?2 FROM guest WHERE id = ?1
                 ON CONFLICT (guest) DO UPDATE SET document = excluded.document";
            let parameters = (guest.0, profile.to_owned());
            self.writer.execute(set, parameters).await?;
        } else {
            let forget = "DELETE FROM profile WHERE guest = ?1";
            self.writer.execute(forget, [guest.0]).await?;
        }
        Ok(())
    }
}
