//! How much each client has taken.
//!
//! One entry has both the buckets of a client and the count of its connections, so that one bound
//! and one rule for who is forgotten hold for all of it; a rate limiter with a map of its own for
//! each limit would need as many bounds.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::{Address, Site, misses::Misses};
use crate::{
    limits::Limits,
    outbox::Budget,
    rate::{Bucket, Rate},
};

/// What a client comes for, as far as there is a limit of its own for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Errand {
    /// Anything over HTTP.
    Request,
    /// Opening a socket.
    Handshake,
    /// Creating a table.
    Creation,
    /// Changing something else, such as taking a seat.
    Change,
    /// Asking for what is not there: guessing the names and codes of tables.
    Miss,
    /// Arranging a table: what a host orders, getting ready, leaving.
    Arrangement,
    /// Asking for a table from another side, which shows all of its log.
    Look,
    /// Having a replay worked out.
    Study,
    /// Becoming a guest, or registering a bot.
    Arrival,
}

impl Errand {
    const ALL: usize = 9;

    /// The name in figures.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Request => "requests",
            Self::Handshake => "handshakes",
            Self::Creation => "creations",
            Self::Change => "changes",
            Self::Miss => "misses",
            Self::Arrangement => "arrangements",
            Self::Look => "looks",
            Self::Study => "studies",
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
            Self::Study => limits.studies,
            Self::Arrival => limits.arrivals,
        }
    }
}

/// All clients that have lately come. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Visitors(Arc<Inner>);

struct Inner {
    site: Arc<Site>,
    limits: Arc<Limits>,
    known: Mutex<Known>,
}

struct Known {
    visitors: HashMap<Address, Visitor>,
    misses: Misses,
    /// How many may be known before those are forgotten who have taken nothing lately.
    clear_at: usize,
}

struct Visitor {
    /// Connections and sockets that it has now.
    connections: usize,
    /// What waits to be sent to it; none as long as it has no connection.
    outgoing: Option<Arc<Budget>>,
    buckets: [Bucket; Errand::ALL],
}

/// Below this, looking who can be forgotten is not worth it.
const FEW: usize = 1024;

impl Visitors {
    pub(crate) fn new(site: Arc<Site>, limits: Arc<Limits>) -> Self {
        Self(Arc::new(Inner {
            site,
            limits,
            known: Mutex::new(Known {
                visitors: HashMap::new(),
                misses: Misses::new(Instant::now()),
                clear_at: FEW,
            }),
        }))
    }

    /// A place for one more connection of a client; none if it has too many.
    pub(crate) fn enter(&self, ip: IpAddr, now: Instant) -> Option<Place> {
        if self.0.site.is_unlimited(ip) {
            return Some(Place::default());
        }
        let mut known = self.known();
        let (address, visitor) = known.visitor(ip.into(), now, self.0.limits.addresses);
        if visitor.connections >= self.0.limits.connections_per_address {
            return None;
        }
        visitor.connections += 1;
        let most = self.0.limits.outgoing_per_address;
        let outgoing = visitor
            .outgoing
            .get_or_insert_with(|| Arc::new(Budget::new(most)));
        Some(Place {
            outgoing: Some(Arc::clone(outgoing)),
            of: Some((self.clone(), address)),
        })
    }

    /// Whether a client may ask for something that is perhaps not there: the name of a table, or a code.
    ///
    /// # Errors
    ///
    /// How long it has to wait for that.
    pub(crate) fn may_miss(&self, ip: IpAddr, is_code: bool, now: Instant) -> Result<(), Duration> {
        if self.0.site.is_unlimited(ip) {
            return Ok(());
        }
        self.look(ip, Errand::Miss, now)?;
        let known = self.known();
        known.misses.look(ip, is_code, &self.0.limits, now)
    }

    /// Notes that what a client has asked for is not there.
    pub(crate) fn miss(&self, ip: IpAddr, is_code: bool, now: Instant) {
        if self.0.site.is_unlimited(ip) {
            return;
        }
        // Whether it was the last one that it may have is asked when it comes again.
        let _ = self.take(ip, Errand::Miss, now);
        let mut known = self.known();
        known.misses.note(ip, is_code, &self.0.limits, now);
    }

    /// Notes that a client comes for something.
    ///
    /// # Errors
    ///
    /// How long it has to wait for that; nothing is noted then.
    pub(crate) fn take(&self, ip: IpAddr, errand: Errand, now: Instant) -> Result<(), Duration> {
        self.with_bucket(ip, errand, now, |bucket, rate| bucket.take(rate, now))
    }

    /// Whether a client may come for something.
    ///
    /// # Errors
    ///
    /// How long it has to wait for that.
    fn look(&self, ip: IpAddr, errand: Errand, now: Instant) -> Result<(), Duration> {
        self.with_bucket(ip, errand, now, |bucket, rate| bucket.look(rate, now))
    }

