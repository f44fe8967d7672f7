//! The tables of the database, and its migrations.

use std::{cmp::Ordering, collections::HashSet, time::Duration};

use tokio::time::sleep;
use tokio_postgres::{Client, Error, GenericClient, error::SqlState};

use super::{Older, OpenPostgresError, PostgresUpgrade, connect::Connector, lineage};
use crate::Schema;

/// The tables of the log, in version 1.
const LOG: &str = include_str!("schema/games.sql");

/// Each migrates the database from the version before to its own. Versions count from 2.
const STEPS: &[&str] = &[];

/// Any number, but always the same: servers that start together take turns.
const LOCK: i64 = 0x6272_6963_6b77_6f64;

/// The version that this program knows.
const KNOWN: i32 = version_after(STEPS);

const fn version_after(steps: &[&str]) -> i32 {
    1 + (steps.len() as u32).cast_signed()
}

/// How long a step waits for a lock. Whoever wants one of its tables waits behind it meanwhile.
const TRY: &str = "SET LOCAL lock_timeout = '2s'";

/// How long others have the tables for themselves before the next try.
const PAUSE: Duration = Duration::from_secs(3);

/// How often to look who is in the way.
const LOOK: Duration = Duration::from_millis(500);

/// Whom a connection waits for. What they do is cut: it is to be recognized.
const IN_THE_WAY: &str = "
SELECT pid, coalesce(application_name, ''), coalesce(state, ''),
    left(regexp_replace(coalesce(query, ''), '[[:space:]]+', ' ', 'g'), 80)
FROM pg_stat_activity WHERE pid = ANY(pg_blocking_pids($1))";

/// Checks that the database is of the version that this program knows, and changes nothing.
pub(super) async fn check(client: &Client) -> Result<(), OpenPostgresError> {
    let row = client
        .query_one(
            "SELECT to_regclass('schema_version') IS NOT NULL, current_database()::text",
            &[],
        )
        .await?;
    if !row.get::<_, bool>(0) {
        return Err(OpenPostgresError::Missing(row.get(1)));
    }
    let (found, known) = (version(client).await?, KNOWN);
    match found.cmp(&known) {
        Ordering::Equal => Ok(()),
        Ordering::Less => Err(OpenPostgresError::Older { found, known }),
        Ordering::Greater => Err(OpenPostgresError::Version { found, known }),
    }
}

/// Brings the database to the version that this program knows: one without tables, and an older one if that is wanted.
/// Returns what an earlier version was changed from.
pub(super) async fn migrate(
    client: &mut Client,
    connector: &Connector,
    schema: Schema,
    older: Older,
) -> Result<Option<PostgresUpgrade>, OpenPostgresError> {
    migrate_to(client, connector, schema, older, STEPS).await
}

async fn migrate_to(
    client: &mut Client,
    connector: &Connector,
    schema: Schema,
    older: Older,
    steps: &[&str],
) -> Result<Option<PostgresUpgrade>, OpenPostgresError> {
    let encoding: String = client
        .query_one("SELECT current_setting('server_encoding')", &[])
        .await?
        .get(0);
    if encoding != "UTF8" {
        return Err(OpenPostgresError::Encoding(encoding));
    }
    let pid: i32 = client
        .query_one("SELECT pg_backend_pid()", &[])
        .await?
        .get(0);
    let tries = async {
        loop {
            let done = try_to_migrate(client, schema, older, steps).await;
            match done {
                Err(OpenPostgresError::Postgres(error))
                    if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) => {}
                done => return done,
            }
            sleep(PAUSE).await;
        }
    };
    tokio::select! {
        done = tries => done,
        never = say_who_is_in_the_way(connector, pid) => match never {},
    }
}

