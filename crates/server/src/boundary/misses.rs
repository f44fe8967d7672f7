//! Guesses: how much is asked for that is not there, counted for ever wider networks. Who guesses has
//! many addresses, and seldom many networks.

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

/// How many bits of an IPv4 address name its networks, and how many times as often as one address
/// each of them may miss.
const IPV4: [(u8, u32); 2] = [(24, 4), (16, 16)];

/// The same for IPv6, where an address is a network of 64 bits.
const IPV6: [(u8, u32); 2] = [(48, 4), (32, 16)];

/// Below this, looking which networks can be forgotten is not worth it.
const FEW: usize = 1024;

/// What networks have missed lately, and how many codes everybody has.
pub(super) struct Misses {
    networks: HashMap<IpNet, Bucket>,
    codes: Bucket,
    /// How many networks may be known before those are forgotten that have missed nothing lately.
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

    /// Whether anybody in the networks of this address may miss once more: the name of a table, or a
    /// code.
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

    /// Notes a miss.
    pub(super) fn note(&mut self, ip: IpAddr, is_code: bool, limits: &Limits, now: Instant) {
        for (network, rate) in networks(ip, limits.misses) {
            let network = self.known(network, limits.addresses, now);
            let bucket = self.networks.entry(network);
            // Whether it was the last one is asked when somebody comes again.
            let _ = bucket.or_insert_with(|| Bucket::new(now)).take(rate, now);
        }
        if is_code {
            let _ = self.codes.take(limits.wrong_codes, now);
        }
    }

    /// The network, or the one that stands for all that are too many to be told apart.
    fn known(&mut self, network: IpNet, most: usize, now: Instant) -> IpNet {
        if self.networks.contains_key(&network) {
            return network;
        }
        if self.networks.len() >= self.clear_at.min(most) {
            self.networks.retain(|_, bucket| !bucket.is_full(now));
            self.clear_at = FEW.max(2 * self.networks.len());
        }
        if self.networks.len() >= most {
            return IpAddr::V6(Ipv6Addr::UNSPECIFIED).into();
        }
        network
    }
}

/// The networks of an address, and what each of them may miss where an address may miss this.
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
mod tests {
    use super::*;

    fn limits() -> Limits {
        Limits {
            misses: Rate::new(10, Duration::from_secs(10)),
            wrong_codes: Rate::new(500, Duration::from_secs(1)),
            ..Limits::default()
        }
    }

    /// How many of these addresses may miss, one after the other.
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
    fn who_has_many_addresses_in_one_network_misses_no_more_for_it() {
        let home = 0x2001_0db8_u128 << 96;
        let of_48 = (0..1000).map(|number| home + (number << 64));
        assert_eq!(missed(of_48, false, &limits()), 40);
        let of_32 = (0..1000).map(|number| home + (number << 80));
        assert_eq!(missed(of_32, false, &limits()), 160);
        let of_many = (0..1000).map(|number| home + (number << 96));
        assert_eq!(missed(of_many, false, &limits()), 1000);
    }

    #[test]
    fn everybody_together_guesses_few_codes() {
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
    fn knowing_networks_takes_no_more_memory_than_is_allowed() {
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
