//! Three servers on a database of three machines, which loses its primary in the middle of play: it is killed, it is
//! suspended, it is cut off, it hands over, and members of etcd die.

use std::{collections::BTreeSet, net::SocketAddr, ops::Range, sync::Arc, time::Duration};

use brickwood_protocol::{ClockRule, ServerMessage, TableOptions};
use brickwood_site::SCHEMA;
use brickwood_storage::{GameLog, PostgresStorage, StoredGame, now_ms};
use brickwood_test_client::{Heard, TestPerson};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use tokio::{
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};

use crate::{
    audit::RunAudit,
    cluster::Crowd,
    node::{Node, number},
    patroni::{MACHINES, PatroniCluster},
    table_of_two::table_of_two,
};

const SERVERS: usize = 3;

/// How long a site may take until actions are acknowledged again, also where a test machine is busy with other things.
const RECOVERY: Duration = Duration::from_mins(3);

/// An acknowledgement may have been on its way when the fault came: only after this time do some count as new.
const ON_THE_WAY: Duration = Duration::from_secs(1);

/// A server looks at the database for this long at most before it says that it is not ready; and a former answer may be
/// as old as that.
const NOTICED: Duration = Duration::from_secs(5);

/// The thinking time at the quiet table, in seconds.
const THINKING: u16 = 10;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    /// The primary's machine is lost, with its member of etcd.
    KillMachine,
    /// Patroni and `PostgreSQL` of the primary.
    KillDatabase,
    /// `PostgreSQL` alone.
    KillPostmaster,
    Pause(Duration),
    /// A member of etcd is away for a while.
    KillEtcd(usize, Duration),
    /// The cable between two machines is cut for a while: of the database, or of the site.
    Cut(usize, usize, Duration),
    /// The primary is cut off from both other machines of the database, but not from the site.
    Isolate(Duration),
    SwitchOver,
}

impl Fault {
    /// Whether nothing can be stored until there is another primary.
    const fn is_loss(self) -> bool {
        matches!(
            self,
            Self::KillMachine | Self::KillDatabase | Self::KillPostmaster
        )
    }

    const fn is_cut(self) -> bool {
        matches!(self, Self::Cut(..) | Self::Isolate(_))
    }
}

/// All faults in some order.
fn faults(random: &mut ChaCha8Rng) -> Vec<Fault> {
    let kills = number("BRICKWOOD_TORTURE_FAILOVERS", 3);
    let pauses = number("BRICKWOOD_TORTURE_PRIMARY_PAUSES", 0);
    let members = number("BRICKWOOD_TORTURE_ETCD_KILLS", 0);
    let cuts = number("BRICKWOOD_TORTURE_NETWORK_CUTS", 1);
    let switches = number("BRICKWOOD_TORTURE_SWITCHOVERS", 0);
    let ways = [
        Fault::KillMachine,
        Fault::KillDatabase,
        Fault::KillPostmaster,
    ];
    let mut faults: Vec<Fault> = (0..kills as usize).map(|kill| ways[kill % 3]).collect();
    let mut while_of = |seconds| Duration::from_secs_f64(random.random_range(seconds));
    // Shorter than it takes until the primary is replaced, and longer.
    faults.extend((0..pauses).map(|_| Fault::Pause(while_of(2.0..20.0))));
    let waits: Vec<Duration> = (0..members).map(|_| while_of(1.0..8.0)).collect();
    let cut: Vec<Duration> = (0..cuts).map(|_| while_of(4.0..15.0)).collect();
    for wait in waits {
        faults.push(Fault::KillEtcd(random.random_range(0..MACHINES), wait));
    }
    for (place, wait) in cut.into_iter().enumerate() {
        let mut all: Vec<usize> = (0..MACHINES + SERVERS).collect();
        all.shuffle(random);
        faults.push(match place % 2 {
            0 => Fault::Isolate(wait),
            _ => Fault::Cut(all[0], all[1], wait),
        });
    }
    faults.extend((0..switches).map(|_| Fault::SwitchOver));
    faults.shuffle(random);
    faults
}

