//! What is stored about a person: to tell it, and to delete it.
//!
//! A table with something of a person refers to the person's row with `ON DELETE CASCADE`, and so goes with it. What has
//! to happen before, because others have a part in it, happens while the person is marked as being deleted: so that it
//! goes on after a crash.

use brickwood_storage::{Again, DeviceId, Row, SqlError, Statements, Unavailable, values};
use brickwood_table::PersonId;

use crate::{SiteStorage, person::devices::store as devices};

/// Since when a person has been known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stay {
    /// The first visit, in milliseconds since 1970.
    pub created_ms: u64,
    /// The last visit, to within [`SEEN_WITHIN`](brickwood_storage::SEEN_WITHIN).
    pub seen_ms: u64,
}

impl SiteStorage<'_> {
    /// Since when a person has been known; none if there is no such person.
    pub async fn stay(self, person: PersonId) -> Result<Option<Stay>, Unavailable> {
        let text = "SELECT created_ms, seen_ms FROM person WHERE id = ?1";
        let read = |row: &mut Row| {
            Ok(Stay {
                created_ms: row.take()?,
                seen_ms: row.take()?,
            })
        };
        self.sql.first(text, values![person], read).await
    }

    /// Marks a person as being deleted. From now on no device is theirs, and no key leads to them. Returns the devices
    /// that were theirs; none if there is no such person.
    pub async fn begin_deletion(
        self,
        person: PersonId,
        now_ms: u64,
    ) -> Result<Vec<DeviceId>, Unavailable> {
        self.sql
            .transaction(Again::IfLost, move |on| {
                Box::pin(async move { Ok(Ok(begin(on, person, now_ms).await?)) })
            })
            .await
    }

    /// The people who are being deleted.
    pub async fn deletions(self) -> Result<Vec<PersonId>, Unavailable> {
        let text = "SELECT person FROM deletion ORDER BY asked_ms, person";
        self.sql.all(text, values![], Row::take).await
    }

    /// Deletes a person, with all that refers to them.
    pub async fn finish_deletion(self, person: PersonId) -> Result<(), Unavailable> {
        let nobody = nobody()?;
        self.sql
            .transaction(Again::IfLost, move |on| {
                Box::pin(async move {
                    // It waits for what is being stored of the person, of which the next statement knows then.
                    let delete = "DELETE FROM person WHERE id = ?1";
                    on.execute(delete, values![person]).await?;
                    let forget = "UPDATE rating_change SET person = ?2 WHERE person = ?1";
                    on.execute(forget, values![person, nobody]).await?;
                    Ok(Ok(()))
                })
            })
            .await
    }
}

/// A person whom nobody is: what stays of a deleted one where the rest follows from it.
pub(crate) fn nobody() -> Result<PersonId, Unavailable> {
    let mut id = PersonId([0; 32]);
    getrandom::fill(&mut id.0).map_err(|error| {
        tracing::error!(%error, "there is no randomness for a number");
        Unavailable
    })?;
    Ok(id)
}

async fn begin(
    on: &mut dyn Statements,
    person: PersonId,
    now_ms: u64,
) -> Result<Vec<DeviceId>, SqlError> {
    if !devices::lock(on, person).await? {
        return Ok(Vec::new());
    }
    let mark = "INSERT INTO deletion (person, asked_ms) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    on.execute(mark, values![person, now_ms]).await?;
    // That of the first browser stays: without it, the browser's token would be the person's again.
    devices::list_first(on, person).await?;
    // Whoever asks again because an answer was lost gets the first one, which is removed already.
    let text = "SELECT id FROM device WHERE person = ?1";
    let devices = on
        .all(text, values![person], |row| Ok(DeviceId(row.take()?)))
        .await?;
    for text in [
        "UPDATE device SET removed = true, name = '' WHERE id = ?1",
        "DELETE FROM device WHERE person = ?1 AND id <> person",
        "DELETE FROM device_link WHERE person = ?1",
        "DELETE FROM recovery WHERE person = ?1",
        "UPDATE person SET name = NULL WHERE id = ?1",
    ] {
        on.execute(text, values![person]).await?;
    }
    Ok(devices)
}
