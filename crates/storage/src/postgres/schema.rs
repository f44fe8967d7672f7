//! The tables of the database, and its migrations.

use tokio_postgres::Client;

use super::{Older, OpenPostgresError};
use crate::Schema;

/// The tables of the log, in version 1.
const LOG: &str = include_str!("schema/games.sql");

/// Each migrates the database from the version before to its own. Versions count from 2.
const STEPS: &[&str] = &[];

/// Any number, but always the same: servers that start together take turns.
const LOCK: i64 = 0x6272_6963_6b77_6f64;

/// Brings the database to the version that this program knows: one without tables, and an older one if that is wanted.
pub(super) async fn migrate(
    client: &mut Client,
    schema: Schema,
    older: Older,
) -> Result<(), OpenPostgresError> {
    migrate_to(client, schema, older, STEPS).await
}

async fn migrate_to(
    client: &mut Client,
    schema: Schema,
    older: Older,
    steps: &[&str],
) -> Result<(), OpenPostgresError> {
    let known = 1 + (steps.len() as u32).cast_signed();
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
    if found < known {
        if found == 0 {
            transaction.batch_execute(LOG).await?;
            for tables in schema.tables.iter().chain(schema.of_postgres) {
                transaction.batch_execute(tables).await?;
            }
        }
        for step in steps.iter().skip(usize::try_from(found - 1).unwrap_or(0)) {
            transaction.batch_execute(step).await?;
        }
        transaction
            .execute("INSERT INTO schema_version VALUES ($1)", &[&known])
            .await?;
    }
    transaction.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use brickwood_test_kit::database::{Database, connect};

    use super::*;

    #[tokio::test]
    async fn a_database_of_an_earlier_version_is_changed_only_when_that_is_wanted() {
        let Some(database) = Database::create().await else {
            return;
        };
        let mut client = connect(&database.url).await;
        let later = ["CREATE TABLE later (word text)"];
        let version = async |client: &Client| -> i32 {
            let text = "SELECT max(version) FROM schema_version";
            client.query_one(text, &[]).await.unwrap().get(0)
        };
        migrate(&mut client, Schema::LOG_ALONE, Older::Refused)
            .await
            .unwrap();
        let refused = migrate_to(&mut client, Schema::LOG_ALONE, Older::Refused, &later).await;
        let refused = refused.unwrap_err();
        assert!(matches!(
            refused,
            OpenPostgresError::Older { found: 1, known: 2 }
        ));
        let said = refused.to_string();
        for command in ["pg_dump ", "brickwood serve --upgrade"] {
            assert!(said.contains(command), "{said}");
        }
        assert_eq!(version(&client).await, 1);
        migrate_to(&mut client, Schema::LOG_ALONE, Older::Upgraded, &later)
            .await
            .unwrap();
        assert_eq!(version(&client).await, 2);
        client.execute("SELECT word FROM later", &[]).await.unwrap();
        drop(client);
        database.drop().await;
    }
}
