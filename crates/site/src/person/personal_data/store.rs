//! What is stored about a guest: to tell it, and to delete it.
//!
//! A table with something of a guest refers to the guest's row with `ON DELETE CASCADE`, and so goes with it. What has
//! to happen before, because others have a part in it, happens while the guest is marked as being deleted: so that it
//! goes on after a crash.

use brickwood_storage::{Again, DeviceId, Row, SqlError, Statements, Unavailable, values};
use brickwood_table::GuestId;

use crate::{SiteStorage, person::devices::store as devices};

/// Since when a guest has been known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stay {
    /// The first visit, in milliseconds since 1970.
    pub created_ms: u64,
    /// The last visit, to within [`SEEN_WITHIN`](brickwood_storage::SEEN_WITHIN).
    pub seen_ms: u64,
}

impl SiteStorage<'_> {
    /// Since when a guest has been known; none if there is no such guest.
    pub async fn stay(self, guest: GuestId) -> Result<Option<Stay>, Unavailable> {
        let text = "SELECT created_ms, seen_ms FROM guest WHERE id = ?1";
        let read = |row: &mut Row| {
            Ok(Stay {
                created_ms: row.take()?,
                seen_ms: row.take()?,
            })
        };
        self.sql.first(text, values![guest], read).await
    }

    /// Marks a guest as being deleted. From now on no device is theirs, and no key leads to them. Returns the devices
    /// that were theirs; none if there is no such guest.
    pub async fn begin_deletion(
        self,
        guest: GuestId,
        now_ms: u64,
    ) -> Result<Vec<DeviceId>, Unavailable> {
        self.sql
            .transaction(Again::IfLost, move |on| {
                Box::pin(async move { Ok(Ok(begin(on, guest, now_ms).await?)) })
            })
            .await
    }

    /// The guests who are being deleted.
    pub async fn deletions(self) -> Result<Vec<GuestId>, Unavailable> {
        let text = "SELECT guest FROM deletion ORDER BY asked_ms, guest";
        self.sql.all(text, values![], Row::take).await
    }

    /// Deletes a guest, with all that refers to them.
    pub async fn finish_deletion(self, guest: GuestId) -> Result<(), Unavailable> {
        let nobody = nobody()?;
        self.sql
            .transaction(Again::IfLost, move |on| {
                Box::pin(async move {
                    // It waits for what is being stored of the guest, of which the next statement knows then.
                    let delete = "DELETE FROM guest WHERE id = ?1";
                    on.execute(delete, values![guest]).await?;
                    let forget = "UPDATE rating_change SET guest = ?2 WHERE guest = ?1";
                    on.execute(forget, values![guest, nobody]).await?;
                    Ok(Ok(()))
                })
            })
            .await
    }
}

/// A guest whom nobody is: what stays of a deleted one where the rest follows from it.
pub(crate) fn nobody() -> Result<GuestId, Unavailable> {
    let mut id = GuestId([0; 32]);
    getrandom::fill(&mut id.0).map_err(|error| {
        tracing::error!(%error, "there is no randomness for a number");
        Unavailable
    })?;
    Ok(id)
}

async fn begin(
    on: &mut dyn Statements,
    guest: GuestId,
    now_ms: u64,
) -> Result<Vec<DeviceId>, SqlError> {
    if !devices::lock(on, guest).await? {
        return Ok(Vec::new());
    }
    let mark = "INSERT INTO deletion (guest, asked_ms) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    on.execute(mark, values![guest, now_ms]).await?;
    // That of the first browser stays: without it, the browser's token would be the guest's again.
    devices::list_first(on, guest).await?;
    // Whoever asks again because an answer was lost gets the first one, which is removed already.
    let text = "SELECT id FROM device WHERE guest = ?1";
    let devices = on
        .all(text, values![guest], |row| Ok(DeviceId(row.take()?)))
        .await?;
    for text in [
        "UPDATE device SET removed = true, name = '' WHERE id = ?1",
        "DELETE FROM device WHERE guest = ?1 AND id <> guest",
        "DELETE FROM device_link WHERE guest = ?1",
        "DELETE FROM recovery WHERE guest = ?1",
        "UPDATE guest SET name = NULL WHERE id = ?1",
    ] {
        on.execute(text, values![guest]).await?;
    }
    Ok(devices)
}