    fn with_bucket(
        &self,
        ip: IpAddr,
        errand: Errand,
        now: Instant,
        use_it: impl FnOnce(&mut Bucket, Rate) -> Result<(), Duration>,
    ) -> Result<(), Duration> {
        if self.0.site.is_unlimited(ip) {
            return Ok(());
        }
        let mut known = self.known();
        let (_, visitor) = known.visitor(ip.into(), now, self.0.limits.addresses);
        let rate = errand.rate(&self.0.limits);
        use_it(&mut visitor.buckets[errand as usize], rate)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// What is known of a client. When there are more clients than can be known, those who come
    /// later share what one client has: memory is bounded, and the limits hold all the same.
    fn visitor(&mut self, address: Address, now: Instant, most: usize) -> (Address, &mut Visitor) {
        let is_new = !self.visitors.contains_key(&address);
        if is_new && self.visitors.len() >= self.clear_at.min(most) {
            self.visitors.retain(|_, visitor| !visitor.is_idle(now));
            self.clear_at = FEW.max(2 * self.visitors.len());
        }
        let address = if is_new && self.visitors.len() >= most {
            Address::ANYBODY
        } else {
            address
        };
        let visitor = self.visitors.entry(address).or_insert_with(|| Visitor {
            connections: 0,
            outgoing: None,
            buckets: [Bucket::new(now); Errand::ALL],
        });
        (address, visitor)
    }
}

impl Visitor {
    /// Whether it is like one who has never come.
    fn is_idle(&self, now: Instant) -> bool {
        self.connections == 0 && self.buckets.iter().all(|bucket| bucket.is_full(now))
    }
}

/// The place of one connection, given back when it is dropped. One that has no limits for its address
/// has none for its place.
#[derive(Default)]
pub(crate) struct Place {
    outgoing: Option<Arc<Budget>>,
    of: Option<(Visitors, Address)>,
}

impl Place {
    /// What may wait to be sent to the address of the client.
    pub(crate) fn outgoing(&self) -> Option<Arc<Budget>> {
        self.outgoing.clone()
    }

    /// Notes that the client comes for something.
    ///
    /// # Errors
    ///
    /// How long it has to wait for that; nothing is noted then.
    pub(crate) fn take(&self, errand: Errand, now: Instant) -> Result<(), Duration> {
        let Some((visitors, address)) = &self.of else {
            return Ok(());
        };
        let rate = errand.rate(&visitors.0.limits);
        match visitors.known().visitors.get_mut(address) {
            Some(visitor) => visitor.buckets[errand as usize].take(rate, now),
            None => Ok(()),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some((visitors, address)) = &self.of
            && let Some(visitor) = visitors.known().visitors.get_mut(address)
        {
            visitor.connections -= 1;
            if visitor.connections == 0 {
                visitor.outgoing = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn visitors(change: impl FnOnce(&mut Limits)) -> Visitors {
        let mut limits = Limits {
            connections_per_address: 2,
            creations: Rate::new(1, Duration::from_secs(10)),
            ..Limits::default()
        };
        change(&mut limits);
        Visitors::new(Arc::default(), Arc::new(limits))
    }

    fn ip(number: u32) -> IpAddr {
        Ipv4Addr::from_bits(0xc000_0000 + number).into()
    }

    #[test]
    fn a_place_is_free_again_when_its_connection_ends() {
        let visitors = visitors(|_| {});
        let now = Instant::now();
        let first = visitors.enter(ip(1), now).unwrap();
        let _second = visitors.enter(ip(1), now).unwrap();
        assert!(visitors.enter(ip(1), now).is_none());
        assert!(visitors.enter(ip(2), now).is_some());
        drop(first);
        assert!(visitors.enter(ip(1), now).is_some());
    }

    #[test]
    fn what_one_takes_nobody_else_lacks() {
        let visitors = visitors(|_| {});
        let now = Instant::now();
        let create = |who| visitors.take(ip(who), Errand::Creation, now);
        assert_eq!(create(1), Ok(()));
        assert_eq!(create(1), Err(Duration::from_secs(10)));
        assert_eq!(create(2), Ok(()));
        assert_eq!(visitors.take(ip(1), Errand::Change, now), Ok(()));
    }

    #[test]
    fn the_machine_itself_has_no_limits_of_its_own() {
        let visitors = visitors(|_| {});
        let now = Instant::now();
        let here = Ipv4Addr::LOCALHOST.into();
        let places: Vec<Place> = (0..9).filter_map(|_| visitors.enter(here, now)).collect();
        assert_eq!(places.len(), 9);
        assert!((0..9).all(|_| visitors.take(here, Errand::Creation, now).is_ok()));
        assert!(visitors.known().visitors.is_empty());
    }

    #[test]
    fn those_who_take_nothing_are_forgotten() {
        let visitors = visitors(|_| {});
        let start = Instant::now();
        let staying = visitors.enter(ip(0), start).unwrap();
        for number in 1..=100_000 {
            let now = start + Duration::from_secs(number.into());
            visitors.take(ip(number), Errand::Creation, now).unwrap();
        }
        assert!(visitors.known().visitors.len() <= FEW);
        drop(staying);
        assert_eq!(visitors.known().visitors[&ip(0).into()].connections, 0);
    }

    #[test]
    fn those_who_are_too_many_to_be_known_share_one_limit() {
        let visitors = visitors(|limits| limits.addresses = 100);
        let now = Instant::now();
        let let_in = (0..1000)
            .filter(|number| visitors.take(ip(*number), Errand::Creation, now).is_ok())
            .count();
        assert_eq!(let_in, 101);
        assert_eq!(visitors.known().visitors.len(), 101);
    }
}
