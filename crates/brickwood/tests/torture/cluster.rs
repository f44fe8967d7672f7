//! Three servers that form one site, on one database: they are killed, they are stopped for longer than their
//! leases last, the database crashes, and the connections for their hints are cut.

use std::{
    net::SocketAddr,
    path::Path,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use brickwood_load::{LoadPlan, Run, RunResult};
use brickwood_site::SCHEMA;
use brickwood_storage::PostgresStorage;
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use tokio::time::sleep;

use crate::{
    audit::RunAudit,
    database::Database,
    node::{Node, number},
};

const NODES: usize = 3;

/// Longer than a lease lasts.
const LONG_PAUSE: Duration = Duration::from_millis(6_500);

/// Longer than clients wait.
const PAUSE: Duration = Duration::from_millis(3_500);

/// How long a site may take until all tables continue: leases must expire.
const RECOVERY: Duration = Duration::from_mins(1);

/// Actions a second at one table.
const PACE: u32 = 5;

/// The clients of a site: tables of people alone, and of people with bots.
pub struct Crowd([Run; 2]);

impl Crowd {
    /// Each client begins at a different server, and goes to the next one whenever it is cut off.
    pub async fn sit_down(servers: &[SocketAddr], rate: u32) -> Self {
        let half = rate / 2;
        let plan = LoadPlan {
            // People act slowly at each table.
            tables: half.div_ceil(PACE),
            players: 4,
            bots: 0,
            // Short games, so that there are rematches.
            points_to_win: 4,
            rate: half.into(),
            arrivals: f64::INFINITY,
            apart: true,
            repeats: true,
            patience: Duration::from_secs(2),
        };
        let with_bots = LoadPlan {
            players: 2,
            bots: 2,
            ..plan
        };
        let mut crowd = Self([
            Run::start(servers, plan).await.unwrap(),
            Run::start(servers, with_bots).await.unwrap(),
        ]);
        for run in &mut crowd.0 {
            run.add_spectators(plan.tables);
        }
        crowd
    }

    pub fn start_over(&self) {
        self.0.iter().for_each(|run| run.ledger.start_over());
    }

    pub async fn does(&self, actions: u64) {
        does(&self.0.each_ref(), actions).await;
    }

    /// Waits until an action is acknowledged at each table. Returns the time that it took.
    pub async fn goes_on(&self) -> Duration {
        let begun = Instant::now();
        let before = self.progress();
        loop {
            let now = self.progress();
            let waiting = now
                .iter()
                .zip(&before)
                .filter(|(now, before)| **now < **before + 2);
            let waiting = waiting.count();
            if waiting == 0 {
                return begun.elapsed();
            }
            assert!(
                begun.elapsed() < RECOVERY,
                "{waiting} tables stand still: {before:?}, {now:?}"
            );
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// How many actions are acknowledged so far.
    pub fn done(&self) -> u64 {
        self.progress().iter().sum()
    }

    fn progress(&self) -> Vec<u64> {
        self.0.iter().flat_map(Run::progress).collect()
    }

    pub async fn leave(self) -> [RunResult; 2] {
        let [people, mixed] = self.0;
        [people.stop().await, mixed.stop().await]
    }
}

/// Nodes on a database.
pub fn nodes(database: &Database, folder: &Path) -> Vec<Node> {
    let url = database.url();
    let environment = [("BRICKWOOD_DATABASE", url.as_str())];
    (0..NODES)
        .map(|_| Node::start(&[], &environment, &folder.join("reports")))
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_on_different_nodes_go_on_to_the_next_game_together() {
    let Some(database) = Database::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let nodes = nodes(&database, folder.path());
    let addresses: Vec<SocketAddr> = nodes.iter().map(|node| node.address).collect();
    let plan = LoadPlan {
        tables: 3,
        players: 3,
        bots: 0,
        points_to_win: 3,
        rate: 30.0,
        arrivals: f64::INFINITY,
        apart: true,
        repeats: false,
        patience: Duration::from_secs(10),
    };
    let run = Run::start(&addresses, plan).await.unwrap();
    let begun = Instant::now();
    // Nobody can act in the next game before all have come and are ready: so the fourth end is that of a second
    // game.
    while run.ledger.notes().games < 4 {
        assert!(begun.elapsed() < RECOVERY, "nobody has gone on");
        sleep(Duration::from_millis(50)).await;
    }
    let told = run.stop().await;
    drop(nodes);
    let log = PostgresStorage::open(&database.url(), SCHEMA)
        .await
        .unwrap();
    let audit = RunAudit::of(&[told], &log).await;
    audit.report("3 nodes, no faults");
    assert!(audit.games > 3, "there was no second game");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_go_on_at_another_node_when_theirs_has_died() {
    let Some(database) = Database::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut nodes = nodes(&database, folder.path());
    let plan = LoadPlan {
        tables: 1,
        players: 1,
        bots: 3,
        points_to_win: 10,
        rate: 8.0,
        arrivals: f64::INFINITY,
        apart: true,
        repeats: false,
        patience: Duration::from_secs(10),
    };
    let addresses = [nodes[0].address, nodes[1].address];
    let run = Run::start(&addresses, plan).await.unwrap();
    does(&[&run], 5).await;
    nodes[0].kill();
    // The lease must expire. Without the bots, a single player cannot act this often.
    let went_on = does(&[&run], 15).await;
    let told = run.stop().await;
    drop(nodes);
    let log = PostgresStorage::open(&database.url(), SCHEMA)
        .await
        .unwrap();
    let audit = RunAudit::of(&[told], &log).await;
    let went_on = went_on.as_secs_f64();
    audit.report(&format!(
        "a node that looks after bots dies, they go on after {went_on:.1} s"
    ));
}

/// Waits until this number of further actions is acknowledged at any table. Returns the time that it took.
pub async fn does(runs: &[&Run], actions: u64) -> Duration {
    let begun = Instant::now();
    let done = || -> u64 { runs.iter().flat_map(|run| run.progress()).sum() };
    let before = done();
    while done() < before + actions {
        assert!(begun.elapsed() < RECOVERY, "nothing goes on");
        sleep(Duration::from_millis(5)).await;
    }
    begun.elapsed()
}

#[derive(Clone, Copy, Debug)]
enum Fault {
    Kill,
    Pause(Duration),
    StopDatabase,
}

/// All faults in some order.
fn faults(random: &mut ChaCha8Rng) -> Vec<Fault> {
    let kills = number("BRICKWOOD_TORTURE_NODE_KILLS", 6);
    let pauses = number("BRICKWOOD_TORTURE_PAUSES", 3);
    let stops = number("BRICKWOOD_TORTURE_DATABASE_STOPS", 2);
    let pause = |number| match number % 5 {
        0 => Fault::Pause(LONG_PAUSE),
        _ => Fault::Pause(PAUSE),
    };
    let mut faults: Vec<Fault> = (0..kills).map(|_| Fault::Kill).collect();
    faults.extend((0..pauses).map(pause));
    faults.extend((0..stops).map(|_| Fault::StopDatabase));
    faults.shuffle(random);
    faults
}

/// A node that is stopped while the others have other faults.
type Still = Option<(usize, JoinHandle<()>)>;

/// Waits until it continues.
fn goes_on(still: &mut Still) {
    if let Some((_, going_on)) = still.take() {
        going_on.join().expect("it can go on");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_and_a_database_that_fail_lose_nothing_and_repeat_nothing() {
    let Some(database) = Database::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut nodes = nodes(&database, folder.path());
    let addresses: Vec<SocketAddr> = nodes.iter().map(|node| node.address).collect();
    let crowd = Crowd::sit_down(&addresses, 60).await;
    crowd.goes_on().await;
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut still: Still = None;
    let mut cut = 0;
    let faults = faults(&mut random);
    for fault in &faults {
        crowd.does(random.random_range(3..30)).await;
        if still
            .as_ref()
            .is_some_and(|(_, going_on)| going_on.is_finished())
        {
            goes_on(&mut still);
        }
        // A stopped node stays stopped meanwhile.
        let is_still = |place: &usize| still.as_ref().is_some_and(|(still, _)| still == place);
        let others = (0..NODES).filter(|place| !is_still(place));
        let others: Vec<usize> = others.collect();
        let place = others[random.random_range(0..others.len())];
        match *fault {
            Fault::Kill => {
                nodes[place].kill();
                sleep(Duration::from_millis(random.random_range(50..800))).await;
                nodes[place].start_again();
            }
            Fault::Pause(long) => {
                goes_on(&mut still);
                still = Some((place, nodes[place].pause(long)));
            }
            Fault::StopDatabase => {
                database.crash();
                sleep(Duration::from_millis(random.random_range(100..1500))).await;
                database.start_again();
            }
        }
        cut += database.cut_hints().await;
    }
    goes_on(&mut still);
    let recovered = crowd.goes_on().await;
    let told = crowd.leave().await;
    nodes.iter_mut().for_each(Node::kill);

    let log = PostgresStorage::open(&database.url(), SCHEMA)
        .await
        .unwrap();
    let audit = RunAudit::of(&told, &log).await;
    let count = |is: fn(&Fault) -> bool| faults.iter().filter(|fault| is(fault)).count();
    let kills = count(|fault| matches!(fault, Fault::Kill));
    let pauses = count(|fault| matches!(fault, Fault::Pause(_)));
    let stops = count(|fault| matches!(fault, Fault::StopDatabase));
    audit.report(&format!(
        "3 nodes, {kills} kills, {pauses} pauses, {stops} database crashes, {cut} lines for hints cut, \
         all went on after {:.1} s",
        recovered.as_secs_f64()
    ));
    assert!(audit.by_bots > 0, "bots have done nothing");
    assert!(cut > 0, "no line for hints was found");
    assert!(pauses > 0 || audit.late == 0, "nobody has stood still");
}
