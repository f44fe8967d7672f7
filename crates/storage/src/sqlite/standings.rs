//! What is decided about people, and whom they have blocked.

use async_trait::async_trait;
use brickwood_protocol::{BlockedPerson, Standing};
use brickwood_table::GuestId;
use rusqlite::{Connection, OptionalExtension, params, types::Type};

use super::{SqliteStorage, document, games::unreadable};
use crate::{Blocks, Judged, NetworkKey, Standings, Unavailable};

#[async_trait]
impl Standings for SqliteStorage {
    async fn standing(&self, guest: GuestId) -> Result<Standing, Unavailable> {
        self.read(move |from| Ok(find(from, guest)?.unwrap_or_default()))
            .await
    }

    async fn standings(&self, limit: u32) -> Result<Vec<Judged>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached(
                "SELECT standing.guest, guest.name, standing.document, standing.at_ms
                 FROM standing LEFT JOIN guest ON guest.id = standing.guest
                 ORDER BY standing.at_ms DESC, standing.guest LIMIT ?1",
            )?
            .query_map([limit], |row| {
                Ok(Judged {
                    guest: GuestId(row.get(0)?),
                    name: row.get(1)?,
                    standing: read(2, &row.get::<_, String>(2)?)?,
                    at_ms: row.get::<_, i64>(3)?.cast_unsigned(),
                })
            })?
            .collect()
        })
        .await
    }

    async fn acknowledge(&self, guest: GuestId, warned_ms: u64) -> Result<bool, Unavailable> {
        let standing = self.standing(guest).await?;
        let is_meant = |warning: &brickwood_protocol::Warning| warning.at_ms == warned_ms;
        if !standing.warning.as_ref().is_some_and(is_meant) {
            return Ok(false);
        }
        let from = document(&standing)?;
        let into = document(&Standing {
            warning: None,
            ..standing
        })?;
        self.writer
            .write(move |to| replace(to, guest, &from, &into, warned_ms).map(Ok))
            .await
    }

    async fn note_network(
        &self,
        guest: GuestId,
        network: NetworkKey,
        now_ms: u64,
    ) -> Result<(), Unavailable> {
        let is_watched = self.read(move |from| {
            from.prepare_cached("SELECT 1 FROM network_watch WHERE guest = ?1 AND until_ms > ?2")?
                .exists(params![guest.0, now_ms.cast_signed()])
        });
        if !is_watched.await? {
            return Ok(());
        }
        let suspend = "INSERT INTO suspended_network (network, since_ms, until_ms)
             SELECT ?2, ?3, until_ms FROM network_watch WHERE guest = ?1 AND until_ms > ?3
             ON CONFLICT (network) DO UPDATE SET until_ms = max(until_ms, excluded.until_ms)";
        let parameters = (guest.0, network.0, now_ms.cast_signed());
        self.writer.execute(suspend, parameters).await?;
        Ok(())
    }

    async fn network_watch(&self, guest: GuestId) -> Result<Option<u64>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached("SELECT until_ms FROM network_watch WHERE guest = ?1")?
                .query_row([guest.0], |row| row.get(0).map(i64::cast_unsigned))
                .optional()
        })
        .await
    }

    async fn is_suspended_network(
        &self,
        network: NetworkKey,
        guest: Option<GuestId>,
        now_ms: u64,
    ) -> Result<bool, Unavailable> {
        self.read(move |from| {
            from.prepare_cached(
                "SELECT 1 FROM suspended_network
                 WHERE network = ?1 AND until_ms > ?3 AND NOT EXISTS (
                     SELECT 1 FROM guest WHERE id = ?2 AND created_ms < since_ms
                 )",
            )?
            .exists(params![
                network.0,
                guest.map(|guest| guest.0),
                now_ms.cast_signed()
            ])
        })
        .await
    }

    async fn forget_order(&self, now_ms: u64, reports_before_ms: u64) -> Result<u64, Unavailable> {
        self.writer
            .write(move |to| {
                for old in [
                    "DELETE FROM host_link WHERE until_ms <= ?1",
                    "DELETE FROM host_session WHERE until_ms <= ?1",
                    "DELETE FROM network_watch WHERE until_ms <= ?1",
                    "DELETE FROM suspended_network WHERE until_ms <= ?1",
                ] {
                    to.prepare_cached(old)?.execute([now_ms.cast_signed()])?;
                }
                let reports = to
                    .prepare_cached("DELETE FROM report WHERE at_ms < ?1 AND outcome IS NOT NULL")?
                    .execute([reports_before_ms.cast_signed()])?;
                Ok(Ok(reports as u64))
            })
            .await
    }
}

