//! Servers of `PostgreSQL` that lose answers, fall silent, or are replaced by another one.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use brickwood_rules::SeatSet;
use brickwood_storage::{
    AppendError, Cluster, GameLog, Hint, NodeId, PostgresStorage, Schema, Unavailable,
};
use brickwood_table::LogRecord;
use brickwood_test_kit::database::Database;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::timeout,
};

use crate::{
    contract::{lines, new_game, record},
    postgres::hint,
};

/// A proxy between the storage and the database that can drop the answers.
struct Between {
    url: String,
    swallow: Arc<AtomicBool>,
    /// How many connections there have been.
    made: Arc<AtomicUsize>,
    /// The answers on the first of them are dropped, as many as this; they stay open.
    silent: Arc<AtomicUsize>,
}

impl Between {
    async fn between(database: &Database) -> Self {
        let server = database.place();
        let place = format!("{}:{}", server.0, server.1);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let between = Self {
            url: database.url.replace(&place, &format!("127.0.0.1:{port}")),
            swallow: Arc::default(),
            made: Arc::default(),
            silent: Arc::default(),
        };
        let Self {
            swallow,
            made,
            silent,
            ..
        } = &between;
        let (swallow, made, silent) = (swallow.clone(), made.clone(), silent.clone());
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(server.clone()).await.unwrap();
                let (number, silent) = (made.fetch_add(1, Ordering::SeqCst), silent.clone());
                let is_silent = move || number < silent.load(Ordering::SeqCst);
                tokio::spawn(pass_on(client, server, swallow.clone(), is_silent));
            }
        });
        between
    }

    /// The database falls silent for all who are connected, as if it were stopped, and answers whoever connects anew.
    fn fall_silent(&self) {
        self.silent
            .store(self.made.load(Ordering::SeqCst), Ordering::SeqCst);
    }
}

/// Passes everything on; the first dropped answer ends the connection.
async fn pass_on(
    mut client: TcpStream,
    mut server: TcpStream,
    swallow: Arc<AtomicBool>,
    is_silent: impl Fn() -> bool,
) {
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    let asks = tokio::io::copy(&mut from_client, &mut to_server);
    let answers = async {
        let mut bytes = [0; 4096];
        loop {
            let read = from_server.read(&mut bytes).await.unwrap_or(0);
            if read == 0 || swallow.swap(false, Ordering::SeqCst) {
                return;
            }
            if is_silent() {
                continue;
            }
            if to_client.write_all(&bytes[..read]).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        _ = asks => {}
        () = answers => {}
    }
}

#[tokio::test]
async fn an_append_whose_answer_was_lost_is_found_and_not_repeated() {
    let Some(database) = Database::create().await else {
        return;
    };
    let cut = Between::between(&database).await;
    let log = PostgresStorage::open(&cut.url, Schema::LOG_ALONE)
        .await
        .unwrap();
    for game in ["a", "b"] {
        log.create(new_game(game, 1)).await.unwrap();
    }
    // The statement is prepared, so that the next answer is that of the append.
    log.append("a", lines(vec![record(1, None)])).await.unwrap();
    for seq in 2..6 {
        cut.swallow.store(true, Ordering::SeqCst);
        let records = vec![record(seq, None)];
        assert_eq!(
            log.append("a", lines(records)).await,
            Ok(()),
            "record {seq}"
        );
        assert!(!cut.swallow.load(Ordering::SeqCst), "an answer was lost");
    }
    let stored = log.load("a").await.unwrap().unwrap().records;
    let expected: Vec<LogRecord> = (1..6).map(|seq| record(seq, None)).collect();
    assert_eq!(stored, expected);
    // Equal records of another writer are not mistaken for one's own.
    let again = log.append("a", lines(vec![record(5, None)])).await;
    assert_eq!(again, Err(AppendError::Conflict { head: 5 }));
    database.drop().await;
}

/// An address at which somebody accepts connections and says nothing, like a server that is stopped.
async fn stopped_server() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (listener, address)
}

