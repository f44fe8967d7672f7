//! The devices of guests.

use async_trait::async_trait;
use brickwood_table::GuestId;
use rusqlite::{OptionalExtension, Row, Savepoint, params};

use super::SqliteStorage;
use crate::{Device, DeviceId, Devices, MOST_DEVICES, Owner, Unavailable};

/// A token is that of a device, or else of a guest who has never had another one.
const OWNER: &str = "SELECT guest, seen_ms FROM device WHERE id = ?1 AND NOT removed
     UNION ALL
     SELECT id, NULL FROM guest WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM device WHERE id = ?1)";

#[async_trait]
impl Devices for SqliteStorage {
    async fn owner(&self, device: DeviceId) -> Result<Option<Owner>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached(OWNER)?
                .query_row([device.0], |row| {
                    let seen_ms: Option<i64> = row.get(1)?;
                    Ok(Owner {
                        guest: GuestId(row.get(0)?),
                        seen_ms: seen_ms.map(i64::cast_unsigned),
                    })
                })
                .optional()
        })
        .await
    }

    async fn see_device(&self, device: DeviceId, now_ms: u64) -> Result<(), Unavailable> {
        self.writer
            .execute(
                "UPDATE device SET seen_ms = max(seen_ms, ?2) WHERE id = ?1 AND NOT removed",
                (device.0, now_ms.cast_signed()),
            )
            .await?;
        Ok(())
    }

    async fn add_device(
        &self,
        guest: GuestId,
        device: Device,
    ) -> Result<Option<Vec<DeviceId>>, Unavailable> {
        self.writer
            .write(move |to| add(to, guest, &device).map(Ok))
            .await
    }

    async fn devices_of(&self, guest: GuestId) -> Result<Vec<Device>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached(
                "SELECT id, name, created_ms, seen_ms FROM device
                 WHERE guest = ?1 AND NOT removed ORDER BY created_ms, id",
            )?
            .query_map([guest.0], device)?
            .collect()
        })
        .await
    }

    async fn name_device(
        &self,
        guest: GuestId,
        device: DeviceId,
        name: &str,
    ) -> Result<bool, Unavailable> {
        let name = name.to_owned();
        self.writer
            .write(move |to| {
                list_first(to, guest)?;
                let named = to
                    .prepare_cached(
                        "UPDATE device SET name = ?3 WHERE id = ?2 AND guest = ?1 AND NOT removed",
                    )?
                    .execute(params![guest.0, device.0, name])?;
                Ok(Ok(named > 0))
            })
            .await
    }

    async fn remove_device(&self, guest: GuestId, device: DeviceId) -> Result<bool, Unavailable> {
        self.writer
            .write(move |to| {
                list_first(to, guest)?;
                let has = to
                    .prepare_cached(
                        "SELECT 1 FROM device WHERE id = ?2 AND guest = ?1 AND NOT removed",
                    )?
                    .exists(params![guest.0, device.0])?;
                if has {
                    remove(to, device)?;
                }
                Ok(Ok(has))
            })
            .await
    }

    async fn forget_devices(&self, seen_before_ms: u64) -> Result<u64, Unavailable> {
        self.writer
            .write(move |to| {
                let before = [seen_before_ms.cast_signed()];
                let marked = to
                    .prepare_cached(
                        "UPDATE device SET removed = 1
                         WHERE seen_ms < ?1 AND id = guest AND NOT removed",
                    )?
                    .execute(before)?;
                let removed = to
                    .prepare_cached("DELETE FROM device WHERE seen_ms < ?1 AND id <> guest")?
                    .execute(before)?;
                Ok(Ok((marked + removed) as u64))
            })
            .await
    }
}

pub(super) fn add(
    to: &Savepoint<'_>,
    guest: GuestId,
    device: &Device,
) -> rusqlite::Result<Option<Vec<DeviceId>>> {
    let is_stored = to
        .prepare_cached(
            "SELECT 1 FROM guest WHERE id = ?1 AND id NOT IN (SELECT guest FROM deletion)",
        )?
        .exists([guest.0])?;
    if !is_stored {
        return Ok(None);
    }
    list_first(to, guest)?;
    let mut lost = Vec::new();
    let others: Vec<[u8; 32]> = to
        .prepare_cached(
            "SELECT id FROM device WHERE guest = ?1 AND NOT removed ORDER BY seen_ms DESC, id",
        )?
        .query_map([guest.0], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for id in others
        .into_iter()
        .skip(MOST_DEVICES as usize - 1)
        .map(DeviceId)
    {
        remove(to, id)?;
        lost.push(id);
    }
    to.prepare_cached(
        "INSERT INTO device (id, guest, name, created_ms, seen_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![
        device.id.0,
        guest.0,
        device.name,
        device.created_ms.cast_signed(),
        device.seen_ms.cast_signed(),
    ])?;
    Ok(Some(lost))
}

/// Lists the device with which a guest came, unless it is listed already.
fn list_first(to: &Savepoint<'_>, guest: GuestId) -> rusqlite::Result<()> {
    to.prepare_cached(
        "INSERT OR IGNORE INTO device (id, guest, name, created_ms, seen_ms)
         SELECT id, id, '', created_ms, seen_ms FROM guest WHERE id = ?1",
    )?
    .execute([guest.0])?;
    Ok(())
}

fn remove(to: &Savepoint<'_>, device: DeviceId) -> rusqlite::Result<()> {
    to.prepare_cached("UPDATE device SET removed = 1, name = '' WHERE id = ?1 AND id = guest")?
        .execute([device.0])?;
    to.prepare_cached("DELETE FROM device WHERE id = ?1 AND id <> guest")?
        .execute([device.0])?;
    Ok(())
}

fn device(row: &Row<'_>) -> rusqlite::Result<Device> {
    Ok(Device {
        id: DeviceId(row.get(0)?),
        name: row.get(1)?,
        created_ms: row.get::<_, i64>(2)?.cast_unsigned(),
        seen_ms: row.get::<_, i64>(3)?.cast_unsigned(),
    })
}
