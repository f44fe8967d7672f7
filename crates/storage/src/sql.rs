//! Statements that both databases understand.
//!
//! What a site stores beside its tables is read and written by these. A statement is written in what SQLite and
//! PostgreSQL have in common, with the parameters `?1`, `?2`, …. Only the log has its own statements for each database,
//! because it must be fast.

use std::{fmt, sync::Arc};

use async_trait::async_trait;
use brickwood_rules::Seat;
use brickwood_table::PersonId;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;

use crate::Unavailable;

/// A parameter of a statement, or a column of a row. Booleans are 0 or 1, and an unsigned number is the signed one with
/// the same bits.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs)]
pub enum Value {
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Value {
    /// A document, as JSON.
    ///
    /// # Errors
    ///
    /// If it cannot be written as JSON.
    pub fn document(document: &impl Serialize) -> Result<Self, SqlError> {
        serde_json::to_string(document)
            .map(Self::Text)
            .map_err(|error| SqlError::Failed(error.into()))
    }
}

macro_rules! integers {
    ($($integer:ty),+) => {
        $(impl From<$integer> for Value {
            fn from(value: $integer) -> Self {
                Self::Integer(value.into())
            }
        }

        impl TryFrom<Value> for $integer {
            type Error = Value;

            fn try_from(value: Value) -> Result<Self, Value> {
                match value {
                    Value::Integer(number) => number.try_into().map_err(|_| value),
                    other => Err(other),
                }
            }
        })+
    };
}

integers!(u8, u16, u32, i32, i64);

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Integer(value.into())
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Self::Integer(value.cast_signed())
    }
}

