//! Copies a whole site from one database to another, of the same kind or the other.
//!
//! The tables are those of this program's schema, as SQLite has them: a table that is added to it is copied without a
//! word here. A database with a table or a column beyond that is refused, so nothing is left behind without anybody
//! noticing. Rows go over in pieces, in the order of their keys, and are read again at the other end before that end
//! can be served.

use std::{fmt, path::PathBuf, str::FromStr};

use async_trait::async_trait;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::{
    ArchiveError, DatabaseUrl, NotADatabaseUrl, OpenError, Row, Schema, SqlError, Value,
    sqlite::whole as sqlite,
};
#[cfg(feature = "postgres")]
use crate::{OpenPostgresError, postgres::whole as postgres};

/// Rows that are read and written at a time.
const PIECE: u32 = 500;

/// Where a whole site is.
#[derive(Clone, Debug)]
pub enum Place {
    /// In a folder, or in a file that a backup has made.
    File(PathBuf),
    /// In a `PostgreSQL` database.
    Database(DatabaseUrl),
}

impl FromStr for Place {
    type Err = NotADatabaseUrl;

    fn from_str(text: &str) -> Result<Self, NotADatabaseUrl> {
        if text.contains("://") {
            return text.parse().map(Self::Database);
        }
        Ok(Self::File(text.into()))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            // It may contain a password.
            Self::Database(_) => f.write_str("the database"),
        }
    }
}

/// Whether servers may be using what is copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// None does, and none starts meanwhile on a folder: the copy is to take its place.
    AtRest,
    /// They may: the copy is of one moment, and knows nothing of what is stored later.
    AtOneMoment,
}

/// A table that was copied, and is the same at both ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopiedTable {
    /// Its name.
    pub name: String,
    /// How many rows it has.
    pub rows: u64,
    /// The SHA-256 of all its rows, in the order of their keys.
    pub checksum: [u8; 32],
}

/// Why a site is not copied. Then there is nothing at the other end that could be served.
#[derive(Debug, Error)]
#[expect(missing_docs)]
pub enum CopyError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[cfg(feature = "postgres")]
    #[error(transparent)]
    Postgres(#[from] OpenPostgresError),
    #[cfg(not(feature = "postgres"))]
    #[error("this program knows no PostgreSQL; build it with `--features full`")]
    NoPostgres,
    #[error("there is no Brickwood in the database that is to be copied")]
    Nothing,
    #[error("{0} is using the database that is to be copied: stop it first")]
    Served(Servers),
    #[error("the database that is to be copied is damaged: {0}")]
    Damaged(String),
    #[error(
        "the database that is to be written has tables already ({0} is one): a copy goes into an empty one only"
    )]
    NotEmpty(String),
    #[error("this program does not know what {0} is, and leaves nothing behind")]
    Unknown(String),
    #[error("{0} is missing")]
    Missing(String),
    #[error("{0} did not arrive as it was sent")]
    Different(String),
    #[error("rows of {0} refer to others that are not there")]
    Dangling(String),
    #[error(transparent)]
    Sql(#[from] SqlError),
}

/// How many servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Servers(pub i64);

impl fmt::Display for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("a server"),
            more => write!(f, "each of {more} servers"),
        }
    }
}

/// A table, as SQLite has it.
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<String>,
    /// The places of the columns that a row is known by.
    pub(crate) key: Vec<usize>,
    /// Whether the database numbers its rows, and never gives a number twice.
    pub(crate) is_numbered: bool,
}

/// A column of a table.
pub(crate) type Column = (String, String);

/// An end of a copy that is read.
#[async_trait]
pub(crate) trait Readable: Send {
    /// The columns of all tables that hold something of the site.
    async fn columns(&mut self) -> Result<Vec<Column>, SqlError>;

    /// The first rows of a table after this key, at most so many, in the order of their keys.
    async fn rows(
        &mut self,
        table: &Table,
        after: Vec<Value>,
        limit: u32,
    ) -> Result<Vec<Row>, SqlError>;

    /// The last number that the database has given to a row; 0 before the first.
    async fn last_number(&mut self, table: &Table) -> Result<i64, SqlError>;
}

