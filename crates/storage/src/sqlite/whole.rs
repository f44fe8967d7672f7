//! A whole database, read and written table by table.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension};

use super::{
    FILE, OpenError, archive, lock, schema,
    sql::{execute, failed, query},
};
use crate::{
    ArchiveError, CopyError, Row, Schema, SqlError, Value,
    copy::{Column, Readable, Source, Table, Writable, quoted},
    private,
};

/// It says whether the database can be written, and nothing of the site.
const PROBE: &str = "probe";

/// What a file is called while it is not complete: no server looks for it.
const INCOMPLETE: &str = ".incomplete";

/// The tables of a new database, in the order in which they refer to each other.
pub(crate) fn tables(schema: Schema) -> Result<Vec<Table>, OpenError> {
    let mut connection = Connection::open_in_memory()?;
    schema::create(&mut connection, schema)?;
    let text = "SELECT name, sql LIKE '%AUTOINCREMENT%' FROM sqlite_master
         WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> ?1
         ORDER BY rowid";
    let mut statement = connection.prepare(text)?;
    let tables = statement.query_map([PROBE], |row| {
        let name: String = row.get(0)?;
        let text = "SELECT name, pk FROM pragma_table_info(?1) ORDER BY cid";
        let mut columns = connection.prepare(text)?;
        let columns = columns.query_map([&name], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let columns: Vec<(String, u16)> = columns.collect::<rusqlite::Result<_>>()?;
        let mut key: Vec<(u16, usize)> = (columns.iter().enumerate())
            .filter(|(_, (_, rank))| *rank > 0)
            .map(|(place, (_, rank))| (*rank, place))
            .collect();
        key.sort_unstable();
        Ok(Table {
            name,
            columns: columns.into_iter().map(|(name, _)| name).collect(),
            key: key.into_iter().map(|(_, place)| place).collect(),
            is_numbered: row.get(1)?,
        })
    })?;
    Ok(tables.collect::<rusqlite::Result<_>>()?)
}

/// A database that is read as it stands at one moment.
pub(crate) struct Original {
    connection: Connection,
    /// While it is held, no server starts.
    _lock: Option<File>,
}

pub(crate) fn open(place: &Path, source: Source) -> Result<Original, CopyError> {
    let lock = match source {
        Source::AtRest if place.join(FILE).is_file() => Some(lock(place)?),
        _ => None,
    };
    let connection = archive::open(place)?.connection;
    let said: String = connection
        .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
        .map_err(OpenError::Sqlite)?;
    if said != "ok" {
        return Err(CopyError::Damaged(said));
    }
    connection
        .execute_batch("BEGIN")
        .map_err(OpenError::Sqlite)?;
    Ok(Original {
        connection,
        _lock: lock,
    })
}

fn columns(connection: &Connection) -> Result<Vec<Column>, SqlError> {
    let text = "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND t.name <> ?1";
    let rows = query(connection, text, &[PROBE.into()]).map_err(failed)?;
    let columns = rows.into_iter();
    columns
        .map(|mut row| Ok((row.take()?, row.take()?)))
        .collect()
}

fn rows(
    connection: &Connection,
    table: &Table,
    after: &[Value],
    limit: u32,
) -> Result<Vec<Row>, SqlError> {
    let columns = table.quoted_columns();
    let text = table.select(&columns, &quoted(&table.name), after.is_empty(), limit);
    query(connection, &text, after).map_err(failed)
}

fn last_number(connection: &Connection, table: &Table) -> Result<i64, SqlError> {
    let text = "SELECT seq FROM sqlite_sequence WHERE name = ?1";
    let found = connection.query_row(text, [&table.name], |row| row.get(0));
    Ok(found.optional().map_err(failed)?.unwrap_or(0))
}

/// What is read by a connection, whatever else goes with it.
trait OnConnection {
    fn connection(&self) -> &Connection;
}

impl OnConnection for Original {
    fn connection(&self) -> &Connection {
        &self.connection
    }
}

impl OnConnection for Unfinished {
    fn connection(&self) -> &Connection {
        &self.connection
    }
}

#[async_trait]
impl<T: OnConnection + Send> Readable for T {
    async fn columns(&mut self) -> Result<Vec<Column>, SqlError> {
        columns(self.connection())
    }

    async fn rows(
        &mut self,
        table: &Table,
        after: Vec<Value>,
        limit: u32,
    ) -> Result<Vec<Row>, SqlError> {
        rows(self.connection(), table, &after, limit)
    }

    async fn last_number(&mut self, table: &Table) -> Result<i64, SqlError> {
        last_number(self.connection(), table)
    }
}

/// A database that is being written.
pub(crate) struct Unfinished {
    connection: Connection,
    /// What it is called until it is complete, and then.
    incomplete: PathBuf,
    file: PathBuf,
    /// While it is held, no server starts in the folder.
    _lock: Option<File>,
}

/// Begins a database in a folder, or in a file whose name ends in `.db`. There must be none.
pub(crate) fn create(place: &Path, schema: Schema) -> Result<Unfinished, CopyError> {
    let is_file = !place.is_dir() && place.extension().is_some_and(|end| end == "db");
    let (file, lock) = if is_file {
        (place.to_owned(), None)
    } else {
        private::create_folder(place).map_err(|error| OpenError::folder(place, error))?;
        (place.join(FILE), Some(lock(place)?))
    };
    if file.exists() {
        return Err(ArchiveError::Exists(file).into());
    }
    let mut incomplete = file.clone().into_os_string();
    incomplete.push(INCOMPLETE);
    let incomplete = PathBuf::from(incomplete);
    if let Err(error) = fs::remove_file(&incomplete)
        && error.kind() != io::ErrorKind::NotFound
    {
        let file = incomplete;
        return Err(ArchiveError::Unwritable { file, error }.into());
    }
    let connection = begin(&incomplete, schema)?;
    Ok(Unfinished {
        connection,
        incomplete,
        file,
        _lock: lock,
    })
}

fn begin(file: &Path, schema: Schema) -> Result<Connection, OpenError> {
    let mut connection = Connection::open(file)?;
    // Nobody reads this file if it is not completed.
    connection.pragma_update(None, "journal_mode", "OFF")?;
    connection.pragma_update(None, "synchronous", "OFF")?;
    // All rows are there before one is asked for: see `finish`.
    connection.pragma_update(None, "foreign_keys", false)?;
    schema::create(&mut connection, schema)?;
    connection.execute_batch("BEGIN")?;
    Ok(connection)
}

#[async_trait]
impl Writable for Unfinished {
    async fn insert(&mut self, table: &Table, rows: Vec<Row>) -> Result<(), SqlError> {
        let places: Vec<_> = (1..=table.columns.len())
            .map(|place| format!("?{place}"))
            .collect();
        let text = format!(
            "INSERT INTO {} ({}) VALUES ({})",
            quoted(&table.name),
            table.quoted_columns().join(", "),
            places.join(", ")
        );
        for row in rows {
            execute(&self.connection, &text, row.values()).map_err(failed)?;
        }
        Ok(())
    }

    async fn number_after(&mut self, table: &Table, last: i64) -> Result<(), SqlError> {
        let name = Value::from(table.name.as_str());
        let forget = "DELETE FROM sqlite_sequence WHERE name = ?1";
        execute(&self.connection, forget, std::slice::from_ref(&name)).map_err(failed)?;
        if last > 0 {
            let text = "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)";
            execute(&self.connection, text, &[name, last.into()]).map_err(failed)?;
        }
        Ok(())
    }

    async fn finish(self: Box<Self>) -> Result<(), CopyError> {
        self.connection
            .execute_batch("COMMIT")
            .map_err(OpenError::Sqlite)?;
        let dangling = self
            .connection
            .query_row("PRAGMA foreign_key_check", [], |row| row.get(0))
            .optional();
        if let Some(table) = dangling.map_err(OpenError::Sqlite)? {
            return Err(CopyError::Dangling(table));
        }
        // On the disk, and only then under its name.
        archive::copy(&self.connection, &self.file)?;
        Ok(())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.incomplete);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_the_schema_is_copied_without_being_named() {
        let schema = Schema {
            tables: &["CREATE TABLE later (
                second text,
                first integer,
                word bytea,
                PRIMARY KEY (first, second)
            );
            CREATE TABLE counted (number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY);"],
            ..Schema::LOG_ALONE
        };
        let tables = tables(schema).unwrap();
        let [.., later, counted] = &tables[..] else {
            panic!("they come last");
        };
        assert_eq!(later.columns, ["second", "first", "word"]);
        assert_eq!((&later.name[..], &later.key[..]), ("later", &[1, 0][..]));
        assert!(counted.is_numbered && !later.is_numbered);
        assert!(tables.iter().all(|table| !table.key.is_empty()));
    }
}
