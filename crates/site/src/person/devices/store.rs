//! The devices of a guest.

use brickwood_storage::{Again, DeviceId, Row, RowLock, SqlError, Statements, Unavailable, values};
use brickwood_table::GuestId;

use crate::SiteStorage;

/// A device in the list of a guest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// Which one it is.
    pub id: DeviceId,
    /// What the guest calls it; empty if nobody has named it.
    pub name: String,
    /// Since when it is the guest's, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it was last here, to within [`SEEN_WITHIN`](brickwood_storage::SEEN_WITHIN).
    pub seen_ms: u64,
}

/// Whose a device is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owner {
    /// The guest.
    pub guest: GuestId,
    /// When the device was last here, to within [`SEEN_WITHIN`](brickwood_storage::SEEN_WITHIN); none if it is the only one of its
    /// guest.
    pub seen_ms: Option<u64>,
}

/// The most devices of a guest.
pub const MOST_DEVICES: u32 = 20;

impl SiteStorage<'_> {
    /// Whose device this is: none if no stored guest has it, whether it was removed or never was. Both are found out by
    /// one and the same look.
    pub async fn owner(self, device: DeviceId) -> Result<Option<Owner>, Unavailable> {
        let read = |row: &mut Row| {
            Ok(Owner {
                guest: row.take()?,
                seen_ms: row.take_opt()?,
            })
        };
        self.sql.first(OWNER, values![device.0], read).await
    }

    /// Stores that a device is here now. Nothing is stored of one that is the only one of its guest.
    pub async fn see_device(self, device: DeviceId, now_ms: u64) -> Result<(), Unavailable> {
        let see = "UPDATE device SET seen_ms = ?2 WHERE id = ?1 AND seen_ms < ?2 AND NOT removed";
        self.sql.execute(see, values![device.0, now_ms]).await?;
        Ok(())
    }

    /// Adds a device to those of a stored guest; one who has [`MOST_DEVICES`] loses the one that was not seen for longest.
    /// Returns the devices that are lost; `None`, and nothing is added, if there is no such guest.
    pub async fn add_device(
        self,
        guest: GuestId,
        device: Device,
    ) -> Result<Option<Vec<DeviceId>>, Unavailable> {
        self.sql
            .transaction(Again::IfLost, move |on| {
                let device = device.clone();
                Box::pin(async move { Ok(Ok(add(on, guest, device).await?)) })
            })
            .await
    }

    /// The devices of a guest, in the order in which they were added; none as long as there is only the first, of which
    /// nothing was said.
    pub async fn devices_of(self, guest: GuestId) -> Result<Vec<Device>, Unavailable> {
        let text = "SELECT id, name, created_ms, seen_ms FROM device
             WHERE guest = ?1 AND NOT removed ORDER BY created_ms, id";
        let read = |row: &mut Row| {
            Ok(Device {
                id: row.take().map(DeviceId)?,
                name: row.take()?,
                created_ms: row.take()?,
                seen_ms: row.take()?,
            })
        };
        self.sql.all(text, values![guest], read).await
    }

    /// Names a device of a guest. `false` if the guest has no such device.
    pub async fn name_device(
        self,
        guest: GuestId,
        device: DeviceId,
        name: &str,
    ) -> Result<bool, Unavailable> {
        let name = name.to_owned();
        self.sql
            .transaction(Again::IfLost, move |on| {
                let name = name.clone();
                Box::pin(async move {
                    lock(on, guest).await?;
                    list_first(on, guest).await?;
                    let text = "UPDATE device SET name = ?3
                         WHERE id = ?2 AND guest = ?1 AND NOT removed";
                    let named = on.execute(text, values![guest, device.0, name]).await?;
                    Ok(Ok(named > 0))
                })
            })
            .await
    }

    /// Removes a device of a guest: from now on it is nobody's. `false` if the guest has no such device.
    pub async fn remove_device(
        self,
        guest: GuestId,
        device: DeviceId,
    ) -> Result<bool, Unavailable> {
        self.sql
            .transaction(Again::IfLost, move |on| {
                Box::pin(async move {
                    lock(on, guest).await?;
                    list_first(on, guest).await?;
                    Ok(Ok(remove(on, guest, device).await?))
                })
            })
            .await
    }

    /// Removes the devices that were not seen since then. Returns how many.
    pub async fn forget_devices(self, seen_before_ms: u64) -> Result<u64, Unavailable> {
        self.sql
            .transaction(Again::IfLost, move |on| {
                Box::pin(async move {
                    let mark = "UPDATE device SET removed = true
                         WHERE seen_ms < ?1 AND id = guest AND NOT removed";
                    let marked = on.execute(mark, values![seen_before_ms]).await?;
                    let delete = "DELETE FROM device WHERE seen_ms < ?1 AND id <> guest";
                    let deleted = on.execute(delete, values![seen_before_ms]).await?;
                    Ok(Ok(marked + deleted))
                })
            })
            .await
    }
}