#[async_trait]
impl Blocks for SqliteStorage {
    async fn block(
        &self,
        guest: GuestId,
        other: GuestId,
        name: &str,
        now_ms: u64,
        most: u32,
    ) -> Result<bool, Unavailable> {
        let name = name.to_owned();
        self.writer
            .write(move |to| {
                let added = to
                    .prepare_cached(
                        "INSERT INTO block (guest, other, name, at_ms)
                         SELECT ?1, ?2, ?3, ?4
                         WHERE (SELECT count(*) FROM block WHERE guest = ?1) < ?5
                         ON CONFLICT DO NOTHING",
                    )?
                    .execute(params![guest.0, other.0, name, now_ms.cast_signed(), most])?;
                let is_there = added > 0
                    || to
                        .prepare_cached("SELECT 1 FROM block WHERE guest = ?1 AND other = ?2")?
                        .exists([guest.0, other.0])?;
                Ok(Ok::<_, Unavailable>(is_there))
            })
            .await
    }

    async fn unblock(&self, guest: GuestId, number: u32) -> Result<(), Unavailable> {
        let unblock = "DELETE FROM block WHERE guest = ?1 AND number = ?2";
        self.writer.execute(unblock, (guest.0, number)).await?;
        Ok(())
    }

    async fn blocks(&self, guest: GuestId) -> Result<Vec<BlockedPerson>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached(
                "SELECT number, name, at_ms FROM block WHERE guest = ?1 ORDER BY number DESC",
            )?
            .query_map([guest.0], |row| {
                Ok(BlockedPerson {
                    number: row.get(0)?,
                    name: row.get(1)?,
                    at_ms: row.get::<_, i64>(2)?.cast_unsigned(),
                })
            })?
            .collect()
        })
        .await
    }

    async fn blocked_by(&self, guest: GuestId) -> Result<Vec<GuestId>, Unavailable> {
        self.guests("SELECT other FROM block WHERE guest = ?1", guest)
            .await
    }

    async fn apart_from(&self, guest: GuestId) -> Result<Vec<GuestId>, Unavailable> {
        let both = "SELECT other FROM block WHERE guest = ?1
             UNION SELECT guest FROM block WHERE other = ?1";
        self.guests(both, guest).await
    }
}

impl SqliteStorage {
    async fn guests(
        &self,
        query: &'static str,
        guest: GuestId,
    ) -> Result<Vec<GuestId>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached(query)?
                .query_map([guest.0], |row| row.get(0).map(GuestId))?
                .collect()
        })
        .await
    }
}

fn find(from: &Connection, guest: GuestId) -> rusqlite::Result<Option<Standing>> {
    let text: Option<String> = from
        .prepare_cached("SELECT document FROM standing WHERE guest = ?1")?
        .query_row([guest.0], |row| row.get(0))
        .optional()?;
    text.map(|text| read(0, &text)).transpose()
}

fn read(column: usize, text: &str) -> rusqlite::Result<Standing> {
    serde_json::from_str(text).map_err(|error| unreadable(column, Type::Text, error))
}

/// Replaces what is decided about a guest, if it is what was assumed.
pub(super) fn replace(
    to: &Connection,
    guest: GuestId,
    from: &str,
    into: &str,
    now_ms: u64,
) -> rusqlite::Result<bool> {
    let now = find(to, guest)?.unwrap_or_default();
    if now != read(0, from)? {
        return Ok(false);
    }
    if read(0, into)? == Standing::default() {
        to.prepare_cached("DELETE FROM standing WHERE guest = ?1")?
            .execute([guest.0])?;
    } else {
        to.prepare_cached(
            "INSERT OR REPLACE INTO standing (guest, at_ms, document) VALUES (?1, ?2, ?3)",
        )?
        .execute(params![guest.0, now_ms.cast_signed(), into])?;
    }
    Ok(true)
}
