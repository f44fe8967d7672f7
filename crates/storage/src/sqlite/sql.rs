//! Statements of the site in SQLite.

use async_trait::async_trait;
use futures_util::FutureExt;
use rusqlite::{
    Connection, ErrorCode, ToSql,
    types::{ToSqlOutput, ValueRef},
};

use super::SqliteStorage;
use crate::{Again, Row, RowLock, Sql, SqlError, Statements, Unavailable, Value, Work, values};

#[async_trait]
impl Sql for SqliteStorage {
    async fn query(&self, text: &str, values: Vec<Value>) -> Result<Vec<Row>, Unavailable> {
        let text = text.to_owned();
        self.read(move |from| query(from, &text, &values)).await
    }

    async fn execute(&self, text: &str, values: Vec<Value>) -> Result<u64, Unavailable> {
        let text = text.to_owned();
        self.writer
            .write(move |to| execute(to, &text, &values).map(Ok))
            .await
    }

    async fn run(&self, work: Work, _: Again) -> Result<(), Unavailable> {
        let done = self.writer.write(move |to| {
            let mut statements = SqliteStatements(to);
            // Nothing that it waits for takes time: all of it happens here.
            let done = work(&mut statements).now_or_never();
            match done {
                Some(Ok(true)) => Ok(Ok(())),
                Some(Ok(false)) => Ok(Err(NotDone::TakenBack)),
                Some(Err(SqlError::Taken)) => {
                    tracing::error!("a write is refused");
                    Ok(Err(NotDone::Unavailable))
                }
                Some(Err(SqlError::Failed(error))) => match error.downcast::<rusqlite::Error>() {
                    Ok(error) => Err(*error),
                    Err(error) => {
                        tracing::error!(error, "a write has failed");
                        Ok(Err(NotDone::Unavailable))
                    }
                },
                None => {
                    tracing::error!("a transaction waits for something else than the database");
                    Ok(Err(NotDone::Unavailable))
                }
            }
        });
        match done.await {
            Ok(()) | Err(NotDone::TakenBack) => Ok(()),
            Err(NotDone::Unavailable) => Err(Unavailable),
        }
    }

    async fn bytes(&self) -> Result<u64, Unavailable> {
        let text = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
        self.read(move |from| {
            from.query_row(text, [], |row| row.get(0))
                .map(i64::cast_unsigned)
        })
        .await
    }

    fn attended(&self) -> (&'static str, Vec<Value>) {
        let ids: serde_json::Value = self.leases.seated().into();
        ("SELECT value FROM json_each(?2)", values![ids.to_string()])
    }
}

/// Why nothing of a transaction stays.
enum NotDone {
    TakenBack,
    Unavailable,
}

impl From<Unavailable> for NotDone {
    fn from(_: Unavailable) -> Self {
        Self::Unavailable
    }
}

/// A transaction has the whole database for itself, so there is nothing to lock.
struct SqliteStatements<'a>(&'a mut Connection);

#[async_trait]
impl Statements for SqliteStatements<'_> {
    async fn query(&mut self, text: &str, values: Vec<Value>) -> Result<Vec<Row>, SqlError> {
        query(self.0, text, &values).map_err(failed)
    }

    async fn execute(&mut self, text: &str, values: Vec<Value>) -> Result<u64, SqlError> {
        execute(self.0, text, &values).map_err(failed)
    }

    async fn lock(
        &mut self,
        query: &str,
        values: Vec<Value>,
        _: RowLock,
    ) -> Result<Option<Row>, SqlError> {
        Ok(self.query(query, values).await?.into_iter().next())
    }

    async fn lock_table(&mut self, _: &str) -> Result<(), SqlError> {
        Ok(())
    }
}

pub(super) fn failed(error: rusqlite::Error) -> SqlError {
    match error.sqlite_error() {
        Some(sqlite)
            if sqlite.code == ErrorCode::ConstraintViolation
                && [
                    rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE,
                    rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY,
                ]
                .contains(&sqlite.extended_code) =>
        {
            SqlError::Taken
        }
        _ => SqlError::Failed(error.into()),
    }
}

pub(super) fn query(from: &Connection, text: &str, values: &[Value]) -> rusqlite::Result<Vec<Row>> {
    let mut statement = from.prepare_cached(text)?;
    let columns = statement.column_count();
    statement
        .query_map(rusqlite::params_from_iter(values), |row| {
            let columns = (0..columns).map(|column| Ok(value(row.get_ref(column)?)));
            Ok(Row::new(columns.collect::<rusqlite::Result<Vec<_>>>()?))
        })?
        .collect()
}

pub(super) fn execute(to: &Connection, text: &str, values: &[Value]) -> rusqlite::Result<u64> {
    let changed = to
        .prepare_cached(text)?
        .execute(rusqlite::params_from_iter(values))?;
    Ok(changed as u64)
}

fn value(column: ValueRef<'_>) -> Value {
    match column {
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_owned()),
        // No table has columns of fractions.
        ValueRef::Null | ValueRef::Real(_) => Value::Null,
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}
