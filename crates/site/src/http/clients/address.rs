//! The address of a client, as far as the network shows it.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;
use ipnet::IpNet;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The client behind a connection from `peer`: the peer itself, or, if the peer is one of our proxies,
/// the last hop that is not our proxy. Anybody can have written the hops before that one.
pub fn client_of(peer: IpAddr, headers: &HeaderMap, proxies: &[IpNet]) -> IpAddr {
    let is_ours = |ip: IpAddr| proxies.iter().any(|network| network.contains(&ip));
    let mut client = peer.to_canonical();
    let lines: Vec<_> = headers.get_all(FORWARDED_FOR).iter().collect();
    let hops = lines
        .into_iter()
        .rev()
        .flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
    for hop in hops {
        if !is_ours(client) {
            break;
        }
        // The client behind an unreadable hop is unknown.
        let Some(ip) = parse(hop.trim()) else { break };
        client = ip.to_canonical();
    }
    client
}

/// An address, or an address and the number after the colon that some proxies add.
fn parse(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']'));
    let with_number = || hop.parse().ok().map(|socket: SocketAddr| socket.ip());
    bare.unwrap_or(hop).parse().ok().or_else(with_number)
}

/// Whether an address belongs to a network that is not part of the internet.
pub fn is_private(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => ip.is_private() || ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unique_local() || ip.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append(FORWARDED_FOR, line.parse().unwrap());
        }
        let proxies = ["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()];
        client_of(peer.parse().unwrap(), &headers, &proxies).to_string()
    }

    #[test]
    fn only_proxies_are_believed_about_addresses() {
        assert_eq!(client("192.0.2.1", &["198.51.100.9"]), "192.0.2.1");
        assert_eq!(client("192.0.2.1", &["10.0.0.1"]), "192.0.2.1");
    }

    #[test]
    fn our_proxy_is_believed_about_the_last_hop_only() {
        assert_eq!(client("10.0.0.1", &["192.0.2.1"]), "192.0.2.1");
        // The client has written the first hop itself.
        assert_eq!(client("10.0.0.1", &["203.0.113.5, 192.0.2.1"]), "192.0.2.1");
        assert_eq!(
            client("10.0.0.1", &["203.0.113.5", "192.0.2.1"]),
            "192.0.2.1"
        );
    }

    #[test]
    fn several_of_our_proxies_are_skipped() {
        let hops = ["203.0.113.5, 192.0.2.1, 10.2.3.4", "fd00::1"];
        assert_eq!(client("::ffff:10.0.0.1", &hops), "192.0.2.1");
        assert_eq!(client("10.0.0.1", &["10.0.0.7, 10.0.0.8"]), "10.0.0.7");
    }

    #[test]
    fn hops_may_have_brackets_and_numbers() {
        assert_eq!(client("10.0.0.1", &["192.0.2.1:4711"]), "192.0.2.1");
        assert_eq!(client("10.0.0.1", &["[2001:db8::1]:4711"]), "2001:db8::1");
        assert_eq!(client("10.0.0.1", &["[2001:db8::1]"]), "2001:db8::1");
    }

    #[test]
    fn an_unreadable_hop_ends_the_search() {
        for nonsense in ["", "unknown", "192.0.2.1, who knows", "192.0.2.1,"] {
            assert_eq!(client("10.0.0.1", &[nonsense]), "10.0.0.1", "{nonsense}");
        }
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
    }
}
