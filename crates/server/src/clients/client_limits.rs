//! How much each client has taken.
//!
//! One entry holds the buckets of a client and the count of its connections, so that one bound and one
//! rule for forgetting clients cover everything. A rate limiter with a separate map for each limit would
//! need a bound for each map.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

use super::{Address, Site, misses::Misses};
use crate::{
    limits::Limits,
    outbox::Budget,
    rate::{Bucket, Rate},
};

/// The kinds of requests that have separate limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LimitKind {
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
    /// Becoming a guest, or registering a bot.
    Arrival,
}

impl LimitKind {
    const ALL: usize = 9;

    /// The label in metrics.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Request => "requests",
            Self::Handshake => "handshakes",
            Self::Creation => "creations",
            Self::Change => "changes",
            Self::Miss => "misses",
            Self::Arrangement => "arrangements",
            Self::Look => "looks",
            Self::Replay => "studies",
            Self::Arrival => "arrivals",
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
            Self::Arrival => limits.arrivals,
        }
    }
}

/// What all recent clients have taken. Cheap to clone.
#[derive(Clone)]
pub(crate) struct ClientLimits(Arc<Inner>);

struct Inner {
    site: Arc<Site>,
    limits: Arc<Limits>,
    known: Mutex<Known>,
}

struct Known {
    clients: HashMap<Address, ClientUsage>,
    misses: Misses,
    /// At this number of known clients, those that have taken nothing lately are forgotten.
    clear_at: usize,
}

struct ClientUsage {
    /// The client's open connections and sockets.
    connections: usize,
    /// The texts that wait to be sent to the client; none while it has no connection.
    outgoing: Option<Arc<Budget>>,
    buckets: [Bucket; LimitKind::ALL],
}

/// With fewer clients, it is not worth looking for some to forget.
const FEW: usize = 1024;

impl ClientLimits {
    pub(crate) fn new(site: Arc<Site>, limits: Arc<Limits>) -> Self {
        Self(Arc::new(Inner {
            site,
            limits,
            known: Mutex::new(Known {
                clients: HashMap::new(),
                misses: Misses::new(Instant::now()),
                clear_at: FEW,
            }),
        }))
    }

    /// A permit for one more connection of a client; none if it has too many.
    pub(crate) fn permit_connection(&self, ip: IpAddr, now: Instant) -> Option<ConnectionPermit> {
        if self.0.site.is_unlimited(ip) {
            return Some(ConnectionPermit::default());
        }
        let mut known = self.0.known.lock();
        let (address, usage) = known.usage_of(ip.into(), now, self.0.limits.addresses);
        if usage.connections >= self.0.limits.connections_per_address {
            return None;
        }
        usage.connections += 1;
        let most = self.0.limits.outgoing_per_address;
        let outgoing = usage
            .outgoing
            .get_or_insert_with(|| Arc::new(Budget::new(most)));
        Some(ConnectionPermit {
            outgoing: Some(Arc::clone(outgoing)),
            of: Some((self.clone(), address)),
        })
    }

    /// Whether a client may ask for something that may not exist: the name of a table, or a code.
    ///
    /// # Errors
    ///
    /// How long the client has to wait.
    pub(crate) fn may_miss(&self, ip: IpAddr, is_code: bool, now: Instant) -> Result<(), Duration> {
        if self.0.site.is_unlimited(ip) {
            return Ok(());
        }
        self.look(ip, LimitKind::Miss, now)?;
        let known = self.0.known.lock();
        known.misses.look(ip, is_code, &self.0.limits, now)
    }

    /// Records that a client has asked for something that does not exist.
    pub(crate) fn miss(&self, ip: IpAddr, is_code: bool, now: Instant) {
        if self.0.site.is_unlimited(ip) {
            return;
        }
        // The next request checks whether this was the last allowed miss.
        let _ = self.take(ip, LimitKind::Miss, now);
        let mut known = self.0.known.lock();
        known.misses.note(ip, is_code, &self.0.limits, now);
    }

    /// Takes one request of this kind from a client's allowance.
    ///
    /// # Errors
    ///
    /// How long the client has to wait. Nothing is taken then.
    pub(crate) fn take(&self, ip: IpAddr, kind: LimitKind, now: Instant) -> Result<(), Duration> {
        self.with_bucket(ip, kind, now, |bucket, rate| bucket.take(rate, now))
    }

    /// Whether a client may make a request of this kind.
    ///
    /// # Errors
    ///
    /// How long the client has to wait.
    fn look(&self, ip: IpAddr, kind: LimitKind, now: Instant) -> Result<(), Duration> {
        self.with_bucket(ip, kind, now, |bucket, rate| bucket.look(rate, now))
    }

    fn with_bucket(
        &self,
        ip: IpAddr,
        kind: LimitKind,
        now: Instant,
        use_it: impl FnOnce(&mut Bucket, Rate) -> Result<(), Duration>,
    ) -> Result<(), Duration> {
        if self.0.site.is_unlimited(ip) {
            return Ok(());
        }
        let mut known = self.0.known.lock();
        let (_, usage) = known.usage_of(ip.into(), now, self.0.limits.addresses);
        let rate = kind.rate(&self.0.limits);
        use_it(&mut usage.buckets[kind as usize], rate)
    }

    /// Forgets the clients that have taken nothing lately: their addresses are not kept longer than the limits
    /// need them.
    pub(crate) fn forget_idle(&self, now: Instant) {
        let mut known = self.0.known.lock();
        known.clients.retain(|_, usage| !usage.is_idle(now));
        known.misses.forget_idle(now);
    }
}

