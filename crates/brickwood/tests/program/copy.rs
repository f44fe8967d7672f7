//! `brickwood copy`, and everything that a site stores.

use std::{
    collections::BTreeMap,
    path::Path,
    process::{Command, Output},
};

use brickwood_site::SCHEMA;
use brickwood_storage::{CopyError, OpenError, Place, Source, SqliteStorage, copy_site};
use brickwood_test_kit::database::{Database, connect};
use rusqlite::{Connection, types::Value};

use crate::{
    server_process::ServerProcess,
    stored::{store_games, verify},
};

/// All rows of all tables in a folder, each as what it holds.
type Rows = BTreeMap<String, Vec<Vec<Value>>>;

fn database_in(folder: &Path) -> Connection {
    Connection::open(folder.join("brickwood.db")).unwrap()
}

fn names(database: &Connection, text: &str) -> Vec<String> {
    let mut statement = database.prepare(text).unwrap();
    let names = statement.query_map([], |row| row.get(0)).unwrap();
    names.map(Result::unwrap).collect()
}

/// The tables of the site, and how `SQLite` numbers their rows.
fn tables(database: &Connection) -> Vec<String> {
    let text = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_stat%' ORDER BY rowid";
    names(database, text)
}

fn rows(folder: &Path) -> Rows {
    let database = database_in(folder);
    let rows_of = |table: String| {
        let mut statement = database.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = statement.column_count();
        let rows = statement.query_map([], |row| {
            (0..columns)
                .map(|place| row.get::<_, Value>(place))
                .collect()
        });
        let mut rows: Vec<Vec<Value>> = rows.unwrap().map(Result::unwrap).collect();
        rows.sort_by_key(|row| format!("{row:?}"));
        (table, rows)
    };
    tables(&database).into_iter().map(rows_of).collect()
}

/// Rows in every table, from what `SQLite` knows of its columns: the same number stands for the same thing everywhere, so
/// that each row refers to others that are there.
fn fill(folder: &Path, each: u32) {
    drop(SqliteStorage::open(folder, SCHEMA).unwrap());
    let mut connection = database_in(folder);
    let database = connection.transaction().unwrap();
    for table in tables(&database) {
        if ["probe", "sqlite_sequence"].contains(&&table[..]) {
            continue;
        }
        let columns = "SELECT name, type, pk > 0 OR name IN (SELECT \"from\" FROM pragma_foreign_key_list(?1)),
                name IN (SELECT \"from\" FROM pragma_foreign_key_list(?1) WHERE \"table\" = ?1)
             FROM pragma_table_info(?1)";
        let mut columns = database.prepare(columns).unwrap();
        let columns = columns.query_map([&table], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        });
        let columns: Vec<(String, String, bool, bool)> =
            columns.unwrap().map(Result::unwrap).collect();
        let places: Vec<_> = (1..=columns.len())
            .map(|place| format!("?{place}"))
            .collect();
        let named: Vec<_> = columns
            .iter()
            .map(|(name, ..)| format!("\"{name}\""))
            .collect();
        let (named, places) = (named.join(", "), places.join(", "));
        let insert = format!("INSERT INTO {table} ({named}) VALUES ({places})");
        for number in 1..=each {
            let values = columns
                .iter()
                .map(|(name, kind, is_key, is_own)| match &kind[..] {
                    // The last one refers to none, and is not the same in each database's own way.
                    _ if *is_own && number == each => Value::Null,
                    "INTEGER" if *is_key => i64::from(number).into(),
                    "INTEGER" if name == "post_hash" => i64::MIN.into(),
                    // What PostgreSQL keeps as a boolean is one of two.
                    "INTEGER" => i64::from(number % 2).into(),
                    // A number is a document, too.
                    "TEXT" => number.to_string().into(),
                    "BLOB" => number.to_le_bytes().repeat(8).into(),
                    other => panic!("{table}.{name} is {other}"),
                });
            let values = rusqlite::params_from_iter(values);
            database.execute(&insert, values).unwrap();
        }
    }
    // Numbers that were given and are not there any more are not given again.
    database
        .execute("DELETE FROM report WHERE number = ?1", [each])
        .unwrap();
    database.commit().unwrap();
}

