//! What whoever hosts the site has chosen about all of it.

use brickwood_storage::{Row, Unavailable, values};

use crate::SiteStorage;

/// Sets a setting.
pub(crate) const SET: &str = "INSERT INTO setting (name, value) VALUES (?1, ?2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value";

impl SiteStorage<'_> {
    /// The value of a setting, as JSON; `None` if it was never set.
    pub async fn setting(self, name: &str) -> Result<Option<String>, Unavailable> {
        let text = "SELECT value FROM setting WHERE name = ?1";
        self.sql.first(text, values![name], Row::take).await
    }

    /// Sets a setting to a value, which is JSON.
    pub async fn set(self, name: &str, value: &str) -> Result<(), Unavailable> {
        self.sql.execute(SET, values![name, value]).await?;
        Ok(())
    }
}
