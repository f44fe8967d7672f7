//! From which networks people came last, as it is stored.

use std::collections::HashMap;

use brickwood_storage::{Row, Unavailable, values};
use brickwood_table::PersonId;

use crate::SiteStorage;

impl SiteStorage<'_> {
    /// A stored person comes from the network with this mark.
    pub async fn seen_from(
        self,
        person: PersonId,
        mark: &str,
        now_ms: u64,
    ) -> Result<(), Unavailable> {
        let seen = "INSERT INTO seen_from (person, mark, at_ms)
             SELECT id, ?2, ?3 FROM person WHERE id = ?1
             ON CONFLICT (person) DO UPDATE SET mark = excluded.mark, at_ms = excluded.at_ms
             WHERE seen_from.mark <> excluded.mark";
        self.sql
            .execute(seen, values![person, mark, now_ms])
            .await?;
        Ok(())
    }

    /// The mark of the network from which a person came last, and when it was first noted, in milliseconds since 1970.
    pub async fn mark_of(self, person: PersonId) -> Result<Option<(String, u64)>, Unavailable> {
        let text = "SELECT mark, at_ms FROM seen_from WHERE person = ?1";
        let read = |row: &mut Row| Ok((row.take()?, row.take()?));
        self.sql.first(text, values![person], read).await
    }

    /// The marks of the people who sit at a table.
    pub async fn marks_at(self, game: &str) -> Result<HashMap<PersonId, String>, Unavailable> {
        let text = "SELECT seen_from.person, mark FROM seen_from
             JOIN sitter ON sitter.person = seen_from.person WHERE sitter.game = ?1";
        let read = |row: &mut Row| Ok((row.take()?, row.take()?));
        let marks = self.sql.all(text, values![game], read).await?;
        Ok(marks.into_iter().collect())
    }
}
