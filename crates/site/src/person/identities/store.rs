//! Who people are at a provider that the host of the site has named.

use brickwood_storage::{Again, Row, Unavailable, values};
use brickwood_table::PersonId;

use crate::{SiteStorage, person::devices::store as devices};

/// The most identities of one person. Who has several logins at a provider links them all.
pub const MOST_IDENTITIES: u8 = 4;

/// What has come of binding an identity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the person's now, or was before.
    Here,
    /// It is somebody else's.
    Other,
    /// The person has [`MOST_IDENTITIES`].
    TooMany,
}

/// A person at a provider: the SHA-256 of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdentityId(pub [u8; 32]);

/// For whom a provider vouches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Who that is there.
    pub id: IdentityId,
    /// The address of the provider.
    pub issuer: String,
    /// Who that is here.
    pub person: PersonId,
    /// Since when, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it was last used; none if it never was.
    pub used_ms: Option<u64>,
}

impl SiteStorage<'_> {
    /// Binds an identity to a stored person, unless it is bound already, or the person has too many.
    pub async fn bind_identity(self, identity: Identity) -> Result<Bound, Unavailable> {
        self.sql
            .transaction(Again::IfLost, move |on| {
                let identity = identity.clone();
                Box::pin(async move {
                    let Identity {
                        id,
                        issuer,
                        person,
                        created_ms,
                        used_ms,
                    } = identity;
                    if !devices::lock(on, person).await? {
                        return Ok(Err(Unavailable));
                    }
                    let bind = "INSERT INTO identity (id, issuer, person, created_ms, used_ms)
                         SELECT ?1, ?2, ?3, ?4, ?5
                         WHERE (SELECT count(*) FROM identity WHERE person = ?3) < ?6
                         ON CONFLICT (id) DO NOTHING";
                    let values =
                        values![id.0, issuer, person, created_ms, used_ms, MOST_IDENTITIES];
                    on.execute(bind, values).await?;
                    let text = "SELECT person FROM identity WHERE id = ?1";
                    let bound: Option<PersonId> = on.first(text, values![id.0], Row::take).await?;
                    Ok(Ok(match bound {
                        Some(owner) if owner == person => Bound::Here,
                        Some(_) => Bound::Other,
                        None => Bound::TooMany,
                    }))
                })
            })
            .await
    }

    /// The person to whom an identity is bound, who uses it now.
    pub async fn use_identity(
        self,
        id: IdentityId,
        now_ms: u64,
    ) -> Result<Option<PersonId>, Unavailable> {
        self.sql
            .transaction(Again::IfLost, move |on| {
                Box::pin(async move {
                    let used = "UPDATE identity SET used_ms = ?2 WHERE id = ?1 RETURNING person";
                    Ok(Ok(on.first(used, values![id.0, now_ms], Row::take).await?))
                })
            })
            .await
    }

    /// The identities of a person, the oldest first.
    pub async fn identities_of(self, person: PersonId) -> Result<Vec<Identity>, Unavailable> {
        let text = "SELECT id, issuer, created_ms, used_ms FROM identity WHERE person = ?1
             ORDER BY created_ms, id";
        let read = |row: &mut Row| {
            Ok(Identity {
                id: IdentityId(row.take()?),
                issuer: row.take()?,
                person,
                created_ms: row.take()?,
                used_ms: row.take_opt()?,
            })
        };
        self.sql.all(text, values![person], read).await
    }

    /// Removes an identity of a person. `false` if the person has no such identity.
    pub async fn remove_identity(
        self,
        person: PersonId,
        id: IdentityId,
    ) -> Result<bool, Unavailable> {
        let remove = "DELETE FROM identity WHERE id = ?2 AND person = ?1";
        Ok(self.sql.execute(remove, values![person, id.0]).await? > 0)
    }
}
