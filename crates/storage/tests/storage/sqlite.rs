//! The contract of the storage, for SQLite; and the further promises of SQLite.

use crate::contract::{self, lines, log_contract, new_game, record};
use brickwood_rules::{Phase, ToAct, legal_actions};
use brickwood_storage::{GameLog, Guests, OpenError, SqliteStorage};
use brickwood_table::Table;

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
    assert!(matches!(
        SqliteStorage::open(folder.path()),
        Err(OpenError::Version { found: 99, .. })
    ));
}

#[tokio::test]
async fn a_database_of_version_2_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let old = rusqlite::Connection::open(folder.path().join("brickwood.db")).unwrap();
    old.execute_batch(include_str!("../../src/sqlite/schema.sql"))
        .unwrap();
    old.execute_batch(
        "PRAGMA user_version = 2;
         INSERT INTO game (id, created_ms, progress, listed, setup, people)
             VALUES ('old', 1, 0, 0, '{}', '{}')",
    )
    .unwrap();
    drop(old);
    let log = SqliteStorage::open(folder.path()).unwrap();
    log.create(new_game("a", 1)).await.unwrap();
    assert_eq!(log.remove_gathering(2).await, Ok(2));
}

/// The database of version 1 in `version-1.sql`, opened.
fn old_database() -> (tempfile::TempDir, SqliteStorage) {
    let folder = tempfile::tempdir().unwrap();
    let old = rusqlite::Connection::open(folder.path().join("brickwood.db")).unwrap();
    // The tables are listed in the order of their names.
    old.pragma_update(None, "foreign_keys", false).unwrap();
    old.execute_batch(include_str!("version-1.sql")).unwrap();
    drop(old);
    let log = SqliteStorage::open(folder.path()).unwrap();
    (folder, log)
}

const PLAYED: &str = "hardy-salmon-68-tf6xj";
const OVER: &str = "swift-goose-35-vqb8h";
const BEGUN: &str = "golden-sparrow-55-a3n4w";
const OPEN: &str = "glad-salmon-59-ha52v";

#[tokio::test]
async fn a_database_of_version_1_is_brought_up_to_date() {
    let (folder, log) = old_database();
    for (id, lines, names) in [
        (PLAYED, 65, ["Ida", "Bruno", "Ole"]),
        (OVER, 152, ["Ida", "Bruno", "Cleo"]),
        (BEGUN, 4, ["Ada", "Ida", "Ole"]),
        (OPEN, 0, ["Ida", "", "Cleo"]),
    ] {
        let game = log.load(id).await.unwrap().unwrap();
        assert_eq!(game.records.len(), lines, "{id}");
        let found = game.people.places.iter().map(|place| place.name.as_deref());
        assert!(found.eq(names.map(|name| Some(name).filter(|name| !name.is_empty()))));
        assert!(game.people.host.is_some());
        assert_eq!(game.rematch.as_deref(), (id == OVER).then_some(OPEN));
        // Every line is legal, and leads to the same state as before.
        let table = Table::restore(game.setup, game.people, game.records).unwrap();
        assert_eq!(table.started(), id != OPEN, "{id}");
        let is_over = matches!(table.view(None).phase, Phase::Over { .. });
        assert_eq!(is_over, id == OVER, "{id}");
    }
    drop(log);
    // After one migration, it is a database like any other.
    let log = SqliteStorage::open(folder.path()).unwrap();
    assert_eq!(log.load(PLAYED).await.unwrap().unwrap().records.len(), 65);
    let game = log.load(OPEN).await.unwrap().unwrap();
    let ida = game.people.host.unwrap();
    assert_eq!(log.name_of(ida).await, Ok(Some("Ida".into())));
    assert_eq!(log.gathering_of(ida).await, Ok(1));
    let listed = log.games_of(ida, 10).await.unwrap();
    assert_eq!(
        listed.iter().map(|game| &*game.id).collect::<Vec<_>>(),
        [OPEN]
    );
    for (id, seats) in [(PLAYED, 3), (OVER, 3), (BEGUN, 3)] {
        let game = log.load(id).await.unwrap().unwrap();
        let who = game.people.host.unwrap();
        let listed = log.games_of(who, 10).await.unwrap();
        let listed = listed.iter().find(|game| game.id == id).unwrap();
        let table = Table::restore(game.setup, game.people, game.records).unwrap();
        assert_eq!(*listed, table.listed(), "{id}");
        assert_eq!(listed.people.places.len(), seats);
        assert!(listed.outline.turn > 0 || id == BEGUN);
    }
    assert_eq!(log.remove_gathering(u64::MAX >> 1).await, Ok(1));
    assert_eq!(log.load(OVER).await.unwrap().unwrap().rematch, None);
}

#[tokio::test]
async fn a_game_of_version_1_is_played_on() {
    let (_folder, log) = old_database();
    let game = log.load(BEGUN).await.unwrap().unwrap();
    let mut table = Table::restore(game.setup, game.people, game.records).unwrap();
    let mut now_ms = 1_800_000_000_000;
    for key in 1..=30 {
        now_ms += 1;
        let ToAct::Seats { seats } = table.view(None).to_act else {
            panic!("people are to act");
        };
        let seat = seats.iter().next().unwrap();
        let action = legal_actions(table.game(), table.state(), seat)[0];
        let batch = table
            .propose(seat, Some(key), table.request(action), now_ms)
            .unwrap();
        log.append(BEGUN, lines(batch.records().to_vec()))
            .await
            .unwrap();
        table.commit(batch);
    }
    let game = log.load(BEGUN).await.unwrap().unwrap();
    let again = Table::restore(game.setup, game.people, game.records).unwrap();
    assert_eq!(again.view(None), table.view(None));
}
