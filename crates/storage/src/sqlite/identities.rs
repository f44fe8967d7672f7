//! Who guests are at a provider.

use async_trait::async_trait;
use brickwood_table::GuestId;
use rusqlite::{OptionalExtension, params};

use super::SqliteStorage;
use crate::{Identities, Identity, IdentityId, Unavailable};

#[async_trait]
impl Identities for SqliteStorage {
    async fn bind_identity(&self, identity: Identity) -> Result<GuestId, Unavailable> {
        self.writer
            .write(move |to| {
                to.prepare_cached(
                    "INSERT INTO identity (id, issuer, guest, created_ms, used_ms)
                     VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO NOTHING",
                )?
                .execute(params![
                    identity.id.0,
                    identity.issuer,
                    identity.guest.0,
                    identity.created_ms.cast_signed(),
                    identity.used_ms.map(u64::cast_signed),
                ])?;
                to.prepare_cached("SELECT guest FROM identity WHERE id = ?1")?
                    .query_row([identity.id.0], |row| Ok(Ok(GuestId(row.get(0)?))))
            })
            .await
    }

    async fn use_identity(
        &self,
        id: IdentityId,
        now_ms: u64,
    ) -> Result<Option<GuestId>, Unavailable> {
        self.writer
            .write(move |to| {
                to.prepare_cached("UPDATE identity SET used_ms = ?2 WHERE id = ?1 RETURNING guest")?
                    .query_row(params![id.0, now_ms.cast_signed()], |row| {
                        Ok(GuestId(row.get(0)?))
                    })
                    .optional()
                    .map(Ok)
            })
            .await
    }

    async fn identities_of(&self, guest: GuestId) -> Result<Vec<Identity>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached(
                "SELECT id, issuer, created_ms, used_ms FROM identity WHERE guest = ?1
                 ORDER BY created_ms, id",
            )?
            .query_map([guest.0], |row| {
                Ok(Identity {
                    id: IdentityId(row.get(0)?),
                    issuer: row.get(1)?,
                    guest,
                    created_ms: row.get::<_, i64>(2)?.cast_unsigned(),
                    used_ms: row.get::<_, Option<i64>>(3)?.map(i64::cast_unsigned),
                })
            })?
            .collect()
        })
        .await
    }

    async fn remove_identities(&self, guest: GuestId) -> Result<u64, Unavailable> {
        let remove = "DELETE FROM identity WHERE guest = ?1";
        Ok(self.writer.execute(remove, [guest.0]).await? as u64)
    }
}
