//! The passkeys by which people come back.

use brickwood_storage::{Again, Row, SqlError, Statements, Unavailable, values};
use brickwood_table::PersonId;
use thiserror::Error;

use crate::SiteStorage;

/// The most passkeys of one person.
pub const MOST_PASSKEYS: u8 = 16;

/// The handle by which authenticators know a person. It is random, so that it says nothing of the person.
pub type UserHandle = [u8; 64];

/// A passkey of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passkey {
    /// The credential's id, which its authenticator has chosen.
    pub id: Vec<u8>,
    /// Whom it brings back.
    pub person: PersonId,
    /// The handle of that person: all their passkeys have the same.
    pub handle: UserHandle,
    /// What the person calls it.
    pub name: String,
    /// How browsers reach its authenticator, as bits.
    pub transports: u8,
    /// Its public key and what else stays, as the library for passkeys writes it.
    pub key: Vec<u8>,
    /// Its counter and what else changes with each use, as the library writes it.
    pub state: Vec<u8>,
    /// When the person got it, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it was last used; none if it never was.
    pub used_ms: Option<u64>,
}

/// Why a passkey is not stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum AddPasskeyError {
    /// There is one with this id.
    #[error("this passkey is stored already")]
    Known,
    /// The person has [`MOST_PASSKEYS`].
    #[error("the person has too many passkeys")]
    TooMany,
    /// Nothing can be stored, or the person is not.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl SiteStorage<'_> {
    /// Stores a passkey of a stored person. Storing the same one again is fine.
    pub async fn add_passkey(self, passkey: Passkey) -> Result<(), AddPasskeyError> {
        self.sql
            .transaction(Again::IfLost, move |on| {
                let passkey = passkey.clone();
                Box::pin(async move { add(on, passkey).await })
            })
            .await
    }

    /// The passkey with this id.
    pub async fn passkey(self, id: &[u8]) -> Result<Option<Passkey>, Unavailable> {
        let text = format!("SELECT {COLUMNS} FROM passkey WHERE id = ?1");
        self.sql.first(&text, values![id], read).await
    }

    /// The passkeys of a person, the oldest first.
    pub async fn passkeys_of(self, person: PersonId) -> Result<Vec<Passkey>, Unavailable> {
        let text =
            format!("SELECT {COLUMNS} FROM passkey WHERE person = ?1 ORDER BY created_ms, id");
        self.sql.all(&text, values![person], read).await
    }

    /// Stores that a passkey was used, and its new state. `false` if it is gone, or its state is not `was`: then somebody
    /// else has used it meanwhile.
    pub async fn use_passkey(
        self,
        id: &[u8],
        was: &[u8],
        state: &[u8],
        now_ms: u64,
    ) -> Result<bool, Unavailable> {
        let used = "UPDATE passkey SET state = ?3, used_ms = ?4 WHERE id = ?1 AND state = ?2";
        let used = self
            .sql
            .execute(used, values![id, was, state, now_ms])
            .await?;
        Ok(used > 0)
    }

    /// Renames a passkey of a person. `false` if the person has no such passkey.
    pub async fn rename_passkey(
        self,
        person: PersonId,
        id: &[u8],
        name: &str,
    ) -> Result<bool, Unavailable> {
        let rename = "UPDATE passkey SET name = ?3 WHERE id = ?2 AND person = ?1";
        Ok(self.sql.execute(rename, values![person, id, name]).await? > 0)
    }

    /// Removes a passkey of a person. `false` if the person has no such passkey.
    pub async fn remove_passkey(self, person: PersonId, id: &[u8]) -> Result<bool, Unavailable> {
        let remove = "DELETE FROM passkey WHERE id = ?2 AND person = ?1";
        Ok(self.sql.execute(remove, values![person, id]).await? > 0)
    }
}

const COLUMNS: &str = "id, person, handle, name, transports, key, state, created_ms, used_ms";

fn read(row: &mut Row) -> Result<Passkey, SqlError> {
    Ok(Passkey {
        id: row.take()?,
        person: row.take()?,
        handle: row.take()?,
        name: row.take()?,
        transports: row.take()?,
        key: row.take()?,
        state: row.take()?,
        created_ms: row.take()?,
        used_ms: row.take_opt()?,
    })
}

async fn add(
    on: &mut dyn Statements,
    passkey: Passkey,
) -> Result<Result<(), AddPasskeyError>, SqlError> {
    let text = format!(
        "INSERT INTO passkey ({COLUMNS})
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
         WHERE (SELECT count(*) FROM passkey WHERE person = ?2) < ?10
         ON CONFLICT (id) DO NOTHING"
    );
    let new = passkey.clone();
    let values = values![
        new.id,
        new.person,
        new.handle,
        new.name,
        new.transports,
        new.key,
        new.state,
        new.created_ms,
        new.used_ms,
        MOST_PASSKEYS,
    ];
    if on.execute(&text, values).await? > 0 {
        return Ok(Ok(()));
    }
    let text = format!("SELECT {COLUMNS} FROM passkey WHERE id = ?1");
    Ok(match on.first(&text, values![&*passkey.id], read).await? {
        // An earlier attempt whose answer was lost has stored it.
        Some(stored) if stored == passkey => Ok(()),
        Some(_) => Err(AddPasskeyError::Known),
        None => Err(AddPasskeyError::TooMany),
    })
}
