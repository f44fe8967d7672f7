//! Whom people have blocked, as it is stored.

use brickwood_protocol::BlockedPerson;
use brickwood_storage::{Again, Row, Unavailable, values};
use brickwood_table::GuestId;

use crate::SiteStorage;

impl SiteStorage<'_> {
    /// Blocks somebody, who has this name now. Blocking somebody again is fine. `false` if the guest has blocked
    /// `most` others.
    pub async fn block(
        self,
        guest: GuestId,
        other: GuestId,
        name: &str,
        now_ms: u64,
        most: u32,
    ) -> Result<bool, Unavailable> {
        let name = name.to_owned();
        self.sql
            .transaction(Again::IfLost, move |on| {
                let name = name.clone();
                Box::pin(async move {
                    let block = "INSERT INTO block (guest, other, name, at_ms)
                         SELECT ?1, ?2, ?3, ?4
                         WHERE (SELECT count(*) FROM block WHERE guest = ?1) < ?5
                         ON CONFLICT (guest, other) DO NOTHING";
                    on.execute(block, values![guest, other, name, now_ms, most])
                        .await?;
                    let blocked = "SELECT 1 FROM block WHERE guest = ?1 AND other = ?2";
                    Ok(Ok(on.exists(blocked, values![guest, other]).await?))
                })
            })
            .await
    }

    /// Takes a block of a guest back, if there is one of this number.
    pub async fn unblock(self, guest: GuestId, number: u32) -> Result<(), Unavailable> {
        let unblock = "DELETE FROM block WHERE guest = ?1 AND number = ?2";
        self.sql.execute(unblock, values![guest, number]).await?;
        Ok(())
    }

    /// Whom a guest has blocked, the latest first.
    pub async fn blocks(self, guest: GuestId) -> Result<Vec<BlockedPerson>, Unavailable> {
        let text = "SELECT number, name, at_ms FROM block WHERE guest = ?1 ORDER BY number DESC";
        let read = |row: &mut Row| {
            Ok(BlockedPerson {
                number: row.take()?,
                name: row.take()?,
                at_ms: row.take()?,
            })
        };
        self.sql.all(text, values![guest], read).await
    }

    /// The guests whom this one has blocked: it does not hear them.
    pub async fn blocked_by(self, guest: GuestId) -> Result<Vec<GuestId>, Unavailable> {
        let text = "SELECT other FROM block WHERE guest = ?1";
        self.sql.all(text, values![guest], Row::take).await
    }

    /// The guests with whom this one does not sit at a table: it has blocked them, or they have blocked it.
    pub async fn apart_from(self, guest: GuestId) -> Result<Vec<GuestId>, Unavailable> {
        let text = "SELECT other FROM block WHERE guest = ?1
             UNION SELECT guest FROM block WHERE other = ?1";
        self.sql.all(text, values![guest], Row::take).await
    }
}
