//! What was begun in a browser and waits to be finished.

use async_trait::async_trait;
use brickwood_table::GuestId;
use rusqlite::{OptionalExtension, params};

use super::SqliteStorage;
use crate::{Ceremonies, Ceremony, CeremonyKind, Unavailable};

#[async_trait]
impl Ceremonies for SqliteStorage {
    async fn begin_ceremony(&self, ceremony: Ceremony) -> Result<(), Unavailable> {
        let begin = "INSERT OR REPLACE INTO ceremony (id, kind, guest, state, expires_ms)
             VALUES (?1, ?2, ?3, ?4, ?5)";
        let parameters = (
            ceremony.id,
            ceremony.kind.number(),
            ceremony.guest.map(|guest| guest.0),
            ceremony.state,
            ceremony.expires_ms.cast_signed(),
        );
        self.writer.execute(begin, parameters).await?;
        Ok(())
    }

    async fn take_ceremony(
        &self,
        id: [u8; 32],
        kind: CeremonyKind,
        now_ms: u64,
    ) -> Result<Option<Ceremony>, Unavailable> {
        self.writer
            .write(move |to| {
                to.prepare_cached(
                    "DELETE FROM ceremony WHERE id = ?1 AND kind = ?2 AND expires_ms > ?3
                     RETURNING guest, state, expires_ms",
                )?
                .query_row(params![id, kind.number(), now_ms.cast_signed()], |row| {
                    Ok(Ceremony {
                        id,
                        kind,
                        guest: row.get::<_, Option<[u8; 32]>>(0)?.map(GuestId),
                        state: row.get(1)?,
                        expires_ms: row.get::<_, i64>(2)?.cast_unsigned(),
                    })
                })
                .optional()
                .map(Ok)
            })
            .await
    }

    async fn forget_ceremonies(&self, now_ms: u64) -> Result<u64, Unavailable> {
        let forget = "DELETE FROM ceremony WHERE expires_ms <= ?1";
        let forgotten = self.writer.execute(forget, [now_ms.cast_signed()]).await?;
        Ok(forgotten as u64)
    }
}
