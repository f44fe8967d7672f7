//! How much each client has taken.
//!
//! One entry holds the buckets of an address, the count of its connections, and the memory for what waits to
//! be sent there; and so does one for each of its wider networks. So everything that is limited for an address
//! is limited for them, and one bound and one rule for forgetting cover everything.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use brickwood_table::PersonId;
use parking_lot::Mutex;

use crate::http::{
    answers::RESERVE,
    budget::{MemoryBudget, MemoryBudgets},
    clients::{ClientNetwork, Site},
    limits::Limits,
    rate::{Bucket, Rate},
};

/// The kinds of requests that have separate limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitKind {
    /// Anything over HTTP.
    Request,
    /// Opening a socket.
    Handshake,
    /// Creating a table.
    Creation,
    /// Changing something else, such as taking a seat.
    Change,
    /// Asking for something that does not exist: guessing the names and codes of tables.
    Miss,
    /// Arranging a table: a host's commands, getting ready, leaving.
    Arrangement,
    /// Viewing a table from another seat, which sends its whole log.
    Look,
    /// Computing a replay.
    Replay,
    /// Reading through all that somebody has played.
    History,
    /// Reporting somebody.
    Report,
    /// Arriving as somebody new, or registering a bot.
    Arrival,
    /// Storing something: [`STORED`] bytes of it.
    Storing,
}

/// The bytes that are counted as one: a line of a log takes about as much.
pub const STORED: usize = 256;

impl LimitKind {
    const ALL: usize = 12;

    /// Every kind.
    pub const EACH: [Self; Self::ALL] = [
        Self::Request,
        Self::Handshake,
        Self::Creation,
        Self::Change,
        Self::Miss,
        Self::Arrangement,
        Self::Look,
        Self::Replay,
        Self::History,
        Self::Report,
        Self::Arrival,
        Self::Storing,
    ];

    /// The label in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Request => "requests",
            Self::Handshake => "handshakes",
            Self::Creation => "creations",
            Self::Change => "changes",
            Self::Miss => "misses",
            Self::Arrangement => "arrangements",
            Self::Look => "looks",
            Self::Replay => "replays",
            Self::History => "histories",
            Self::Report => "reports",
            Self::Arrival => "arrivals",
            Self::Storing => "stored",
        }
    }

    const fn rate(self, limits: &Limits) -> Rate {
        match self {
            Self::Request => limits.requests,
            Self::Handshake => limits.handshakes,
            Self::Creation => limits.creations,
            Self::Change => limits.changes,
            Self::Miss => limits.misses,
            Self::Arrangement => limits.arrangements,
            Self::Look => limits.looks,
            Self::Replay => limits.replay_requests,
            Self::History => limits.histories,
            Self::Report => limits.reports,
            Self::Arrival => limits.arrivals,
            Self::Storing => limits.stored,
        }
    }
}

/// What all recent clients have taken. Cheap to clone.
#[derive(Clone)]
pub struct ClientLimits(Arc<Inner>);

struct Inner {
    site: Arc<Site>,
    limits: Arc<Limits>,
    /// The memory for the answers to all clients.
    answers: Arc<MemoryBudget>,
    known: Mutex<Known>,
    /// What people have missed lately, wherever they are.
    persons: Mutex<HashMap<PersonId, Bucket>>,
}

struct Known {
    networks: HashMap<ClientNetwork, Usage>,
    /// The wrong codes of all clients together.
    codes: Bucket,
    /// At this number of known networks, those that have taken nothing lately are forgotten.
    clear_at: usize,
    /// When that was last done.
    cleared: Instant,
}

/// What a network has taken.
struct Usage {
    /// The open connections and sockets.
    connections: usize,
    /// What waits to be sent there; none while nobody there is sent anything.
    outgoing: Option<Arc<MemoryBudget>>,
    buckets: [Bucket; LimitKind::ALL],
}

/// With fewer networks, it is not worth looking for some to forget.
const FEW: usize = 1024;

/// How often it is looked for some to forget while as many are known as can be.
const CLEARED: Duration = Duration::from_secs(1);

impl ClientLimits {
    /// No client has taken anything yet.
    pub fn new(site: Arc<Site>, limits: Arc<Limits>) -> Self {
        let now = Instant::now();
        Self(Arc::new(Inner {
            site,
            answers: Arc::new(MemoryBudget::new(limits.answers)),
            limits,
            persons: Mutex::default(),
            known: Mutex::new(Known {
                networks: HashMap::new(),
                codes: Bucket::new(now),
                clear_at: FEW,
                cleared: now,
            }),
        }))
    }