/// The database and the servers on it. What is used last ends first.
struct Site {
    nodes: Vec<Node>,
    cluster: PatroniCluster,
}

impl Site {
    async fn start(reports: &std::path::Path) -> Option<Self> {
        let cluster = PatroniCluster::start(SERVERS).await?;
        let url = cluster.url();
        let network = &cluster.network;
        let everybody = format!("{}0/24", network.beginning());
        let nodes = (MACHINES..MACHINES + SERVERS).map(|place| {
            Node::start_at(
                SocketAddr::from((network.address(place), 7878)),
                &network.launcher(place),
                &["--unlimited", &everybody],
                &[("BRICKWOOD_DATABASE", &url)],
                reports,
            )
        });
        Some(Self {
            nodes: nodes.collect(),
            cluster,
        })
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    /// What each server says at `/readyz`.
    async fn readiness(&self) -> Vec<u16> {
        let asked = self.addresses().into_iter().map(|address| async move {
            let mut person = TestPerson::new(address);
            person.ask("GET", "/readyz", "").await.status
        });
        futures_util::future::join_all(asked).await
    }

    /// Lets a fault happen to the primary or to whom it names, and ends it after its time, while the crowd plays on.
    /// Returns how long nothing was acknowledged.
    async fn strike(&mut self, fault: Fault, primary: usize, crowd: &Crowd) -> Duration {
        let begun = Instant::now();
        let cluster = &mut self.cluster;
        let others = (0..MACHINES).filter(|place| *place != primary);
        match fault {
            Fault::KillMachine => cluster.kill_machine(primary),
            Fault::KillDatabase => cluster.kill_database(primary),
            Fault::KillPostmaster => cluster.kill_postmaster(primary),
            Fault::Pause(_) => cluster.pause(primary),
            Fault::KillEtcd(place, _) => cluster.kill_etcd(place),
            Fault::Cut(one, other, _) => cluster.network.cut(one, other),
            Fault::Isolate(_) => others.for_each(|other| cluster.network.cut(primary, other)),
            Fault::SwitchOver => {}
        }
        let ending = async {
            match fault {
                Fault::Pause(long) => {
                    sleep(long).await;
                    self.cluster.resume(primary);
                }
                Fault::Cut(one, other, long) => {
                    sleep(long).await;
                    self.cluster.network.mend(one, other);
                }
                Fault::Isolate(long) => {
                    sleep(long).await;
                    let others = (0..MACHINES).filter(|place| *place != primary);
                    others.for_each(|other| self.cluster.network.mend(primary, other));
                }
                Fault::KillEtcd(_, long) => sleep(long).await,
                Fault::SwitchOver => {
                    let cluster = &self.cluster;
                    assert!(cluster.switch_over().await, "{}", cluster.reports());
                }
                // A crashed server is replaced faster than one that has vanished.
                Fault::KillMachine | Fault::KillDatabase => self.is_not_ready(begun, crowd).await,
                Fault::KillPostmaster => {}
            }
        };
        let (silence, ()) = tokio::join!(silence(crowd, begun), ending);
        match fault {
            Fault::KillMachine | Fault::KillDatabase => self.cluster.start_again(primary),
            Fault::KillEtcd(place, _) => self.cluster.start_again(place),
            _ => {}
        }
        silence
    }

    /// While nothing can be stored, no server says that it is ready.
    async fn is_not_ready(&self, begun: Instant, crowd: &Crowd) {
        sleep(NOTICED.saturating_sub(begun.elapsed())).await;
        let before = crowd.done();
        let told = self.readiness().await;
        if crowd.done() == before {
            assert_eq!(
                told, [503; SERVERS],
                "nothing is stored, and yet all is well"
            );
        }
    }

    /// Soon after all is well, every server says that it is ready.
    async fn is_ready(&self) {
        let begun = Instant::now();
        loop {
            let told = self.readiness().await;
            if told == [200; SERVERS] {
                return;
            }
            assert!(
                begun.elapsed() < RECOVERY,
                "the servers stay away: {told:?}"
            );
            sleep(Duration::from_millis(250)).await;
        }
    }
}

/// The longest time without an acknowledgement from `begun` until some come for certain.
async fn silence(crowd: &Crowd, begun: Instant) -> Duration {
    let (mut done, mut last, mut longest) = (crowd.done(), begun, Duration::ZERO);
    loop {
        sleep(Duration::from_millis(10)).await;
        let now = crowd.done();
        if now > done {
            longest = longest.max(last.elapsed());
            (done, last) = (now, Instant::now());
            if begun.elapsed() > 2 * ON_THE_WAY && longest > ON_THE_WAY
                || begun.elapsed() > 2 * NOTICED
            {
                return longest;
            }
        }
        assert!(
            last.elapsed() < RECOVERY,
            "nothing is acknowledged any more"
        );
    }
}

/// Two people who sit at a table with little time to think, and never act.
struct QuietTable {
    id: String,
    people: Vec<JoinHandle<()>>,
}

impl QuietTable {
    async fn sit_down(servers: &[SocketAddr]) -> Self {
        let mut persons = [TestPerson::new(servers[0]), TestPerson::new(servers[1])];
        let options = TableOptions {
            clock: ClockRule::Turn { seconds: THINKING },
            ..TableOptions::default()
        };
        let id = table_of_two(&mut persons, options).await;
        let servers: Arc<[SocketAddr]> = servers.into();
        let people =
            persons.map(|person| tokio::spawn(stay(person, id.clone(), Arc::clone(&servers))));
        Self {
            id,
            people: people.into(),
        }
    }

