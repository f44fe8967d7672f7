//! The tables of the database, and its migrations.

use tokio_postgres::{Client, Transaction};

use super::{
    OpenPostgresError,
    games::{RECORDS, record},
};
use crate::outlines::{Unlisted, bits};

/// Each migrates the database from the version before to its own. Versions count from 1.
const VERSIONS: [&str; 4] = [
    include_str!("schema.sql"),
    include_str!("listener.sql"),
    include_str!("node.sql"),
    include_str!("outline.sql"),
];

/// Any number, but always the same: servers that start together take turns.
const LOCK: i64 = 0x6272_6963_6b77_6f64;

/// Brings the database to the version that this program knows.
pub(super) async fn migrate(client: &mut Client) -> Result<(), OpenPostgresError> {
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
    for (version, tables) in (1..)
        .zip(VERSIONS)
        .skip_while(|(version, _)| *version <= found)
    {
        transaction.batch_execute(tables).await?;
        transaction
            .execute("INSERT INTO schema_version VALUES ($1)", &[&version])
            .await?;
    }
    if found < known {
        list_games(&transaction).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Replays the games without an outline.
async fn list_games(transaction: &Transaction<'_>) -> Result<(), OpenPostgresError> {
    let ids = transaction
        .query("SELECT id FROM game WHERE edition IS NULL", &[])
        .await?;
    let game = transaction
        .prepare("SELECT setup::text, people::text, progress FROM game WHERE id = $1")
        .await?;
    let lines = transaction.prepare(RECORDS).await?;
    let list = transaction
        .prepare(
            "UPDATE game SET edition = $2, points = $3, turn = $4, to_act = $5, winners = $6
             WHERE id = $1",
        )
        .await?;
    for id in ids {
        let id: String = id.get(0);
        let row = transaction.query_one(&game, &[&id]).await?;
        let rows = transaction.query(&lines, &[&id, &0_i32, &i32::MAX]).await?;
        let Ok(records) = rows.iter().map(record).collect() else {
            continue;
        };
        let game = Unlisted {
            setup: row.get(0),
            people: row.get(1),
            progress: u8::try_from(row.get::<_, i16>(2)).unwrap_or_default(),
            id,
        };
        let Some((set_up_columns, outline)) = game.outline(records) else {
            continue;
        };
        transaction
            .execute(
                &list,
                &[
                    &game.id,
                    &set_up_columns.edition,
                    &i16::from(set_up_columns.points),
                    &i32::from(outline.turn),
                    &i16::from(bits(outline.to_act)),
                    &i16::from(bits(outline.winners)),
                ],
            )
            .await?;
    }
    Ok(())
}
