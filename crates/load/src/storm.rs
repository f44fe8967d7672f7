//! What becomes of clients that all come back at once, in virtual time.
//!
//! The queue of the welcomes is that of the server; everything else is a model: a node has some cores, which take what
//! comes first first, and so has the one database behind all nodes. How long each piece of work takes is measured
//! elsewhere and put in. Clients come back at the same times as the page. The same plan always has the same result.

use std::{cmp::Reverse, collections::BinaryHeap, time::Duration};

use brickwood_server::{AdmissionQueue, AdmissionRules, Entrance, Purpose};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::retry;

/// What a storm is made of.
#[derive(Clone, Copy, Debug)]
pub struct StormPlan {
    /// Servers, which are all started again at the same time.
    pub nodes: u32,
    /// The cores of each.
    pub cores: u32,
    /// The cores of the database.
    pub database_cores: u32,
    /// Tables, spread over the nodes.
    pub tables: u32,
    /// The players of each: the game waits for the first of them.
    pub players: u32,
    /// Spectators, spread over the tables.
    pub spectators: u32,
    /// The time after which the servers listen again.
    pub down: Duration,
    /// The time between two actions at a table.
    pub interval: Duration,
    /// How long messages are on their way, there and back.
    pub round_trip: Duration,
    /// How clients are admitted.
    pub rules: AdmissionRules,
    /// How long each piece of work takes.
    pub work: WorkTimes,
}

/// How long pieces of work take one core.
#[derive(Clone, Copy, Debug)]
pub struct WorkTimes {
    /// A node accepts a connection, and opens its socket.
    pub handshake: Duration,
    /// A node welcomes a client to a table that it has in memory.
    pub welcome: Duration,
    /// A node loads a table, in addition.
    pub load: Duration,
    /// A node takes an action, and tells all at the table.
    pub action: Duration,
    /// The database answers what is asked for a client.
    pub database_welcome: Duration,
    /// The database answers what is asked for a table that is loaded, in addition.
    pub database_load: Duration,
    /// The database stores an action, as one of a group.
    pub database_action: Duration,
    /// How long a commit takes, in which no core has to do anything.
    pub commit: Duration,
}

/// What becomes of the clients. All times are sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StormResult {
    /// From the failure until those clients were welcomed for whom games waited.
    pub needed: Vec<Duration>,
    /// The same for the other players.
    pub players: Vec<Duration>,
    /// The same for spectators.
    pub spectators: Vec<Duration>,
    /// How long the first action of each client waited for its acknowledgement.
    pub first_actions: Vec<Duration>,
    /// How often a client was asked to come back.
    pub asked_back: u32,
}

/// Cores that take what comes first first.
struct Cores {
    /// When each of them is free.
    free: BinaryHeap<Reverse<Duration>>,
}

impl Cores {
    fn new(number: u32) -> Self {
        let free = (0..number).map(|_| Reverse(Duration::ZERO)).collect();
        Self { free }
    }

    /// When work is done that comes now.
    fn run(&mut self, now: Duration, work: Duration) -> Duration {
        let Reverse(free) = self.free.pop().expect("there is a core");
        let done = free.max(now) + work;
        self.free.push(Reverse(done));
        done
    }
}

/// What happens to a client.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Event {
    /// It connects.
    Comes,
    /// Its hello arrives.
    Hello,
    /// It has waited for long, the time of this number that it waits.
    LosesPatience(u32),
    /// It is its turn.
    Admitted,
    /// The database has answered.
    Read,
    /// Its welcome is written.
    Welcomed,
    /// Its action arrives.
    Acts,
    /// The action has been checked.
    Stores,
    /// The action is stored.
    Acknowledged,
}

/// A client.
struct Client {
    table: usize,
    purpose: Purpose,
    /// How often it could not connect.
    failures: u32,
    /// How often it has begun to wait.
    waits: u32,
    /// Whether it waits for its turn.
    is_waiting: bool,
    /// When it has sent the first action.
    said: Option<Duration>,
    /// Whether that is acknowledged.
    is_acknowledged: bool,
}

/// A table.
#[derive(Clone, Copy, Default)]
struct Table {
    /// From when on it is in the memory of its node, once somebody has asked for it.
    ready: Option<Duration>,
}

struct Storm {
    plan: StormPlan,
    now: Duration,
    /// What happens, with a number that keeps the order of what happens at the same time.
    events: BinaryHeap<Reverse<(Duration, u64, usize, Event)>>,
    next: u64,
    nodes: Vec<Cores>,
    /// With the client, and the number of the time that it waits.
    queues: Vec<AdmissionQueue<(usize, u32)>>,
    database: Cores,
    clients: Vec<Client>,
    tables: Vec<Table>,
    random: ChaCha8Rng,
    result: StormResult,
    /// Clients that are not welcomed yet, and first actions that are not acknowledged.
    missing: usize,
}

