//! Whom people have blocked, as it is stored.

use brickwood_protocol::BlockedPerson;
use brickwood_storage::{Again, Row, Unavailable, values};
use brickwood_table::PersonId;

use crate::SiteStorage;

impl SiteStorage<'_> {
    /// Blocks somebody, who has this name now. Blocking somebody again is fine. `false` if the person has blocked
    /// `most` others.
    pub async fn block(
        self,
        person: PersonId,
        other: PersonId,
        name: &str,
        now_ms: u64,
        most: u32,
    ) -> Result<bool, Unavailable> {
        let name = name.to_owned();
        self.sql
            .transaction(Again::IfLost, move |on| {
                let name = name.clone();
                Box::pin(async move {
                    let block = "INSERT INTO block (person, other, name, at_ms)
                         SELECT ?1, ?2, ?3, ?4
                         WHERE (SELECT count(*) FROM block WHERE person = ?1) < ?5
                         ON CONFLICT (person, other) DO NOTHING";
                    on.execute(block, values![person, other, name, now_ms, most])
                        .await?;
                    let blocked = "SELECT 1 FROM block WHERE person = ?1 AND other = ?2";
                    Ok(Ok(on.exists(blocked, values![person, other]).await?))
                })
            })
            .await
    }

    /// Takes a block of a person back, if there is one of this number.
    pub async fn unblock(self, person: PersonId, number: u32) -> Result<(), Unavailable> {
        let unblock = "DELETE FROM block WHERE person = ?1 AND number = ?2";
        self.sql.execute(unblock, values![person, number]).await?;
        Ok(())
    }

    /// Whom a person has blocked, the latest first.
    pub async fn blocks(self, person: PersonId) -> Result<Vec<BlockedPerson>, Unavailable> {
        let text = "SELECT number, name, at_ms FROM block WHERE person = ?1 ORDER BY number DESC";
        let read = |row: &mut Row| {
            Ok(BlockedPerson {
                number: row.take()?,
                name: row.take()?,
                at_ms: row.take()?,
            })
        };
        self.sql.all(text, values![person], read).await
    }

    /// The people whom this one has blocked: it does not hear them.
    pub async fn blocked_by(self, person: PersonId) -> Result<Vec<PersonId>, Unavailable> {
        let text = "SELECT other FROM block WHERE person = ?1";
        self.sql.all(text, values![person], Row::take).await
    }

    /// The people with whom this one does not sit at a table: it has blocked them, or they have blocked it.
    pub async fn apart_from(self, person: PersonId) -> Result<Vec<PersonId>, Unavailable> {
        let text = "SELECT other FROM block WHERE person = ?1
             UNION SELECT person FROM block WHERE other = ?1";
        self.sql.all(text, values![person], Row::take).await
    }
}
