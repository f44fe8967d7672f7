//! Who has stayed to the end of their games.

use brickwood_storage::{Row, SqlError, Statements, Unavailable, values};
use brickwood_table::PersonId;

use crate::SiteStorage;

impl SiteStorage<'_> {
    /// Whether people have stayed to the end of their latest games, at most `limit` of each; by person, in their
    /// order.
    pub async fn attendances(
        self,
        persons: &[PersonId],
        limit: u32,
    ) -> Result<Vec<Vec<bool>>, Unavailable> {
        let mut attendances = Vec::with_capacity(persons.len());
        for person in persons {
            attendances.push(self.attendances_of(*person, 0, limit).await?);
        }
        Ok(attendances)
    }

    /// Whether a person has stayed to the end of their games after the latest `skip`, at most `limit`.
    pub async fn attendances_of(
        self,
        person: PersonId,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<bool>, Unavailable> {
        let text = "SELECT stayed FROM attendance WHERE person = ?1
             ORDER BY ended_ms DESC LIMIT ?2 OFFSET ?3";
        self.sql
            .all(text, values![person, limit, skip], Row::take)
            .await
    }
}

/// Stores whether people have stayed to the end of a game.
pub(crate) async fn attend(
    on: &mut dyn Statements,
    game: &str,
    attendances: &[(PersonId, bool)],
    ended_ms: u64,
) -> Result<(), SqlError> {
    let attend = "INSERT INTO attendance (person, game, ended_ms, stayed)
         SELECT id, ?2, ?3, ?4 FROM person WHERE id = ?1";
    for (person, stayed) in attendances {
        on.execute(attend, values![*person, game, ended_ms, *stayed])
            .await?;
    }
    Ok(())
}