    /// The networks of an address to which limits apply.
    fn limited(&self, ip: IpAddr) -> impl Iterator<Item = ClientNetwork> + Clone {
        let is_limited = !self.0.site.is_unlimited(ip);
        is_limited
            .then(|| ClientNetwork::of(ip))
            .into_iter()
            .flatten()
    }

    /// A permit for one more connection of a client; none if one of its networks has too many.
    pub fn permit_connection(&self, ip: IpAddr, now: Instant) -> Option<ConnectionPermit> {
        let limits = &self.0.limits;
        let mut known = self.0.known.lock();
        let mut networks = Vec::new();
        for network in self.limited(ip) {
            let most = network.share(limits.connections_per_address, limits.connections);
            let network = known.place(network, now, limits.networks);
            if known.usage(network, now).connections >= most {
                return None;
            }
            networks.push(network);
        }
        for network in &networks {
            known.usage(*network, now).connections += 1;
        }
        let outgoing = known.outgoing(&networks, limits, now);
        Some(ConnectionPermit {
            outgoing,
            networks: networks.into(),
            limits: self.clone(),
        })
    }

    /// The memory for the requests of a client and for their answers. A client that holds little always gets a first
    /// request answered, however much others hold.
    pub fn memory(&self, ip: IpAddr, now: Instant) -> MemoryBudgets {
        let limits = &self.0.limits;
        let budgets = {
            let mut known = self.0.known.lock();
            let networks: Vec<ClientNetwork> = self
                .limited(ip)
                .map(|network| known.place(network, now, limits.networks))
                .collect();
            known.outgoing(&networks, limits, now)
        };
        let all = budgets.into_iter().chain([Arc::clone(&self.0.answers)]);
        MemoryBudgets::new(all).with_reserve(RESERVE)
    }

    /// Whether requests and answers hold more than half of the memory for all of them.
    pub fn is_tight(&self) -> bool {
        self.0.answers.taken() > self.0.limits.answers / 2
    }

    /// Whether a person may still ask for something that may not exist, whatever others at their address have asked for.
    pub fn person_may_miss(&self, person: PersonId, now: Instant) -> bool {
        let missed = self.0.persons.lock();
        let bucket = missed.get(&person);
        bucket.is_none_or(|bucket| bucket.look(self.0.limits.own_misses, 1, now).is_ok())
    }

    /// Records that a person has asked for something that does not exist.
    pub fn person_misses(&self, person: PersonId, now: Instant) {
        let mut missed = self.0.persons.lock();
        if missed.len() >= self.0.limits.networks {
            missed.retain(|_, bucket| !bucket.is_full(now));
        }
        let bucket = missed.entry(person).or_insert_with(|| Bucket::new(now));
        let _ = bucket.take(self.0.limits.own_misses, 1, now);
    }

    /// Whether a client may ask for something that may not exist: the name of a table, or a code.
    ///
    /// # Errors
    ///
    /// How long the client has to wait.
    pub fn may_miss(&self, ip: IpAddr, is_code: bool, now: Instant) -> Result<(), Duration> {
        let limits = &self.0.limits;
        let mut known = self.0.known.lock();
        let mut networks = self.limited(ip);
        let is_limited = networks.clone().next().is_some();
        networks.try_for_each(|network| known.look(network, LimitKind::Miss, 1, limits, now))?;
        if is_code && is_limited {
            known.codes.look(limits.wrong_codes, 1, now)?;
        }
        Ok(())
    }

    /// Records that a client has asked for something that does not exist.
    pub fn miss(&self, ip: IpAddr, is_code: bool, now: Instant) {
        let limits = &self.0.limits;
        let mut known = self.0.known.lock();
        let networks = self.limited(ip);
        if is_code && networks.clone().next().is_some() {
            let _ = known.codes.take(limits.wrong_codes, 1, now);
        }
        // The next request checks whether this was the last allowed miss.
        for network in networks {
            let _ = known.take(network, LimitKind::Miss, 1, limits, now);
        }
    }

