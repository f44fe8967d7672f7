//! What a site stores, in PostgreSQL. The tests need a server: `cargo xtask test` starts one.

use brickwood_site::SCHEMA;
use brickwood_storage::PostgresStorage;
use brickwood_test_kit::database::Database;

use crate::contract::{self, site_contract};

/// Runs a test on an empty database.
async fn postgres<F: Future<Output = ()>>(test: impl FnOnce(PostgresStorage) -> F) {
    if let Some(database) = Database::create().await {
        test(PostgresStorage::open(&database.url, SCHEMA).await.unwrap()).await;
        database.drop().await;
    }
}

site_contract!(postgres);
