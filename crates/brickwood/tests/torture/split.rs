//! Two primaries in one URL: a standby was promoted by hand, and nobody has stopped its predecessor.

use std::time::Duration;

use brickwood_site::SCHEMA;
use brickwood_storage::{PostgresStorage, Storage};
use tokio::time::{sleep, timeout};

use crate::database::Database;

/// A storage looks for a newer primary every ten seconds.
const NOTICED_WITHIN: Duration = Duration::from_secs(20);

/// How often it was written to.
async fn writes(database: &Database) -> i64 {
    let text = "SELECT written_ms FROM probe";
    let client = database.client().await;
    client.query_one(text, &[]).await.unwrap().get(0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_primaries_only_the_one_that_was_promoted_last_is_used() {
    let Some(first) = Database::start() else {
        return;
    };
    let second = first.standby();
    let url = first.url_with(&second);
    let open = async || PostgresStorage::open(&url, SCHEMA).await;
    let running = open().await.unwrap();
    running.check().await.unwrap();
    second.promote();
    // A node that starts now is at the new primary, and one that runs comes there, whatever its connections tell.
    let started = open().await.unwrap();
    let old = writes(&first).await;
    started.check().await.unwrap();
    assert_eq!(writes(&first).await, old);
    let moved = async {
        loop {
            let before = writes(&first).await;
            if running.check().await.is_ok() && writes(&first).await == before {
                return;
            }
            sleep(Duration::from_millis(200)).await;
        }
    };
    timeout(NOTICED_WITHIN, moved).await.expect("it moves");
    let (old, new) = (writes(&first).await, writes(&second).await);
    for _ in 0..8 {
        running.check().await.unwrap();
        started.check().await.unwrap();
    }
    assert_eq!(writes(&first).await, old);
    assert_eq!(writes(&second).await, new + 16);

    // The earlier primary alone is no primary for those who have seen the later one.
    second.crash();
    for storage in [&running, &started] {
        // The connections that are broken are noticed.
        let _ = storage.check().await;
        assert!(storage.check().await.is_err());
    }
    assert_eq!(writes(&first).await, old);
    second.start_again();
    for storage in [&running, &started] {
        storage.check().await.unwrap();
    }
}
