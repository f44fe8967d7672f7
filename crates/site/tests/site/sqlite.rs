//! What a site stores, in SQLite.

use brickwood_site::{
    SCHEMA, SiteStorage, StoresSite,
    moderation::host::{HostChange, HostDecision, NewHostLine},
};
use brickwood_storage::{GameLog, SqliteStorage};

use crate::contract::{self, new_game, site_contract};

/// Runs a test on an empty database.
async fn sqlite<F: Future<Output = ()>>(test: impl FnOnce(SqliteStorage) -> F) {
    let folder = tempfile::tempdir().unwrap();
    test(SqliteStorage::open(folder.path(), SCHEMA).unwrap()).await;
}

site_contract!(sqlite);

#[tokio::test]
async fn what_is_decided_beside_a_server_is_seen_by_it_and_its_log_is_never_changed() {
    let folder = tempfile::tempdir().unwrap();
    assert!(SqliteStorage::beside(folder.path()).is_err());
    let log = SqliteStorage::open(folder.path(), SCHEMA).unwrap();
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
