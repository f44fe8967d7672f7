//! The contract of the storage, for SQLite; and the further promises of SQLite.

use crate::contract::{self, lines, log_contract, new_game, record};
use brickwood_storage::{GameLog, OpenError, Schema, SqliteStorage};

/// Runs a test on an empty log.
async fn sqlite<F: Future<Output = ()>>(test: impl FnOnce(SqliteStorage) -> F) {
    let folder = tempfile::tempdir().unwrap();
    test(SqliteStorage::open(folder.path(), Schema::LOG_ALONE).unwrap()).await;
}

log_contract!(sqlite);

#[tokio::test]
async fn a_game_is_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let log = SqliteStorage::open(folder.path(), Schema::LOG_ALONE).unwrap();
    log.create(new_game("a", 1)).await.unwrap();
    let records = vec![record(1, Some(3)), record(2, None)];
    log.append("a", lines(records.clone())).await.unwrap();
    drop(log);
    let log = SqliteStorage::open(folder.path(), Schema::LOG_ALONE).unwrap();
    assert_eq!(log.load("a").await.unwrap().unwrap().records, records);
}

#[test]
fn a_folder_is_used_by_one_log_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let first = SqliteStorage::open(folder.path(), Schema::LOG_ALONE).unwrap();
    assert!(matches!(
        SqliteStorage::open(folder.path(), Schema::LOG_ALONE),
        Err(OpenError::InUse(_))
    ));
    drop(first);
    SqliteStorage::open(folder.path(), Schema::LOG_ALONE).unwrap();
}

#[test]
fn a_database_of_a_newer_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    drop(SqliteStorage::open(folder.path(), Schema::LOG_ALONE).unwrap());
    let file = folder.path().join("brickwood.db");
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let before = std::fs::read(&file).unwrap();
    assert!(matches!(
        SqliteStorage::open(folder.path(), Schema::LOG_ALONE),
        Err(OpenError::Version { found: 99, .. })
    ));
    assert!(std::fs::read(&file).unwrap() == before);
}
