//! The devices of guests.

use async_trait::async_trait;
use brickwood_table::GuestId;
use deadpool_postgres::Transaction;
use tokio_postgres::Row;

use super::{
    Failure, PostgresStorage,
    statement::{execute, query, query_opt},
    with,
};
use crate::{Device, DeviceId, Devices, MOST_DEVICES, Owner, Unavailable};

/// A token is that of a device, or else of a guest who has never had another one.
const OWNER: &str = "SELECT guest, seen_ms FROM device WHERE id = $1 AND NOT removed
     UNION ALL
     SELECT id, NULL FROM guest WHERE id = $1 AND NOT EXISTS (SELECT FROM device WHERE id = $1)";

#[async_trait]
impl Devices for PostgresStorage {
    async fn owner(&self, device: DeviceId) -> Result<Option<Owner>, Unavailable> {
        with!(self, client => {
            let found = query_opt(client, OWNER, &[&&device.0[..]]).await?;
            let owner = |row| {
                let seen_ms: Option<i64> = Row::get(&row, 1);
                Ok(Owner {
                    guest: GuestId(id(&row)?),
                    seen_ms: seen_ms.map(i64::cast_unsigned),
                })
            };
            found.map(owner).transpose()
        })
    }

    async fn see_device(&self, device: DeviceId, now_ms: u64) -> Result<(), Unavailable> {
        with!(self, client => {
            let text = "UPDATE device SET seen_ms = greatest(seen_ms, $2)
                 WHERE id = $1 AND NOT removed";
            execute(client, text, &[&&device.0[..], &now_ms.cast_signed()]).await?;
            Ok(())
        })
    }

    async fn add_device(
        &self,
        guest: GuestId,
        device: Device,
    ) -> Result<Option<Vec<DeviceId>>, Unavailable> {
        with!(self, client => {
            let transaction = client.transaction().await?;
            let added = add(&transaction, guest, &device).await?;
            transaction.commit().await?;
            Ok(added)
        })
    }

    async fn devices_of(&self, guest: GuestId) -> Result<Vec<Device>, Unavailable> {
        with!(self, client => {
            let text = "SELECT id, name, created_ms, seen_ms FROM device
                 WHERE guest = $1 AND NOT removed ORDER BY created_ms, id";
            let rows = query(client, text, &[&&guest.0[..]]).await?;
            rows.iter().map(device).collect()
        })
    }

    async fn name_device(
        &self,
        guest: GuestId,
        device: DeviceId,
        name: &str,
    ) -> Result<bool, Unavailable> {
        with!(self, client => {
            let transaction = client.transaction().await?;
            lock(&transaction, guest).await?;
            list_first(&transaction, guest).await?;
            let text = "UPDATE device SET name = $3
                 WHERE id = $2 AND guest = $1 AND NOT removed";
            let naming = transaction.prepare_cached(text).await?;
            let named = transaction
                .execute(&naming, &[&&guest.0[..], &&device.0[..], &name])
                .await?;
            transaction.commit().await?;
            Ok(named > 0)
        })
    }

    async fn remove_device(&self, guest: GuestId, device: DeviceId) -> Result<bool, Unavailable> {
        with!(self, client => {
            let transaction = client.transaction().await?;
            lock(&transaction, guest).await?;
            list_first(&transaction, guest).await?;
            let removed = remove(&transaction, guest, &[device]).await?;
            transaction.commit().await?;
            Ok(removed > 0)
        })
    }

    async fn forget_devices(&self, seen_before_ms: u64) -> Result<u64, Unavailable> {
        with!(self, client => {
            let text = "WITH marked AS (
                     UPDATE device SET removed = true
                     WHERE seen_ms < $1 AND id = guest AND NOT removed RETURNING id
                 ), gone AS (
                     DELETE FROM device WHERE seen_ms < $1 AND id <> guest RETURNING id
                 )
                 SELECT (SELECT count(*) FROM marked) + (SELECT count(*) FROM gone)";
            let before = seen_before_ms.cast_signed();
            let row = query_opt(client, text, &[&before]).await?;
            Ok(row.map_or(0, |row| row.get::<_, i64>(0).cast_unsigned()))
        })
    }
}

