//! The tables of the database, and how a connection is set up.

use std::{path::Path, time::Duration};

use rusqlite::Connection;

use super::{OpenError, upgrade};

/// The tables of version 2.
const TABLES: &str = include_str!("schema.sql");

/// Each migrates the database from the version before to its own. Versions count from 3.
const STEPS: [&str; 2] = [include_str!("attended.sql"), include_str!("outline.sql")];

/// The database's `user_version` after all of them.
pub(super) const VERSION: u32 = 2 + STEPS.len() as u32;

/// Opens the database for writing and brings it to the current version.
pub(super) fn open_writer(file: &Path) -> Result<Connection, OpenError> {
    let mut connection = Connection::open(file)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A commit is on the disk before it is acknowledged, power loss included.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
    // An upgrade renames tables.
    connection.pragma_update(None, "foreign_keys", false)?;
    let transaction = connection.transaction()?;
    let version: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    match version {
        0 => transaction.execute_batch(TABLES)?,
        1 => upgrade::from_version_1(&transaction, TABLES)?,
        2..=VERSION => {}
        found => {
            return Err(OpenError::Version {
                found,
                known: VERSION,
            });
        }
    }
    // If there is nothing to do, this writes nothing: a server can start while the disk is full.
    if version != VERSION {
        for step in STEPS.iter().skip(version.saturating_sub(2) as usize) {
            transaction.execute_batch(step)?;
        }
        upgrade::list_games(&transaction)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

/// Opens the database for reading. It must exist.
pub(super) fn open_reader(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commits_are_synced_to_a_write_ahead_log() {
        let folder = tempfile::tempdir().unwrap();
        let writer = open_writer(&folder.path().join("db")).unwrap();
        let pragma = |name| -> String {
            let value = |row: &rusqlite::Row<'_>| row.get::<_, rusqlite::types::Value>(0);
            match writer.pragma_query_value(None, name, value).unwrap() {
                rusqlite::types::Value::Integer(number) => number.to_string(),
                rusqlite::types::Value::Text(text) => text,
                other => panic!("{name} is {other:?}"),
            }
        };
        assert_eq!(pragma("journal_mode"), "wal");
        assert_eq!(pragma("synchronous"), "2", "2 is FULL");
        assert_eq!(pragma("foreign_keys"), "1");
        assert_eq!(pragma("busy_timeout"), "5000");
        assert_eq!(pragma("wal_autocheckpoint"), "4000");
    }
}