/// An end of a copy that is written. Nobody sees anything of it before it is finished.
#[async_trait]
pub(crate) trait Writable: Readable {
    async fn insert(&mut self, table: &Table, rows: Vec<Row>) -> Result<(), SqlError>;

    /// The next number is the one after this.
    async fn number_after(&mut self, table: &Table, last: i64) -> Result<(), SqlError>;

    /// Makes it a database like any other.
    async fn finish(self: Box<Self>) -> Result<(), CopyError>;
}

impl Table {
    /// The rows after a key, in the order of their keys. Both databases understand this.
    pub(crate) fn select(
        &self,
        columns: &[String],
        from: &str,
        is_first: bool,
        limit: u32,
    ) -> String {
        let columns = columns.join(", ");
        let key: Vec<_> = self
            .key
            .iter()
            .map(|place| quoted(&self.columns[*place]))
            .collect();
        let key = key.join(", ");
        let after = if is_first {
            String::new()
        } else {
            let places: Vec<_> = (1..=self.key.len())
                .map(|place| format!("?{place}"))
                .collect();
            format!("WHERE ({key}) > ({}) ", places.join(", "))
        };
        format!("SELECT {columns} FROM {from} {after}ORDER BY {key} LIMIT {limit}")
    }

    pub(crate) fn quoted_columns(&self) -> Vec<String> {
        self.columns.iter().map(|column| quoted(column)).collect()
    }

    fn key_of(&self, row: &Row) -> Vec<Value> {
        let values = row.values();
        self.key
            .iter()
            .map(|place| values[*place].clone())
            .collect()
    }
}

/// A name that is no word of SQL.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

/// Copies everything in one place to another that is empty, and reads it again there. `told` hears of each table when
/// it is written.
///
/// # Errors
///
/// If it is not copied. Then nothing is in the other place that a server would serve.
pub async fn copy_site(
    from: &Place,
    to: &Place,
    source: Source,
    schema: Schema,
    mut told: impl FnMut(&CopiedTable),
) -> Result<Vec<CopiedTable>, CopyError> {
    let tables = sqlite::tables(schema)?;
    let mut read: Box<dyn Readable> = match from {
        Place::File(path) => Box::new(sqlite::open(path, source)?),
        #[cfg(feature = "postgres")]
        Place::Database(url) => Box::new(postgres::open(url.expose(), source).await?),
        #[cfg(not(feature = "postgres"))]
        Place::Database(_) => return Err(CopyError::NoPostgres),
    };
    same_tables(&tables, &read.columns().await?)?;
    let mut written: Box<dyn Writable> = match to {
        Place::File(path) => Box::new(sqlite::create(path, schema)?),
        #[cfg(feature = "postgres")]
        Place::Database(url) => Box::new(postgres::create(url.expose(), schema).await?),
        #[cfg(not(feature = "postgres"))]
        Place::Database(_) => return Err(CopyError::NoPostgres),
    };
    same_tables(&tables, &written.columns().await?)?;
    let mut copied = Vec::new();
    for table in &tables {
        let sent = copy_table(table, &mut *read, &mut *written).await?;
        told(&sent);
        copied.push(sent);
    }
    for (table, sent) in tables.iter().zip(&copied) {
        if summary(table, &mut *written).await? != *sent {
            return Err(CopyError::Different(table.name.clone()));
        }
    }
    written.finish().await?;
    Ok(copied)
}

/// Whether a database has the columns of these tables, and no others.
fn same_tables(tables: &[Table], found: &[Column]) -> Result<(), CopyError> {
    let named = |(table, column): &Column| format!("{table}.{column}");
    let known: Vec<Column> = (tables.iter())
        .flat_map(|table| (table.columns.iter()).map(|column| (table.name.clone(), column.clone())))
        .collect();
    if let Some(column) = found.iter().find(|column| !known.contains(column)) {
        return Err(CopyError::Unknown(named(column)));
    }
    match known.iter().find(|column| !found.contains(column)) {
        Some(column) => Err(CopyError::Missing(named(column))),
        None => Ok(()),
    }
}

