//! Two servers on one PostgreSQL, one of which is killed. As in the tests of the storage, a PostgreSQL
//! server must be named.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use brickwood_protocol::{AlertInfo, SiteFeatures};
use brickwood_site::{
    SCHEMA, StoresSite,
    record::{ratings::recompute, results::ResultPlace},
};
use brickwood_storage::{NodeId, PostgresStorage, Progress};
use brickwood_test_client::Heard;
use brickwood_test_kit::database::Database;
use tokio::runtime::{Builder, Runtime};

use crate::{
    open_tables::open_order,
    played::{STORED, finished, keep},
    ratings::rated_game,
    results::{again, evaluated, switch},
    support::{TestServer, enter, order, shown},
};

/// A server in a separate runtime: when that is shut down, the server does not release its leases.
async fn serve(database: &Database, node: NodeId) -> (Runtime, TestServer) {
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let url = database.url.clone();
    let server = runtime.spawn(async move {
        let log = Arc::new(PostgresStorage::open(&url, SCHEMA).await.unwrap());
        TestServer::with(|server| {
            server.node = node;
            server.log = log;
        })
        .await
    });
    let server = server.await.unwrap();
    (runtime, server)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bots_of_a_server_that_is_killed_go_on_at_another_within_seconds() {
    let Some(database) = Database::create().await else {
        return;
    };
    let (first_runtime, first) = serve(&database, NodeId(1)).await;
    let (second_runtime, second) = serve(&database, NodeId(2)).await;
    let mut person = first.person();
    let table = person.create(&order(0, 3)).await;
    let (_here, _) = enter(&person, &table, None).await;
    person.address = second.address;
    let (mut there, _) = enter(&person, &table, None).await;
    shown(&mut there, |seen| seen.view.turn > 2).await;
    let holder = async || second.log.presence(&table).await.unwrap().holder;
    assert_eq!(holder().await, Some(NodeId(1)));

    first_runtime.shutdown_background();
    let killed = Instant::now();
    while holder().await != Some(NodeId(2)) {
        assert!(killed.elapsed() < Duration::from_secs(10), "nobody goes on");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let (_, seen) = enter(&person, &table, None).await;
    shown(&mut there, |later| later.view.turn > seen.view.turn + 1).await;
    println!("they went on after {:?}", killed.elapsed());

    second_runtime.shutdown_background();
    database.drop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_waits_and_a_alert_outlive_the_server_that_is_killed() {
    let Some(database) = Database::create().await else {
        return;
    };
    let (first_runtime, first) = serve(&database, NodeId(1)).await;
    let (second_runtime, second) = serve(&database, NodeId(2)).await;
    let mut host = first.person();
    let mut friend = first.person();
    let alert = friend.ask("PUT", "/api/alert", r#"{"minutes":60}"#).await;
    assert_eq!(alert.status, 204);
    let table = host.create(&open_order(3, 2)).await;
    let (mut socket, waiting) = enter(&host, &table, None).await;
    assert!(!waiting.started && waiting.begins_in_ms.is_some());
    first_runtime.shutdown_background();
    while socket.hear().await != Heard::Gone {}

    host.address = second.address;
    friend.address = second.address;
    let (mut socket, _) = enter(&host, &table, None).await;
    let begun = shown(&mut socket, |seen| seen.started).await;
    assert_eq!(begun.seating.to_take.len(), 2);
    let told: AlertInfo = friend.ask("GET", "/api/alert", "").await.json();
    let told: Vec<_> = told.tables.iter().map(|table| &*table.id).collect();
    assert_eq!(told, [&*table]);

    second_runtime.shutdown_background();
    database.drop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_while_it_counts_results_leaves_no_game_out_and_counts_none_twice()
{
    let Some(database) = Database::create().await else {
        return;
    };
    let (first_runtime, _first) = serve(&database, NodeId(1)).await;
    let (second_runtime, second) = serve(&database, NodeId(2)).await;
    let players = keep(&second, finished(), Progress::Over).await;
    let mut ids: Vec<String> = (10..22).map(|number| format!("game-{number}")).collect();
    again(&*second.log, &players, &finished(), &ids).await;
    let results = async |place: usize| {
        let before: Option<&ResultPlace> = None;
        let id = players[place].id().unwrap();
        second.log.site().results_of(id, before, 100).await.unwrap()
    };
    while results(0).await.len() < 5 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    first_runtime.shutdown_background();
    evaluated(&*second.log).await;
    ids.push(STORED.to_owned());
    ids.sort_unstable();
    for place in 0..3 {
        let results = results(place).await;
        let mut games: Vec<&str> = results.iter().map(|result| result.game.as_str()).collect();
        games.sort_unstable();
        assert_eq!(games, ids);
        // It was the same game each time.
        for result in &results {
            assert_eq!(result.document, results[0].document);
            assert_eq!(result.quality, results[0].quality);
        }
    }
    second_runtime.shutdown_background();
    database.drop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_while_it_rates_leaves_no_game_out_and_rates_none_twice() {
    let Some(database) = Database::create().await else {
        return;
    };
    let (first_runtime, first) = serve(&database, NodeId(1)).await;
    let ratings = SiteFeatures {
        ratings: true,
        ..SiteFeatures::default()
    };
    switch(&*first.log, ratings).await;
    let (second_runtime, second) = serve(&database, NodeId(2)).await;
    let players = keep(&second, rated_game(), Progress::Over).await;
    let mut ids: Vec<String> = (10..22).map(|number| format!("game-{number}")).collect();
    again(&*second.log, &players, &rated_game(), &ids).await;
    let site = second.log.site();
    while site.last_rated().await.unwrap() < 5 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    first_runtime.shutdown_background();
    evaluated(&*second.log).await;
    ids.push(STORED.to_owned());
    ids.sort_unstable();
    let stored = site.rated_games(0, 99).await.unwrap();
    let numbers: Vec<u32> = stored.iter().map(|(_, rated)| rated.number).collect();
    assert_eq!(numbers, (1..=13).collect::<Vec<_>>());
    let mut games: Vec<&str> = stored.iter().map(|(game, _)| game.as_str()).collect();
    games.sort_unstable();
    assert_eq!(games, ids);
    let found = recompute(&*second.log, false).await.unwrap();
    assert_eq!((found.games, found.differ.len()), (13, 0));
    second_runtime.shutdown_background();
    database.drop().await;
}
