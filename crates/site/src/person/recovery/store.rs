//! What makes a further device a person's: a link for minutes, or recovery words.

use brickwood_storage::{Again, DeviceId, Row, SqlError, Statements, Unavailable, values};
use brickwood_table::PersonId;

use crate::{
    SiteStorage,
    person::devices::{Device, NEW_MS, store as devices},
};

/// The SHA-256 of a secret that makes a device a person. The secret itself is not stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyHash {
    /// Of a link: valid once, for minutes.
    Link([u8; 32]),
    /// Of recovery words: valid until a day after they are replaced.
    Words([u8; 32]),
}

/// A device that has become a person's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimed {
    /// The person.
    pub person: PersonId,
    /// The devices that the person has lost for it.
    pub lost: Vec<DeviceId>,
}

impl SiteStorage<'_> {
    /// Stores the link of a stored person, instead of any earlier one.
    pub async fn set_link(
        self,
        person: PersonId,
        secret: [u8; 32],
        until_ms: u64,
    ) -> Result<(), Unavailable> {
        let set = "INSERT INTO device_link (person, secret, until_ms)
             SELECT id, ?2, ?3 FROM person WHERE id = ?1
             ON CONFLICT (person) DO UPDATE SET secret = excluded.secret, until_ms = excluded.until_ms";
        self.sql
            .execute(set, values![person, secret, until_ms])
            .await?;
        Ok(())
    }

    /// Stores the recovery words of a stored person, instead of any earlier ones, which are valid for another day. Those that
    /// are replaced meanwhile are not: whoever replaces them again does not cut the day short.
    pub async fn set_words(
        self,
        person: PersonId,
        words: [u8; 32],
        now_ms: u64,
    ) -> Result<(), Unavailable> {
        let set = "INSERT INTO recovery (person, words, created_ms)
             SELECT id, ?2, ?3 FROM person WHERE id = ?1
             ON CONFLICT (person) DO UPDATE SET words = excluded.words, created_ms = excluded.created_ms,
                former = CASE WHEN recovery.former_until_ms > ?3 THEN recovery.former ELSE recovery.words END,
                former_until_ms = CASE WHEN recovery.former_until_ms > ?3 THEN recovery.former_until_ms ELSE ?4 END
             WHERE recovery.words <> excluded.words";
        self.sql
            .execute(set, values![person, words, now_ms, now_ms + NEW_MS])
            .await?;
        Ok(())
    }

    /// When the person's recovery words were made, in milliseconds since 1970; none if there are none.
    pub async fn words_ms(self, person: PersonId) -> Result<Option<u64>, Unavailable> {
        let text = "SELECT created_ms FROM recovery WHERE person = ?1";
        self.sql.first(text, values![person], Row::take).await
    }

    /// Whose key this is now.
    pub async fn key_owner(
        self,
        key: KeyHash,
        now_ms: u64,
    ) -> Result<Option<PersonId>, Unavailable> {
        match key {
            KeyHash::Link(hash) => {
                let text = "SELECT person FROM device_link WHERE secret = ?1 AND until_ms > ?2";
                self.sql.first(text, values![hash, now_ms], Row::take).await
            }
            KeyHash::Words(hash) => {
                let values = values![hash, now_ms];
                self.sql.first(OF_WORDS, values, Row::take).await
            }
        }
    }

    /// Makes a device that of the key's owner, as [`add_device`](Self::add_device) does, and uses up a
    /// link: of many who claim one at once, one succeeds. `None` if the key is nobody's now.
    pub async fn claim(
        self,
        key: KeyHash,
        device: Device,
        now_ms: u64,
    ) -> Result<Option<Claimed>, Unavailable> {
        self.sql
            .transaction(Again::IfLost, move |on| {
                let device = device.clone();
                Box::pin(async move { Ok(Ok(claim(on, key, device, now_ms).await?)) })
            })
            .await
    }

    /// Removes the links that were valid until then. Returns how many.
    pub async fn forget_links(self, until_ms: u64) -> Result<u64, Unavailable> {
        let forget = "DELETE FROM device_link WHERE until_ms <= ?1";
        self.sql.execute(forget, values![until_ms]).await
    }
}

const OF_WORDS: &str = "SELECT person FROM recovery
     WHERE words = ?1 OR (former = ?1 AND former_until_ms > ?2)";

async fn claim(
    on: &mut dyn Statements,
    key: KeyHash,
    device: Device,
    now_ms: u64,
) -> Result<Option<Claimed>, SqlError> {
    let mut owner = match key {
        KeyHash::Link(hash) => take_link(on, hash, now_ms).await?,
        KeyHash::Words(hash) => on.first(OF_WORDS, values![hash, now_ms], Row::take).await?,
    };
    if owner.is_none() {
        // An earlier attempt whose answer was lost may have added the device.
        let text = "SELECT person FROM device WHERE id = ?1 AND NOT removed";
        owner = on.first(text, values![device.id.0], Row::take).await?;
    }
    let Some(person) = owner else {
        return Ok(None);
    };
    let lost = devices::add(on, person, device).await?;
    Ok(lost.map(|lost| Claimed { person, lost }))
}

/// The owner of a link that is valid, which is used up now.
async fn take_link(
    on: &mut dyn Statements,
    secret: [u8; 32],
    now_ms: u64,
) -> Result<Option<PersonId>, SqlError> {
    let text = "SELECT person FROM device_link WHERE secret = ?1";
    let Some(person) = on.first(text, values![secret], Row::take).await? else {
        return Ok(None);
    };
    // Whoever changes something of a person waits for the others at the person's row first.
    devices::lock(on, person).await?;
    let take = "DELETE FROM device_link WHERE secret = ?1 AND until_ms > ?2";
    let taken = on.execute(take, values![secret, now_ms]).await?;
    Ok((taken > 0).then_some(person))
}
