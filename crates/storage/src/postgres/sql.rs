//! Statements of the site in PostgreSQL.

use std::error::Error;

use async_trait::async_trait;
use bytes::BytesMut;
use deadpool_postgres::{GenericClient, Transaction};
use tokio_postgres::{
    error::SqlState,
    types::{IsNull, ToSql, Type, to_sql_checked},
};

use super::{Failure, PostgresStorage, statement::query_one, with};
use crate::{Again, Row, RowLock, Sql, SqlError, Statements, Unavailable, Value, Work};

#[async_trait]
impl Sql for PostgresStorage {
    async fn query(&self, text: &str, values: Vec<Value>) -> Result<Vec<Row>, Unavailable> {
        with!(self, client => Ok(query(client, text, &values).await?))
    }

    async fn execute(&self, text: &str, values: Vec<Value>) -> Result<u64, Unavailable> {
        with!(self, client => Ok(execute(client, text, &values).await?))
    }

    async fn run(&self, work: Work, again: Again) -> Result<(), Unavailable> {
        let attempts = match again {
            Again::IfLost => 0,
            Again::Never => 1,
        };
        with!(self, client, attempts => {
            let mut transaction = PostgresStatements(client.transaction().await?);
            if work(&mut transaction).await? {
                transaction.0.commit().await?;
            }
            Ok(())
        })
    }

    async fn bytes(&self) -> Result<u64, Unavailable> {
        with!(self, client => {
            let row = query_one(client, "SELECT pg_database_size(current_database())", &[]).await?;
            Ok(row.get::<_, i64>(0).cast_unsigned())
        })
    }

    fn attended(&self) -> (&'static str, Vec<Value>) {
        let seated =
            "SELECT game FROM presence JOIN living ON living.id = presence.node WHERE seats <> 0";
        (seated, Vec::new())
    }
}

impl From<SqlError> for Failure {
    fn from(error: SqlError) -> Self {
        match error {
            taken @ SqlError::Taken => Self::Other(taken.into()),
            SqlError::Failed(error) => match error.downcast::<tokio_postgres::Error>() {
                Ok(error) => Self::Database(*error),
                Err(error) => Self::Other(error),
            },
        }
    }
}

struct PostgresStatements<'a>(Transaction<'a>);

#[async_trait]
impl Statements for PostgresStatements<'_> {
    async fn query(&mut self, text: &str, values: Vec<Value>) -> Result<Vec<Row>, SqlError> {
        query(&self.0, text, &values).await
    }

    async fn execute(&mut self, text: &str, values: Vec<Value>) -> Result<u64, SqlError> {
        execute(&self.0, text, &values).await
    }

    async fn lock(
        &mut self,
        query: &str,
        values: Vec<Value>,
        lock: RowLock,
    ) -> Result<Option<Row>, SqlError> {
        let lock = match lock {
            RowLock::Change => "FOR UPDATE",
            RowLock::ChangeButKey => "FOR NO KEY UPDATE",
            RowLock::Stay => "FOR KEY SHARE",
        };
        let rows = self.query(&format!("{query} {lock}"), values).await?;
        Ok(rows.into_iter().next())
    }

    async fn lock_table(&mut self, table: &str) -> Result<(), SqlError> {
        let text = format!("LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE");
        self.0.batch_execute(&text).await.map_err(failed)
    }
}

pub(super) fn failed(error: tokio_postgres::Error) -> SqlError {
    if error.code() == Some(&SqlState::UNIQUE_VIOLATION) {
        return SqlError::Taken;
    }
    SqlError::Failed(error.into())
}

pub(super) async fn query(
    client: &impl GenericClient,
    text: &str,
    values: &[Value],
) -> Result<Vec<Row>, SqlError> {
    let statement = client
        .prepare_cached(&with_dollars(text))
        .await
        .map_err(failed)?;
    let rows = client.query(&statement, &parameters(values)).await;
    let rows = rows.map_err(failed)?;
    rows.iter().map(row).collect()
}

pub(super) async fn execute(
    client: &impl GenericClient,
    text: &str,
    values: &[Value],
) -> Result<u64, SqlError> {
    let statement = client
        .prepare_cached(&with_dollars(text))
        .await
        .map_err(failed)?;
    let changed = client.execute(&statement, &parameters(values)).await;
    changed.map_err(failed)
}

/// A statement with its parameters as PostgreSQL calls them: `$1`, `$2`, ….
fn with_dollars(text: &str) -> String {
    text.replace('?', "$")
}

fn parameters(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    let values = values.iter();
    values
        .map(|value| -> &(dyn ToSql + Sync) { value })
        .collect()
}

fn row(row: &tokio_postgres::Row) -> Result<Row, SqlError> {
    let columns = row.columns().iter().enumerate();
    let values = columns.map(|(place, column)| {
        let value = match *column.type_() {
            Type::BOOL => row.try_get::<_, Option<bool>>(place)?.into(),
            Type::INT2 => row.try_get::<_, Option<i16>>(place)?.map(i32::from).into(),
            Type::INT4 => row.try_get::<_, Option<i32>>(place)?.into(),
            Type::INT8 => row.try_get::<_, Option<i64>>(place)?.into(),
            Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(place)?.into(),
            _ => row.try_get::<_, Option<String>>(place)?.into(),
        };
        Ok(value)
    });
    values
        .collect::<Result<Vec<_>, _>>()
        .map(Row::new)
        .map_err(failed)
}

impl ToSql for Value {
    fn to_sql(
        &self,
        of: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Integer(number) => match *of {
                Type::BOOL => (*number != 0).to_sql(of, out),
                // No number that is stored is that large: whoever asks for more than all gets all.
                Type::INT2 => {
                    let number = (*number).clamp(i16::MIN.into(), i16::MAX.into());
                    (number as i16).to_sql(of, out)
                }
                Type::INT4 => {
                    let number = (*number).clamp(i32::MIN.into(), i32::MAX.into());
                    (number as i32).to_sql(of, out)
                }
                _ => number.to_sql(of, out),
            },
            Self::Text(text) => text.to_sql(of, out),
            Self::Bytes(bytes) => bytes.to_sql(of, out),
        }
    }

    fn accepts(of: &Type) -> bool {
        [
            Type::BOOL,
            Type::INT2,
            Type::INT4,
            Type::INT8,
            Type::BYTEA,
            Type::TEXT,
        ]
        .contains(of)
    }

    to_sql_checked!();
}
