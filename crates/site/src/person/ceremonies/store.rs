//! What a person has begun in one browser and finishes there within minutes: keeping or using a passkey, or asking a provider to
//! vouch for them.

use brickwood_storage::{Again, Row, Unavailable, values};
use brickwood_table::PersonId;

use crate::SiteStorage;

/// What a ceremony is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CeremonyKind {
    /// A person gets a passkey.
    KeepPasskey,
    /// Somebody shows that they have a passkey.
    UsePasskey,
    /// Somebody asks a provider to vouch for them.
    AskProvider,
}

impl CeremonyKind {
    /// How it is stored.
    const fn number(self) -> u8 {
        match self {
            Self::KeepPasskey => 0,
            Self::UsePasskey => 1,
            Self::AskProvider => 2,
        }
    }
}

/// Something that was begun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ceremony {
    /// The SHA-256 of a secret that only the browser has in which it was begun.
    pub id: [u8; 32],
    /// What it is for.
    pub kind: CeremonyKind,
    /// The person for whom it was begun; none if it says who the person is.
    pub person: Option<PersonId>,
    /// What the server must know to finish it.
    pub state: Vec<u8>,
    /// When it is too late to finish it, in milliseconds since 1970.
    pub expires_ms: u64,
}

impl SiteStorage<'_> {
    /// Stores a ceremony.
    pub async fn begin_ceremony(self, ceremony: Ceremony) -> Result<(), Unavailable> {
        let begin = "INSERT INTO ceremony (id, kind, person, state, expires_ms)
             VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO NOTHING";
        let Ceremony {
            id,
            kind,
            person,
            state,
            expires_ms,
        } = ceremony;
        let values = values![id, kind.number(), person, state, expires_ms];
        self.sql.execute(begin, values).await?;
        Ok(())
    }

    /// Takes the ceremony of this kind that has this id and has not expired. Of many who ask at once, one gets it, and
    /// whoever asks later gets none.
    pub async fn take_ceremony(
        self,
        id: [u8; 32],
        kind: CeremonyKind,
        now_ms: u64,
    ) -> Result<Option<Ceremony>, Unavailable> {
        let take = "DELETE FROM ceremony WHERE id = ?1 AND kind = ?2 AND expires_ms > ?3
             RETURNING person, state, expires_ms";
        let taken = self.sql.transaction(Again::IfLost, move |on| {
            Box::pin(async move {
                let read = |row: &mut Row| {
                    Ok(Ceremony {
                        id,
                        kind,
                        person: row.take_opt()?,
                        state: row.take()?,
                        expires_ms: row.take()?,
                    })
                };
                Ok(Ok(on
                    .first(take, values![id, kind.number(), now_ms], read)
                    .await?))
            })
        });
        taken.await
    }

    /// Removes the ceremonies that have expired. Returns how many.
    pub async fn forget_ceremonies(self, now_ms: u64) -> Result<u64, Unavailable> {
        let forget = "DELETE FROM ceremony WHERE expires_ms <= ?1";
        self.sql.execute(forget, values![now_ms]).await
    }
}
