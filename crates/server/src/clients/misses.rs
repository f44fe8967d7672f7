//! Guesses: requests for things that do not exist, counted for increasingly large networks. An attacker
//! who guesses has many addresses, but rarely many networks.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    time::{Duration, Instant},
};

use ipnet::IpNet;

use crate::{
    limits::Limits,
    rate::{Bucket, Rate},
};

/// The prefix lengths of an IPv4 address's networks, and how many times the misses of one address each
/// network may have.
const IPV4: [(u8, u32); 2] = [(24, 4), (16, 16)];

/// The same for IPv6, where an address is a network of 64 bits.
const IPV6: [(u8, u32); 2] = [(48, 4), (32, 16)];

/// With fewer networks, it is not worth looking for some to forget.
const FEW: usize = 1024;

/// The recent misses of networks, and the wrong codes of all clients together.
pub(super) struct Misses {
    networks: HashMap<IpNet, Bucket>,
    codes: Bucket,
    /// At this number of known networks, those without recent misses are forgotten.
    clear_at: usize,
}

impl Misses {
    pub(super) fn new(now: Instant) -> Self {
        Self {
            networks: HashMap::new(),
            codes: Bucket::new(now),
            clear_at: FEW,
        }
    }

    /// Whether the networks of this address may miss once more: the name of a table, or a code.
    pub(super) fn look(
        &self,
        ip: IpAddr,
        is_code: bool,
        limits: &Limits,
        now: Instant,
    ) -> Result<(), Duration> {
        for (network, rate) in networks(ip, limits.misses) {
            if let Some(bucket) = self.networks.get(&network) {
                bucket.look(rate, now)?;
            }
        }
        if is_code {
            self.codes.look(limits.wrong_codes, now)?;
        }
        Ok(())
    }

    /// Records a miss.
    pub(super) fn note(&mut self, ip: IpAddr, is_code: bool, limits: &Limits, now: Instant) {
        for (network, rate) in networks(ip, limits.misses) {
            let network = self.known(network, limits.addresses, now);
            let bucket = self.networks.entry(network);
            // The next request checks whether this was the last allowed miss.
            let _ = bucket.or_insert_with(|| Bucket::new(now)).take(rate, now);
        }
        if is_code {
            let _ = self.codes.take(limits.wrong_codes, now);
        }
    }

    /// Forgets the networks without recent misses.
    pub(super) fn forget_idle(&mut self, now: Instant) {
        self.networks.retain(|_, bucket| !bucket.is_full(now));
    }

    /// The network, or the one that stands for all networks beyond the known ones.
    fn known(&mut self, network: IpNet, most: usize, now: Instant) -> IpNet {
        if self.networks.contains_key(&network) {
            return network;
        }
        if self.networks.len() >= self.clear_at.min(most) {
            self.forget_idle(now);
            self.clear_at = FEW.max(2 * self.networks.len());
        }
        if self.networks.len() >= most {
            return IpAddr::V6(Ipv6Addr::UNSPECIFIED).into();
        }
        network
    }
}

/// The networks of an address, and the misses that each may have if `rate` holds for one address.
fn networks(ip: IpAddr, rate: Rate) -> impl Iterator<Item = (IpNet, Rate)> {
    let ip = ip.to_canonical();
    let widths = if ip.is_ipv4() { IPV4 } else { IPV6 };
    widths.into_iter().filter_map(move |(bits, times)| {
        let network = IpNet::new(ip, bits).ok()?.trunc();
        let rate = Rate::new(rate.burst * times, rate.refill / times);
        Some((network, rate))
    })
}

#[cfg(test)]
impl Misses {
    /// The number of known networks.
    pub(super) fn networks(&self) -> usize {
        self.networks.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        Limits {
            misses: Rate::new(10, Duration::from_secs(10)),
            wrong_codes: Rate::new(500, Duration::from_secs(1)),
            ..Limits::default()
        }
    }

    /// How many of these addresses may miss, one after another.
    fn missed(addresses: impl Iterator<Item = u128>, is_code: bool, limits: &Limits) -> usize {
        let now = Instant::now();
        let mut misses = Misses::new(now);
        let addresses = addresses.map(|bits| IpAddr::V6(Ipv6Addr::from_bits(bits)));
        let let_through = addresses.filter(|ip| {
            let may = misses.look(*ip, is_code, limits, now).is_ok();
            if may {
                misses.note(*ip, is_code, limits, now);
            }
            may
        });
        let_through.count()
    }

    #[test]
    fn many_addresses_in_one_network_do_not_allow_more_misses() {
        let home = 0x2001_0db8_u128 << 96;
        let of_48 = (0..1000).map(|number| home + (number << 64));
        assert_eq!(missed(of_48, false, &limits()), 40);
        let of_32 = (0..1000).map(|number| home + (number << 80));
        assert_eq!(missed(of_32, false, &limits()), 160);
        let of_many = (0..1000).map(|number| home + (number << 96));
        assert_eq!(missed(of_many, false, &limits()), 1000);
    }

    #[test]
    fn all_clients_together_may_guess_few_codes() {
        let home = 0x2001_0db8_u128 << 96;
        let of_many = (0..1000).map(|number| home + (number << 96));
        assert_eq!(missed(of_many, true, &limits()), 500);
    }

    #[test]
    fn an_ipv4_address_has_networks_too() {
        let limits = limits();
        let now = Instant::now();
        let mut misses = Misses::new(now);
        let one = "192.0.2.1".parse().unwrap();
        for _ in 0..40 {
            misses.look(one, false, &limits, now).unwrap();
            misses.note(one, false, &limits, now);
        }
        for (ip, may) in [
            ("192.0.2.2", false),
            ("::ffff:192.0.2.3", false),
            ("192.0.3.1", true),
        ] {
            let ip = ip.parse().unwrap();
            assert_eq!(misses.look(ip, false, &limits, now).is_ok(), may, "{ip}");
        }
        let later = now + Duration::from_secs(3);
        assert!(misses.look(one, false, &limits, later).is_ok());
    }

    #[test]
    fn the_memory_for_known_networks_is_bounded() {
        let limits = Limits {
            addresses: 100,
            ..limits()
        };
        let now = Instant::now();
        let mut misses = Misses::new(now);
        for number in 0..10_000_u128 {
            let ip = IpAddr::V6(Ipv6Addr::from_bits(number << 96));
            misses.note(ip, false, &limits, now);
        }
        assert!(misses.networks.len() <= 101);
    }
}
