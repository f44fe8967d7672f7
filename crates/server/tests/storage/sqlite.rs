//! The contract of the log, kept by SQLite; and what SQLite promises beyond it.

use crate::contract::{self, lines, log_contract, new_game, record};
use brickwood_server::log::{GameLog, OpenError, SqliteLog};

/// Runs a test on an empty log.
async fn sqlite<F: Future<Output = ()>>(test: impl FnOnce(SqliteLog) -> F) {
    let folder = tempfile::tempdir().unwrap();
    test(SqliteLog::open(folder.path()).unwrap()).await;
}

log_contract!(sqlite);

#[tokio::test]
async fn a_game_is_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let log = SqliteLog::open(folder.path()).unwrap();
    log.create(new_game("a", 1)).await.unwrap();
    let records = vec![record(1, Some(3)), record(2, None)];
    log.append("a", lines(records.clone())).await.unwrap();
    drop(log);
    let log = SqliteLog::open(folder.path()).unwrap();
    assert_eq!(log.load("a").await.unwrap().unwrap().records, records);
}

#[test]
fn a_folder_is_used_by_one_log_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let first = SqliteLog::open(folder.path()).unwrap();
    assert!(matches!(
        SqliteLog::open(folder.path()),
        Err(OpenError::InUse(_))
    ));
    drop(first);
    SqliteLog::open(folder.path()).unwrap();
}

#[test]
fn a_database_of_a_newer_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    drop(SqliteLog::open(folder.path()).unwrap());
    let file = folder.path().join("brickwood.db");
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    assert!(matches!(
        SqliteLog::open(folder.path()),
        Err(OpenError::Version { found: 99, .. })
    ));
}
