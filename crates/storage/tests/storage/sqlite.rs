//! The contract of the storage, for SQLite; and the further promises of SQLite.

use crate::contract::{self, lines, log_contract, new_game, record};
use brickwood_storage::{
    GameLog, HostChange, HostDecision, NewHostLine, OpenError, SiteStorage, SqliteStorage, Storage,
};

/// Runs a test on an empty log.
async fn sqlite<F: Future<Output = ()>>(test: impl FnOnce(SqliteStorage) -> F) {
    let folder = tempfile::tempdir().unwrap();
    test(SqliteStorage::open(folder.path()).unwrap()).await;
}

log_contract!(sqlite);

#[tokio::test]
async fn a_game_is_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let log = SqliteStorage::open(folder.path()).unwrap();
    log.create(new_game("a", 1)).await.unwrap();
    let records = vec![record(1, Some(3)), record(2, None)];
    log.append("a", lines(records.clone())).await.unwrap();
    drop(log);
    let log = SqliteStorage::open(folder.path()).unwrap();
    assert_eq!(log.load("a").await.unwrap().unwrap().records, records);
}

#[test]
fn a_folder_is_used_by_one_log_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let first = SqliteStorage::open(folder.path()).unwrap();
    assert!(matches!(
        SqliteStorage::open(folder.path()),
        Err(OpenError::InUse(_))
    ));
    drop(first);
    SqliteStorage::open(folder.path()).unwrap();
}

#[test]
fn a_database_of_a_newer_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    drop(SqliteStorage::open(folder.path()).unwrap());
    let file = folder.path().join("brickwood.db");
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let before = std::fs::read(&file).unwrap();
    assert!(matches!(
        SqliteStorage::open(folder.path()),
        Err(OpenError::Version { found: 99, .. })
    ));
    assert!(std::fs::read(&file).unwrap() == before);
}

#[tokio::test]
async fn what_is_decided_beside_a_server_is_seen_by_it_and_its_log_is_never_changed() {
    let folder = tempfile::tempdir().unwrap();
    assert!(SqliteStorage::beside(folder.path()).is_err());
    let log = SqliteStorage::open(folder.path()).unwrap();
    let beside = SqliteStorage::beside(folder.path()).unwrap();
    let decide = async |value: &str| {
        let decision = HostDecision {
            line: NewHostLine {
                at_ms: 1,
                line: value.into(),
            },
            change: HostChange::Setting {
                name: "closed",
                value: value.into(),
            },
            reports: Vec::new(),
        };
        let site = SiteStorage::of(&beside);
        site.decide(decision).await.unwrap();
    };
    for round in 1..=20 {
        let (value, id) = (round.to_string(), format!("game-{round}"));
        let ((), created) = tokio::join!(decide(&value), log.create(new_game(&id, 1)));
        created.unwrap();
        let seen = log.site().setting("closed").await.unwrap();
        assert_eq!(seen, Some(value));
    }
    let database = rusqlite::Connection::open(folder.path().join("brickwood.db")).unwrap();
    for change in [
        "UPDATE host_log SET line = '' WHERE number = 1",
        "DELETE FROM host_log WHERE number = 1",
    ] {
        let refused = database.execute(change, []).unwrap_err();
        assert!(refused.to_string().contains("log of the host"), "{refused}");
    }
    assert_eq!(log.site().host_log(u32::MAX, 100).await.unwrap().len(), 20);
}
