//! What is stored about a guest: to tell it, and to delete it.

use async_trait::async_trait;
use brickwood_protocol::ChatLine;
use brickwood_rules::SeatSet;
use brickwood_table::{GuestId, People};
use rusqlite::{Connection, OptionalExtension, Savepoint, params, types::Type};

use super::{SqliteStorage, games::unreadable, talk};
use crate::{
    DeviceId, Mentions, PersonalData, Stay, Unavailable,
    outlines::bits,
    site::{LOOKED_AT, nobody},
};

#[async_trait]
impl PersonalData for SqliteStorage {
    async fn stay(&self, guest: GuestId) -> Result<Option<Stay>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached("SELECT created_ms, seen_ms FROM guest WHERE id = ?1")?
                .query_row([guest.0], |row| {
                    Ok(Stay {
                        created_ms: row.get::<_, i64>(0)?.cast_unsigned(),
                        seen_ms: row.get::<_, i64>(1)?.cast_unsigned(),
                    })
                })
                .optional()
        })
        .await
    }

    async fn begin_deletion(
        &self,
        guest: GuestId,
        now_ms: u64,
    ) -> Result<Vec<DeviceId>, Unavailable> {
        self.writer
            .write(move |to| begin(to, guest, now_ms).map(Ok))
            .await
    }

    async fn deletions(&self) -> Result<Vec<GuestId>, Unavailable> {
        self.read(|from| {
            from.prepare_cached("SELECT guest FROM deletion ORDER BY asked_ms, guest")?
                .query_map([], |row| row.get(0).map(GuestId))?
                .collect()
        })
        .await
    }

    async fn games_that_mention(
        &self,
        guest: GuestId,
        after: &str,
    ) -> Result<Mentions, Unavailable> {
        let after = after.to_owned();
        self.read(move |from| mentions(from, guest, &after)).await
    }

    async fn talk_of(&self, game: &str, seats: SeatSet) -> Result<Vec<ChatLine>, Unavailable> {
        let game = game.to_owned();
        self.read(move |from| talk::talk_of(from, &game, seats))
            .await
    }

    async fn forget_talk_of(&self, game: &str, seats: SeatSet) -> Result<(), Unavailable> {
        let forget = "DELETE FROM talk WHERE game = ?1 AND (1 << seat) & ?2";
        let parameters = (game.to_owned(), bits(seats));
        self.writer.execute(forget, parameters).await?;
        Ok(())
    }

    async fn finish_deletion(&self, guest: GuestId) -> Result<(), Unavailable> {
        let nobody = nobody()?;
        self.writer
            .write(move |to| {
                to.prepare_cached("UPDATE rating_change SET guest = ?2 WHERE guest = ?1")?
                    .execute([guest.0, nobody.0])?;
                to.prepare_cached("DELETE FROM guest WHERE id = ?1")?
                    .execute([guest.0])?;
                Ok(Ok(()))
            })
            .await
    }
}

fn begin(to: &Savepoint<'_>, guest: GuestId, now_ms: u64) -> rusqlite::Result<Vec<DeviceId>> {
    let marked = to
        .prepare_cached(
            "INSERT INTO deletion (guest, asked_ms) SELECT id, ?2 FROM guest WHERE id = ?1
             ON CONFLICT DO NOTHING",
        )?
        .execute(params![guest.0, now_ms.cast_signed()])?;
    if marked == 0 {
        return Ok(Vec::new());
    }
    // That of the first browser stays: without it, the browser's token would be the guest's again.
    to.prepare_cached(
        "INSERT OR IGNORE INTO device (id, guest, name, created_ms, seen_ms)
         SELECT id, id, '', created_ms, seen_ms FROM guest WHERE id = ?1",
    )?
    .execute([guest.0])?;
    let devices = to
        .prepare_cached("SELECT id FROM device WHERE guest = ?1 AND NOT removed")?
        .query_map([guest.0], |row| row.get(0).map(DeviceId))?
        .collect::<rusqlite::Result<_>>()?;
    for text in [
        "UPDATE device SET removed = 1, name = '' WHERE id = ?1",
        "DELETE FROM device WHERE guest = ?1 AND id <> guest",
        "DELETE FROM device_link WHERE guest = ?1",
        "DELETE FROM recovery WHERE guest = ?1",
        "UPDATE guest SET name = NULL WHERE id = ?1",
    ] {
        to.prepare_cached(text)?.execute([guest.0])?;
    }
    Ok(devices)
}

fn mentions(from: &Connection, guest: GuestId, after: &str) -> rusqlite::Result<Mentions> {
    let json = |error| unreadable(1, Type::Text, error);
    let mut statement =
        from.prepare_cached("SELECT id, people FROM game WHERE id > ?1 ORDER BY id LIMIT ?2")?;
    let mut rows = statement.query(params![after, LOOKED_AT])?;
    let mut found = Mentions::default();
    let mut looked_at = 0;
    let mut last = None;
    while let Some(row) = rows.next()? {
        let id: String = row.get(0)?;
        let text: String = row.get(1)?;
        let people: People = serde_json::from_str(&text).map_err(json)?;
        looked_at += 1;
        last = Some(id.clone());
        if people.mention(guest) {
            found.games.push((id, people));
        }
    }
    found.next = last.filter(|_| looked_at == LOOKED_AT);
    Ok(found)
}
