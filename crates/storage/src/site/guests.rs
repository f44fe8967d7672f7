//! The guests: players and spectators.

use brickwood_table::GuestId;

use super::SiteStorage;
use crate::{Row, SEEN_WITHIN, Unavailable, values};

impl SiteStorage<'_> {
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

    /// Forgets the guests of whom nothing else is stored that stays, and who were not seen since then. Returns how many.
    pub async fn forget_guests(self, seen_before_ms: u64) -> Result<u64, Unavailable> {
        let forget = "DELETE FROM guest WHERE seen_ms < ?1
             AND NOT EXISTS (SELECT 1 FROM sitter WHERE sitter.guest = guest.id)
             AND NOT EXISTS (SELECT 1 FROM device WHERE device.guest = guest.id AND NOT removed)
             AND NOT EXISTS (SELECT 1 FROM passkey WHERE passkey.guest = guest.id)
             AND NOT EXISTS (SELECT 1 FROM result_player AS own WHERE own.guest = guest.id)
             AND NOT EXISTS (SELECT 1 FROM rating_change WHERE rating_change.guest = guest.id)
             AND NOT EXISTS (SELECT 1 FROM recovery WHERE recovery.guest = guest.id)
             AND NOT EXISTS (SELECT 1 FROM deletion WHERE deletion.guest = guest.id)
             AND NOT EXISTS (SELECT 1 FROM standing WHERE standing.guest = guest.id)
             AND NOT EXISTS (SELECT 1 FROM helper WHERE helper.guest = guest.id)
             AND NOT EXISTS (SELECT 1 FROM identity WHERE identity.guest = guest.id)";
        self.sql.execute(forget, values![seen_before_ms]).await
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
