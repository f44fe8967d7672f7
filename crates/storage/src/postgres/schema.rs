//! The tables of the database, and its migrations.

use tokio_postgres::Client;

use super::{Older, OpenPostgresError};

/// The tables, and then one step for each later version: it migrates the database from the version before
/// to its own. Versions count from 1.
const VERSIONS: &[&str] = &[
    include_str!("schema.sql"),
    include_str!("schema/settings.sql"),
    include_str!("schema/devices.sql"),
    include_str!("schema/passkeys.sql"),
    include_str!("schema/open_tables.sql"),
    include_str!("schema/recovery.sql"),
    include_str!("schema/order.sql"),
    include_str!("schema/identities.sql"),
    include_str!("schema/results.sql"),
    include_str!("schema/profiles.sql"),
    include_str!("schema/ratings.sql"),
    include_str!("schema/asking.sql"),
];

/// Any number, but always the same: servers that start together take turns.
const LOCK: i64 = 0x6272_6963_6b77_6f64;

/// Brings the database to the version that this program knows: one without tables, and an older one if that is wanted.
pub(super) async fn migrate(client: &mut Client, older: Older) -> Result<(), OpenPostgresError> {
    let known = (VERSIONS.len() as u32).cast_signed();
    let encoding: String = client
        .query_one("SELECT current_setting('server_encoding')", &[])
        .await?
        .get(0);
    if encoding != "UTF8" {
        return Err(OpenPostgresError::Encoding(encoding));
    }
    let transaction = client.transaction().await?;
    // Waiting for another server that migrates may take longer than other statements may.
    transaction
        .batch_execute("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
        .await?;
    transaction
        .execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])
        .await?;
    transaction
        .batch_execute("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)")
        .await?;
    let found: i32 = transaction
        .query_one("SELECT coalesce(max(version), 0) FROM schema_version", &[])
        .await?
        .get(0);
    if found > known {
        return Err(OpenPostgresError::Version { found, known });
    }
    if (1..known).contains(&found) && older == Older::Refused {
        return Err(OpenPostgresError::Older { found, known });
    }
    for (version, tables) in (1..)
        .zip(VERSIONS.iter().copied())
        .skip_while(|(version, _)| *version <= found)
    {
        transaction.batch_execute(tables).await?;
        transaction
            .execute("INSERT INTO schema_version VALUES ($1)", &[&version])
            .await?;
    }
    transaction.commit().await?;
    Ok(())
}
