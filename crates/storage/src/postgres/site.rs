//! What is stored of the site and its people beside tables.

use async_trait::async_trait;
use brickwood_table::GuestId;

use super::{
    Failure, PostgresStorage,
    statement::{execute, query_opt},
    with,
};
use crate::{Settings, SiteStorage, Unavailable};

/// Sets a setting.
pub(super) const SET: &str = "INSERT INTO setting (name, value) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value";

/// A guest by the bytes of their id.
pub(super) fn guest(id: &[u8]) -> Result<GuestId, Failure> {
    let id = id.try_into().map(GuestId);
    id.map_err(|_| Failure::Unreadable("the id of a guest has 32 bytes"))
}

#[async_trait]
impl Settings for PostgresStorage {
    async fn setting(&self, name: &str) -> Result<Option<String>, Unavailable> {
        with!(self, client => {
            let text = "SELECT value FROM setting WHERE name = $1";
            let found = query_opt(client, text, &[&name]).await?;
            Ok(found.map(|row| row.get(0)))
        })
    }

    async fn set(&self, name: &str, value: &str) -> Result<(), Unavailable> {
        with!(self, client => {
            execute(client, SET, &[&name, &value]).await?;
            Ok(())
        })
    }
}

impl SiteStorage for PostgresStorage {}
