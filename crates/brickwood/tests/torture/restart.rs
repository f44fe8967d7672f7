//! All servers of a site are restarted one after the other while people play.

use std::{net::SocketAddr, time::Duration};

use brickwood_site::SCHEMA;
use brickwood_storage::PostgresStorage;

use crate::{
    audit::RunAudit,
    cluster::{Crowd, nodes},
    database::Database,
    node::number,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_loses_nothing_and_nobody_is_refused() {
    let Some(database) = Database::start() else {
        return;
    };
    let rate = number("BRICKWOOD_TORTURE_RESTART_RATE", 60);
    let folder = tempfile::tempdir().unwrap();
    let mut nodes = nodes(&database, folder.path());
    let addresses: Vec<SocketAddr> = nodes.iter().map(|node| node.address).collect();
    let crowd = Crowd::sit_down(&addresses, rate).await;
    crowd.goes_on().await;
    crowd.start_over();
    for node in &mut nodes {
        assert!(node.terminate(), "a server ends in good order");
        node.start_again();
        // A second of play.
        crowd.does(rate.into()).await;
    }
    crowd.goes_on().await;
    let told = crowd.leave().await;
    drop(nodes);

    let log = PostgresStorage::open(&database.url(), SCHEMA)
        .await
        .unwrap();
    let audit = RunAudit::of(&told, &log).await;
    let p99 = told.each_ref().map(|told| {
        let micros = told.ledger.notes().answers.value_at_quantile(0.99);
        Duration::from_micros(micros).as_secs_f64()
    });
    audit.report(&format!(
        "rolling restart of 3 nodes at {rate} actions/s (p99 {:.2} s among people, {:.2} s with bots)",
        p99[0], p99[1]
    ));
    println!("torture: refused meanwhile: {:?}", audit.refused);
    let unavailable = audit.refused.get("unavailable");
    assert_eq!(unavailable, None, "clients were refused");
}
