//! The tables of the database, and how a connection is set up.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, OpenFlags};

use super::{OpenError, Upgrade, archive};
use crate::{Schema, private, schema::in_words_of_sqlite};

/// The tables of the log, in version 1.
const LOG: &str = include_str!("schema/games.sql");

/// Each migrates the database from the version before to its own. Versions count from 2.
const STEPS: &[&str] = &[];

/// The database's `user_version` after all of them.
pub(super) const VERSION: u32 = version_after(STEPS);

const fn version_after(steps: &[&str]) -> u32 {
    1 + steps.len() as u32
}

/// How long a connection waits for another one.
pub(super) const BUSY: Duration = Duration::from_secs(5);

/// Opens the database for writing and brings it to the current version, after copying what an earlier version has written.
pub(super) fn open_writer(
    file: &Path,
    schema: Schema,
) -> Result<(Connection, Option<Upgrade>), OpenError> {
    open_after(file, schema, STEPS)
}

fn open_after(
    file: &Path,
    schema: Schema,
    steps: &[&str],
) -> Result<(Connection, Option<Upgrade>), OpenError> {
    // The files of SQLite beside it get the same rights.
    private::ensure_file(file)
        .map_err(|error| OpenError::folder(private::folder_of(file), error))?;
    let mut connection = Connection::open(file)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A commit is on the disk before it is acknowledged, power loss included.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
    // A step may replace a table.
    connection.pragma_update(None, "foreign_keys", false)?;
    let (from, to) = (version(&connection)?, version_after(steps));
    let upgrade = if from > 0 && from < to {
        let copy = free_name(file, from);
        archive::copy(&connection, &copy).map_err(|error| OpenError::Copy { from, to, error })?;
        Some(Upgrade { from, to, copy })
    } else {
        None
    };
    migrate(&mut connection, schema, steps)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok((connection, upgrade))
}

/// Where the copy of an earlier version goes: beside the database, and never over another one.
fn free_name(file: &Path, version: u32) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let mut copy = file.with_file_name(format!("{stem}-version-{version}.db"));
    let mut number = 2;
    while copy.exists() {
        copy = file.with_file_name(format!("{stem}-version-{version}-{number}.db"));
        number += 1;
    }
    copy
}

/// Copies the write-ahead log into the database, as far as nobody is reading it.
pub(super) fn checkpoint(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
}

pub(super) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Opens the database for writing beside the process that has brought it to the current version.
pub(super) fn open_beside(file: &Path) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    let (found, known) = (version(&connection)?, VERSION);
    if found != known {
        return Err(OpenError::Version { found, known });
    }
    Ok(connection)
}

/// Creates the tables in a database that has none.
pub(super) fn create(connection: &mut Connection, schema: Schema) -> Result<(), OpenError> {
    migrate(connection, schema, STEPS)
}

/// Brings the database to the version after these steps, or changes nothing.
fn migrate(connection: &mut Connection, schema: Schema, steps: &[&str]) -> Result<(), OpenError> {
    let known = version_after(steps);
    let transaction = connection.transaction()?;
    let found = version(&transaction)?;
    if found > known {
        return Err(OpenError::Version { found, known });
    }
    // If there is nothing to do, this writes nothing: a server can start while the disk is full.
    if found < known {
        if found == 0 {
            transaction.execute_batch(LOG)?;
            for tables in schema.tables {
                transaction.execute_batch(&in_words_of_sqlite(tables))?;
            }
            for more in schema.of_sqlite {
                transaction.execute_batch(more)?;
            }
        }
        for step in steps.iter().skip(found.saturating_sub(1) as usize) {
            transaction.execute_batch(step)?;
        }
        transaction.pragma_update(None, "user_version", known)?;
    }
    transaction.commit()?;
    Ok(())
}

/// Where a database lies that is only read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Medium {
    /// Where SQLite can keep its files beside it.
    Writable,
    /// Where nothing can be written, and nothing changes.
    ReadOnly,
}

