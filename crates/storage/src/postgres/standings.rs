//! What is decided about people, and whom they have blocked.

use async_trait::async_trait;
use brickwood_protocol::{BlockedPerson, Standing, Warning};
use brickwood_table::GuestId;
use deadpool_postgres::{Client, Transaction};

use super::{
    Failure, PostgresStorage, site,
    statement::{execute, query, query_opt},
    with,
};
use crate::{Blocks, Judged, NetworkKey, Standings, Unavailable};

#[async_trait]
impl Standings for PostgresStorage {
    async fn standing(&self, guest: GuestId) -> Result<Standing, Unavailable> {
        with!(self, client => {
            let text = "SELECT document FROM standing WHERE guest = $1";
            let found = query_opt(client, text, &[&&guest.0[..]]).await?;
            let read = |row: tokio_postgres::Row| serde_json::from_str(row.get(0));
            Ok(found.map(read).transpose()?.unwrap_or_default())
        })
    }

    async fn standings(&self, limit: u32) -> Result<Vec<Judged>, Unavailable> {
        with!(self, client => {
            let text = "SELECT standing.guest, guest.name, standing.document, standing.at_ms
                 FROM standing LEFT JOIN guest ON guest.id = standing.guest
                 ORDER BY standing.at_ms DESC, standing.guest LIMIT $1";
            let rows = query(client, text, &[&i64::from(limit)]).await?;
            let judged = rows.iter().map(|row| Ok(Judged {
                guest: site::guest(row.get(0))?,
                name: row.get(1),
                standing: serde_json::from_str(row.get(2))?,
                at_ms: row.get::<_, i64>(3).cast_unsigned(),
            }));
            judged.collect()
        })
    }

    async fn acknowledge(&self, guest: GuestId, warned_ms: u64) -> Result<bool, Unavailable> {
        with!(self, client => acknowledge(client, guest, warned_ms).await)
    }

    async fn note_network(
        &self,
        guest: GuestId,
        network: NetworkKey,
        now_ms: u64,
    ) -> Result<(), Unavailable> {
        with!(self, client => {
            let text = "INSERT INTO suspended_network (network, since_ms, until_ms)
                 SELECT $2, $3, until_ms FROM network_watch WHERE guest = $1 AND until_ms > $3
                 ON CONFLICT (network) DO UPDATE
                 SET until_ms = greatest(suspended_network.until_ms, excluded.until_ms)";
            let (guest, network) = (&guest.0[..], &network.0[..]);
            execute(client, text, &[&guest, &network, &now_ms.cast_signed()]).await?;
            Ok(())
        })
    }

    async fn network_watch(&self, guest: GuestId) -> Result<Option<u64>, Unavailable> {
        with!(self, client => {
            let text = "SELECT until_ms FROM network_watch WHERE guest = $1";
            let found = query_opt(client, text, &[&&guest.0[..]]).await?;
            Ok(found.map(|row| row.get::<_, i64>(0).cast_unsigned()))
        })
    }

    async fn is_suspended_network(
        &self,
        network: NetworkKey,
        guest: Option<GuestId>,
        now_ms: u64,
    ) -> Result<bool, Unavailable> {
        with!(self, client => {
            let text = "SELECT FROM suspended_network
                 WHERE network = $1 AND until_ms > $3 AND NOT EXISTS (
                     SELECT FROM guest WHERE id = $2 AND created_ms < since_ms
                 )";
            let guest = guest.as_ref().map(|guest| &guest.0[..]);
            let now_ms = now_ms.cast_signed();
            let found = query_opt(client, text, &[&&network.0[..], &guest, &now_ms]).await?;
            Ok(found.is_some())
        })
    }

    async fn forget_order(&self, now_ms: u64, reports_before_ms: u64) -> Result<u64, Unavailable> {
        with!(self, client => {
            for old in [
                "DELETE FROM host_link WHERE until_ms <= $1",
                "DELETE FROM host_session WHERE until_ms <= $1",
                "DELETE FROM network_watch WHERE until_ms <= $1",
                "DELETE FROM suspended_network WHERE until_ms <= $1",
            ] {
                execute(client, old, &[&now_ms.cast_signed()]).await?;
            }
            let old = "DELETE FROM report WHERE at_ms < $1 AND outcome IS NOT NULL";
            Ok(execute(client, old, &[&reports_before_ms.cast_signed()]).await?)
        })
    }
}

