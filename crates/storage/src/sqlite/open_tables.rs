//! Games that people find while they are played, and people who want to play.

use async_trait::async_trait;
use brickwood_table::{GuestId, Listed};
use rusqlite::{OptionalExtension, params};

use super::{SqliteStorage, document, games};
use crate::{OpenTables, Unavailable, Wish};

#[async_trait]
impl OpenTables for SqliteStorage {
    async fn games_to_join(&self, limit: u32) -> Result<Vec<Listed>, Unavailable> {
        let seated = document(&self.leases.seated())?;
        self.read(move |from| games::to_join(from, &seated, limit))
            .await
    }

    async fn games_to_watch(&self, limit: u32) -> Result<Vec<Listed>, Unavailable> {
        let seated = document(&self.leases.seated())?;
        self.read(move |from| games::to_watch(from, &seated, limit))
            .await
    }

    async fn wish(&self, guest: GuestId, now_ms: u64, until_ms: u64) -> Result<(), Unavailable> {
        let (now_ms, until_ms) = (now_ms.cast_signed(), until_ms.cast_signed());
        self.writer
            .write(move |to| {
                // What has ended is another wish.
                to.prepare_cached("DELETE FROM wish WHERE guest = ?1 AND until_ms <= ?2")?
                    .execute(params![guest.0, now_ms])?;
                to.prepare_cached(
                    "INSERT INTO wish (guest, until_ms, asked_ms) VALUES (?1, ?2, ?3)
                     ON CONFLICT (guest) DO UPDATE
                     SET until_ms = excluded.until_ms, asked_ms = max(asked_ms, excluded.asked_ms)",
                )?
                .execute(params![guest.0, until_ms, now_ms])?;
                Ok(Ok(()))
            })
            .await
    }

    async fn wish_of(&self, guest: GuestId, now_ms: u64) -> Result<Option<Wish>, Unavailable> {
        self.read(move |from| {
            let from = from.transaction()?;
            let wish: Option<(i64, i64)> = from
                .prepare_cached(
                    "SELECT until_ms, asked_ms FROM wish WHERE guest = ?1 AND until_ms > ?2",
                )?
                .query_row(params![guest.0, now_ms.cast_signed()], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })
                .optional()?;
            let Some((until_ms, asked_ms)) = wish else {
                return Ok(None);
            };
            let told = from
                .prepare_cached("SELECT game FROM told WHERE guest = ?1")?
                .query_map([guest.0], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(Some(Wish {
                until_ms: until_ms.cast_unsigned(),
                told,
                asked_ms: asked_ms.cast_unsigned(),
            }))
        })
        .await
    }

    async fn asks(&self, guest: GuestId, now_ms: u64) -> Result<(), Unavailable> {
        let asks = "UPDATE wish SET asked_ms = max(asked_ms, ?2) WHERE guest = ?1";
        let parameters = (guest.0, now_ms.cast_signed());
        self.writer.execute(asks, parameters).await?;
        Ok(())
    }

    async fn end_wish(&self, guest: GuestId) -> Result<(), Unavailable> {
        let end = "DELETE FROM wish WHERE guest = ?1";
        self.writer.execute(end, [guest.0]).await?;
        Ok(())
    }

    async fn wishes(&self, now_ms: u64, asked_since_ms: u64) -> Result<u32, Unavailable> {
        let parameters = (now_ms.cast_signed(), asked_since_ms.cast_signed());
        self.read(move |from| {
            from.prepare_cached("SELECT count(*) FROM wish WHERE until_ms > ?1 AND asked_ms >= ?2")?
                .query_row(parameters, |row| row.get(0))
        })
        .await
    }

    async fn tell_of(
        &self,
        guest: GuestId,
        table: &str,
        page: u64,
        now_ms: u64,
    ) -> Result<bool, Unavailable> {
        let (table, page) = (table.to_owned(), page.cast_signed());
        self.writer
            .write(move |to| {
                to.prepare_cached(
                    "INSERT INTO told (guest, game, page)
                     SELECT wish.guest, game.id, ?3 FROM wish JOIN game ON game.id = ?2
                     WHERE wish.guest = ?1 AND until_ms > ?4
                     ON CONFLICT DO NOTHING",
                )?
                .execute(params![guest.0, table, page, now_ms.cast_signed()])?;
                let by: Option<i64> = to
                    .prepare_cached("SELECT page FROM told WHERE guest = ?1 AND game = ?2")?
                    .query_row(params![guest.0, table], |row| row.get(0))
                    .optional()?;
                Ok(Ok(by == Some(page)))
            })
            .await
    }

    async fn forget_wishes(&self, ended_before_ms: u64) -> Result<u64, Unavailable> {
        let forget = "DELETE FROM wish WHERE until_ms < ?1";
        let forgotten = self.writer.execute(forget, [ended_before_ms.cast_signed()]);
        Ok(forgotten.await? as u64)
    }
}
