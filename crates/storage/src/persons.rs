//! The people: players and spectators.

// Each fails only because the database does not answer.
#![allow(clippy::missing_errors_doc)]

use brickwood_table::PersonId;

use crate::{Row, SEEN_WITHIN, Sql, Unavailable, values};

/// The people: players and spectators.
#[derive(Clone, Copy)]
pub struct Persons<'a> {
    sql: &'a dyn Sql,
}

impl<'a> Persons<'a> {
    /// Those of this database.
    pub fn of(sql: &'a dyn Sql) -> Self {
        Self { sql }
    }

    /// Stores a person. Storing one again is fine.
    pub async fn add(self, person: PersonId, now_ms: u64) -> Result<(), Unavailable> {
        let start = "INSERT INTO person (id, created_ms, seen_ms) VALUES (?1, ?2, ?2)
             ON CONFLICT DO NOTHING";
        self.sql.execute(start, values![person, now_ms]).await?;
        Ok(())
    }

    /// Whether a person is stored. If so, the last visit is now, to within [`SEEN_WITHIN`].
    pub async fn meet(self, person: PersonId, now_ms: u64) -> Result<bool, Unavailable> {
        let text = "SELECT seen_ms FROM person WHERE id = ?1";
        let seen: Option<u64> = self.sql.first(text, values![person], Row::take).await?;
        let Some(seen_ms) = seen else {
            return Ok(false);
        };
        if seen_ms + SEEN_WITHIN.as_millis() as u64 > now_ms {
            return Ok(true);
        }
        let meet = "UPDATE person SET seen_ms = ?2 WHERE id = ?1 AND seen_ms < ?2";
        self.sql.execute(meet, values![person, now_ms]).await?;
        Ok(true)
    }

    /// The last name with which a person took a seat.
    pub async fn name_of(self, person: PersonId) -> Result<Option<String>, Unavailable> {
        let text = "SELECT name FROM person WHERE id = ?1";
        let name = self.sql.first(text, values![person], Row::take_opt).await?;
        Ok(name.flatten())
    }

    /// Remembers the name of a stored person.
    pub async fn rename(self, person: PersonId, name: &str) -> Result<(), Unavailable> {
        let rename = "UPDATE person SET name = ?2 WHERE id = ?1 AND name IS DISTINCT FROM ?2";
        self.sql.execute(rename, values![person, name]).await?;
        Ok(())
    }
}
