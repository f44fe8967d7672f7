//! What was begun in a browser and waits to be finished.

use async_trait::async_trait;

use super::{
    PostgresStorage,
    statement::{execute, query_opt},
    with,
};
use crate::{Ceremonies, Ceremony, CeremonyKind, Unavailable};

#[async_trait]
impl Ceremonies for PostgresStorage {
    async fn begin_ceremony(&self, ceremony: Ceremony) -> Result<(), Unavailable> {
        let (id, guest) = (&ceremony.id[..], ceremony.guest.map(|guest| guest.0));
        with!(self, client => {
            let text = "INSERT INTO ceremony (id, kind, guest, state, expires_ms)
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING";
            let guest = guest.as_ref().map(|guest| &guest[..]);
            let (kind, expires) = (ceremony.kind.number(), ceremony.expires_ms.cast_signed());
            execute(client, text, &[&id, &kind, &guest, &ceremony.state, &expires]).await?;
            Ok(())
        })
    }

    /// If the answer is lost with the connection, the ceremony may be gone: it is begun anew.
    async fn take_ceremony(
        &self,
        id: [u8; 32],
        kind: CeremonyKind,
        now_ms: u64,
    ) -> Result<Option<Ceremony>, Unavailable> {
        with!(self, client => {
            let text = "DELETE FROM ceremony WHERE id = $1 AND kind = $2 AND expires_ms > $3
                 RETURNING guest, state, expires_ms";
            let parameters: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
                [&&id[..], &kind.number(), &now_ms.cast_signed()];
            let Some(row) = query_opt(client, text, &parameters).await? else {
                return Ok(None);
            };
            let guest: Option<&[u8]> = row.get(0);
            Ok(Some(Ceremony {
                id,
                kind,
                guest: guest.map(super::guest_id).transpose()?,
                state: row.get(1),
                expires_ms: row.get::<_, i64>(2).cast_unsigned(),
            }))
        })
    }

    async fn forget_ceremonies(&self, now_ms: u64) -> Result<u64, Unavailable> {
        with!(self, client => {
            let text = "DELETE FROM ceremony WHERE expires_ms <= $1";
            Ok(execute(client, text, &[&now_ms.cast_signed()]).await?)
        })
    }
}
