//! Who has stayed to the end of their games.

use brickwood_storage::{Row, SqlError, Statements, Unavailable, values};
use brickwood_table::GuestId;

use crate::SiteStorage;

impl SiteStorage<'_> {
    /// Whether guests have stayed to the end of their latest games, at most `limit` of each; by guest, in their
    /// order.
    pub async fn attendances(
        self,
        guests: &[GuestId],
        limit: u32,
    ) -> Result<Vec<Vec<bool>>, Unavailable> {
        let text = "SELECT stayed FROM attendance WHERE guest = ?1 ORDER BY ended_ms DESC LIMIT ?2";
        let mut attendances = Vec::with_capacity(guests.len());
        for guest in guests {
            attendances.push(
                self.sql
                    .all(text, values![*guest, limit], Row::take)
                    .await?,
            );
        }
        Ok(attendances)
    }
}

/// Stores whether guests have stayed to the end of a game.
pub(crate) async fn attend(
    on: &mut dyn Statements,
    game: &str,
    attendances: &[(GuestId, bool)],
    ended_ms: u64,
) -> Result<(), SqlError> {
    let attend = "INSERT INTO attendance (guest, game, ended_ms, stayed)
         SELECT id, ?2, ?3, ?4 FROM guest WHERE id = ?1";
    for (guest, stayed) in attendances {
        on.execute(attend, values![*guest, game, ended_ms, *stayed])
            .await?;
    }
    Ok(())
}