#[async_trait]
impl Blocks for PostgresStorage {
    async fn block(
        &self,
        guest: GuestId,
        other: GuestId,
        name: &str,
        now_ms: u64,
        most: u32,
    ) -> Result<bool, Unavailable> {
        with!(self, client => {
            let text = "INSERT INTO block (guest, other, name, at_ms)
                 SELECT $1, $2, $3, $4
                 WHERE (SELECT count(*) FROM block WHERE guest = $1) < $5
                 ON CONFLICT (guest, other) DO NOTHING";
            let (mine, theirs) = (&guest.0[..], &other.0[..]);
            let (at_ms, most) = (now_ms.cast_signed(), i64::from(most));
            execute(client, text, &[&mine, &theirs, &name, &at_ms, &most]).await?;
            let text = "SELECT FROM block WHERE guest = $1 AND other = $2";
            Ok(query_opt(client, text, &[&mine, &theirs]).await?.is_some())
        })
    }

    async fn unblock(&self, guest: GuestId, number: u32) -> Result<(), Unavailable> {
        let number = i32::try_from(number).unwrap_or(i32::MAX);
        with!(self, client => {
            let text = "DELETE FROM block WHERE guest = $1 AND number = $2";
            execute(client, text, &[&&guest.0[..], &number]).await?;
            Ok(())
        })
    }

    async fn blocks(&self, guest: GuestId) -> Result<Vec<BlockedPerson>, Unavailable> {
        with!(self, client => {
            let text = "SELECT number, name, at_ms FROM block
                 WHERE guest = $1 ORDER BY number DESC";
            let rows = query(client, text, &[&&guest.0[..]]).await?;
            let blocks = rows.iter().map(|row| BlockedPerson {
                number: row.get::<_, i32>(0).cast_unsigned(),
                name: row.get(1),
                at_ms: row.get::<_, i64>(2).cast_unsigned(),
            });
            Ok(blocks.collect())
        })
    }

    async fn blocked_by(&self, guest: GuestId) -> Result<Vec<GuestId>, Unavailable> {
        with!(self, client => {
            guests(client, "SELECT other FROM block WHERE guest = $1", guest).await
        })
    }

    async fn apart_from(&self, guest: GuestId) -> Result<Vec<GuestId>, Unavailable> {
        let both = "SELECT other FROM block WHERE guest = $1
             UNION SELECT guest FROM block WHERE other = $1";
        with!(self, client => guests(client, both, guest).await)
    }
}

async fn guests(client: &Client, text: &str, guest: GuestId) -> Result<Vec<GuestId>, Failure> {
    let rows = query(client, text, &[&&guest.0[..]]).await?;
    rows.iter().map(|row| site::guest(row.get(0))).collect()
}

async fn acknowledge(client: &mut Client, guest: GuestId, warned_ms: u64) -> Result<bool, Failure> {
    let transaction = client.transaction().await?;
    let Some(standing) = find(&transaction, guest).await? else {
        return Ok(false);
    };
    let is_meant = |warning: &Warning| warning.at_ms == warned_ms;
    if !standing.warning.as_ref().is_some_and(is_meant) {
        return Ok(false);
    }
    let to = Standing {
        warning: None,
        ..standing
    };
    store(&transaction, guest, &to, warned_ms.cast_signed()).await?;
    transaction.commit().await?;
    Ok(true)
}

/// What is decided about a guest, as long as the transaction lasts.
async fn find(transaction: &Transaction<'_>, guest: GuestId) -> Result<Option<Standing>, Failure> {
    let text = "SELECT document FROM standing WHERE guest = $1 FOR UPDATE";
    let found = transaction.query_opt(text, &[&&guest.0[..]]).await?;
    let read = |row: tokio_postgres::Row| serde_json::from_str(row.get(0));
    Ok(found.map(read).transpose()?)
}

async fn store(
    transaction: &Transaction<'_>,
    guest: GuestId,
    to: &Standing,
    now_ms: i64,
) -> Result<(), Failure> {
    let guest = &guest.0[..];
    if *to == Standing::default() {
        let text = "DELETE FROM standing WHERE guest = $1";
        transaction.execute(text, &[&guest]).await?;
        return Ok(());
    }
    let text = "INSERT INTO standing (guest, at_ms, document) VALUES ($1, $2, $3)
         ON CONFLICT (guest) DO UPDATE SET at_ms = excluded.at_ms, document = excluded.document";
    let document = serde_json::to_string(to)?;
    transaction
        .execute(text, &[&guest, &now_ms, &document])
        .await?;
    Ok(())
}

/// Replaces what is decided about a guest, if it is what was assumed.
pub(super) async fn replace(
    transaction: &Transaction<'_>,
    guest: GuestId,
    from: &Standing,
    to: &Standing,
    now_ms: i64,
) -> Result<bool, Failure> {
    let now = find(transaction, guest).await?.unwrap_or_default();
    if now != *from {
        return Ok(false);
    }
    store(transaction, guest, to, now_ms).await?;
    Ok(true)
}
