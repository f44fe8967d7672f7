//! The devices of a person.

use brickwood_storage::{Again, DeviceId, Row, RowLock, SqlError, Statements, Unavailable, values};
use brickwood_table::PersonId;

use crate::{
    SiteStorage,
    person::devices::trust::{DeviceStanding, NEW_MS},
};

/// A device in the list of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// Which one it is.
    pub id: DeviceId,
    /// What the person calls it; empty if nobody has named it.
    pub name: String,
    /// Since when it is the person's, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it was last here, to within [`SEEN_WITHIN`](brickwood_storage::SEEN_WITHIN).
    pub seen_ms: u64,
    /// From when on it is not new any more.
    pub trusted_ms: u64,
    /// What older ones have said about it.
    pub standing: DeviceStanding,
}

impl Device {
    /// One that comes now.
    pub const fn coming(id: DeviceId, name: String, now_ms: u64) -> Self {
        Self {
            id,
            name,
            created_ms: now_ms,
            seen_ms: now_ms,
            trusted_ms: now_ms + NEW_MS,
            standing: DeviceStanding::Unanswered,
        }
    }
}

/// Whose a device is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owner {
    /// The person.
    pub person: PersonId,
    /// When the device was last here, to within [`SEEN_WITHIN`](brickwood_storage::SEEN_WITHIN); none if it is the only one of its
    /// person.
    pub seen_ms: Option<u64>,
    /// From when on the device is not new any more.
    pub trusted_ms: u64,
}

/// The most devices of a person.
pub const MOST_DEVICES: u32 = 20;

impl SiteStorage<'_> {
    /// Whose device this is: none if no stored person has it, whether it was removed or never was. Both are found out by
    /// one and the same look.
    pub async fn owner(self, device: DeviceId) -> Result<Option<Owner>, Unavailable> {
        let read = |row: &mut Row| {
            Ok(Owner {
                person: row.take()?,
                seen_ms: row.take_opt()?,
                trusted_ms: row.take()?,
            })
        };
        self.sql.first(OWNER, values![device.0], read).await
    }

    /// Stores that a device is here now. Nothing is stored of one that is the only one of its person.
    pub async fn see_device(self, device: DeviceId, now_ms: u64) -> Result<(), Unavailable> {
        let see = "UPDATE device SET seen_ms = ?2 WHERE id = ?1 AND seen_ms < ?2 AND NOT removed";
        self.sql.execute(see, values![device.0, now_ms]).await?;
        Ok(())
    }

    /// Adds a device to those of a stored person; one who has [`MOST_DEVICES`] loses the one that was not seen for longest.
    /// Returns the devices that are lost; `None`, and nothing is added, if there is no such person.
    pub async fn add_device(
        self,
        person: PersonId,
        device: Device,
    ) -> Result<Option<Vec<DeviceId>>, Unavailable> {
        self.sql
            .transaction(Again::IfLost, move |on| {
                let device = device.clone();
                Box::pin(async move { Ok(Ok(add(on, person, device).await?)) })
            })
            .await
    }

    /// The devices of a person, in the order in which they were added; none as long as there is only the first, of which
    /// nothing was said.
    pub async fn devices_of(self, person: PersonId) -> Result<Vec<Device>, Unavailable> {
        let text = "SELECT id, name, created_ms, seen_ms, trusted_ms, standing FROM device
             WHERE person = ?1 AND NOT removed ORDER BY created_ms, id";
        let read = |row: &mut Row| {
            Ok(Device {
                id: row.take().map(DeviceId)?,
                name: row.take()?,
                created_ms: row.take()?,
                seen_ms: row.take()?,
                trusted_ms: row.take()?,
                standing: DeviceStanding::of(row.take()?).unwrap_or(DeviceStanding::Unanswered),
            })
        };
        self.sql.all(text, values![person], read).await
    }

    /// Names a device of a person. `false` if the person has no such device.
    pub async fn name_device(
        self,
        person: PersonId,
        device: DeviceId,
        name: &str,
    ) -> Result<bool, Unavailable> {
        let name = name.to_owned();
        self.sql
            .transaction(Again::IfLost, move |on| {
                let name = name.clone();
                Box::pin(async move {
                    lock(on, person).await?;
                    list_first(on, person).await?;
                    let text = "UPDATE device SET name = ?3
                         WHERE id = ?2 AND person = ?1 AND NOT removed";
                    let named = on.execute(text, values![person, device.0, name]).await?;
                    Ok(Ok(named > 0))
                })
            })
            .await
    }

    /// Stores what is said about a device of a person, and from when on it is trusted, if it has the standing `was`. `false`
    /// if there is no such device.
    pub async fn answer_device(
        self,
        (person, device): (PersonId, DeviceId),
        was: DeviceStanding,
        standing: DeviceStanding,
        trusted_ms: u64,
    ) -> Result<bool, Unavailable> {
        let answer = "UPDATE device SET standing = ?4, trusted_ms = ?5
             WHERE id = ?2 AND person = ?1 AND standing IN (?3, ?4) AND NOT removed";
        let (was, standing) = (was.number(), standing.number());
        let values = values![person, device.0, was, standing, trusted_ms];
        Ok(self.sql.execute(answer, values).await? > 0)
    }

    /// The name of the person of whose devices this one was removed, who may have none; none if it was not removed.
    pub async fn removed_from(
        self,
        device: DeviceId,
    ) -> Result<Option<Option<String>>, Unavailable> {
        let text = "SELECT person.name FROM device JOIN person ON person.id = device.person
             WHERE device.id = ?1 AND device.removed
             AND NOT EXISTS (SELECT 1 FROM deletion WHERE deletion.person = device.person)";
        let name = self.sql.first(text, values![device.0], Row::take_opt);
        name.await
    }

    /// Removes a device of a person: from now on it is nobody's. `false` if the person has no such device.
    pub async fn remove_device(
        self,
        person: PersonId,
        device: DeviceId,
    ) -> Result<bool, Unavailable> {
        self.sql
            .transaction(Again::IfLost, move |on| {
                Box::pin(async move {
                    lock(on, person).await?;
                    list_first(on, person).await?;
                    Ok(Ok(remove(on, person, device).await?))
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
                         WHERE seen_ms < ?1 AND id = person AND NOT removed";
                    let marked = on.execute(mark, values![seen_before_ms]).await?;
                    let delete = "DELETE FROM device WHERE seen_ms < ?1 AND id <> person";
                    let deleted = on.execute(delete, values![seen_before_ms]).await?;
                    Ok(Ok(marked + deleted))
                })
            })
            .await
    }
}

