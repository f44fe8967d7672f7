//! The passkeys of guests.

use async_trait::async_trait;
use brickwood_table::GuestId;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::SqliteStorage;
use crate::{AddPasskeyError, MOST_PASSKEYS, Passkey, Passkeys, Unavailable};

const COLUMNS: &str = "id, guest, handle, name, transports, key, state, created_ms, used_ms";

fn passkey(row: &Row<'_>) -> rusqlite::Result<Passkey> {
    Ok(Passkey {
        id: row.get(0)?,
        guest: GuestId(row.get(1)?),
        handle: row.get(2)?,
        name: row.get(3)?,
        transports: row.get(4)?,
        key: row.get(5)?,
        state: row.get(6)?,
        created_ms: row.get::<_, i64>(7)?.cast_unsigned(),
        used_ms: row.get::<_, Option<i64>>(8)?.map(i64::cast_unsigned),
    })
}

fn find(from: &Connection, id: &[u8]) -> rusqlite::Result<Option<Passkey>> {
    from.prepare_cached(&format!("SELECT {COLUMNS} FROM passkey WHERE id = ?1"))?
        .query_row([id], passkey)
        .optional()
}

#[async_trait]
impl Passkeys for SqliteStorage {
    async fn add_passkey(&self, passkey: Passkey) -> Result<(), AddPasskeyError> {
        self.writer
            .write(move |to| {
                if let Some(stored) = find(to, &passkey.id)? {
                    let is_same = stored == passkey;
                    return Ok(is_same.then_some(()).ok_or(AddPasskeyError::Known));
                }
                let held: u8 = to
                    .prepare_cached("SELECT count(*) FROM passkey WHERE guest = ?1")?
                    .query_row([passkey.guest.0], |row| row.get(0))?;
                if held >= MOST_PASSKEYS {
                    return Ok(Err(AddPasskeyError::TooMany));
                }
                to.prepare_cached(&format!(
                    "INSERT INTO passkey ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
                ))?
                .execute(params![
                    passkey.id,
                    passkey.guest.0,
                    passkey.handle,
                    passkey.name,
                    passkey.transports,
                    passkey.key,
                    passkey.state,
                    passkey.created_ms.cast_signed(),
                    passkey.used_ms.map(u64::cast_signed),
                ])?;
                Ok(Ok(()))
            })
            .await
    }

    async fn passkey(&self, id: &[u8]) -> Result<Option<Passkey>, Unavailable> {
        let id = id.to_owned();
        self.read(move |from| find(from, &id)).await
    }

    async fn passkeys_of(&self, guest: GuestId) -> Result<Vec<Passkey>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM passkey WHERE guest = ?1 ORDER BY created_ms, id"
            ))?
            .query_map([guest.0], passkey)?
            .collect()
        })
        .await
    }

    async fn use_passkey(
        &self,
        id: &[u8],
        was: &[u8],
        state: &[u8],
        now_ms: u64,
    ) -> Result<bool, Unavailable> {
        let used = "UPDATE passkey SET state = ?3, used_ms = ?4 WHERE id = ?1 AND state = ?2";
        let parameters = (
            id.to_owned(),
            was.to_owned(),
            state.to_owned(),
            now_ms.cast_signed(),
        );
        Ok(self.writer.execute(used, parameters).await? > 0)
    }

    async fn rename_passkey(
        &self,
        guest: GuestId,
        id: &[u8],
        name: &str,
    ) -> Result<bool, Unavailable> {
        let rename = "UPDATE passkey SET name = ?3 WHERE id = ?2 AND guest = ?1";
        let parameters = (guest.0, id.to_owned(), name.to_owned());
        Ok(self.writer.execute(rename, parameters).await? > 0)
    }

    async fn remove_passkey(&self, guest: GuestId, id: &[u8]) -> Result<bool, Unavailable> {
        let remove = "DELETE FROM passkey WHERE id = ?2 AND guest = ?1";
        let parameters = (guest.0, id.to_owned());
        Ok(self.writer.execute(remove, parameters).await? > 0)
    }
}