#[tokio::test]
async fn every_row_of_every_table_comes_back_from_the_other_database_as_it_was() {
    let Some(database) = Database::create().await else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (there, back) = (folder.path().join("there"), folder.path().join("back"));
    // More than are copied at a time.
    fill(&there, 503);
    let (from, url) = (Place::File(there.clone()), database.url.parse().unwrap());
    let to = Place::Database(url);
    let copy =
        async |from: &Place, to: &Place| copy_site(from, to, Source::AtRest, SCHEMA, |_| {}).await;
    let copied = copy(&from, &to).await.unwrap();
    let returned = copy(&to, &Place::File(back.clone())).await.unwrap();
    assert_eq!(copied, returned);
    let (original, came_back) = (rows(&there), rows(&back));
    assert!(original.keys().eq(came_back.keys()));
    for (table, rows) in &original {
        assert!(
            !rows.is_empty(),
            "{table} has no rows, so this shows nothing of it"
        );
        assert!(*rows == came_back[table], "the rows of {table} are others");
    }
    // Nothing goes where something is.
    assert!(matches!(
        copy(&from, &to).await,
        Err(CopyError::NotEmpty(_))
    ));
    let refused = copy(&to, &Place::File(back)).await;
    assert!(matches!(refused, Err(CopyError::Archive(_))), "{refused:?}");
    database.drop().await;
}

#[tokio::test]
async fn a_table_that_the_program_does_not_know_is_not_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let (there, other) = (folder.path().join("there"), folder.path().join("other"));
    drop(SqliteStorage::open(&there, SCHEMA).unwrap());
    let more = "CREATE TABLE later (word TEXT)";
    database_in(&there).execute_batch(more).unwrap();
    let (from, to) = (Place::File(there), Place::File(other.clone()));
    let refused = copy_site(&from, &to, Source::AtRest, SCHEMA, |_| {}).await;
    assert!(matches!(refused, Err(CopyError::Unknown(name)) if name == "later.word"));
    assert!(!other.join("brickwood.db").exists());
}

fn copy(from: &str, to: &str, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["copy", "--from", from, "--to", to])
        .args(more)
        .output()
        .unwrap()
}

#[test]
fn a_site_moves_to_a_database_and_back_and_its_games_are_replayed() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let Some(database) = runtime.block_on(Database::create()) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (data, back) = (folder.path().join("data"), folder.path().join("back"));
    let lines = store_games(&data);
    let place = |path: &Path| path.to_str().unwrap().to_owned();
    let output = copy(&place(&data), &database.url, &[]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{said}{:?}",
        String::from_utf8(output.stderr)
    );
    let sound = format!("games   4\nlines   {lines}\nfaults  0\n");
    assert!(said.ends_with(&sound), "{said}");
    // It is served from there, and what its players do goes on from where the logs end.
    let heads = runtime.block_on(async {
        let client = connect(&database.url).await;
        let text = "SELECT sum(head)::bigint FROM game";
        client.query_one(text, &[]).await.unwrap().get::<_, i64>(0)
    });
    assert_eq!(heads, i64::try_from(lines).unwrap());
    let output = copy(&database.url, &place(&back), &[]);
    assert!(
        output.status.success(),
        "{:?}",
        String::from_utf8(output.stderr)
    );
    assert_eq!(verify(&back), (Some(0), sound));
    runtime.block_on(database.drop());
}

#[test]
fn what_a_server_is_using_is_copied_only_as_of_one_moment() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    let lines = store_games(&data);
    let server = ServerProcess::open(&data, &[]);
    let (from, to) = (data.to_str().unwrap(), other.to_str().unwrap());
    let refused = copy(from, to, &[]);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(
        !refused.status.success() && said.contains("is using"),
        "{said}"
    );
    assert!(!other.join("brickwood.db").exists());
    assert!(copy(from, to, &["--at-one-moment"]).status.success());
    let sound = format!("games   4\nlines   {lines}\nfaults  0\n");
    assert_eq!(verify(&other), (Some(0), sound));
    server.kill();
}

/// A copy is read while its target is a folder in which a server could start.
#[tokio::test]
async fn no_server_starts_on_what_is_copied_or_is_being_written() {
    let folder = tempfile::tempdir().unwrap();
    let (there, other) = (folder.path().join("there"), folder.path().join("other"));
    fill(&there, 3);
    let (from, to) = (Place::File(there.clone()), Place::File(other.clone()));
    let mut looked = 0;
    let copied = copy_site(&from, &to, Source::AtRest, SCHEMA, |_| {
        looked += 1;
        for folder in [&there, &other] {
            let opened = SqliteStorage::open(folder, SCHEMA);
            assert!(matches!(opened, Err(OpenError::InUse(_))));
        }
        assert!(!other.join("brickwood.db").exists());
    });
    assert_eq!(copied.await.unwrap().len(), looked);
    assert!(SqliteStorage::open(&other, SCHEMA).is_ok());
}
