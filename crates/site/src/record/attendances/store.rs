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
        let text =
            "SELECT stayed FROM attendance WHERE person = ?1 ORDER BY ended_ms DESC LIMIT ?2";
        let mut attendances = Vec::with_capacity(persons.len());
        for person in persons {
            attendances.push(
                self.sql
                    .all(text, values![*person, limit], Row::take)
                    .await?,
            );
        }
        Ok(attendances)
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
