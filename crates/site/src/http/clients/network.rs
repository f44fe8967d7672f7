//! The networks of a client. What is limited for an address is limited for its networks, too: somebody with
//! many addresses has them in few networks.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use ipnet::IpNet;
use sha2::{Digest, Sha256};

use crate::{http::rate::Rate, moderation::sanctions::NetworkKey};

/// The prefix lengths of the networks of an address, narrowest first, and how many times the share of one
/// address each of them has. With IPv6, an address is a network of 64 bits, because a client usually has all
/// addresses of one. A home often has 56 bits, and a company 48.
const IPV4: &[(u8, u32)] = &[(32, 1), (24, 4), (16, 16)];
const IPV6: &[(u8, u32)] = &[(64, 1), (56, 2), (48, 4), (32, 16)];

/// A network to which limits apply.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientNetwork {
    network: IpNet,
    /// How many times the share of one address it has.
    times: u32,
}

impl ClientNetwork {
    /// The networks of an address, narrowest first. The first one is the address itself.
    pub fn of(ip: IpAddr) -> impl Iterator<Item = Self> + Clone {
        let ip = ip.to_canonical();
        let widths = if ip.is_ipv4() { IPV4 } else { IPV6 };
        widths.iter().filter_map(move |(bits, times)| {
            let network = IpNet::new(ip, *bits).ok()?.trunc();
            Some(Self {
                network,
                times: *times,
            })
        })
    }

    /// The address itself.
    pub fn of_one(ip: IpAddr) -> Self {
        Self::of(ip).next().expect("every address has networks")
    }

    /// The network as it is stored, with a secret: nobody without it can tell which network it is, or try them all.
    pub fn key(&self, secret: &str) -> NetworkKey {
        let digest = Sha256::new()
            .chain_update(secret)
            .chain_update(self.network.to_string())
            .finalize();
        let key = digest.first_chunk().expect("a digest has 32 bytes");
        NetworkKey(*key)
    }

    /// Stands for all networks of this width beyond the known ones.
    #[must_use]
    pub fn of_others(self) -> Self {
        let nobody = match self.network {
            IpNet::V4(_) => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
            IpNet::V6(_) => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
        };
        let network = IpNet::new(nobody, self.network.prefix_len());
        Self {
            network: network.expect("the width is that of a network"),
            ..self
        }
    }

    /// The rate of this network if `one` is that of an address.
    pub fn rate(self, one: Rate) -> Rate {
        Rate::new(one.burst * self.times, one.refill / self.times)
    }

    /// The share of this network if `one` is that of an address, and `all` is what all clients have together:
    /// never more than a half of it, so that something is left for others.
    pub fn share(self, one: usize, all: usize) -> usize {
        let half = (all / 2).max(one);
        one.saturating_mul(self.times as usize).min(half)
    }

    /// A number that says whether two tables come from the same networks: 16 bits for the widest network, and
    /// 16 for the next one. Hundreds of networks have the same number, so it does not say which one it was.
    pub fn origin(ip: IpAddr) -> u32 {
        let mut networks: Vec<Self> = Self::of(ip).collect();
        let mut tag = || {
            let network = networks.pop().map(|one| one.network.to_string());
            let digest = Sha256::digest(network.unwrap_or_default());
            u32::from(u16::from_le_bytes([digest[0], digest[1]]))
        };
        let widest = tag();
        widest << 16 | tag()
    }
}

/// Addresses of people must not end up in the program's log.
impl fmt::Debug for ClientNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClientNetwork(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_ipv6_client_is_its_network_of_64_bits() {
        let one = |text| ClientNetwork::of_one(ip(text));
        assert_eq!(one("2001:db8:0:1::7"), one("2001:db8:0:1:ffff::1"));
        assert_ne!(one("2001:db8:0:1::7"), one("2001:db8:0:2::7"));
        assert_ne!(one("192.0.2.1"), one("192.0.2.2"));
        assert_eq!(one("::ffff:192.0.2.1"), one("192.0.2.1"));
    }

    #[test]
    fn neighbors_share_their_wider_networks() {
        let shared = |a, b| {
            let both = ClientNetwork::of(ip(a)).zip(ClientNetwork::of(ip(b)));
            both.filter(|(a, b)| a == b).count()
        };
        assert_eq!(shared("192.0.2.1", "192.0.2.2"), 2);
        assert_eq!(shared("192.0.2.1", "192.0.3.1"), 1);
        assert_eq!(shared("192.0.2.1", "198.51.100.1"), 0);
        assert_eq!(shared("2001:db8:7:1::1", "2001:db8:7:2::1"), 3);
        assert_eq!(shared("2001:db8:7:1::1", "2001:db8:7:101::1"), 2);
        assert_eq!(shared("2001:db8:7:1::1", "2001:db8:8:1::1"), 1);
    }

    #[test]
    fn a_wider_network_has_a_larger_share_but_at_most_a_half() {
        let shares = |all| -> Vec<usize> {
            let networks = ClientNetwork::of(ip("2001:db8::1"));
            networks.map(|network| network.share(50, all)).collect()
        };
        assert_eq!(shares(16_384), [50, 100, 200, 800]);
        assert_eq!(shares(300), [50, 100, 150, 150]);
        assert_eq!(shares(60), [50, 50, 50, 50], "one always has its own");
    }

    #[test]
    fn an_origin_is_that_of_the_networks_and_names_none() {
        let origin = |text| ClientNetwork::origin(ip(text));
        assert_eq!(origin("192.0.2.1"), origin("192.0.2.200"));
        assert_ne!(origin("192.0.2.1"), origin("192.0.3.1"));
        assert_eq!(origin("192.0.2.1") >> 16, origin("192.0.3.1") >> 16);
        assert_eq!(origin("2001:db8:7:1::1"), origin("2001:db8:7:f00::1"));
        assert_ne!(origin("2001:db8:7:1::1"), origin("2001:db8:8:1::1"));
        // Of 4,096 neighbors, some have the same number.
        let many = (0..4096).map(|number: u128| {
            let bits = (0x2001_0db8_u128 << 96) | (number << 80);
            ClientNetwork::origin(IpAddr::V6(Ipv6Addr::from_bits(bits)))
        });
        let different: std::collections::HashSet<u32> = many.collect();
        assert!(different.len() < 4096);
    }

    #[test]
    fn an_address_is_not_printed() {
        assert!(!format!("{:?}", ClientNetwork::of_one(ip("192.0.2.1"))).contains("192"));
    }
}
