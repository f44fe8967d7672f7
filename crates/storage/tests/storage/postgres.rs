//! The contract of the storage, for PostgreSQL; and the further promises of PostgreSQL.
//!
//! The tests need a server: `cargo xtask test` starts one, and `BRICKWOOD_TEST_DATABASE` names another,
//! by the URL of a database in which its user may create schemas. Each test has a separate one.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use brickwood_protocol::ChatText;
use brickwood_rules::SeatSet;
use brickwood_storage::{
    AppendError, BotDirectory, Chat, Cluster, DeviceId, GameLog, Hint, Hints, NewLine, NodeId,
    OpenPostgresError, PostgresStorage, Schema, Storage, Unavailable,
};
use brickwood_table::LogRecord;
use brickwood_test_kit::database::Database;
use futures_util::StreamExt;
use tokio::{task::JoinSet, time::timeout};
use tokio_postgres::{NoTls, SimpleQueryMessage};

use crate::contract::{self, lines, log_contract, new_game, record};

/// Opens the log in a schema.
pub async fn log_in(database: &Database) -> PostgresStorage {
    PostgresStorage::open(&database.url, Schema::LOG_ALONE)
        .await
        .unwrap()
}

/// Runs a test on an empty log.
async fn postgres<F: Future<Output = ()>>(test: impl FnOnce(PostgresStorage) -> F) {
    if let Some(database) = Database::create().await {
        test(log_in(&database).await).await;
        database.drop().await;
    }
}

log_contract!(postgres);

#[tokio::test]
async fn a_group_of_appends_compares_no_game_with_all_others() {
    let Some(database) = Database::create().await else {
        return;
    };
    // Creates the tables.
    drop(log_in(&database).await);
    let client = database.client().await;
    let session = include_str!("../../src/postgres/writer.sql");
    let append = include_str!("../../src/postgres/append.sql");
    let nothing = ["'{}'"; 31].join(", ");
    client
        .batch_execute(&format!("{session}; PREPARE append AS {append}"))
        .await
        .unwrap();
    let explain = format!("EXPLAIN (COSTS OFF) EXECUTE append ({nothing})");
    let plan = client.simple_query(&explain).await.unwrap();
    let plan: Vec<&str> = plan
        .iter()
        .filter_map(|message| match message {
            SimpleQueryMessage::Row(line) => line.get(0),
            _ => None,
        })
        .collect();
    assert!(
        plan.iter()
            .any(|line| line.contains("Index Scan using game_pkey"))
    );
    // What has this filter finds its rows by trying all.
    let slow = plan.iter().find(|line| line.contains("Join Filter"));
    assert_eq!(slow, None, "{}", plan.join("\n"));
    database.drop().await;
}

#[tokio::test]
async fn a_server_reads_what_another_one_has_stored() {
    let Some(database) = Database::create().await else {
        return;
    };
    let (one, two) = (log_in(&database).await, log_in(&database).await);
    one.create(new_game("a", 1)).await.unwrap();
    one.append("a", lines(vec![record(1, Some(1))]))
        .await
        .unwrap();
    two.append("a", lines(vec![record(2, None)])).await.unwrap();
    assert_eq!(
        one.append("a", lines(vec![record(2, None)])).await,
        Err(AppendError::Conflict { head: 2 })
    );
    assert_eq!(
        two.append("a", lines(vec![record(3, Some(1))])).await,
        Err(AppendError::Duplicate { seq: 1 })
    );
    assert_eq!(one.load("a").await, two.load("a").await);
    database.drop().await;
}

