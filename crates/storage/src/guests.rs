//! The guests: players and spectators.

// Each fails only because the database does not answer.
#![allow(clippy::missing_errors_doc)]

use brickwood_table::GuestId;

use crate::{Row, SEEN_WITHIN, Sql, Unavailable, values};

/// The guests: players and spectators.
#[derive(Clone, Copy)]
pub struct Guests<'a> {
    sql: &'a dyn Sql,
}

impl<'a> Guests<'a> {
    /// Those of this database.
    pub fn of(sql: &'a dyn Sql) -> Self {
        Self { sql }
    }

    /// Stores a guest. Storing one again is fine.
    pub async fn start_guest(self, guest: GuestId, now_ms: u64) -> Result<(), Unavailable> {
        let start = "INSERT INTO guest (id, created_ms, seen_ms) VALUES (?1, ?2, ?2)
             ON CONFLICT DO NOTHING";
        self.sql.execute(start, values![guest, now_ms]).await?;
        Ok(())
    }

    /// Whether a guest is stored. If so, the last visit is now, to within [`SEEN_WITHIN`].
    pub async fn meet_guest(self, guest: GuestId, now_ms: u64) -> Result<bool, Unavailable> {
        let text = "SELECT seen_ms FROM guest WHERE id = ?1";
        let seen: Option<u64> = self.sql.first(text, values![guest], Row::take).await?;
        let Some(seen_ms) = seen else {
            return Ok(false);
        };
        if seen_ms + SEEN_WITHIN.as_millis() as u64 > now_ms {
            return Ok(true);
        }
        let meet = "UPDATE guest SET seen_ms = ?2 WHERE id = ?1 AND seen_ms < ?2";
        self.sql.execute(meet, values![guest, now_ms]).await?;
        Ok(true)
    }

    /// The last name with which a guest took a seat.
    pub async fn name_of(self, guest: GuestId) -> Result<Option<String>, Unavailable> {
        let text = "SELECT name FROM guest WHERE id = ?1";
        let name = self.sql.first(text, values![guest], Row::take_opt).await?;
        Ok(name.flatten())
    }

    /// Remembers the name of a stored guest.
    pub async fn rename(self, guest: GuestId, name: &str) -> Result<(), Unavailable> {
        let rename = "UPDATE guest SET name = ?2 WHERE id = ?1 AND name IS DISTINCT FROM ?2";
        self.sql.execute(rename, values![guest, name]).await?;
        Ok(())
    }
}