impl From<Seat> for Value {
    fn from(value: Seat) -> Self {
        u8::from(value).into()
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl From<&[u8]> for Value {
    fn from(value: &[u8]) -> Self {
        Self::Bytes(value.to_owned())
    }
}

impl From<Vec<u8>> for Value {
    fn from(value: Vec<u8>) -> Self {
        Self::Bytes(value)
    }
}

impl<const LENGTH: usize> From<[u8; LENGTH]> for Value {
    fn from(value: [u8; LENGTH]) -> Self {
        Self::Bytes(value.into())
    }
}

impl From<PersonId> for Value {
    fn from(value: PersonId) -> Self {
        value.0.into()
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl TryFrom<Value> for bool {
    type Error = Value;

    fn try_from(value: Value) -> Result<Self, Value> {
        i64::try_from(value).map(|number| number != 0)
    }
}

impl TryFrom<Value> for u64 {
    type Error = Value;

    fn try_from(value: Value) -> Result<Self, Value> {
        i64::try_from(value).map(i64::cast_unsigned)
    }
}

impl TryFrom<Value> for Seat {
    type Error = Value;

    fn try_from(value: Value) -> Result<Self, Value> {
        let number = u8::try_from(value)?;
        Self::try_from(number).map_err(|_| number.into())
    }
}

impl TryFrom<Value> for String {
    type Error = Value;

    fn try_from(value: Value) -> Result<Self, Value> {
        match value {
            Value::Text(text) => Ok(text),
            other => Err(other),
        }
    }
}

impl TryFrom<Value> for Vec<u8> {
    type Error = Value;

    fn try_from(value: Value) -> Result<Self, Value> {
        match value {
            Value::Bytes(bytes) => Ok(bytes),
            other => Err(other),
        }
    }
}

impl<const LENGTH: usize> TryFrom<Value> for [u8; LENGTH] {
    type Error = Value;

    fn try_from(value: Value) -> Result<Self, Value> {
        Vec::try_from(value)?.try_into().map_err(Value::Bytes)
    }
}

impl TryFrom<Value> for PersonId {
    type Error = Value;

    fn try_from(value: Value) -> Result<Self, Value> {
        value.try_into().map(Self)
    }
}

/// The parameters of a statement, in their order.
#[macro_export]
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        vec![$($crate::Value::from($value)),*]
    };
}

/// A row that was found. Its columns are taken in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row(std::collections::VecDeque<Value>);

impl Row {
    pub(crate) fn new(columns: impl IntoIterator<Item = Value>) -> Self {
        Self(columns.into_iter().collect())
    }

    /// The columns that were not taken.
    pub(crate) fn values(&self) -> &[Value] {
        // Nothing is ever added, so they lie in one piece.
        self.0.as_slices().0
    }

    /// The next column.
    ///
    /// # Errors
    ///
    /// If it is of another type, or there is none.
    pub fn take<T: TryFrom<Value, Error = Value>>(&mut self) -> Result<T, SqlError> {
        let column = self.0.pop_front().unwrap_or(Value::Null);
        column
            .try_into()
            .map_err(|found| SqlError::unreadable(&found))
    }

    /// The next column, or none if it is null.
    ///
    /// # Errors
    ///
    /// If it is of another type.
    pub fn take_opt<T: TryFrom<Value, Error = Value>>(&mut self) -> Result<Option<T>, SqlError> {
        if let Some(Value::Null) = self.0.front() {
            self.0.pop_front();
            return Ok(None);
        }
        self.take().map(Some)
    }

    /// Whether the next column is there and is not null.
    pub fn has_value(&self) -> bool {
        !matches!(self.0.front(), None | Some(Value::Null))
    }

    /// The next column, which is a document.
    ///
    /// # Errors
    ///
    /// If it is no such document.
    pub fn take_document<T: DeserializeOwned>(&mut self) -> Result<T, SqlError> {
        let text: String = self.take()?;
        serde_json::from_str(&text).map_err(|error| SqlError::Failed(error.into()))
    }

    /// The next column, which is a document, or none if it is null.
    ///
    /// # Errors
    ///
    /// If it is no such document.
    pub fn take_document_opt<T: DeserializeOwned>(&mut self) -> Result<Option<T>, SqlError> {
        let text: Option<String> = self.take_opt()?;
        let read = |text: String| serde_json::from_str(&text);
        text.map(read)
            .transpose()
            .map_err(|error| SqlError::Failed(error.into()))
    }
}

/// Why a statement has failed.
#[derive(Debug, Error)]
pub enum SqlError {
    /// Another row has a value that may be there only once.
    #[error("another row has the same")]
    Taken,
    /// The database has not done it, or a column cannot be read.
    #[error("{0}")]
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

impl SqlError {
    /// A column cannot be read.
    pub fn unreadable(found: &impl fmt::Debug) -> Self {
        Self::Failed(format!("what is stored cannot be read: {found:?}").into())
    }
}

impl From<SqlError> for Unavailable {
    fn from(error: SqlError) -> Self {
        tracing::error!(%error, "the database has not answered");
        Self
    }
}

/// What a transaction does with the rows that it finds until it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowLock {
    /// Nobody else changes or removes them.
    Change,
    /// Nobody else changes or removes them, but others may refer to them.
    ChangeButKey,
    /// Nobody else removes them.
    Stay,
}

/// The statements of a transaction.
#[async_trait]
pub trait Statements: Send {
    /// The rows that a statement finds or returns.
    async fn query(&mut self, text: &str, values: Vec<Value>) -> Result<Vec<Row>, SqlError>;

    /// Returns how many rows a statement has changed.
    async fn execute(&mut self, text: &str, values: Vec<Value>) -> Result<u64, SqlError>;

    /// The row of a query that finds one at most, and that stays as it is until the transaction ends.
    async fn lock(
        &mut self,
        query: &str,
        values: Vec<Value>,
        lock: RowLock,
    ) -> Result<Option<Row>, SqlError>;

    /// Until the transaction ends, no other one locks this table.
    async fn lock_table(&mut self, table: &str) -> Result<(), SqlError>;
}

impl dyn Statements + '_ {
    /// What a statement finds or returns.
    ///
    /// # Errors
    ///
    /// If the statement fails, or a row cannot be read.
    pub async fn all<T>(
        &mut self,
        text: &str,
        values: Vec<Value>,
        read: impl Fn(&mut Row) -> Result<T, SqlError> + Send,
    ) -> Result<Vec<T>, SqlError> {
        let rows = self.query(text, values).await?;
        rows.into_iter().map(|mut row| read(&mut row)).collect()
    }

    /// What a statement finds or returns first.
    ///
    /// # Errors
    ///
    /// If the statement fails, or the row cannot be read.
    pub async fn first<T>(
        &mut self,
        text: &str,
        values: Vec<Value>,
        read: impl Fn(&mut Row) -> Result<T, SqlError> + Send,
    ) -> Result<Option<T>, SqlError> {
        let first = self.query(text, values).await?.into_iter().next();
        first.map(|mut row| read(&mut row)).transpose()
    }

    /// Whether a query finds anything.
    ///
    /// # Errors
    ///
    /// If the query fails.
    pub async fn exists(&mut self, text: &str, values: Vec<Value>) -> Result<bool, SqlError> {
        Ok(!self.query(text, values).await?.is_empty())
    }
}

/// What a transaction does. `false` takes all of it back.
pub type Work = Box<
    dyn for<'a> Fn(&'a mut dyn Statements) -> BoxFuture<'a, Result<bool, SqlError>> + Send + Sync,
