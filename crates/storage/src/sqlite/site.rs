//! What is stored of the site and its people beside tables.

use async_trait::async_trait;
use rusqlite::OptionalExtension;

use super::SqliteStorage;
use crate::{Settings, SiteStorage, Unavailable};

/// Sets a setting.
pub(super) const SET: &str = "INSERT INTO setting (name, value) VALUES (?1, ?2)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value";

#[async_trait]
impl Settings for SqliteStorage {
    async fn setting(&self, name: &str) -> Result<Option<String>, Unavailable> {
        let name = name.to_owned();
        self.read(move |from| {
            from.prepare_cached("SELECT value FROM setting WHERE name = ?1")?
                .query_row([name], |row| row.get(0))
                .optional()
        })
        .await
    }

    async fn set(&self, name: &str, value: &str) -> Result<(), Unavailable> {
        let parameters = (name.to_owned(), value.to_owned());
        self.writer.execute(SET, parameters).await?;
        Ok(())
    }
}

impl SiteStorage for SqliteStorage {}