    /// They go. Returns what has happened there.
    async fn leave(self, log: &PostgresStorage) -> StoredGame {
        self.people.iter().for_each(JoinHandle::abort);
        log.load(&self.id)
            .await
            .unwrap()
            .expect("the table is there")
    }
}

/// Stays connected to a table, at whichever server.
async fn stay(mut person: TestPerson, table: String, servers: Arc<[SocketAddr]>) {
    for place in 0.. {
        person.address = servers[place % servers.len()];
        let opened = timeout(Duration::from_secs(5), person.hello(&table, None)).await;
        if let Ok(Ok(mut socket)) = opened {
            // A page, too, tries elsewhere when it hears nothing.
            let silent = Duration::from_secs(15);
            while let Ok(Heard::Message(message, _)) = timeout(silent, socket.hear()).await {
                if let ServerMessage::Welcome { update, .. } = *message
                    && !update.started
                    && socket.get_ready().await.is_err()
                {
                    break;
                }
            }
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// The longest time in which nothing was stored, within a time in which nobody heard of anything that was: clients may come
/// back later than the database. In milliseconds since 1970.
fn outage(stored_ms: &BTreeSet<u64>, from_ms: u64, silence: Duration) -> Range<u64> {
    let until_ms = from_ms + silence.as_millis() as u64;
    let stored = stored_ms.range(from_ms..until_ms).copied();
    let times: Vec<u64> = [from_ms]
        .into_iter()
        .chain(stored)
        .chain([until_ms])
        .collect();
    let gaps = times.windows(2).map(|gap| gap[0]..gap[1]);
    gaps.max_by_key(|gap| gap.end - gap.start)
        .expect("it has a beginning and an end")
}

/// Nobody has lost thinking time to the database: whose time was up had all of it after an outage.
fn clocks_are_credited(game: &StoredGame, outages: &[Range<u64>]) -> usize {
    let timed_out = |game: &StoredGame| -> Vec<u64> {
        let lines = game.records.iter();
        lines
            .filter(|line| line.body.contains("timed out"))
            .map(|line| line.at_ms)
            .collect()
    };
    let timed_out = timed_out(game);
    // One that is shorter may go unnoticed.
    let noticed = |outage: &&Range<u64>| outage.end >= outage.start + 3_000;
    for outage in outages.iter().filter(noticed) {
        // That it is away is noticed within three seconds, and that it is back within two.
        let unfair = outage.start + 3_000..outage.end + 1_000 * u64::from(THINKING) - 2_000;
        let lost = timed_out.iter().find(|at_ms| unfair.contains(at_ms));
        assert_eq!(lost, None, "{outage:?}: {:#?}", game.records);
    }
    timed_out.len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_site_goes_on_with_another_primary_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut site) = Site::start(&folder.path().join("reports")).await else {
        return;
    };
    let rate = number("BRICKWOOD_TORTURE_FAILOVER_RATE", 60);
    let seed = number("BRICKWOOD_TORTURE_SEED", 1);
    let mut random = ChaCha8Rng::seed_from_u64(seed.into());
    let quiet = QuietTable::sit_down(&site.addresses()).await;
    let crowd = Crowd::sit_down(&site.addresses(), rate).await;
    crowd.goes_on().await;
    let faults = faults(&mut random);
    let mut silences = Vec::new();
    let mut losses = Vec::new();
    for fault in &faults {
        let primary = site.cluster.healthy().await;
        site.is_ready().await;
        crowd
            .does(u64::from(rate) * random.random_range(1..3))
            .await;
        let from_ms = now_ms();
        let silence = site.strike(*fault, primary, &crowd).await;
        println!(
            "{fault:?} of db{}: {:.1} s",
            primary + 1,
            silence.as_secs_f64()
        );
        if fault.is_loss() {
            losses.push((from_ms, silence));
        }
        silences.push((*fault, silence));
    }
    site.cluster.healthy().await;
    site.is_ready().await;
    let recovered = crowd.goes_on().await;
    let told = crowd.leave().await;
    site.nodes.iter_mut().for_each(Node::kill);

    let log = PostgresStorage::open(&site.cluster.url(), SCHEMA)
        .await
        .unwrap();
    let game = quiet.leave(&log).await;
    let audit = RunAudit::of(&told, &log).await;
    audit.report(&format!(
        "3 database nodes, 3 servers, {rate} actions/s, seed {seed}; {}; all tables went on {:.1} s after the last",
        summary(&silences),
        recovered.as_secs_f64()
    ));
    assert!(audit.by_bots > 0, "bots have done nothing");
    let outages = losses
        .iter()
        .map(|(from_ms, silence)| outage(&audit.stored_ms, *from_ms, *silence));
    let timed_out = clocks_are_credited(&game, &outages.collect::<Vec<_>>());
    assert!(timed_out > 0, "no clock has run");
}

/// How often each kind of fault came, and how long nothing was acknowledged.
fn summary(silences: &[(Fault, Duration)]) -> String {
    type Is = fn(Fault) -> bool;
    let kinds: [(&str, Is); 5] = [
        ("kills of the primary", Fault::is_loss),
        ("pauses of it", |fault| matches!(fault, Fault::Pause(_))),
        ("kills of etcd", |fault| {
            matches!(fault, Fault::KillEtcd(..))
        }),
        ("cuts", Fault::is_cut),
        ("switchovers", |fault| fault == Fault::SwitchOver),
    ];
    let told = kinds.into_iter().filter_map(|(name, is)| {
        let those = silences.iter().filter(|(fault, _)| is(*fault));
        let mut those: Vec<f64> = those.map(|(_, silence)| silence.as_secs_f64()).collect();
        those.sort_by(f64::total_cmp);
        let worst = those.last()?;
        let median = those[those.len() / 2];
        Some(format!(
            "{} {name} (stored again after {median:.1} s, worst {worst:.1} s)",
            those.len()
        ))
    });
    told.collect::<Vec<_>>().join(", ")
}
