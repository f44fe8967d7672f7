//! What is stored about a guest: to tell it, and to delete it.

use async_trait::async_trait;
use brickwood_protocol::ChatLine;
use brickwood_rules::SeatSet;
use brickwood_table::{GuestId, People};
use deadpool_postgres::Client;

use super::{
    Failure, PostgresStorage, devices,
    statement::{execute, query, query_opt},
    talk, with,
};
use crate::{
    DeviceId, Mentions, PersonalData, Stay, Unavailable,
    outlines::bits,
    site::{LOOKED_AT, nobody},
};

#[async_trait]
impl PersonalData for PostgresStorage {
    async fn stay(&self, guest: GuestId) -> Result<Option<Stay>, Unavailable> {
        with!(self, client => {
            let text = "SELECT created_ms, seen_ms FROM guest WHERE id = $1";
            let found = query_opt(client, text, &[&&guest.0[..]]).await?;
            Ok(found.map(|row| Stay {
                created_ms: row.get::<_, i64>(0).cast_unsigned(),
                seen_ms: row.get::<_, i64>(1).cast_unsigned(),
            }))
        })
    }

    async fn begin_deletion(
        &self,
        guest: GuestId,
        now_ms: u64,
    ) -> Result<Vec<DeviceId>, Unavailable> {
        with!(self, client => begin(client, guest, now_ms).await)
    }

    async fn deletions(&self) -> Result<Vec<GuestId>, Unavailable> {
        with!(self, client => {
            let text = "SELECT guest FROM deletion ORDER BY asked_ms, guest";
            let rows = query(client, text, &[]).await?;
            rows.iter().map(|row| Ok(GuestId(devices::id(row)?))).collect()
        })
    }

    async fn games_that_mention(
        &self,
        guest: GuestId,
        after: &str,
    ) -> Result<Mentions, Unavailable> {
        with!(self, client => {
            let text = "SELECT id, people::text FROM game WHERE id > $1 ORDER BY id LIMIT $2";
            let rows = query(client, text, &[&after, &i64::from(LOOKED_AT)]).await?;
            let mut found = Mentions::default();
            for row in &rows {
                let people: People = serde_json::from_str(row.get(1))?;
                if people.mention(guest) {
                    found.games.push((row.get(0), people));
                }
            }
            let last = rows.last().filter(|_| rows.len() == LOOKED_AT as usize);
            found.next = last.map(|row| row.get(0));
            Ok(found)
        })
    }

    async fn talk_of(&self, game: &str, seats: SeatSet) -> Result<Vec<ChatLine>, Unavailable> {
        with!(self, client => talk::talk_of(client, game, seats).await)
    }

    async fn forget_talk_of(&self, game: &str, seats: SeatSet) -> Result<(), Unavailable> {
        with!(self, client => {
            let text = "DELETE FROM talk WHERE game = $1 AND (1 << seat) & $2 <> 0";
            execute(client, text, &[&game, &i32::from(bits(seats))]).await?;
            Ok(())
        })
    }

    async fn finish_deletion(&self, guest: GuestId) -> Result<(), Unavailable> {
        let nobody = nobody()?;
        with!(self, client => {
            let transaction = client.transaction().await?;
            // It waits for what is being stored of the guest, of which the next statement knows then.
            let text = "DELETE FROM guest WHERE id = $1";
            transaction.execute(text, &[&&guest.0[..]]).await?;
            let text = "UPDATE rating_change SET guest = $2 WHERE guest = $1";
            transaction.execute(text, &[&&guest.0[..], &&nobody.0[..]]).await?;
            Ok(transaction.commit().await?)
        })
    }
}

async fn begin(client: &mut Client, guest: GuestId, now_ms: u64) -> Result<Vec<DeviceId>, Failure> {
    let transaction = client.transaction().await?;
    if !devices::lock(&transaction, guest).await? {
        return Ok(Vec::new());
    }
    let id = &guest.0[..];
    let text = "INSERT INTO deletion (guest, asked_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    let mark = transaction.prepare_cached(text).await?;
    transaction
        .execute(&mark, &[&id, &now_ms.cast_signed()])
        .await?;
    // That of the first browser stays: without it, the browser's token would be the guest's again.
    let text = "INSERT INTO device (id, guest, name, created_ms, seen_ms)
         SELECT id, id, '', created_ms, seen_ms FROM guest WHERE id = $1
         ON CONFLICT DO NOTHING";
    let first = transaction.prepare_cached(text).await?;
    transaction.execute(&first, &[&id]).await?;
    // Whoever asks again because an answer was lost gets the first one, which is removed already.
    let text = "SELECT id FROM device WHERE guest = $1";
    let all = transaction.prepare_cached(text).await?;
    let rows = transaction.query(&all, &[&id]).await?;
    let devices = rows.iter().map(|row| devices::id(row).map(DeviceId));
    let devices = devices.collect::<Result<_, _>>()?;
    for text in [
        "UPDATE device SET removed = true, name = '' WHERE id = $1",
        "DELETE FROM device WHERE guest = $1 AND id <> guest",
        "DELETE FROM device_link WHERE guest = $1",
        "DELETE FROM recovery WHERE guest = $1",
        "UPDATE guest SET name = NULL WHERE id = $1",
    ] {
        let statement = transaction.prepare_cached(text).await?;
        transaction.execute(&statement, &[&id]).await?;
    }
    transaction.commit().await?;
    Ok(devices)
}
