//! One server with its games on its own disk, killed repeatedly; and the time until it is back.

use std::{path::Path, time::Duration};

use brickwood_load::{LoadPlan, Run};
use brickwood_site::SCHEMA;
use brickwood_storage::{Append, GameLog, NewGame, Outline, Progress, SqliteStorage};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::time::sleep;

use crate::{
    audit::RunAudit,
    cluster::does,
    node::{Node, number},
};

const PLAN: LoadPlan = LoadPlan {
    tables: 8,
    players: 3,
    bots: 1,
    points_to_win: 10,
    rate: 80.0,
    arrivals: f64::INFINITY,
    apart: true,
    repeats: true,
    patience: Duration::from_secs(5),
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_loses_nothing_and_repeats_nothing() {
    let kills = number("BRICKWOOD_TORTURE_KILLS", 6);
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let data_argument = data.to_str().unwrap();
    let reports = folder.path().join("reports");
    let mut node = Node::start(&["--data", data_argument], &[], &reports);
    let mut run = Run::start(&[node.address], PLAN).await.unwrap();
    run.add_spectators(4);
    let mut random = ChaCha8Rng::seed_from_u64(9);
    for _ in 0..kills {
        does(&[&run], random.random_range(1..25)).await;
        node.kill();
        node.start_again();
    }
    does(&[&run], 25).await;
    let told = run.stop().await;
    node.kill();

    let log = SqliteStorage::open(&data, SCHEMA).unwrap();
    let audit = RunAudit::of(&[told], &log).await;
    audit.report(&format!("1 node, {kills} kills"));
    assert_eq!(audit.late, 0, "nobody has stood still");
    assert!(audit.by_bots > 0, "bots have done nothing");
}

/// Stores many copies of a game that was played for a while. Returns its number of lines.
async fn fill(data: &Path, games: u32) -> usize {
    let reports = data.join("reports");
    let node = Node::start(&["--data", data.to_str().unwrap()], &[], &reports);
    let plan = LoadPlan {
        tables: 1,
        rate: 8.0,
        ..PLAN
    };
    let run = Run::start(&[node.address], plan).await.unwrap();
    does(&[&run], 40).await;
    let told = run.stop().await;
    drop(node);
    let log = SqliteStorage::open(data, SCHEMA).unwrap();
    let table = &told.seen[0].table;
    let game = log.load(table).await.unwrap().unwrap();
    let mut stored = 0;
    while stored < games {
        // Several appends at a time share the cost of a sync.
        let group = stored..games.min(stored + 500);
        stored = group.end;
        let storing = group.map(|number| {
            let (log, game) = (&log, &game);
            async move {
                let mut setup = game.setup.clone();
                setup.id = format!("copy-{number}");
                let mut people = game.people.clone();
                people.code = None;
                let new = NewGame {
                    setup: setup.clone(),
                    people,
                    rematch_of: None,
                    origin: None,
                };
                log.create(new).await.unwrap();
                let append = Append {
                    records: game.records.clone(),
                    people: None,
                    setup: None,
                    outline: Outline::at(Progress::Playing),
                };
                log.append(&setup.id, append).await.unwrap();
            }
        });
        futures_util::future::join_all(storing).await;
    }
    game.records.len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_with_many_games_is_back_after_a_crash() {
    let games = number("BRICKWOOD_TORTURE_GAMES", 100);
    let folder = tempfile::tempdir().unwrap();
    let lines = fill(folder.path(), games).await;
    let data = ["--data", folder.path().to_str().unwrap()];
    let mut node = Node::start(&data, &[], &folder.path().join("reports"));
    let mut run = Run::start(&[node.address], PLAN).await.unwrap();
    run.add_spectators(4);
    does(&[&run], 50).await;
    node.kill();
    run.ledger.start_over();
    let listens = node.start_again();
    let first = does(&[&run], 1).await;
    sleep(Duration::from_secs(1)).await;
    let told = run.stop().await;
    node.kill();
    let log = SqliteStorage::open(folder.path(), SCHEMA).unwrap();
    let milliseconds = |micros| 1000.0 * Duration::from_micros(micros).as_secs_f64();
    let welcomes = told.ledger.notes().welcomes.clone();
    let audit = RunAudit::of(&[told], &log).await;
    audit.report(&format!(
        "back with {games} games of {lines} lines: listens after {:.0} ms, first action {:.0} ms later; \
         from connecting to the table p50 {:.1} ms, p99 {:.1} ms",
        1000.0 * listens.as_secs_f64(),
        1000.0 * first.as_secs_f64(),
        milliseconds(welcomes.value_at_quantile(0.5)),
        milliseconds(welcomes.value_at_quantile(0.99)),
    ));
}