/// Makes others who change the devices of this guest wait. `false` if there is no such guest.
pub(super) async fn lock(transaction: &Transaction<'_>, guest: GuestId) -> Result<bool, Failure> {
    let text = "SELECT FROM guest WHERE id = $1 FOR NO KEY UPDATE";
    let statement = transaction.prepare_cached(text).await?;
    let found = transaction.query_opt(&statement, &[&&guest.0[..]]).await?;
    Ok(found.is_some())
}

pub(super) async fn add(
    transaction: &Transaction<'_>,
    guest: GuestId,
    device: &Device,
) -> Result<Option<Vec<DeviceId>>, Failure> {
    if !lock(transaction, guest).await? {
        return Ok(None);
    }
    let text = "SELECT FROM deletion WHERE guest = $1";
    let deletion = transaction.prepare_cached(text).await?;
    let is_leaving = transaction.query_opt(&deletion, &[&&guest.0[..]]).await?;
    if is_leaving.is_some() {
        return Ok(None);
    }
    list_first(transaction, guest).await?;
    let text = "SELECT id FROM device WHERE guest = $1 AND NOT removed AND id <> $2
         ORDER BY seen_ms DESC, id OFFSET $3";
    let oldest = transaction.prepare_cached(text).await?;
    let kept = i64::from(MOST_DEVICES) - 1;
    let rows = transaction
        .query(&oldest, &[&&guest.0[..], &&device.id.0[..], &kept])
        .await?;
    let lost: Vec<DeviceId> = rows
        .iter()
        .map(|row| id(row).map(DeviceId))
        .collect::<Result<_, _>>()?;
    remove(transaction, guest, &lost).await?;
    // An earlier attempt whose answer was lost may have added it.
    let text = "INSERT INTO device (id, guest, name, created_ms, seen_ms)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    let insert = transaction.prepare_cached(text).await?;
    transaction
        .execute(
            &insert,
            &[
                &&device.id.0[..],
                &&guest.0[..],
                &device.name,
                &device.created_ms.cast_signed(),
                &device.seen_ms.cast_signed(),
            ],
        )
        .await?;
    Ok(Some(lost))
}

/// Lists the device with which a guest came, unless it is listed already.
async fn list_first(transaction: &Transaction<'_>, guest: GuestId) -> Result<(), Failure> {
    let text = "INSERT INTO device (id, guest, name, created_ms, seen_ms)
         SELECT id, id, '', created_ms, seen_ms FROM guest WHERE id = $1
         ON CONFLICT DO NOTHING";
    let first = transaction.prepare_cached(text).await?;
    transaction.execute(&first, &[&&guest.0[..]]).await?;
    Ok(())
}

async fn remove(
    transaction: &Transaction<'_>,
    guest: GuestId,
    devices: &[DeviceId],
) -> Result<u64, Failure> {
    let devices: Vec<&[u8]> = devices.iter().map(|device| &device.0[..]).collect();
    let mark = "UPDATE device SET removed = true, name = ''
         WHERE guest = $1 AND id = ANY($2) AND id = guest AND NOT removed";
    let delete = "DELETE FROM device WHERE guest = $1 AND id = ANY($2) AND id <> guest";
    let mut removed = 0;
    for text in [mark, delete] {
        let statement = transaction.prepare_cached(text).await?;
        removed += transaction
            .execute(&statement, &[&&guest.0[..], &devices])
            .await?;
    }
    Ok(removed)
}

fn device(row: &Row) -> Result<Device, Failure> {
    Ok(Device {
        id: DeviceId(id(row)?),
        name: row.get(1),
        created_ms: row.get::<_, i64>(2).cast_unsigned(),
        seen_ms: row.get::<_, i64>(3).cast_unsigned(),
    })
}

/// The hash in the first column.
pub(super) fn id(row: &Row) -> Result<[u8; 32], Failure> {
    let bytes: &[u8] = row.get(0);
    bytes
        .try_into()
        .map_err(|_| Failure::Unreadable("a hash has another length"))
}