#[tokio::test]
async fn of_several_servers_one_that_takes_writes_is_found() {
    let Some(database) = Database::create().await else {
        return;
    };
    let (_stopped, silent) = stopped_server().await;
    let gone = {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        listener.local_addr().unwrap().to_string()
    };
    let (host, port) = database.place();
    let here = format!("{host}:{port}");
    for servers in [
        format!("{silent},{gone},{here}"),
        format!("{here},{silent}"),
    ] {
        let url = database.url.replace(&here, &servers);
        let opened = timeout(
            Duration::from_secs(10),
            PostgresStorage::open(&url, Schema::LOG_ALONE),
        )
        .await;
        let log = opened.expect("nobody waits for a silent one").unwrap();
        assert!(log.load("a").await.unwrap().is_none());
    }
    database.drop().await;
}

#[tokio::test]
async fn connections_to_a_server_that_has_fallen_silent_are_given_up_together() {
    let Some(database) = Database::create().await else {
        return;
    };
    let between = Between::between(&database).await;
    let log = PostgresStorage::open(&between.url, Schema::LOG_ALONE)
        .await
        .unwrap();
    log.create(new_game("a", 1)).await.unwrap();
    log.append("a", lines(vec![record(1, None)])).await.unwrap();
    let mut hints = log.hints();
    // There are several connections.
    let loads = (0..8).map(|_| log.load("a"));
    for load in futures_util::future::join_all(loads).await {
        assert!(load.unwrap().is_some());
    }
    between.fall_silent();
    let append = log.append("a", lines(vec![record(2, None)]));
    let heartbeats = async {
        let lives = Duration::from_secs(3);
        assert_eq!(log.beat(NodeId(1), lives).await, Err(Unavailable));
        // No further one has to find out by itself.
        let all = (0..8).map(|_| log.load("a"));
        let all = timeout(Duration::from_secs(4), futures_util::future::join_all(all));
        for load in all.await.expect("they answer at once") {
            assert!(load.unwrap().is_some());
        }
        // What others have told meanwhile is unknown.
        assert_eq!(hint(&mut hints).await, Hint::All);
    };
    let (appended, ()) = tokio::join!(append, heartbeats);
    // It was stored, and its answer was lost.
    assert_eq!(appended, Ok(()));
    assert_eq!(log.load("a").await.unwrap().unwrap().records.len(), 2);
    database.drop().await;
}

#[tokio::test]
async fn a_server_lives_on_after_another_primary_has_forgotten_it() {
    let Some(database) = Database::create().await else {
        return;
    };
    let log = crate::postgres::log_in(&database).await;
    let (node, lives) = (NodeId(7), Duration::from_mins(1));
    let client = database.client().await;
    log.create(new_game("a", 1)).await.unwrap();
    let seats = SeatSet::all(2);
    for round in 0..2 {
        assert!(!log.beat(node, lives).await.unwrap().contains(&node));
        log.note_present("a", node, seats).await.unwrap();
        let lease = log.claim("a", node).await.unwrap();
        assert_eq!((lease.holder, lease.was_free), (node, true), "{round}");
        let presence = log.presence("a").await.unwrap();
        assert_eq!((presence.holder, presence.seats), (Some(node), seats));
        // What a standby has of unlogged tables when it becomes the primary.
        let text = "TRUNCATE node, lease, presence, listener";
        client.batch_execute(text).await.unwrap();
        let presence = log.presence("a").await.unwrap();
        assert_eq!((presence.holder, presence.seats), (None, SeatSet::EMPTY));
        log.let_go("a", node, 0).await.unwrap();
    }
    database.drop().await;
}

#[tokio::test]
async fn a_game_whose_creation_was_not_answered_is_created_once() {
    let Some(database) = Database::create().await else {
        return;
    };
    let cut = Between::between(&database).await;
    let log = PostgresStorage::open(&cut.url, Schema::LOG_ALONE)
        .await
        .unwrap();
    log.create(new_game("a", 1)).await.unwrap();
    cut.swallow.store(true, Ordering::SeqCst);
    log.create(new_game("b", 1)).await.unwrap();
    assert!(!cut.swallow.load(Ordering::SeqCst), "an answer was lost");
    assert!(log.load("b").await.unwrap().is_some());
    database.drop().await;
}