impl Known {
    /// The usage of a client. Clients beyond the number that can be known share one entry: memory is
    /// bounded, and the limits still hold.
    fn usage_of(
        &mut self,
        address: Address,
        now: Instant,
        most: usize,
    ) -> (Address, &mut ClientUsage) {
        let is_new = !self.clients.contains_key(&address);
        if is_new && self.clients.len() >= self.clear_at.min(most) {
            self.clients.retain(|_, usage| !usage.is_idle(now));
            self.clear_at = FEW.max(2 * self.clients.len());
        }
        let address = if is_new && self.clients.len() >= most {
            Address::ANYBODY
        } else {
            address
        };
        let usage = self.clients.entry(address).or_insert_with(|| ClientUsage {
            connections: 0,
            outgoing: None,
            buckets: [Bucket::new(now); LimitKind::ALL],
        });
        (address, usage)
    }
}

impl ClientUsage {
    /// Whether this equals the usage of a new client.
    fn is_idle(&self, now: Instant) -> bool {
        self.connections == 0 && self.buckets.iter().all(|bucket| bucket.is_full(now))
    }
}

/// The permit of one connection. It is released when it is dropped. A connection whose address has no
/// limits has a permit without limits.
#[derive(Default)]
pub(crate) struct ConnectionPermit {
    outgoing: Option<Arc<Budget>>,
    of: Option<(ClientLimits, Address)>,
}

impl ConnectionPermit {
    /// The budget for texts that wait to be sent to the client's address.
    pub(crate) fn outgoing(&self) -> Option<Arc<Budget>> {
        self.outgoing.clone()
    }

    /// Takes one request of this kind from the client's allowance.
    ///
    /// # Errors
    ///
    /// How long the client has to wait. Nothing is taken then.
    pub(crate) fn take(&self, kind: LimitKind, now: Instant) -> Result<(), Duration> {
        let Some((limits, address)) = &self.of else {
            return Ok(());
        };
        let rate = kind.rate(&limits.0.limits);
        match limits.0.known.lock().clients.get_mut(address) {
            Some(usage) => usage.buckets[kind as usize].take(rate, now),
            None => Ok(()),
        }
    }

    /// Records that the client has asked for a table that does not exist.
    pub(crate) fn miss(&self, now: Instant) {
        if let Some((limits, address)) = &self.of {
            limits.miss(address.ip(), false, now);
        }
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        if let Some((limits, address)) = &self.of
            && let Some(usage) = limits.0.known.lock().clients.get_mut(address)
        {
            usage.connections -= 1;
            if usage.connections == 0 {
                usage.outgoing = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn client_limits(change: impl FnOnce(&mut Limits)) -> ClientLimits {
        let mut limits = Limits {
            connections_per_address: 2,
            creations: Rate::new(1, Duration::from_secs(10)),
            ..Limits::default()
        };
        change(&mut limits);
        ClientLimits::new(Arc::default(), Arc::new(limits))
    }

    fn ip(number: u32) -> IpAddr {
        Ipv4Addr::from_bits(0xc000_0000 + number).into()
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
        let create = |who| limits.take(ip(who), LimitKind::Creation, now);
        assert_eq!(create(1), Ok(()));
        assert_eq!(create(1), Err(Duration::from_secs(10)));
        assert_eq!(create(2), Ok(()));
        assert_eq!(limits.take(ip(1), LimitKind::Change, now), Ok(()));
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
        assert!((0..9).all(|_| limits.take(here, LimitKind::Creation, now).is_ok()));
        assert!(limits.0.known.lock().clients.is_empty());
    }

    #[test]
    fn idle_clients_are_forgotten() {
        let limits = client_limits(|_| {});
        let start = Instant::now();
        let staying = limits.permit_connection(ip(0), start).unwrap();
        for number in 1..=100_000 {
            let now = start + Duration::from_secs(number.into());
            limits.take(ip(number), LimitKind::Creation, now).unwrap();
        }
        assert!(limits.0.known.lock().clients.len() <= FEW);
        drop(staying);
        assert_eq!(limits.0.known.lock().clients[&ip(0).into()].connections, 0);
    }

    #[test]
    fn an_address_is_forgotten_once_no_limit_needs_it() {
        let limits = client_limits(|_| {});
        let start = Instant::now();
        let staying = limits.permit_connection(ip(0), start).unwrap();
        for _ in 0..60 {
            limits.take(ip(1), LimitKind::Arrival, start).unwrap();
        }
        limits.miss(ip(2), true, start);
        let known_after = |minutes| {
            limits.forget_idle(start + Duration::from_mins(minutes));
            let known = limits.0.known.lock();
            (known.clients.len(), known.misses.networks())
        };
        assert_eq!(known_after(0), (3, 2));
        assert_eq!(known_after(29), (2, 0));
        assert_eq!(known_after(30), (1, 0));
        drop(staying);
        assert_eq!(known_after(30), (0, 0));
    }

    #[test]
    fn clients_beyond_the_known_ones_share_one_limit() {
        let limits = client_limits(|limits| limits.addresses = 100);
        let now = Instant::now();
        let let_in = (0..1000)
            .filter(|number| limits.take(ip(*number), LimitKind::Creation, now).is_ok())
            .count();
        assert_eq!(let_in, 101);
        assert_eq!(limits.0.known.lock().clients.len(), 101);
    }
}