/// Opens the database for reading. It must exist.
pub(super) fn open_reader(file: &Path, medium: Medium) -> rusqlite::Result<Connection> {
    let connection = match medium {
        Medium::Writable => {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            Connection::open_with_flags(file, flags)?
        }
        Medium::ReadOnly => {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
                | OpenFlags::SQLITE_OPEN_URI
                | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            Connection::open_with_flags(unchanging(file), flags)?
        }
    };
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// The name of a file of which SQLite is told that nobody changes it. Then it needs no files of its own beside it.
fn unchanging(file: &Path) -> String {
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let mut name = "file://".to_owned();
    if cfg!(windows) {
        name.push('/');
    }
    for byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => name.push('/'),
            b'/' | b':' | b'-' | b'_' | b'.' => name.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => name.push(char::from(*byte)),
            byte => {
                let _ = write!(name, "%{byte:02x}");
            }
        }
    }
    name + "?immutable=1"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What later versions might add.
    const LATER: &[&str] = &["CREATE TABLE later (word TEXT)", "DROP TABLE later"];

    #[test]
    fn commits_are_synced_to_a_write_ahead_log() {
        let folder = tempfile::tempdir().unwrap();
        let (writer, _) = open_writer(&folder.path().join("db"), Schema::LOG_ALONE).unwrap();
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

    #[test]
    fn a_database_on_a_medium_that_nobody_writes_to_is_read_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["db", "a file?immutable=0#of é 100%.db"] {
            let file = folder.path().join(name);
            let database = Connection::open(&file).unwrap();
            let made = "PRAGMA journal_mode = WAL; CREATE TABLE told (word TEXT)";
            database.execute_batch(made).unwrap();
            drop(database);
            let reader = open_reader(&file, Medium::ReadOnly).unwrap();
            let count = "SELECT count(*) FROM told";
            let found: u32 = reader.query_row(count, [], |row| row.get(0)).unwrap();
            assert_eq!(found, 0, "{name}");
            assert!(reader.execute("INSERT INTO told VALUES ('')", []).is_err());
            let beside = std::fs::read_dir(folder.path()).unwrap();
            let beside = beside.filter(|file| {
                let name = file.as_ref().unwrap().file_name();
                name.to_string_lossy().ends_with("-shm")
            });
            assert_eq!(beside.count(), 0);
        }
    }

    #[test]
    fn a_database_is_brought_through_each_later_step_once() {
        let mut database = Connection::open_in_memory().unwrap();
        let steps = [
            "CREATE TABLE step (number INTEGER); INSERT INTO step VALUES (2)",
            "INSERT INTO step VALUES (3)",
        ];
        let version = |database: &Connection| version(database).unwrap();
        for known in [1, 2, 3, 3] {
            migrate(
                &mut database,
                Schema::LOG_ALONE,
                &steps[..known as usize - 1],
            )
            .unwrap();
            assert_eq!(version(&database), known);
        }
        let mut new = Connection::open_in_memory().unwrap();
        migrate(&mut new, Schema::LOG_ALONE, &steps).unwrap();
        for database in [&database, &new] {
            let done: Vec<u32> = database
                .prepare("SELECT number FROM step ORDER BY rowid")
                .unwrap()
                .query_map([], |row| row.get(0))
                .unwrap()
                .collect::<rusqlite::Result<_>>()
                .unwrap();
            assert_eq!(done, [2, 3]);
        }
        let failing = [steps[0], steps[1], "INSERT INTO step VALUES (4); nonsense"];
        assert!(migrate(&mut database, Schema::LOG_ALONE, &failing).is_err());
        assert_eq!(version(&database), 3);
        assert!(matches!(
            migrate(&mut database, Schema::LOG_ALONE, &steps[..1]),
            Err(OpenError::Version { found: 3, known: 2 })
        ));
    }

    #[test]
    fn what_an_earlier_version_has_written_is_copied_before_it_is_changed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("brickwood.db");
        let person = "INSERT INTO person (id, created_ms, seen_ms) VALUES (?1, 1, 1)";
        let persons = |database: &Connection| -> u32 {
            let count = "SELECT count(*) FROM person";
            database.query_row(count, [], |row| row.get(0)).unwrap()
        };
        let (old, upgrade) = open_after(&file, Schema::LOG_ALONE, &[]).unwrap();
        assert_eq!(upgrade, None, "a new database needs no copy");
        old.execute(person, [[1_u8; 32]]).unwrap();
        drop(old);
        let (new, upgrade) = open_after(&file, Schema::LOG_ALONE, LATER).unwrap();
        let upgrade = upgrade.unwrap();
        assert_eq!((upgrade.from, upgrade.to), (1, 3));
        assert_eq!(upgrade.copy, folder.path().join("brickwood-version-1.db"));
        new.execute(person, [[2_u8; 32]]).unwrap();
        assert_eq!((persons(&new), version(&new).unwrap()), (2, 3));
        drop(new);
        // Later starts change nothing, and the copy serves the earlier version.
        assert_eq!(open_after(&file, Schema::LOG_ALONE, LATER).unwrap().1, None);
        let (copy, upgrade) = open_after(&upgrade.copy, Schema::LOG_ALONE, &[]).unwrap();
        assert_eq!(
            (persons(&copy), version(&copy).unwrap(), upgrade),
            (1, 1, None)
        );
        drop(copy);
        // Going back and forth keeps both.
        std::fs::copy(folder.path().join("brickwood-version-1.db"), &file).unwrap();
        let (_, upgrade) = open_after(&file, Schema::LOG_ALONE, LATER).unwrap();
        let second = folder.path().join("brickwood-version-1-2.db");
        assert_eq!(upgrade.unwrap().copy, second);
    }

    #[test]
    fn a_database_that_cannot_be_copied_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("brickwood.db");
        drop(open_after(&file, Schema::LOG_ALONE, &[]).unwrap());
        // Something that is no file is where the copy is written.
        std::fs::create_dir(folder.path().join("brickwood-version-1.db.part")).unwrap();
        let error = open_after(&file, Schema::LOG_ALONE, LATER).unwrap_err();
        assert!(
            matches!(error, OpenError::Copy { from: 1, to: 3, .. }),
            "{error}"
        );
        assert_eq!(version(&Connection::open(&file).unwrap()).unwrap(), 1);
    }
}
