//! The passkeys of guests.

use async_trait::async_trait;
use brickwood_table::GuestId;
use tokio_postgres::Row;

use super::{
    Failure, PostgresStorage, guest_id,
    statement::{execute, query, query_opt},
    with,
};
use crate::{AddPasskeyError, MOST_PASSKEYS, Passkey, Passkeys, Unavailable};

const COLUMNS: &str = "id, guest, handle, name, transports, key, state, created_ms, used_ms";

fn passkey(row: &Row) -> Result<Passkey, Failure> {
    let handle: &[u8] = row.get(2);
    let transports: i16 = row.get(4);
    Ok(Passkey {
        id: row.get(0),
        guest: guest_id(row.get(1))?,
        handle: handle
            .try_into()
            .map_err(|_| Failure::Unreadable("the handle of a passkey"))?,
        name: row.get(3),
        transports: transports
            .try_into()
            .map_err(|_| Failure::Unreadable("the transports of a passkey"))?,
        key: row.get(5),
        state: row.get(6),
        created_ms: row.get::<_, i64>(7).cast_unsigned(),
        used_ms: row.get::<_, Option<i64>>(8).map(i64::cast_unsigned),
    })
}

#[async_trait]
impl Passkeys for PostgresStorage {
    async fn add_passkey(&self, passkey: Passkey) -> Result<(), AddPasskeyError> {
        let most = i64::from(MOST_PASSKEYS);
        let added = with!(self, client => {
            let text = format!(
                "INSERT INTO passkey ({COLUMNS})
                 SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
                 WHERE (SELECT count(*) FROM passkey WHERE guest = $2) < $10
                 ON CONFLICT (id) DO NOTHING"
            );
            let Passkey { id, name, key, state, .. } = &passkey;
            let (guest, handle) = (&passkey.guest.0[..], &passkey.handle[..]);
            let transports = i16::from(passkey.transports);
            let created = passkey.created_ms.cast_signed();
            let used = passkey.used_ms.map(u64::cast_signed);
            Ok(execute(client, &text, &[
                id, &guest, &handle, name, &transports, key, state, &created, &used, &most,
            ]).await?)
        })?;
        if added > 0 {
            return Ok(());
        }
        match self.passkey(&passkey.id).await? {
            // The first attempt may have succeeded before its connection broke.
            Some(stored) if stored == passkey => Ok(()),
            Some(_) => Err(AddPasskeyError::Known),
            None => Err(AddPasskeyError::TooMany),
        }
    }

    async fn passkey(&self, id: &[u8]) -> Result<Option<Passkey>, Unavailable> {
        with!(self, client => {
            let text = format!("SELECT {COLUMNS} FROM passkey WHERE id = $1");
            let found = query_opt(client, &text, &[&id]).await?;
            found.as_ref().map(passkey).transpose()
        })
    }

    async fn passkeys_of(&self, guest: GuestId) -> Result<Vec<Passkey>, Unavailable> {
        with!(self, client => {
            let text = format!("SELECT {COLUMNS} FROM passkey WHERE guest = $1 ORDER BY created_ms, id");
            let rows = query(client, &text, &[&&guest.0[..]]).await?;
            rows.iter().map(passkey).collect()
        })
    }

    async fn use_passkey(
        &self,
        id: &[u8],
        was: &[u8],
        state: &[u8],
        now_ms: u64,
    ) -> Result<bool, Unavailable> {
        with!(self, client => {
            let text = "UPDATE passkey SET state = $3, used_ms = $4 WHERE id = $1 AND state = $2";
            let used = execute(client, text, &[&id, &was, &state, &now_ms.cast_signed()]).await?;
            Ok(used > 0)
        })
    }

    async fn rename_passkey(
        &self,
        guest: GuestId,
        id: &[u8],
        name: &str,
    ) -> Result<bool, Unavailable> {
        with!(self, client => {
            let text = "UPDATE passkey SET name = $3 WHERE id = $2 AND guest = $1";
            Ok(execute(client, text, &[&&guest.0[..], &id, &name]).await? > 0)
        })
    }

    async fn remove_passkey(&self, guest: GuestId, id: &[u8]) -> Result<bool, Unavailable> {
        with!(self, client => {
            let text = "DELETE FROM passkey WHERE id = $2 AND guest = $1";
            Ok(execute(client, text, &[&&guest.0[..], &id]).await? > 0)
        })
    }
}
