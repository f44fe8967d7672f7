//! What is stored of the site and its people beside tables.

use async_trait::async_trait;

use super::{
    PostgresStorage, answer, outcome,
    statement::{execute, query_opt},
    with,
};
use crate::{Settings, SiteStorage, Unavailable};

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
            let text = "INSERT INTO setting (name, value) VALUES ($1, $2)
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value";
            execute(client, text, &[&name, &value]).await?;
            Ok(())
        })
    }
}

impl SiteStorage for PostgresStorage {}
