//! Who guests are at a provider.

use async_trait::async_trait;
use brickwood_table::GuestId;

use super::{
    Failure, PostgresStorage, guest_id,
    statement::{execute, query, query_one, query_opt},
    with,
};
use crate::{Identities, Identity, IdentityId, Unavailable};

#[async_trait]
impl Identities for PostgresStorage {
    async fn bind_identity(&self, identity: Identity) -> Result<GuestId, Unavailable> {
        with!(self, client => {
            let text = "INSERT INTO identity (id, issuer, guest, created_ms, used_ms)
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING";
            let (id, guest) = (&identity.id.0[..], &identity.guest.0[..]);
            let created = identity.created_ms.cast_signed();
            let used = identity.used_ms.map(u64::cast_signed);
            execute(client, text, &[&id, &identity.issuer, &guest, &created, &used]).await?;
            let text = "SELECT guest FROM identity WHERE id = $1";
            guest_id(query_one(client, text, &[&id]).await?.get(0))
        })
    }

    async fn use_identity(
        &self,
        id: IdentityId,
        now_ms: u64,
    ) -> Result<Option<GuestId>, Unavailable> {
        with!(self, client => {
            let text = "UPDATE identity SET used_ms = $2 WHERE id = $1 RETURNING guest";
            let used = query_opt(client, text, &[&&id.0[..], &now_ms.cast_signed()]).await?;
            used.map(|row| guest_id(row.get(0))).transpose()
        })
    }

    async fn identities_of(&self, guest: GuestId) -> Result<Vec<Identity>, Unavailable> {
        with!(self, client => {
            let text = "SELECT id, issuer, created_ms, used_ms FROM identity WHERE guest = $1
                 ORDER BY created_ms, id";
            let rows = query(client, text, &[&&guest.0[..]]).await?;
            let identities = rows.iter().map(|row| {
                let id: &[u8] = row.get(0);
                let id = id.try_into().map_err(|_| Failure::Unreadable("an identity"))?;
                Ok(Identity {
                    id: IdentityId(id),
                    issuer: row.get(1),
                    guest,
                    created_ms: row.get::<_, i64>(2).cast_unsigned(),
                    used_ms: row.get::<_, Option<i64>>(3).map(i64::cast_unsigned),
                })
            });
            identities.collect()
        })
    }

    async fn remove_identities(&self, guest: GuestId) -> Result<u64, Unavailable> {
        with!(self, client => {
            let text = "DELETE FROM identity WHERE guest = $1";
            Ok(execute(client, text, &[&&guest.0[..]]).await?)
        })
    }
}