#[tokio::test]
async fn servers_that_start_together_make_one_schema() {
    let Some(database) = Database::create().await else {
        return;
    };
    let mut starting = JoinSet::new();
    for _ in 0..4 {
        let url = database.url.clone();
        starting.spawn(async move {
            PostgresStorage::open(&url, Schema::LOG_ALONE)
                .await
                .unwrap()
        });
    }
    let logs = starting.join_all().await;
    logs[0].create(new_game("a", 1)).await.unwrap();
    assert!(logs[3].load("a").await.unwrap().is_some());
    database.drop().await;
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_left_alone() {
    let Some(database) = Database::create().await else {
        return;
    };
    drop(log_in(&database).await);
    let client = database.client().await;
    client
        .batch_execute("INSERT INTO schema_version VALUES (99)")
        .await
        .unwrap();
    let opened = PostgresStorage::open(&database.url, Schema::LOG_ALONE).await;
    assert!(matches!(
        opened,
        Err(OpenPostgresError::Version { found: 99, .. })
    ));
    database.drop().await;
}

/// Keeps appending to one game as one of several writers. Returns the acknowledged keys.
async fn write_on(
    log: Arc<PostgresStorage>,
    game: &str,
    seat: u8,
    stop: Arc<AtomicBool>,
) -> Vec<u64> {
    let mut acknowledged = Vec::new();
    let mut head = 0;
    let mut key = 0;
    while !stop.load(Ordering::Relaxed) {
        let wanted = LogRecord {
            actor: Some(contract::seat(seat)),
            ..record(head + 1, Some(key))
        };
        match log.append(game, lines(vec![wanted])).await {
            Ok(()) => {
                head += 1;
                acknowledged.push(key);
                key += 1;
            }
            Err(AppendError::Duplicate { .. }) => {
                acknowledged.push(key);
                key += 1;
            }
            Err(AppendError::Conflict { head: found }) => head = found,
            Err(AppendError::Unavailable(_)) => tokio::time::sleep(Duration::from_millis(20)).await,
            Err(AppendError::NoSuchGame) => panic!("the game is there"),
        }
    }
    acknowledged
}

/// The keys of each seat in the log of a game that has no gaps and no key twice.
fn keys_by_seat(records: &[LogRecord]) -> [Vec<u64>; 4] {
    let mut keys: [Vec<u64>; 4] = Default::default();
    for (seq, record) in (1..).zip(records) {
        assert_eq!(record.seq, seq, "a gap");
        keys[record.actor.unwrap().index()].push(record.key.unwrap());
    }
    for keys in &keys {
        assert!(keys.is_sorted_by(|a, b| a < b), "a key twice");
    }
    keys
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_writers_on_two_servers_exactly_one_wins_each_place() {
    let Some(database) = Database::create().await else {
        return;
    };
    let logs = [
        Arc::new(log_in(&database).await),
        Arc::new(log_in(&database).await),
    ];
    for game in ["a", "b"] {
        logs[0].create(new_game(game, 1)).await.unwrap();
    }
    let stop = Arc::new(AtomicBool::new(false));
    let mut writers = JoinSet::new();
    for seat in 0..4 {
        for game in ["a", "b"] {
            let log = Arc::clone(&logs[usize::from(seat % 2)]);
            let stop = Arc::clone(&stop);
            writers.spawn(async move { (game, seat, write_on(log, game, seat, stop).await) });
        }
    }
    for game in ["a", "b"] {
        while logs[0].load(game).await.unwrap().unwrap().records.len() < 50 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    stop.store(true, Ordering::Relaxed);
    let written = writers.join_all().await;
    for game in ["a", "b"] {
        let records = logs[0].load(game).await.unwrap().unwrap().records;
        let stored = keys_by_seat(&records);
        for (_, seat, acknowledged) in written.iter().filter(|(of, ..)| *of == game) {
            // There were no faults, so everything that is stored was acknowledged.
            assert_eq!(stored[usize::from(*seat)], *acknowledged);
        }
    }
    database.drop().await;
}

/// Runs twelve writers of three games on two servers while `disturb` does something to the database, and
/// checks that every acknowledged record is stored once.
async fn nothing_acknowledged_is_lost(database: &Database, disturb: impl AsyncFnOnce()) {
    let logs = [
        Arc::new(log_in(database).await),
        Arc::new(log_in(database).await),
    ];
    let games = ["a", "b", "c"];
    for game in games {
        logs[0].create(new_game(game, 1)).await.unwrap();
    }
    let stop = Arc::new(AtomicBool::new(false));
    let mut writers = JoinSet::new();
    for seat in 0..4 {
        for game in games {
            let log = Arc::clone(&logs[usize::from(seat % 2)]);
            let stop = Arc::clone(&stop);
            writers.spawn(async move { (game, seat, write_on(log, game, seat, stop).await) });
        }
    }
    disturb().await;
    // They continue as soon as they can, however slow the machine is.
    let went_on = async {
        for game in games {
            // A database that has just recovered does not answer everything at once.
            let is_long = async || {
                let stored = logs[1].load(game).await.ok().flatten();
                stored.is_some_and(|stored| stored.records.len() >= 30)
            };
            while !is_long().await {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    };
    let patience = Duration::from_mins(1);
    timeout(patience, went_on).await.expect("they go on");
    stop.store(true, Ordering::Relaxed);
    let written = writers.join_all().await;
    for game in games {
        let records = logs[1].load(game).await.unwrap().unwrap().records;
        let stored = keys_by_seat(&records);
        for (_, seat, acknowledged) in written.iter().filter(|(of, ..)| *of == game) {
            let stored = &stored[usize::from(*seat)];
            assert!(
                acknowledged.iter().all(|key| stored.contains(key)),
                "seat {seat} lost something"
            );
            // A record without an acknowledgement may be stored, but only that of the last attempt.
            assert!(stored.len() <= acknowledged.len() + 1);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cut_connections_lose_nothing_acknowledged_and_repeat_nothing() {
    let Some(database) = Database::create().await else {
        return;
    };
    let client = database.client().await;
    nothing_acknowledged_is_lost(&database, async || {
        let mut ended = 0;
        for pause in [7, 31, 3, 53, 17, 41, 11, 23, 5, 37, 13, 29, 2, 47, 19] {
            tokio::time::sleep(Duration::from_millis(pause)).await;
            ended += database.cut(&client).await;
        }
        assert!(ended >= 15, "only {ended} connections were cut");
    })
    .await;
    database.drop().await;
}

/// One of its processes is killed, and PostgreSQL recovers from the disk.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "it crashes the server under all other tests; `cargo xtask test` runs it by itself"]
async fn crashes_of_the_database_lose_nothing_acknowledged_and_repeat_nothing() {
    let Some(database) = Database::create().await else {
        return;
    };
    nothing_acknowledged_is_lost(&database, async || {
        for pause in [400, 700, 300] {
            tokio::time::sleep(Duration::from_millis(pause)).await;
            let victim = database.client().await;
            let row = victim.query_one("SELECT pg_backend_pid()", &[]).await;
            let id: i32 = row.unwrap().get(0);
            let killed = std::process::Command::new("kill")
                .args(["-9", &id.to_string()])
                .status();
            assert!(killed.unwrap().success(), "the server is on this machine");
            while victim.batch_execute("").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            while tokio_postgres::connect(&database.server, NoTls)
                .await
                .is_err()
            {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    })
    .await;
    database.drop().await;
}

/// The next hint.
pub async fn hint(hints: &mut Hints) -> Hint {
    timeout(Duration::from_secs(10), hints.next())
        .await
        .expect("a hint comes")
        .expect("hints do not end")
}

#[tokio::test]
async fn servers_get_hints_about_the_writes_of_others_and_not_about_their_own() {
    let Some(database) = Database::create().await else {
        return;
    };
    let (one, two) = (log_in(&database).await, log_in(&database).await);
    let (mut to_one, mut to_two) = (one.hints(), two.hints());
    one.create(new_game("a", 1)).await.unwrap();
    one.create(new_game("b", 1)).await.unwrap();
    one.append("a", lines(vec![record(1, None)])).await.unwrap();
    assert_eq!(hint(&mut to_two).await, Hint::Game("a".into()));
    two.append("b", lines(vec![record(1, None)])).await.unwrap();
    // The first hint is about the other's write.
    assert_eq!(hint(&mut to_one).await, Hint::Game("b".into()));
    let line = NewLine {
        at_ms: 1,
        seat: contract::seat(0),
        name: "Ida".into(),
        key: 1,
        text: ChatText::Words { text: "Hi".into() },
    };
    one.say("b", line).await.unwrap();
    assert_eq!(hint(&mut to_two).await, Hint::Game("b".into()));
    database.drop().await;
}

#[tokio::test]
async fn servers_hear_of_a_bot_that_is_invited_or_listens_elsewhere() {
    let Some(database) = Database::create().await else {
        return;
    };
    let (one, two) = (log_in(&database).await, log_in(&database).await);
    let (mut to_one, mut to_two) = (one.hints(), two.hints());
    one.listen(&contract::listener("a", 1), 0).await.unwrap();
    assert_eq!(hint(&mut to_two).await, Hint::Bot("a".into()));
    assert_eq!(two.invite("a", "table", 0).await, Ok(true));
    assert_eq!(hint(&mut to_one).await, Hint::Bot("a".into()));
    // A failed invitation sends no hint.
    assert_eq!(two.invite("b", "table", 0).await, Ok(false));
    two.listen(&contract::listener("c", 1), 0).await.unwrap();
    assert_eq!(hint(&mut to_one).await, Hint::Bot("c".into()));
    database.drop().await;
}

#[tokio::test]
async fn servers_hear_of_a_device_that_was_removed_elsewhere() {
    let Some(database) = Database::create().await else {
        return;
    };
    let (one, two) = (log_in(&database).await, log_in(&database).await);
    let mut to_two = two.hints();
    let removed = Hint::Device(DeviceId([0xd7; 32]));
    one.tell(removed.clone());
    assert_eq!(hint(&mut to_two).await, removed);
    database.drop().await;
}

#[tokio::test]
async fn a_bot_hears_on_after_a_crash_of_the_database_has_forgotten_it() {
    let Some(database) = Database::create().await else {
        return;
    };
    let log = log_in(&database).await;
    let bot = contract::listener("a", 1);
    log.listen(&bot, 0).await.unwrap();
    let client = database.client().await;
    // As it is with unlogged tables.
    client.batch_execute("TRUNCATE listener").await.unwrap();
    assert_eq!(log.invite("a", "table", 0).await, Ok(false));
    assert_eq!(log.hear(&bot, &[]).await, Ok(Some(Vec::new())));
    assert_eq!(log.invite("a", "table", 0).await, Ok(true));
    database.drop().await;
}

#[tokio::test]
async fn hints_go_on_after_the_connection_was_cut() {
    let Some(database) = Database::create().await else {
        return;
    };
    let (one, two) = (log_in(&database).await, log_in(&database).await);
    one.create(new_game("a", 1)).await.unwrap();
    let mut hints = two.hints();
    let client = database.client().await;
    database.cut(&client).await;
    // The server cannot know which hints it has missed.
    assert_eq!(hint(&mut hints).await, Hint::All);
    one.append("a", lines(vec![record(1, None)])).await.unwrap();
    loop {
        // The other's connection was cut as well: its hint may come before.
        match hint(&mut hints).await {
            Hint::All => {}
            other => {
                assert_eq!(other, Hint::Game("a".into()));
                break;
            }
        }
    }
    database.drop().await;
}

#[tokio::test]
async fn a_row_that_somebody_locks_holds_up_no_other_game() {
    let Some(database) = Database::create().await else {
        return;
    };
    let log = Arc::new(log_in(&database).await);
    for game in ["a", "b"] {
        log.create(new_game(game, 1)).await.unwrap();
    }
    let mut client = database.client().await;
    let transaction = client.transaction().await.unwrap();
    transaction
        .execute("SELECT FROM game WHERE id = 'a' FOR UPDATE", &[])
        .await
        .unwrap();
    let held = {
        let log = Arc::clone(&log);
        tokio::spawn(async move { log.append("a", lines(vec![record(1, None)])).await })
    };
    let free = log.append("b", lines(vec![record(1, None)]));
    let patience = Duration::from_secs(9);
    assert_eq!(timeout(patience, free).await, Ok(Ok(())));
    assert_eq!(
        timeout(patience, held).await.unwrap().unwrap(),
        Err(AppendError::Unavailable(Unavailable))
    );
    transaction.rollback().await.unwrap();
    log.append("a", lines(vec![record(1, None)])).await.unwrap();
    database.drop().await;
}

#[tokio::test]
async fn a_storage_whose_games_somebody_holds_up_is_not_ready() {
    let Some(database) = Database::create().await else {
        return;
    };
    let log = log_in(&database).await;
    log.check().await.unwrap();
    for table in ["game", "record", "sitter"] {
        let mut client = database.client().await;
        let transaction = client.transaction().await.unwrap();
        // As `VACUUM FULL` does.
        let lock = format!("LOCK TABLE {table}");
        transaction.batch_execute(&lock).await.unwrap();
        let ready = timeout(Duration::from_secs(4), log.check()).await;
        assert_eq!(ready, Ok(Err(Unavailable)), "{table}");
        transaction.rollback().await.unwrap();
        log.check().await.unwrap();
    }
    database.drop().await;
}

#[tokio::test]
async fn a_lease_survives_a_connection_and_ends_with_its_server() {
    let Some(database) = Database::create().await else {
        return;
    };
    let (one, two) = (NodeId(1), NodeId(2));
    let log = log_in(&database).await;
    let hour = Duration::from_hours(1);
    log.beat(one, hour).await.unwrap();
    assert!(log.claim("a", one).await.unwrap().was_free);
    drop(log);
    let log = log_in(&database).await;
    let lease = log.claim("a", two).await.unwrap();
    assert_eq!((lease.holder, lease.was_free), (one, false));
    // By the clock of the database, wherever the servers are.
    log.beat(one, Duration::from_millis(50)).await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let lease = log.claim("a", two).await.unwrap();
    assert_eq!((lease.holder, lease.was_free), (two, true));
    database.drop().await;
}

#[tokio::test]
async fn servers_get_hints_about_connections_at_others() {
    let Some(database) = Database::create().await else {
        return;
    };
    let (one, two) = (log_in(&database).await, log_in(&database).await);
    let mut hints = two.hints();
    one.note_present("a", NodeId(1), SeatSet::EMPTY)
        .await
        .unwrap();
    assert_eq!(hint(&mut hints).await, Hint::Game("a".into()));
    one.let_go("b", NodeId(1), 1).await.unwrap();
    assert_eq!(hint(&mut hints).await, Hint::Game("b".into()));
    database.drop().await;
}

#[tokio::test]
async fn who_looks_at_a_database_creates_nothing_and_needs_no_right_to_write() {
    let Some(database) = Database::create().await else {
        return;
    };
    let client = database.client().await;
    let found = PostgresStorage::existing(&database.url).await;
    assert!(matches!(found, Err(OpenPostgresError::Missing(_))));
    let count = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()";
    assert_eq!(
        client.query_one(count, &[]).await.unwrap().get::<_, i64>(0),
        0
    );

    let log = log_in(&database).await;
    log.create(new_game("a", 1)).await.unwrap();
    let (name, reader) = (&database.name, format!("{}_reader", database.name));
    let grant = format!(
        "CREATE ROLE {reader} LOGIN PASSWORD 'reads';
         GRANT USAGE ON SCHEMA {name} TO {reader};
         GRANT SELECT ON ALL TABLES IN SCHEMA {name} TO {reader}"
    );
    client.batch_execute(&grant).await.unwrap();
    let (scheme, rest) = database.url.split_once("://").unwrap();
    let place = rest.split_once('@').map_or(rest, |(_, place)| place);
    let url = format!("{scheme}://{reader}:reads@{place}");
    let seen = PostgresStorage::existing(&url).await.unwrap();
    assert!(seen.load("a").await.unwrap().is_some());
    assert_eq!(seen.create(new_game("b", 1)).await, Err(Unavailable.into()));
    drop(seen);
    let remove = format!("DROP OWNED BY {reader}; DROP ROLE {reader}");
    client.batch_execute(&remove).await.unwrap();
    database.drop().await;
}