/// A token is that of a device, or else of a guest who has never had another one.
const OWNER: &str = "SELECT guest, seen_ms FROM device WHERE id = ?1 AND NOT removed
     UNION ALL
     SELECT id, NULL FROM guest WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM device WHERE id = ?1)";

/// Makes others who change the devices of this guest wait. `false` if there is no such guest.
pub(crate) async fn lock(on: &mut dyn Statements, guest: GuestId) -> Result<bool, SqlError> {
    let text = "SELECT 1 FROM guest WHERE id = ?1";
    let found = on.lock(text, values![guest], RowLock::ChangeButKey).await?;
    Ok(found.is_some())
}

/// Adds a device to those of a guest. Returns those that the guest has lost for it; none if there is no such guest.
pub(crate) async fn add(
    on: &mut dyn Statements,
    guest: GuestId,
    device: Device,
) -> Result<Option<Vec<DeviceId>>, SqlError> {
    if !lock(on, guest).await? {
        return Ok(None);
    }
    let deletion = "SELECT 1 FROM deletion WHERE guest = ?1";
    if on.exists(deletion, values![guest]).await? {
        return Ok(None);
    }
    list_first(on, guest).await?;
    let others = "SELECT id FROM device WHERE guest = ?1 AND NOT removed AND id <> ?2
         ORDER BY seen_ms DESC, id";
    let others = on
        .all(others, values![guest, device.id.0], Row::take)
        .await?;
    let lost: Vec<_> = (others.into_iter().map(DeviceId))
        .skip(MOST_DEVICES as usize - 1)
        .collect();
    for id in &lost {
        remove(on, guest, *id).await?;
    }
    // An earlier attempt whose answer was lost may have added it.
    let text = "INSERT INTO device (id, guest, name, created_ms, seen_ms)
         VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
    let Device {
        id,
        name,
        created_ms,
        seen_ms,
    } = device;
    on.execute(text, values![id.0, guest, name, created_ms, seen_ms])
        .await?;
    Ok(Some(lost))
}

/// Lists the device with which a guest came, unless it is listed already.
pub(crate) async fn list_first(on: &mut dyn Statements, guest: GuestId) -> Result<(), SqlError> {
    let text = "INSERT INTO device (id, guest, name, created_ms, seen_ms)
         SELECT id, id, '', created_ms, seen_ms FROM guest WHERE id = ?1
         ON CONFLICT DO NOTHING";
    on.execute(text, values![guest]).await?;
    Ok(())
}

async fn remove(
    on: &mut dyn Statements,
    guest: GuestId,
    device: DeviceId,
) -> Result<bool, SqlError> {
    let mark = "UPDATE device SET removed = true, name = ''
         WHERE guest = ?1 AND id = ?2 AND id = guest AND NOT removed";
    let marked = on.execute(mark, values![guest, device.0]).await?;
    let delete = "DELETE FROM device WHERE guest = ?1 AND id = ?2 AND id <> guest";
    let deleted = on.execute(delete, values![guest, device.0]).await?;
    Ok(marked + deleted > 0)
}