async fn copy_table(
    table: &Table,
    read: &mut dyn Readable,
    written: &mut dyn Writable,
) -> Result<CopiedTable, SqlError> {
    let mut sum = Sum::default();
    let mut after = Vec::new();
    loop {
        let rows = read.rows(table, after, PIECE).await?;
        let Some(last) = rows.last() else {
            break;
        };
        after = table.key_of(last);
        sum.add(&rows);
        written.insert(table, rows).await?;
    }
    if table.is_numbered {
        let last = read.last_number(table).await?;
        written.number_after(table, last).await?;
    }
    Ok(sum.of(table))
}

async fn summary(
    table: &Table,
    read: &mut (impl Readable + ?Sized),
) -> Result<CopiedTable, SqlError> {
    let mut sum = Sum::default();
    let mut after = Vec::new();
    loop {
        let rows = read.rows(table, after, PIECE).await?;
        let Some(last) = rows.last() else {
            return Ok(sum.of(table));
        };
        after = table.key_of(last);
        sum.add(&rows);
    }
}

/// The checksum of the rows so far.
#[derive(Default)]
struct Sum {
    rows: u64,
    hash: Sha256,
}

impl Sum {
    fn add(&mut self, rows: &[Row]) {
        self.rows += rows.len() as u64;
        for value in rows.iter().flat_map(Row::values) {
            // What kind it is, and how long: no two rows have the same bytes.
            let (kind, bytes): (u8, &[u8]) = match value {
                Value::Null => (0, &[]),
                Value::Integer(number) => (1, &number.to_be_bytes()),
                Value::Text(text) => (2, text.as_bytes()),
                Value::Bytes(bytes) => (3, bytes),
            };
            self.hash.update([kind]);
            self.hash.update((bytes.len() as u64).to_be_bytes());
            self.hash.update(bytes);
        }
    }

    fn of(self, table: &Table) -> CopiedTable {
        CopiedTable {
            name: table.name.clone(),
            rows: self.rows,
            checksum: self.hash.finalize().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_folder_or_the_address_of_a_database_and_shows_no_password() {
        let place: Place = "postgres://ida:secret@host/games".parse().unwrap();
        assert!(matches!(place, Place::Database(_)));
        assert!(!format!("{place} {place:?}").contains("secret"));
        let place: Place = "/var/lib/brickwood".parse().unwrap();
        assert_eq!(place.to_string(), "/var/lib/brickwood");
        assert!("mysql://host/games".parse::<Place>().is_err());
    }

    #[test]
    fn a_database_with_more_or_less_than_is_known_is_refused() {
        let table = Table {
            name: "game".to_owned(),
            columns: vec!["id".to_owned(), "code".to_owned()],
            key: vec![0],
            is_numbered: false,
        };
        let tables = [table];
        let column = |table: &str, name: &str| (table.to_owned(), name.to_owned());
        let known = [column("game", "id"), column("game", "code")];
        assert!(same_tables(&tables, &known).is_ok());
        let more = [&known[..], &[column("later", "word")]].concat();
        let refused = same_tables(&tables, &more);
        assert!(matches!(refused, Err(CopyError::Unknown(name)) if name == "later.word"));
        let refused = same_tables(&tables, &known[..1]);
        assert!(matches!(refused, Err(CopyError::Missing(name)) if name == "game.code"));
    }

    #[test]
    fn no_two_lists_of_values_have_the_same_checksum() {
        let sum = |rows: &[&[Value]]| {
            let mut sum = Sum::default();
            let rows: Vec<Row> = rows.iter().map(|row| Row::new(row.to_vec())).collect();
            sum.add(&rows);
            sum.hash.finalize()
        };
        let text = |text: &str| Value::Text(text.to_owned());
        let all = [
            sum(&[&[text("ab"), text("c")]]),
            sum(&[&[text("a"), text("bc")]]),
            sum(&[&[Value::Bytes(b"ab".to_vec()), text("c")]]),
            sum(&[&[Value::Null, text("abc")]]),
            sum(&[&[Value::Integer(0), text("abc")]]),
            sum(&[&[text(""), text("abc")]]),
        ];
        for (place, one) in all.iter().enumerate() {
            assert!(!all[place + 1..].contains(one));
        }
    }
}