    /// Takes a number of this kind from the shares of all networks of a client.
    ///
    /// # Errors
    ///
    /// How long the client has to wait. Nothing is taken then.
    pub fn take(
        &self,
        ip: IpAddr,
        kind: LimitKind,
        number: u32,
        now: Instant,
    ) -> Result<(), Duration> {
        self.take_for(self.limited(ip), kind, number, now)
    }

    fn take_for(
        &self,
        mut networks: impl Iterator<Item = ClientNetwork> + Clone,
        kind: LimitKind,
        number: u32,
        now: Instant,
    ) -> Result<(), Duration> {
        let limits = &self.0.limits;
        let mut known = self.0.known.lock();
        let mut all = networks.clone();
        all.try_for_each(|network| known.look(network, kind, number, limits, now))?;
        networks.try_for_each(|network| known.take(network, kind, number, limits, now))
    }

    /// Forgets the networks that have taken nothing lately: addresses are not kept longer than the limits need
    /// them.
    pub fn forget_idle(&self, now: Instant) {
        self.0.known.lock().forget_idle(now);
        self.0
            .persons
            .lock()
            .retain(|_, bucket| !bucket.is_full(now));
    }
}

impl Known {
    /// The network that stands for this one: itself, or the one for all that are beyond the number that can be
    /// known. So memory is bounded, and the limits still hold.
    fn place(&mut self, network: ClientNetwork, now: Instant, most: usize) -> ClientNetwork {
        if self.networks.contains_key(&network) {
            return network;
        }
        // Looking through all of them for every stranger would take long.
        let is_due = now >= self.cleared + CLEARED || self.networks.len() < most;
        if self.networks.len() >= self.clear_at.min(most) && is_due {
            self.forget_idle(now);
        }
        if self.networks.len() >= most {
            return network.of_others();
        }
        network
    }

    fn usage(&mut self, network: ClientNetwork, now: Instant) -> &mut Usage {
        self.networks.entry(network).or_insert_with(|| Usage {
            connections: 0,
            outgoing: None,
            buckets: [Bucket::new(now); LimitKind::ALL],
        })
    }

    fn look(
        &mut self,
        network: ClientNetwork,
        kind: LimitKind,
        number: u32,
        limits: &Limits,
        now: Instant,
    ) -> Result<(), Duration> {
        let known = self.place(network, now, limits.networks);
        match self.networks.get(&known) {
            // A client that is refused is not worth an entry.
            None => Ok(()),
            Some(usage) => {
                usage.buckets[kind as usize].look(network.rate(kind.rate(limits)), number, now)
            }
        }
    }

    fn take(
        &mut self,
        network: ClientNetwork,
        kind: LimitKind,
        number: u32,
        limits: &Limits,
        now: Instant,
    ) -> Result<(), Duration> {
        let known = self.place(network, now, limits.networks);
        let bucket = &mut self.usage(known, now).buckets[kind as usize];
        bucket.take(network.rate(kind.rate(limits)), number, now)
    }

    /// The memory of these networks for what waits to be sent there.
    fn outgoing(
        &mut self,
        networks: &[ClientNetwork],
        limits: &Limits,
        now: Instant,
    ) -> Vec<Arc<MemoryBudget>> {
        let budgets = networks.iter().map(|network| {
            let most = network.share(limits.outgoing_per_address, limits.outgoing);
            let usage = self.usage(*network, now);
            let budget = usage
                .outgoing
                .get_or_insert_with(|| Arc::new(MemoryBudget::new(most)));
            Arc::clone(budget)
        });
        budgets.collect()
    }

    fn forget_idle(&mut self, now: Instant) {
        self.networks.retain(|_, usage| !usage.is_idle(now));
        self.clear_at = FEW.max(2 * self.networks.len());
        self.cleared = now;
    }
}

impl Usage {
    /// Whether this equals the usage of a new network.
    fn is_idle(&mut self, now: Instant) -> bool {
        if self
            .outgoing
            .as_ref()
            .is_some_and(|all| Arc::strong_count(all) == 1)
        {
            self.outgoing = None;
        }
        self.connections == 0
            && self.outgoing.is_none()
            && self.buckets.iter().all(|bucket| bucket.is_full(now))
    }
}

/// The permit of one connection. It is released when it is dropped. A connection whose address has no
/// limits has a permit without limits.
pub struct ConnectionPermit {
    outgoing: Vec<Arc<MemoryBudget>>,
    networks: Box<[ClientNetwork]>,
    limits: ClientLimits,
}

