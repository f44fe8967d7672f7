//! What guests let others see of themselves.

use async_trait::async_trait;
use brickwood_table::GuestId;

use super::{
    PostgresStorage,
    statement::{execute, query_opt},
    with,
};
use crate::{Profiles, Unavailable};

#[async_trait]
impl Profiles for PostgresStorage {
    async fn profile(&self, guest: GuestId) -> Result<Option<String>, Unavailable> {
        with!(self, client => {
            let text = "SELECT document FROM profile WHERE guest = $1";
            let found = query_opt(client, text, &[&&guest.0[..]]).await?;
            Ok(found.map(|row| row.get(0)))
        })
    }

    async fn set_profile(&self, guest: GuestId, profile: Option<&str>) -> Result<(), Unavailable> {
        with!(self, client => {
            if let Some(profile) = profile {
                let text = "INSERT INTO profile (guest, document)
                     SELECT id, $2 FROM guest WHERE id = $1
                     ON CONFLICT (guest) DO UPDATE SET document = excluded.document";
                execute(client, text, &[&&guest.0[..], &profile]).await?;
            } else {
                let text = "DELETE FROM profile WHERE guest = $1";
                execute(client, text, &[&&guest.0[..]]).await?;
            }
            Ok(())
        })
    }
}