/// What becomes of the clients of a plan.
///
/// # Panics
///
/// If there is no node, or one without a core.
pub fn storm(plan: &StormPlan, seed: u64) -> StormResult {
    let mut storm = Storm::new(plan, seed);
    while storm.missing > 0
        && let Some(Reverse((now, _, client, event))) = storm.events.pop()
    {
        storm.now = now;
        storm.happen(client, event);
    }
    let mut result = storm.result;
    for times in [
        &mut result.needed,
        &mut result.players,
        &mut result.spectators,
        &mut result.first_actions,
    ] {
        times.sort_unstable();
    }
    result
}

impl Storm {
    fn new(plan: &StormPlan, seed: u64) -> Self {
        let tables = plan.tables as usize;
        let client = |table, purpose| Client {
            table,
            purpose,
            failures: 0,
            waits: 0,
            is_waiting: false,
            said: None,
            is_acknowledged: false,
        };
        let players = (0..plan.players).flat_map(|place| {
            let purpose = if place == 0 {
                Purpose::Act
            } else {
                Purpose::Play
            };
            (0..tables).map(move |table| client(table, purpose))
        });
        let spectators =
            (0..plan.spectators as usize).map(|number| client(number % tables, Purpose::Watch));
        let clients: Vec<Client> = players.chain(spectators).collect();
        let mut storm = Self {
            plan: *plan,
            now: Duration::ZERO,
            events: BinaryHeap::new(),
            next: 0,
            nodes: (0..plan.nodes).map(|_| Cores::new(plan.cores)).collect(),
            queues: (0..plan.nodes)
                .map(|_| AdmissionQueue::new(plan.rules))
                .collect(),
            database: Cores::new(plan.database_cores),
            missing: clients.len() + tables,
            clients,
            tables: vec![Table::default(); tables],
            random: ChaCha8Rng::seed_from_u64(seed),
            result: StormResult::default(),
        };
        for client in 0..storm.clients.len() {
            let after = retry::delay(0, &mut storm.random);
            storm.after(after, client, Event::Comes);
        }
        storm
    }

    fn at(&mut self, time: Duration, client: usize, event: Event) {
        self.events.push(Reverse((time, self.next, client, event)));
        self.next += 1;
    }

    fn after(&mut self, time: Duration, client: usize, event: Event) {
        self.at(self.now + time, client, event);
    }

    fn happen(&mut self, number: usize, event: Event) {
        let (now, work) = (self.now, self.plan.work);
        let Client { table, purpose, .. } = self.clients[number];
        let node = table % self.nodes.len();
        match event {
            Event::Comes if now < self.plan.down => {
                let failures = &mut self.clients[number].failures;
                *failures += 1;
                let after = retry::delay(*failures, &mut self.random);
                self.after(after, number, Event::Comes);
            }
            Event::Comes => {
                let done = self.nodes[node].run(now, work.handshake);
                self.at(done + self.plan.round_trip, number, Event::Hello);
            }
            Event::Hello => {
                let random = self.random.random();
                let since = self.clients[number].waits + 1;
                match self.queues[node].enter(purpose, now, random, || (number, since)) {
                    Entrance::Now => self.at(now, number, Event::Admitted),
                    Entrance::Waits => {
                        let client = &mut self.clients[number];
                        client.is_waiting = true;
                        client.waits = since;
                        self.after(
                            self.plan.rules.patience,
                            number,
                            Event::LosesPatience(since),
                        );
                    }
                    Entrance::ComesBack(after) => {
                        self.result.asked_back += 1;
                        self.after(after, number, Event::Comes);
                    }
                }
            }
            Event::LosesPatience(since) => {
                let client = &mut self.clients[number];
                if client.is_waiting && client.waits == since {
                    client.is_waiting = false;
                    self.result.asked_back += 1;
                    let random = self.random.random();
                    let after = self.queues[node].send_away(now, random);
                    self.after(after, number, Event::Comes);
                }
            }
            Event::Admitted => {
                let mut asked = work.database_welcome;
                if self.tables[table].ready.is_none() {
                    asked += work.database_load;
                }
                let done = self.database.run(now, asked);
                self.at(done, number, Event::Read);
            }
            Event::Read => {
                let mut needed = work.welcome;
                if self.tables[table].ready.is_none() {
                    needed += work.load;
                }
                let done = self.nodes[node].run(now, needed);
                let ready = *self.tables[table].ready.get_or_insert(done);
                self.at(done.max(ready), number, Event::Welcomed);
            }
            Event::Welcomed => self.welcomed(number, node),
            Event::Acts => {
                let done = self.nodes[node].run(now, work.action);
                self.at(done, number, Event::Stores);
            }
            Event::Stores => {
                let done = self.database.run(now, work.database_action);
                self.at(done + work.commit, number, Event::Acknowledged);
            }
            Event::Acknowledged => {
                let client = &mut self.clients[number];
                if !std::mem::replace(&mut client.is_acknowledged, true) {
                    let said = client.said.expect("it has acted");
                    self.result.first_actions.push(now.saturating_sub(said));
                    self.missing -= 1;
                }
                self.after(self.plan.interval, number, Event::Acts);
            }
        }
    }

