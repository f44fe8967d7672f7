//! Two servers on one PostgreSQL, one of which is killed. As in the tests of the log, a server has to be
//! named.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use brickwood_server::log::{NodeId, PostgresLog};
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::NoTls;

use crate::support::{House, enter, order, shown};

const VARIABLE: &str = "BRICKWOOD_TEST_DATABASE";

/// A schema of its own on a server.
struct Database {
    server: String,
    name: String,
}

impl Database {
    async fn create() -> Option<Self> {
        let server = std::env::var(VARIABLE).ok()?;
        let name = format!("brickwood_test_{:016x}", getrandom::u64().unwrap());
        let database = Self { server, name };
        let create = format!("CREATE SCHEMA {}", database.name);
        database.execute(&create).await;
        Some(database)
    }

    async fn execute(&self, text: &str) {
        let (client, connection) = tokio_postgres::connect(&self.server, NoTls).await.unwrap();
        tokio::spawn(connection);
        client.batch_execute(text).await.unwrap();
    }

    fn url(&self) -> String {
        let sign = if self.server.contains('?') { '&' } else { '?' };
        format!("{}{sign}options=-csearch_path%3D{}", self.server, self.name)
    }

    /// A server in a runtime of its own: when that is shut down, nothing is given back.
    async fn serve(&self, node: NodeId) -> (Runtime, House) {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let url = self.url();
        let house = runtime.spawn(async move {
            let log = Arc::new(PostgresLog::open(&url).await.unwrap());
            House::with(|server| {
                server.node = node;
                server.log = log;
            })
            .await
        });
        let house = house.await.unwrap();
        (runtime, house)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bots_of_a_server_that_is_killed_go_on_at_another_within_seconds() {
    let Some(database) = Database::create().await else {
        eprintln!("skipped: {VARIABLE} names no PostgreSQL server (`cargo xtask test` starts one)");
        return;
    };
    let (first_runtime, first) = database.serve(NodeId(1)).await;
    let (second_runtime, second) = database.serve(NodeId(2)).await;
    let mut guest = first.guest();
    let table = guest.create(&order(0, 3)).await;
    let (_here, _) = enter(&guest, &table, None).await;
    guest.address = second.address;
    let (mut there, _) = enter(&guest, &table, None).await;
    shown(&mut there, |seen| seen.view.turn > 2).await;
    let holder = async || second.log.attendance(&table).await.unwrap().holder;
    assert_eq!(holder().await, Some(NodeId(1)));

    first_runtime.shutdown_background();
    let killed = Instant::now();
    while holder().await != Some(NodeId(2)) {
        assert!(killed.elapsed() < Duration::from_secs(10), "nobody goes on");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let (_, seen) = enter(&guest, &table, None).await;
    shown(&mut there, |later| later.view.turn > seen.view.turn + 1).await;
    println!("they went on after {:?}", killed.elapsed());

    second_runtime.shutdown_background();
    let drop = format!("DROP SCHEMA {} CASCADE", database.name);
    database.execute(&drop).await;
}
