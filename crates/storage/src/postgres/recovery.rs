//! What makes a further device a guest.

use async_trait::async_trait;
use brickwood_table::GuestId;
use deadpool_postgres::Client;

use super::{
    Failure, PostgresStorage, devices,
    statement::{execute, query_opt},
    with,
};
use crate::{Claimed, Device, DeviceKeys, KeyHash, Unavailable};

#[async_trait]
impl DeviceKeys for PostgresStorage {
    async fn set_link(
        &self,
        guest: GuestId,
        secret: [u8; 32],
        until_ms: u64,
    ) -> Result<(), Unavailable> {
        with!(self, client => {
            let text = "INSERT INTO device_link (guest, secret, until_ms)
                 SELECT id, $2, $3 FROM guest WHERE id = $1
                 ON CONFLICT (guest) DO UPDATE
                 SET secret = excluded.secret, until_ms = excluded.until_ms";
            let until = until_ms.cast_signed();
            execute(client, text, &[&&guest.0[..], &&secret[..], &until]).await?;
            Ok(())
        })
    }

    async fn set_words(
        &self,
        guest: GuestId,
        words: [u8; 32],
        now_ms: u64,
    ) -> Result<(), Unavailable> {
        with!(self, client => {
            let text = "INSERT INTO recovery (guest, words, created_ms)
                 SELECT id, $2, $3 FROM guest WHERE id = $1
                 ON CONFLICT (guest) DO UPDATE
                 SET words = excluded.words, created_ms = excluded.created_ms";
            let now = now_ms.cast_signed();
            execute(client, text, &[&&guest.0[..], &&words[..], &now]).await?;
            Ok(())
        })
    }

    async fn words_ms(&self, guest: GuestId) -> Result<Option<u64>, Unavailable> {
        with!(self, client => {
            let text = "SELECT created_ms FROM recovery WHERE guest = $1";
            let found = query_opt(client, text, &[&&guest.0[..]]).await?;
            Ok(found.map(|row| row.get::<_, i64>(0).cast_unsigned()))
        })
    }

    async fn key_owner(&self, key: KeyHash, now_ms: u64) -> Result<Option<GuestId>, Unavailable> {
        with!(self, client => {
            let found = match key {
                KeyHash::Link(hash) => {
                    let text = "SELECT guest FROM device_link WHERE secret = $1 AND until_ms > $2";
                    query_opt(client, text, &[&&hash[..], &now_ms.cast_signed()]).await?
                }
                KeyHash::Words(hash) => {
                    let text = "SELECT guest FROM recovery WHERE words = $1";
                    query_opt(client, text, &[&&hash[..]]).await?
                }
            };
            found.map(|row| Ok(GuestId(devices::id(&row)?))).transpose()
        })
    }

    async fn claim(
        &self,
        key: KeyHash,
        device: Device,
        now_ms: u64,
    ) -> Result<Option<Claimed>, Unavailable> {
        with!(self, client => claim(client, key, &device, now_ms).await)
    }

    async fn forget_links(&self, until_ms: u64) -> Result<u64, Unavailable> {
        with!(self, client => {
            let text = "DELETE FROM device_link WHERE until_ms <= $1";
            Ok(execute(client, text, &[&until_ms.cast_signed()]).await?)
        })
    }
}

async fn claim(
    client: &mut Client,
    key: KeyHash,
    device: &Device,
    now_ms: u64,
) -> Result<Option<Claimed>, Failure> {
    let transaction = client.transaction().await?;
    let (text, hash) = match key {
        KeyHash::Link(hash) => ("SELECT guest FROM device_link WHERE secret = $1", hash),
        KeyHash::Words(hash) => ("SELECT guest FROM recovery WHERE words = $1", hash),
    };
    let known = transaction.prepare_cached(text).await?;
    let mut owner = transaction.query_opt(&known, &[&&hash[..]]).await?;
    if let (Some(row), KeyHash::Link(hash)) = (&owner, key) {
        // Whoever changes something of a guest waits for the others at the guest's row first.
        devices::lock(&transaction, GuestId(devices::id(row)?)).await?;
        let text = "DELETE FROM device_link WHERE secret = $1 AND until_ms > $2";
        let take = transaction.prepare_cached(text).await?;
        let taken = transaction
            .execute(&take, &[&&hash[..], &now_ms.cast_signed()])
            .await?;
        owner = owner.filter(|_| taken > 0);
    }
    if owner.is_none() {
        // An earlier attempt whose answer was lost may have added the device.
        let text = "SELECT guest FROM device WHERE id = $1";
        let added = transaction.prepare_cached(text).await?;
        owner = transaction.query_opt(&added, &[&&device.id.0[..]]).await?;
    }
    let Some(row) = owner else {
        return Ok(None);
    };
    let guest = GuestId(devices::id(&row)?);
    let lost = devices::add(&transaction, guest, device).await?;
    transaction.commit().await?;
    Ok(lost.map(|lost| Claimed { guest, lost }))
}