>;

/// Whether something is done again if the connection breaks, so that nobody knows whether it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Again {
    /// It is, once: done twice, it comes to the same.
    IfLost,
    /// It is not.
    Never,
}

/// A database, for what a site stores beside its tables. What was answered with `Ok` survives a crash.
#[async_trait]
pub trait Sql: Send + Sync + 'static {
    /// The rows that a query finds.
    async fn query(&self, text: &str, values: Vec<Value>) -> Result<Vec<Row>, Unavailable>;

    /// Does something that comes to the same when it is done twice, and returns how many rows it has changed.
    async fn execute(&self, text: &str, values: Vec<Value>) -> Result<u64, Unavailable>;

    /// Runs a transaction.
    async fn run(&self, work: Work, again: Again) -> Result<(), Unavailable>;

    /// How many bytes the database takes.
    async fn bytes(&self) -> Result<u64, Unavailable>;

    /// The query for the ids of the games in one of whose seats somebody is, with its parameters, the first of which is
    /// `?2`.
    fn attended(&self) -> (&'static str, Vec<Value>);
}

impl dyn Sql + '_ {
    /// What a query finds.
    ///
    /// # Errors
    ///
    /// If the database does not answer, or a row cannot be read.
    pub async fn all<T>(
        &self,
        text: &str,
        values: Vec<Value>,
        read: impl Fn(&mut Row) -> Result<T, SqlError> + Send,
    ) -> Result<Vec<T>, Unavailable> {
        let rows = self.query(text, values).await?;
        let read = rows.into_iter().map(|mut row| read(&mut row));
        Ok(read.collect::<Result<_, _>>()?)
    }

    /// What a query finds first.
    ///
    /// # Errors
    ///
    /// If the database does not answer, or the row cannot be read.
    pub async fn first<T>(
        &self,
        text: &str,
        values: Vec<Value>,
        read: impl Fn(&mut Row) -> Result<T, SqlError> + Send,
    ) -> Result<Option<T>, Unavailable> {
        let first = self.query(text, values).await?.into_iter().next();
        Ok(first.map(|mut row| read(&mut row)).transpose()?)
    }

    /// Whether a query finds anything.
    ///
    /// # Errors
    ///
    /// If the database does not answer.
    pub async fn exists(&self, text: &str, values: Vec<Value>) -> Result<bool, Unavailable> {
        Ok(!self.query(text, values).await?.is_empty())
    }

    /// The number that a query always finds.
    ///
    /// # Errors
    ///
    /// If the database does not answer.
    pub async fn number<T: TryFrom<Value, Error = Value>>(
        &self,
        text: &str,
        values: Vec<Value>,
    ) -> Result<T, Unavailable> {
        let found = self.first(text, values, Row::take).await?;
        found.ok_or(Unavailable)
    }

    /// Runs a transaction. If it returns an error, all of it is taken back.
    ///
    /// # Errors
    ///
    /// That of the transaction, or that the database does not answer: then it is unknown what was done.
    pub async fn transaction<T, E>(
        &self,
        again: Again,
        work: impl for<'a> Fn(&'a mut dyn Statements) -> BoxFuture<'a, Result<Result<T, E>, SqlError>>
        + Send
        + Sync
        + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Unavailable> + Send + 'static,
    {
        let done = Arc::new(Mutex::new(None));
        let kept = Arc::clone(&done);
        let work = Arc::new(work);
        let work: Work = Box::new(move |statements| {
            let (kept, work) = (Arc::clone(&kept), Arc::clone(&work));
            Box::pin(async move {
                let result = work(statements).await?;
                let stays = result.is_ok();
                *kept.lock() = Some(result);
                Ok(stays)
            })
        });
        self.run(work, again).await?;
        let result = done.lock().take();
        result.unwrap_or_else(|| Err(Unavailable.into()))
    }
}