impl ConnectionPermit {
    /// The memory of the client's networks for what waits to be sent there.
    pub fn outgoing(&self) -> impl Iterator<Item = Arc<MemoryBudget>> {
        self.outgoing.iter().cloned()
    }

    /// Takes a number of this kind from the shares of all networks of the client.
    ///
    /// # Errors
    ///
    /// How long the client has to wait. Nothing is taken then.
    pub fn take(&self, kind: LimitKind, number: u32, now: Instant) -> Result<(), Duration> {
        let networks = self.networks.iter().copied();
        self.limits.take_for(networks, kind, number, now)
    }

    /// Records that the client has asked for a table that does not exist.
    pub fn miss(&self, now: Instant) {
        // The next request checks whether this was the last allowed miss.
        let _ = self.take(LimitKind::Miss, 1, now);
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut known = self.limits.0.known.lock();
        for network in &self.networks {
            if let Some(usage) = known.networks.get_mut(network) {
                usage.connections -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use super::*;

    fn client_limits(change: impl FnOnce(&mut Limits)) -> ClientLimits {
        let mut limits = Limits {
            connections_per_address: 2,
            creations: Rate::new(1, Duration::from_secs(10)),
            misses: Rate::new(10, Duration::from_secs(10)),
            wrong_codes: Rate::new(500, Duration::from_secs(1)),
            ..Limits::default()
        };
        change(&mut limits);
        ClientLimits::new(Arc::default(), Arc::new(limits))
    }

    /// An address in a network of its own.
    fn ip(number: u32) -> IpAddr {
        Ipv4Addr::from_bits(0x0b00_0000 + (number << 16)).into()
    }

    /// The addresses of a large network, each of which is the first one of a network of this many bits.
    fn neighbors(bits: u32) -> impl Iterator<Item = IpAddr> {
        let first = 0x2001_0db8_u128 << 96;
        (0..1000)
            .map(move |number: u128| Ipv6Addr::from_bits(first + (number << (128 - bits))).into())
    }

    #[test]
    fn whatever_is_limited_for_an_address_is_limited_for_its_networks() {
        let now = Instant::now();
        // One address may have 2 of each.
        let two = Rate::new(2, Duration::from_hours(1));
        let limits = || {
            client_limits(|limits| {
                limits.requests = two;
                limits.handshakes = two;
                limits.creations = two;
                limits.changes = two;
                limits.misses = two;
                limits.arrangements = two;
                limits.looks = two;
                limits.replay_requests = two;
                limits.reports = two;
                limits.arrivals = two;
                limits.stored = two;
                limits.histories = two;
                limits.outgoing_per_address = 2;
            })
        };
        for (bits, most) in [(128, 2), (64, 4), (56, 8), (48, 32), (32, 256)] {
            for kind in LimitKind::EACH {
                let limits = limits();
                let may = neighbors(bits)
                    .take(256)
                    .filter(|ip| limits.take(*ip, kind, 1, now).is_ok());
                assert_eq!(may.count(), most, "{kind:?} of networks of {bits} bits");
            }
            let all = limits();
            let permits = neighbors(bits)
                .take(256)
                .filter_map(|ip| all.permit_connection(ip, now));
            assert_eq!(permits.collect::<Vec<_>>().len(), most, "{bits} bits");
            let all = limits();
            let charges = neighbors(bits)
                .take(256)
                .filter_map(|ip| all.memory(ip, now).take(1));
            assert_eq!(charges.collect::<Vec<_>>().len(), most, "{bits} bits");
        }
    }

    #[test]
    fn an_ipv4_address_has_networks_too() {
        let limits = client_limits(|_| {});
        let now = Instant::now();
        let taken = |ip: &str, count: u32| {
            let ip: IpAddr = ip.parse().unwrap();
            let all = (0..count).filter(|_| {
                limits
                    .permit_connection(ip, now)
                    .map(std::mem::forget)
                    .is_some()
            });
            all.count()
        };
        assert_eq!(taken("192.0.2.1", 10), 2);
        assert_eq!(taken("::ffff:192.0.2.1", 10), 0);
        let more: usize = (2..10)
            .map(|last| taken(&format!("192.0.2.{last}"), 10))
            .sum();
        assert_eq!(more, 6, "the others of its network");
        assert_eq!(taken("192.0.3.1", 10), 2);
    }

    #[test]
    fn all_clients_together_may_guess_few_codes() {
        let limits = client_limits(|_| {});
        let now = Instant::now();
        let guessed = neighbors(32).filter(|ip| {
            let may = limits.may_miss(*ip, true, now).is_ok();
            if may {
                limits.miss(*ip, true, now);
            }
            may
        });
        assert_eq!(guessed.count(), 500);
        assert_eq!(
            limits.may_miss(ip(9), false, now),
            Ok(()),
            "links still work"
        );
    }

    #[test]
    fn what_is_refused_takes_no_memory() {
        let limits = client_limits(|_| {});
        let now = Instant::now();
        for ip in neighbors(64).take(256) {
            let _ = limits.take(ip, LimitKind::Creation, 1, now);
        }
        // The two that were let in, and their networks.
        let known = limits.0.known.lock().networks.len();
        assert!(known <= 5, "{known}");
    }

    #[test]
    fn a_permit_is_released_when_its_connection_ends() {
        let limits = client_limits(|_| {});
        let now = Instant::now();
        let first = limits.permit_connection(ip(1), now).unwrap();
        let _second = limits.permit_connection(ip(1), now).unwrap();
        assert!(limits.permit_connection(ip(1), now).is_none());
        assert!(limits.permit_connection(ip(2), now).is_some());
        drop(first);
        assert!(limits.permit_connection(ip(1), now).is_some());
    }

    #[test]
    fn what_one_client_takes_is_not_missing_for_another() {
        let limits = client_limits(|_| {});
        let now = Instant::now();
        let create = |who| limits.take(ip(who), LimitKind::Creation, 1, now);
        assert_eq!(create(1), Ok(()));
        assert_eq!(create(1), Err(Duration::from_secs(10)));
        assert_eq!(create(2), Ok(()));
        assert_eq!(limits.take(ip(1), LimitKind::Change, 1, now), Ok(()));
    }

    #[test]
    fn loopback_addresses_have_no_limits() {
        let limits = client_limits(|_| {});
        let now = Instant::now();
        let here = Ipv4Addr::LOCALHOST.into();
        let permits: Vec<ConnectionPermit> = (0..9)
            .filter_map(|_| limits.permit_connection(here, now))
            .collect();
        assert_eq!(permits.len(), 9);
        assert!((0..9).all(|_| limits.take(here, LimitKind::Creation, 1, now).is_ok()));
        assert!(limits.0.known.lock().networks.is_empty());
    }

    #[test]
    fn idle_clients_are_forgotten() {
        let limits = client_limits(|_| {});
        let start = Instant::now();
        let staying = limits.permit_connection(ip(0), start).unwrap();
        for number in 1..=50_000 {
            let now = start + Duration::from_secs(number.into());
            limits
                .take(ip(number), LimitKind::Creation, 1, now)
                .unwrap();
        }
        assert!(limits.0.known.lock().networks.len() <= FEW + 2);
        drop(staying);
        let known = limits.0.known.lock();
        assert!(known.networks.values().all(|usage| usage.connections == 0));
    }

    #[test]
    fn an_address_is_forgotten_once_no_limit_needs_it() {
        let limits = client_limits(|limits| limits.misses = Limits::default().misses);
        let start = Instant::now();
        let staying = limits.permit_connection(ip(0), start).unwrap();
        for _ in 0..60 {
            limits.take(ip(1), LimitKind::Arrival, 1, start).unwrap();
        }
        limits.miss(ip(2), true, start);
        let known_after = |minutes| {
            limits.forget_idle(start + Duration::from_mins(minutes));
            limits.0.known.lock().networks.len()
        };
        // Each has three networks.
        assert_eq!(known_after(0), 9);
        assert_eq!(known_after(29), 4);
        assert_eq!(known_after(30), 3);
        drop(staying);
        assert_eq!(known_after(30), 0);
    }

    #[test]
    fn clients_beyond_the_known_ones_share_one_limit() {
        let limits = client_limits(|limits| limits.networks = 300);
        let now = Instant::now();
        let let_in = (0..1000)
            .filter(|number| {
                limits
                    .take(ip(*number), LimitKind::Creation, 1, now)
                    .is_ok()
            })
            .count();
        assert_eq!(let_in, 101);
        assert_eq!(limits.0.known.lock().networks.len(), 303);
    }
}
