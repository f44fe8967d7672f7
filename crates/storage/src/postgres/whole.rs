//! A whole database, read and written table by table, as SQLite has the tables.

use std::collections::HashSet;

use async_trait::async_trait;
use deadpool_postgres::{Client, PoolError};
use futures_util::future::try_join_all;

use super::{
    OpenPostgresError,
    connect::Connector,
    schema,
    sql::{execute, failed, query},
};
use crate::{
    CopyError, Row, Schema, Servers, SqlError, Value,
    copy::{Column, Readable, Source, Table, Writable, quoted},
};

/// Tables that hold nothing of the site, or what SQLite has in its memory.
const BESIDE: [&str; 7] = [
    "lease",
    "listener",
    "node",
    "presence",
    "probe",
    "schema_version",
    "server_history",
];

/// Columns that follow from others, or that only those who write at the same time need.
const OWN: [(&str, &str); 2] = [("game", "head"), ("record", "mark")];

/// A table of SQLite, and the columns of `game` that are here instead.
const OUTLINE: &str = "outline";
const OUTLINED: [&str; 5] = ["edition", "points", "turn", "to_act", "winners"];
const OUTLINES: &str = "(SELECT id AS game, edition, points, turn, to_act, winners
     FROM game WHERE edition IS NOT NULL) AS outline";

/// A copy takes as long as it takes.
const PATIENTLY: &str = "SET statement_timeout = 0; SET lock_timeout = 0";

/// A transaction that reads everything, or that writes it.
pub(crate) struct Whole {
    client: Client,
    /// The columns that are written as text.
    documents: HashSet<Column>,
}

/// A database, as it stands at one moment.
pub(crate) async fn open(url: &str, source: Source) -> Result<Whole, CopyError> {
    let client = connect(url).await?;
    begin(&client, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let is_there = "SELECT to_regclass('schema_version') IS NOT NULL";
    let is_there = client.query_one(is_there, &[]).await;
    if !is_there.map_err(failed)?.get::<_, bool>(0) {
        return Err(CopyError::Nothing);
    }
    schema::is_current(&**client).await?;
    let living = client.query_one("SELECT count(*) FROM living", &[]).await;
    let living = living.map_err(failed)?.get(0);
    if source == Source::AtRest && living > 0 {
        return Err(CopyError::Served(Servers(living)));
    }
    Whole::of(client).await
}

/// Begins the tables in a database that has none. Until the end, nobody sees them, and no server starts there.
pub(crate) async fn create(url: &str, schema: Schema) -> Result<Whole, CopyError> {
    let client = connect(url).await?;
    begin(&client, "BEGIN").await?;
    schema::lock(&**client).await.map_err(failed)?;
    let first = "SELECT relname::text FROM pg_class
         WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
         ORDER BY relname LIMIT 1";
    if let Some(row) = client.query_opt(first, &[]).await.map_err(failed)? {
        return Err(CopyError::NotEmpty(row.get(0)));
    }
    schema::create(&**client, schema).await.map_err(failed)?;
    Whole::of(client).await
}

async fn connect(url: &str) -> Result<Client, CopyError> {
    match Connector::new(url)?.pool().get().await {
        Ok(client) => Ok(client),
        Err(PoolError::Backend(error)) => Err(OpenPostgresError::from(error).into()),
        Err(error) => Err(SqlError::Failed(error.into()).into()),
    }
}

async fn begin(client: &Client, text: &str) -> Result<(), SqlError> {
    let text = format!("{PATIENTLY}; {text}");
    client.batch_execute(&text).await.map_err(failed)
}

impl Whole {
    async fn of(client: Client) -> Result<Self, CopyError> {
        let text = "SELECT c.relname::text, a.attname::text
             FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
             WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
             AND a.atttypid IN ('json'::regtype, 'jsonb'::regtype)";
        let rows = client.query(text, &[]).await.map_err(failed)?;
        Ok(Self {
            client,
            documents: rows.iter().map(|row| (row.get(0), row.get(1))).collect(),
        })
    }

    fn is_document(&self, table: &Table, column: &str) -> bool {
        let column = (table.name.clone(), column.to_owned());
        self.documents.contains(&column)
    }

    /// The sequence that numbers the rows of a table.
    async fn sequence(&self, table: &Table) -> Result<String, SqlError> {
        let key = &table.columns[table.key[0]];
        let text = "SELECT pg_get_serial_sequence(quote_ident($1), $2)";
        let row = self.client.query_one(text, &[&table.name, key]).await;
        let name: Option<String> = row.map_err(failed)?.get(0);
        name.ok_or_else(|| SqlError::unreadable(&table.name))
    }
}

#[async_trait]
impl Readable for Whole {
    async fn columns(&mut self) -> Result<Vec<Column>, SqlError> {
        let text = "SELECT c.relname::text, a.attname::text
             FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
             WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
             AND a.attnum > 0 AND NOT a.attisdropped";
        let rows = self.client.query(text, &[]).await.map_err(failed)?;
        let mut columns = vec![(OUTLINE.to_owned(), "game".to_owned())];
        for row in rows {
            let (table, column): (String, String) = (row.get(0), row.get(1));
            let name = (&table[..], &column[..]);
            if BESIDE.contains(&name.0) || OWN.contains(&name) {
                continue;
            }
            if name.0 == "game" && OUTLINED.contains(&name.1) {
                columns.push((OUTLINE.to_owned(), column));
            } else {
                columns.push((table, column));
            }
        }
        Ok(columns)
    }

    async fn rows(
        &mut self,
        table: &Table,
        after: Vec<Value>,
        limit: u32,
    ) -> Result<Vec<Row>, SqlError> {
        let columns: Vec<_> = (table.columns.iter())
            .map(|column| {
                if self.is_document(table, column) {
                    format!("{}::text", quoted(column))
                } else {
                    quoted(column)
                }
            })
            .collect();
        let from = if table.name == OUTLINE {
            OUTLINES.to_owned()
        } else {
            quoted(&table.name)
        };
        let text = table.select(&columns, &from, after.is_empty(), limit);
        query(&self.client, &text, &after).await
    }

    async fn last_number(&mut self, table: &Table) -> Result<i64, SqlError> {
        let sequence = self.sequence(table).await?;
        let text = format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}");
        let row = self.client.query_one(&text, &[]).await;
        Ok(row.map_err(failed)?.get(0))
    }
}