/// A token is that of a device, or else of a person who has never had another one.
const OWNER: &str = "SELECT person, seen_ms, trusted_ms FROM device WHERE id = ?1 AND NOT removed
     UNION ALL
     SELECT id, NULL, created_ms FROM person WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM device WHERE id = ?1)";

/// Makes others who change the devices of this person wait. `false` if there is no such person.
pub(crate) async fn lock(on: &mut dyn Statements, person: PersonId) -> Result<bool, SqlError> {
    let text = "SELECT 1 FROM person WHERE id = ?1";
    let found = on
        .lock(text, values![person], RowLock::ChangeButKey)
        .await?;
    Ok(found.is_some())
}

/// Adds a device to those of a person. Returns those that the person has lost for it; none if there is no such person.
pub(crate) async fn add(
    on: &mut dyn Statements,
    person: PersonId,
    device: Device,
) -> Result<Option<Vec<DeviceId>>, SqlError> {
    if !lock(on, person).await? {
        return Ok(None);
    }
    let deletion = "SELECT 1 FROM deletion WHERE person = ?1";
    if on.exists(deletion, values![person]).await? {
        return Ok(None);
    }
    list_first(on, person).await?;
    // New ones go first: however many come, they push no trusted one out.
    let others = "SELECT id FROM device WHERE person = ?1 AND NOT removed AND id <> ?2
         ORDER BY CASE WHEN trusted_ms <= ?3 THEN 0 ELSE 1 END, seen_ms DESC, id";
    let others = on
        .all(
            others,
            values![person, device.id.0, device.created_ms],
            Row::take,
        )
        .await?;
    let lost: Vec<_> = (others.into_iter().map(DeviceId))
        .skip(MOST_DEVICES as usize - 1)
        .collect();
    for id in &lost {
        remove(on, person, *id).await?;
    }
    // An earlier attempt whose answer was lost may have added it.
    let text = "INSERT INTO device (id, person, name, created_ms, seen_ms, trusted_ms, standing)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING";
    let Device {
        id,
        name,
        created_ms,
        seen_ms,
        trusted_ms,
        standing,
    } = device;
    let values = values![
        id.0,
        person,
        name,
        created_ms,
        seen_ms,
        trusted_ms,
        standing.number(),
    ];
    on.execute(text, values).await?;
    Ok(Some(lost))
}

/// Lists the device with which a person came, unless it is listed already. It never was new.
pub(crate) async fn list_first(on: &mut dyn Statements, person: PersonId) -> Result<(), SqlError> {
    let text = "INSERT INTO device (id, person, name, created_ms, seen_ms, trusted_ms, standing)
         SELECT id, id, '', created_ms, seen_ms, created_ms, ?2 FROM person WHERE id = ?1
         ON CONFLICT DO NOTHING";
    on.execute(text, values![person, DeviceStanding::Known.number()])
        .await?;
    Ok(())
}

async fn remove(
    on: &mut dyn Statements,
    person: PersonId,
    device: DeviceId,
) -> Result<bool, SqlError> {
    let mark = "UPDATE device SET removed = true, name = ''
         WHERE person = ?1 AND id = ?2 AND NOT removed";
    let marked = on.execute(mark, values![person, device.0]).await?;
    // So many are told that they were removed.
    let forget = "DELETE FROM device WHERE person = ?1 AND removed AND id <> person AND id NOT IN
         (SELECT id FROM device WHERE person = ?1 AND removed ORDER BY seen_ms DESC, id LIMIT ?2)";
    on.execute(forget, values![person, MOST_DEVICES]).await?;
    Ok(marked > 0)
}