    fn welcomed(&mut self, number: usize, node: usize) {
        let purpose = self.clients[number].purpose;
        let times = match purpose {
            Purpose::Act => &mut self.result.needed,
            Purpose::Play => &mut self.result.players,
            Purpose::Watch => &mut self.result.spectators,
        };
        times.push(self.now);
        self.missing -= 1;
        if purpose == Purpose::Act {
            self.clients[number].said = Some(self.now);
            self.after(self.plan.round_trip, number, Event::Acts);
        }
        // Whoever was asked to come back is passed over.
        while let Some((next, since)) = self.queues[node].done(self.now) {
            let next_client = &mut self.clients[next];
            if next_client.is_waiting && next_client.waits == since {
                next_client.is_waiting = false;
                self.at(self.now, next, Event::Admitted);
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn micros(micros: u64) -> Duration {
        Duration::from_micros(micros)
    }

    /// Ten thousand clients of one node with two cores.
    fn plan() -> StormPlan {
        StormPlan {
            nodes: 1,
            cores: 2,
            database_cores: 2,
            tables: 2000,
            players: 4,
            spectators: 2000,
            down: Duration::from_millis(50),
            interval: Duration::from_secs(7),
            round_trip: Duration::from_millis(20),
            rules: AdmissionRules::default(),
            work: WorkTimes {
                handshake: micros(100),
                welcome: micros(400),
                load: micros(400),
                action: micros(200),
                database_welcome: micros(100),
                database_load: micros(100),
                database_action: micros(50),
                commit: micros(1000),
            },
        }
    }

    fn all_at_once() -> StormPlan {
        StormPlan {
            rules: AdmissionRules {
                at_once: usize::MAX,
                ..AdmissionRules::default()
            },
            ..plan()
        }
    }

    /// The time that 99 of 100 do not exceed.
    fn most(times: &[Duration]) -> Duration {
        times[times.len() * 99 / 100]
    }

    #[test]
    fn all_come_back_and_the_same_plan_has_the_same_result() {
        let result = storm(&plan(), 1);
        assert_eq!(result.needed.len(), 2000);
        assert_eq!(result.players.len(), 6000);
        assert_eq!(result.spectators.len(), 2000);
        assert_eq!(result.first_actions.len(), 2000);
        assert_eq!(result, storm(&plan(), 1));
        assert_ne!(result, storm(&plan(), 2));
    }

    #[test]
    fn those_who_are_needed_come_back_before_other_players_and_these_before_spectators() {
        let result = storm(&plan(), 1);
        assert!(most(&result.needed) < most(&result.players));
        assert!(most(&result.players) < most(&result.spectators));
    }

    #[test]
    fn the_first_action_does_not_wait_for_the_welcomes_of_all() {
        let (one_by_one, all_at_once) = (storm(&plan(), 1), storm(&all_at_once(), 1));
        assert!(10 * most(&one_by_one.first_actions) < most(&all_at_once.first_actions));
        assert!(5 * most(&one_by_one.needed) < 4 * most(&all_at_once.needed));
    }

    #[test]
    fn nobody_waits_much_longer_than_the_work_takes() {
        let result = storm(&plan(), 1);
        let last = *result.spectators.last().unwrap();
        // 2000 tables and 10,000 clients on two cores: about 3 s.
        assert!(last < Duration::from_secs(4), "{last:?}");
    }

    #[test]
    fn those_who_are_asked_back_come_as_they_can_be_welcomed() {
        let plan = StormPlan {
            tables: 6000,
            spectators: 6000,
            ..plan()
        };
        let result = storm(&plan, 1);
        assert!(result.asked_back > 0);
        // Nobody is asked twice.
        assert!(result.asked_back <= 6000);
        let last = *result.spectators.last().unwrap();
        assert!(last < Duration::from_secs(11), "{last:?}");
    }
}