#[async_trait]
impl Writable for Whole {
    async fn insert(&mut self, table: &Table, rows: Vec<Row>) -> Result<(), SqlError> {
        let place = |column: &str| {
            let place = table.columns.iter().position(|one| one == column);
            place.map_or(0, |place| place + 1)
        };
        let text = if table.name == OUTLINE {
            let set: Vec<_> = (OUTLINED.iter())
                .map(|column| format!("{column} = ?{}", place(column)))
                .collect();
            let id = place("game");
            format!("UPDATE game SET {} WHERE id = ?{id}", set.join(", "))
        } else {
            let places: Vec<_> = (table.columns.iter())
                .map(|column| {
                    if self.is_document(table, column) {
                        format!("?{}::text::json", place(column))
                    } else {
                        format!("?{}", place(column))
                    }
                })
                .collect();
            format!(
                "INSERT INTO {} ({}) OVERRIDING SYSTEM VALUE VALUES ({})",
                quoted(&table.name),
                table.quoted_columns().join(", "),
                places.join(", ")
            )
        };
        // The first alone: it prepares the statement for the others, which need not wait for each other's answers.
        let Some((first, others)) = rows.split_first() else {
            return Ok(());
        };
        execute(&self.client, &text, first.values()).await?;
        let sent = others
            .iter()
            .map(|row| execute(&self.client, &text, row.values()));
        try_join_all(sent).await?;
        Ok(())
    }

    async fn number_after(&mut self, table: &Table, last: i64) -> Result<(), SqlError> {
        if last > 0 {
            let sequence = self.sequence(table).await?;
            let text = "SELECT setval($1::text::regclass, $2)";
            let set = self.client.execute(text, &[&sequence, &last]).await;
            set.map_err(failed)?;
        }
        Ok(())
    }

    async fn finish(self: Box<Self>) -> Result<(), CopyError> {
        let heads = "UPDATE game SET head = last.seq
             FROM (SELECT game, max(seq) AS seq FROM record GROUP BY game) AS last
             WHERE last.game = game.id; COMMIT; ANALYZE";
        Ok(self.client.batch_execute(heads).await.map_err(failed)?)
    }
}

#[cfg(test)]
mod tests {
    use brickwood_test_kit::database::{Database, connect};

    use super::*;
    use crate::sqlite::whole as sqlite;

    /// What is written here comes back as the same rows.
    #[tokio::test]
    async fn every_table_of_the_log_and_every_column_has_its_place_in_the_other_database() {
        let Some(database) = Database::create().await else {
            return;
        };
        let mut whole = create(&database.url, Schema::LOG_ALONE).await.unwrap();
        let mut found = whole.columns().await.unwrap();
        let tables = sqlite::tables(Schema::LOG_ALONE).unwrap();
        let mut known: Vec<Column> = tables
            .iter()
            .flat_map(|table| (table.columns.iter()).map(|one| (table.name.clone(), one.clone())))
            .collect();
        found.sort_unstable();
        known.sort_unstable();
        assert_eq!(found, known);
        drop(whole);
        database.drop().await;
    }

    #[tokio::test]
    async fn nobody_sees_a_copy_before_it_is_complete() {
        let Some(database) = Database::create().await else {
            return;
        };
        let whole = create(&database.url, Schema::LOG_ALONE).await.unwrap();
        let client = connect(&database.url).await;
        let is_seen = async || -> bool {
            let text = "SELECT to_regclass('game') IS NOT NULL";
            client.query_one(text, &[]).await.unwrap().get(0)
        };
        assert!(!is_seen().await);
        drop(whole);
        assert!(matches!(
            open(&database.url, Source::AtRest).await,
            Err(CopyError::Nothing)
        ));
        let whole = Box::new(create(&database.url, Schema::LOG_ALONE).await.unwrap());
        whole.finish().await.unwrap();
        assert!(is_seen().await);
        assert!(matches!(
            create(&database.url, Schema::LOG_ALONE).await,
            Err(CopyError::NotEmpty(_))
        ));
        drop(client);
        database.drop().await;
    }
}
