//! Games that people find while they are played, and people who want to play.

use async_trait::async_trait;
use brickwood_table::{GuestId, Listed};

use super::{
    PostgresStorage, games,
    statement::{execute, query_one, query_opt},
    with,
};
use crate::{OpenTables, Unavailable, Wish};

#[async_trait]
impl OpenTables for PostgresStorage {
    async fn games_to_join(&self, limit: u32) -> Result<Vec<Listed>, Unavailable> {
        with!(self, client => games::to_join(client, limit).await)
    }

    async fn games_to_watch(&self, limit: u32) -> Result<Vec<Listed>, Unavailable> {
        with!(self, client => games::to_watch(client, limit).await)
    }

    async fn wish(&self, guest: GuestId, now_ms: u64, until_ms: u64) -> Result<(), Unavailable> {
        with!(self, client => {
            // What has ended is another wish.
            let ended = "DELETE FROM wish WHERE guest = $1 AND until_ms <= $2";
            let (now_ms, until_ms) = (now_ms.cast_signed(), until_ms.cast_signed());
            execute(client, ended, &[&&guest.0[..], &now_ms]).await?;
            let text = "INSERT INTO wish (guest, until_ms, asked_ms) VALUES ($1, $2, $3)
                 ON CONFLICT (guest) DO UPDATE
                 SET until_ms = excluded.until_ms, asked_ms = greatest(wish.asked_ms, excluded.asked_ms)";
            execute(client, text, &[&&guest.0[..], &until_ms, &now_ms]).await?;
            Ok(())
        })
    }

    async fn wish_of(&self, guest: GuestId, now_ms: u64) -> Result<Option<Wish>, Unavailable> {
        with!(self, client => {
            let text = "SELECT until_ms,
                     ARRAY(SELECT game FROM told WHERE told.guest = wish.guest), asked_ms
                 FROM wish WHERE guest = $1 AND until_ms > $2";
            let found = query_opt(client, text, &[&&guest.0[..], &now_ms.cast_signed()]).await?;
            Ok(found.map(|row| Wish {
                until_ms: row.get::<_, i64>(0).cast_unsigned(),
                told: row.get(1),
                asked_ms: row.get::<_, i64>(2).cast_unsigned(),
            }))
        })
    }

    async fn asks(&self, guest: GuestId, now_ms: u64) -> Result<(), Unavailable> {
        with!(self, client => {
            let text = "UPDATE wish SET asked_ms = greatest(asked_ms, $2) WHERE guest = $1";
            execute(client, text, &[&&guest.0[..], &now_ms.cast_signed()]).await?;
            Ok(())
        })
    }

    async fn end_wish(&self, guest: GuestId) -> Result<(), Unavailable> {
        with!(self, client => {
            let text = "DELETE FROM wish WHERE guest = $1";
            execute(client, text, &[&&guest.0[..]]).await?;
            Ok(())
        })
    }

    async fn wishes(&self, now_ms: u64, asked_since_ms: u64) -> Result<u32, Unavailable> {
        with!(self, client => {
            let text = "SELECT count(*) FROM wish WHERE until_ms > $1 AND asked_ms >= $2";
            let times = (now_ms.cast_signed(), asked_since_ms.cast_signed());
            let row = query_one(client, text, &[&times.0, &times.1]).await?;
            Ok(row.get::<_, i64>(0).cast_unsigned() as u32)
        })
    }

    async fn tell_of(
        &self,
        guest: GuestId,
        table: &str,
        page: u64,
        now_ms: u64,
    ) -> Result<bool, Unavailable> {
        with!(self, client => {
            let text = "INSERT INTO told (guest, game, page)
                 SELECT wish.guest, game.id, $3 FROM wish JOIN game ON game.id = $2
                 WHERE wish.guest = $1 AND until_ms > $4
                 ON CONFLICT DO NOTHING";
            let (guest, page) = (&guest.0[..], page.cast_signed());
            execute(client, text, &[&guest, &table, &page, &now_ms.cast_signed()]).await?;
            let text = "SELECT FROM told WHERE guest = $1 AND game = $2 AND page = $3";
            Ok(query_opt(client, text, &[&guest, &table, &page]).await?.is_some())
        })
    }

    async fn forget_wishes(&self, ended_before_ms: u64) -> Result<u64, Unavailable> {
        with!(self, client => {
            let text = "DELETE FROM wish WHERE until_ms < $1";
            Ok(execute(client, text, &[&ended_before_ms.cast_signed()]).await?)
        })
    }
}
