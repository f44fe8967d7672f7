//! What makes a further device a guest.

use async_trait::async_trait;
use brickwood_table::GuestId;
use rusqlite::{OptionalExtension, Savepoint, params};

use super::{SqliteStorage, devices};
use crate::{Claimed, Device, DeviceKeys, KeyHash, Unavailable};

#[async_trait]
impl DeviceKeys for SqliteStorage {
    async fn set_link(
        &self,
        guest: GuestId,
        secret: [u8; 32],
        until_ms: u64,
    ) -> Result<(), Unavailable> {
        let text = "INSERT INTO device_link (guest, secret, until_ms)
             SELECT id, ?2, ?3 FROM guest WHERE id = ?1
             ON CONFLICT (guest) DO UPDATE SET secret = excluded.secret, until_ms = excluded.until_ms";
        let parameters = (guest.0, secret, until_ms.cast_signed());
        self.writer.execute(text, parameters).await?;
        Ok(())
    }

    async fn set_words(
        &self,
        guest: GuestId,
        words: [u8; 32],
        now_ms: u64,
    ) -> Result<(), Unavailable> {
        let text = "INSERT INTO recovery (guest, words, created_ms)
             SELECT id, ?2, ?3 FROM guest WHERE id = ?1
             ON CONFLICT (guest) DO UPDATE SET words = excluded.words, created_ms = excluded.created_ms";
        let parameters = (guest.0, words, now_ms.cast_signed());
        self.writer.execute(text, parameters).await?;
        Ok(())
    }

    async fn words_ms(&self, guest: GuestId) -> Result<Option<u64>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached("SELECT created_ms FROM recovery WHERE guest = ?1")?
                .query_row([guest.0], |row| row.get::<_, i64>(0))
                .optional()
                .map(|created_ms| created_ms.map(i64::cast_unsigned))
        })
        .await
    }

    async fn key_owner(&self, key: KeyHash, now_ms: u64) -> Result<Option<GuestId>, Unavailable> {
        self.read(move |from| {
            let owner = match key {
                KeyHash::Link(hash) => from
                    .prepare_cached(
                        "SELECT guest FROM device_link WHERE secret = ?1 AND until_ms > ?2",
                    )?
                    .query_row(params![hash, now_ms.cast_signed()], |row| row.get(0)),
                KeyHash::Words(hash) => from
                    .prepare_cached("SELECT guest FROM recovery WHERE words = ?1")?
                    .query_row([hash], |row| row.get(0)),
            };
            Ok(owner.optional()?.map(GuestId))
        })
        .await
    }

    async fn claim(
        &self,
        key: KeyHash,
        device: Device,
        now_ms: u64,
    ) -> Result<Option<Claimed>, Unavailable> {
        self.writer
            .write(move |to| claim(to, key, &device, now_ms).map(Ok))
            .await
    }

    async fn forget_links(&self, until_ms: u64) -> Result<u64, Unavailable> {
        let forget = "DELETE FROM device_link WHERE until_ms <= ?1";
        let forgotten = self.writer.execute(forget, [until_ms.cast_signed()]);
        Ok(forgotten.await? as u64)
    }
}

fn claim(
    to: &Savepoint<'_>,
    key: KeyHash,
    device: &Device,
    now_ms: u64,
) -> rusqlite::Result<Option<Claimed>> {
    let guest = match key {
        KeyHash::Link(hash) => to
            .prepare_cached(
                "DELETE FROM device_link WHERE secret = ?1 AND until_ms > ?2 RETURNING guest",
            )?
            .query_row(params![hash, now_ms.cast_signed()], |row| row.get(0)),
        KeyHash::Words(hash) => to
            .prepare_cached("SELECT guest FROM recovery WHERE words = ?1")?
            .query_row([hash], |row| row.get(0)),
    };
    let Some(guest) = guest.optional()?.map(GuestId) else {
        return Ok(None);
    };
    let lost = devices::add(to, guest, device)?;
    Ok(lost.map(|lost| Claimed { guest, lost }))
}