/// Names each connection that holds up this one. It is not worth an error if that cannot be found out.
async fn say_who_is_in_the_way(connector: &Connector, held_up: i32) -> std::convert::Infallible {
    let mut named = HashSet::new();
    let mut watching = None;
    loop {
        sleep(LOOK).await;
        if watching.is_none() {
            watching = connector.session().await.ok();
        }
        let Some((client, ..)) = &watching else {
            continue;
        };
        let Ok(rows) = client.query(IN_THE_WAY, &[&held_up]).await else {
            watching = None;
            continue;
        };
        for row in rows {
            let pid: i32 = row.get(0);
            if named.insert(pid) {
                let (application, state, query): (String, String, String) =
                    (row.get(1), row.get(2), row.get(3));
                tracing::warn!(
                    pid,
                    application,
                    state,
                    query,
                    "the change of the database waits for another connection"
                );
            }
        }
    }
}

async fn try_to_migrate(
    client: &mut Client,
    schema: Schema,
    older: Older,
    steps: &[&str],
) -> Result<Option<PostgresUpgrade>, OpenPostgresError> {
    let known = version_after(steps);
    let transaction = client.transaction().await?;
    // Waiting for another server that migrates may take longer than other statements may. Nobody waits behind it.
    transaction
        .batch_execute("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
        .await?;
    lock(&transaction).await?;
    transaction.batch_execute(TRY).await?;
    let is_there = "SELECT to_regclass('schema_version') IS NOT NULL";
    let found = if transaction.query_one(is_there, &[]).await?.get(0) {
        version(&transaction).await?
    } else {
        0
    };
    if found > known {
        return Err(OpenPostgresError::Version { found, known });
    }
    if (1..known).contains(&found) && older == Older::Refused {
        return Err(OpenPostgresError::Older { found, known });
    }
    if found == 0 {
        if older == Older::Upgraded {
            let name = "SELECT current_database()::text";
            let name = transaction.query_one(name, &[]).await?.get(0);
            return Err(OpenPostgresError::Missing(name));
        }
        create_with(&transaction, schema, steps).await?;
    } else if found < known {
        take(&transaction, steps, found).await?;
    }
    transaction.commit().await?;
    let from = (1..known).contains(&found).then_some(found);
    Ok(from.map(|from| PostgresUpgrade { from, to: known }))
}

/// Until the transaction ends, no other one creates or changes tables.
pub(super) async fn lock(client: &impl GenericClient) -> Result<(), Error> {
    let text = "SELECT pg_advisory_xact_lock($1)";
    client.execute(text, &[&LOCK]).await?;
    Ok(())
}

/// Creates the tables in a database that has none.
pub(super) async fn create(client: &impl GenericClient, schema: Schema) -> Result<(), Error> {
    create_with(client, schema, STEPS).await
}

async fn create_with(
    client: &impl GenericClient,
    schema: Schema,
    steps: &[&str],
) -> Result<(), Error> {
    client
        .batch_execute("CREATE TABLE schema_version (version integer NOT NULL)")
        .await?;
    client.batch_execute(LOG).await?;
    for tables in schema.tables.iter().chain(schema.of_postgres) {
        client.batch_execute(tables).await?;
    }
    take(client, steps, 1).await?;
    lineage::note(client).await
}

/// Takes the steps after a version.
async fn take(client: &impl GenericClient, steps: &[&str], from: i32) -> Result<(), Error> {
    for step in steps.iter().skip(usize::try_from(from - 1).unwrap_or(0)) {
        client.batch_execute(step).await?;
    }
    let text = "INSERT INTO schema_version VALUES ($1)";
    client.execute(text, &[&version_after(steps)]).await?;
    Ok(())
}

async fn version(client: &impl GenericClient) -> Result<i32, Error> {
    let text = "SELECT coalesce(max(version), 0) FROM schema_version";
    Ok(client.query_one(text, &[]).await?.get(0))
}

/// Whether a database has the version that this program knows.
pub(super) async fn is_current(client: &impl GenericClient) -> Result<(), OpenPostgresError> {
    let (found, known) = (version(client).await?, KNOWN);
    match found.cmp(&known) {
        std::cmp::Ordering::Less => Err(OpenPostgresError::Older { found, known }),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(OpenPostgresError::Version { found, known }),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use brickwood_test_kit::database::{Database, connect};

    use super::*;

    /// A database of version 1, what changes it, and a connection for that.
    async fn of_version_1() -> Option<(Database, Connector, Client)> {
        let database = Database::create().await?;
        let connector = Connector::new(&database.url).unwrap();
        let mut client = connect(&database.url).await;
        let made = migrate(&mut client, &connector, Schema::LOG_ALONE, Older::Refused);
        assert_eq!(made.await.unwrap(), None);
        Some((database, connector, client))
    }

    #[tokio::test]
    async fn a_database_of_an_earlier_version_is_changed_only_when_that_is_wanted() {
        let Some((database, connector, mut client)) = of_version_1().await else {
            return;
        };
        let later = ["CREATE TABLE later (word text)"];
        let version = async |client: &Client| version(client).await.unwrap();
        let log = Schema::LOG_ALONE;
        let refused = migrate_to(&mut client, &connector, log, Older::Refused, &later).await;
        let refused = refused.unwrap_err();
        assert!(matches!(
            refused,
            OpenPostgresError::Older { found: 1, known: 2 }
        ));
        let said = refused.to_string();
        for command in ["pg_dump ", "brickwood upgrade"] {
            assert!(said.contains(command), "{said}");
        }
        assert_eq!(version(&client).await, 1);
        let changed = migrate_to(&mut client, &connector, log, Older::Upgraded, &later).await;
        let change = PostgresUpgrade { from: 1, to: 2 };
        assert_eq!(changed.unwrap(), Some(change));
        assert_eq!(version(&client).await, 2);
        client.execute("SELECT word FROM later", &[]).await.unwrap();
        let again = migrate_to(&mut client, &connector, log, Older::Upgraded, &later).await;
        assert_eq!(again.unwrap(), None);
        drop(client);
        database.drop().await;
    }

    #[tokio::test]
    async fn a_database_without_tables_is_not_upgraded() {
        let Some(database) = Database::create().await else {
            return;
        };
        let connector = Connector::new(&database.url).unwrap();
        let mut client = connect(&database.url).await;
        let log = Schema::LOG_ALONE;
        let refused = migrate(&mut client, &connector, log, Older::Upgraded).await;
        assert!(matches!(refused, Err(OpenPostgresError::Missing(_))));
        let made = client.query("SELECT to_regclass('schema_version')::text", &[]);
        assert_eq!(made.await.unwrap()[0].get::<_, Option<String>>(0), None);
        drop(client);
        database.drop().await;
    }

    /// What `pg_dump` does: it keeps the table from being changed until it ends.
    #[tokio::test]
    async fn a_change_waits_for_a_reader_without_holding_up_those_who_write() {
        let Some((database, connector, mut client)) = of_version_1().await else {
            return;
        };
        let mut reader = connect(&database.url).await;
        let reading = reader.transaction().await.unwrap();
        reading.execute("SELECT FROM game", &[]).await.unwrap();
        let changing = tokio::spawn(async move {
            let step = ["ALTER TABLE game ADD COLUMN later text"];
            let log = Schema::LOG_ALONE;
            migrate_to(&mut client, &connector, log, Older::Upgraded, &step).await
        });
        let writer = connect(&database.url).await;
        let begun = Instant::now();
        let mut longest = Duration::ZERO;
        // Longer than a try and a pause.
        while begun.elapsed() < Duration::from_secs(7) {
            let asked = Instant::now();
            let write = "UPDATE game SET head = head WHERE id = 'a'";
            writer.execute(write, &[]).await.unwrap();
            longest = longest.max(asked.elapsed());
            sleep(Duration::from_millis(20)).await;
        }
        assert!(!changing.is_finished(), "the reader has not ended");
        assert!(longest > Duration::from_millis(500), "a try was made");
        assert!(longest < Duration::from_secs(4), "held up for {longest:?}");
        reading.rollback().await.unwrap();
        let changed = changing.await.unwrap().unwrap();
        assert_eq!(changed, Some(PostgresUpgrade { from: 1, to: 2 }));
        drop((reader, writer));
        database.drop().await;
    }
}
