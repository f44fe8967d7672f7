//! The addresses of this machine in its networks.

use std::{
    collections::HashSet,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket},
};

use brickwood_site::http::clients::is_private;
use if_addrs::{IfAddr, Interface, get_if_addrs};
use ipnet::IpNet;

/// What an address is good for. The first ones are the likeliest to be reached by others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AddressKind {
    /// A private address in a cable or wireless network: devices at home reach it, and nobody else.
    Home,
    /// An address that anybody may reach.
    Public,
    /// An address in a network of virtual machines, containers, or a VPN.
    Virtual,
}

/// An address of this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnAddress {
    /// The address.
    pub ip: IpAddr,
    /// Its network, by which the machine knows whether it was there before.
    pub network: IpNet,
    /// What it is good for.
    pub kind: AddressKind,
}

/// Lists the addresses of this machine.
pub trait Network: Send + Sync + 'static {
    /// The addresses that others may reach now, the likeliest first.
    fn addresses(&self) -> Vec<OwnAddress>;
}

/// The network that the operating system knows.
#[derive(Clone, Copy, Debug)]
pub struct SystemNetwork;

impl Network for SystemNetwork {
    fn addresses(&self) -> Vec<OwnAddress> {
        let interfaces = get_if_addrs().unwrap_or_else(|error| {
            tracing::warn!(%error, "the addresses of this machine cannot be listed");
            Vec::new()
        });
        ranked(&interfaces, preferred())
    }
}

/// The address from which this machine would send to the internet. Nothing is sent.
fn preferred() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address that is reserved for examples.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Beginnings of the names of interfaces that lead to containers, virtual machines or a VPN.
const VIRTUAL: [&str; 28] = [
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "virtualbox",
    "vmware",
    "vethernet",
    "bridge1",
    "lxc",
    "lxd",
    "podman",
    "cni",
    "flannel",
    "cali",
    "tun",
    "tap",
    "utun",
    "wg",
    "wireguard",
    "tailscale",
    "zt",
    "zerotier",
    "ham",
    "ppp",
    "ipsec",
    "nordlynx",
];

fn is_virtual(interface: &Interface) -> bool {
    let name = interface.name.to_ascii_lowercase();
    interface.is_p2p() || VIRTUAL.iter().any(|start| name.starts_with(start))
}

fn kind(interface: &Interface) -> AddressKind {
    if is_virtual(interface) {
        AddressKind::Virtual
    } else if is_private(interface.ip()) {
        AddressKind::Home
    } else {
        AddressKind::Public
    }
}

/// The addresses of interfaces that others may reach, the likeliest first: those at home, those of IPv4, and the
/// one that leads to the internet.
fn ranked(interfaces: &[Interface], preferred: Option<IpAddr>) -> Vec<OwnAddress> {
    let mut known = HashSet::new();
    let mut found: Vec<OwnAddress> = interfaces
        .iter()
        .filter(|interface| interface.is_oper_up())
        // An address that is valid on one link alone cannot be written as a link.
        .filter(|interface| !interface.is_loopback() && !interface.is_link_local())
        // Systems give themselves several addresses in a network of IPv6. They are equally good.
        .filter(|interface| known.insert((&interface.name, network_of(interface.ip()))))
        .map(|interface| OwnAddress {
            ip: interface.ip(),
            network: prefix(interface),
            kind: kind(interface),
        })
        .collect();
    found.sort_by_key(|own| (own.kind, own.ip.is_ipv6(), Some(own.ip) != preferred));
    found
}

/// The network of an interface. One of IPv6 has 64 bits, although some systems hand out single addresses in it.
fn prefix(interface: &Interface) -> IpNet {
    let (ip, bits) = match &interface.addr {
        IfAddr::V4(own) => (IpAddr::V4(own.ip), own.prefixlen.min(32)),
        IfAddr::V6(own) => (IpAddr::V6(own.ip), own.prefixlen.min(64)),
    };
    IpNet::new_assert(ip, bits).trunc()
}

/// The address, or the network of 64 bits of an IPv6 address.
fn network_of(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V4(_) => ip,
        IpAddr::V6(ip) => Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX)).into(),
    }
}

#[cfg(test)]
mod tests {
    use if_addrs::{IfAddr, IfOperStatus, Ifv4Addr, Ifv6Addr};

    use super::*;

    fn interface(name: &str, ip: &str) -> Interface {
        let addr = match ip.parse().unwrap() {
            IpAddr::V4(ip) => IfAddr::V4(Ifv4Addr {
                ip,
                netmask: Ipv4Addr::new(255, 255, 255, 0),
                prefixlen: 24,
                broadcast: None,
            }),
            IpAddr::V6(ip) => IfAddr::V6(Ifv6Addr {
                ip,
                netmask: Ipv6Addr::UNSPECIFIED,
                prefixlen: 64,
                broadcast: None,
            }),
        };
        Interface {
            name: name.to_owned(),
            addr,
            index: None,
            oper_status: IfOperStatus::Up,
            is_p2p: false,
            #[cfg(windows)]
            adapter_name: String::new(),
        }
    }

    fn kinds(interfaces: &[Interface], preferred: Option<&str>) -> Vec<(String, AddressKind)> {
        let preferred = preferred.map(|ip| ip.parse().unwrap());
        let found = ranked(interfaces, preferred).into_iter();
        found.map(|own| (own.ip.to_string(), own.kind)).collect()
    }

    #[test]
    fn an_address_at_home_comes_before_all_others_and_ipv4_before_ipv6() {
        let mut vpn = interface("corp0", "10.8.0.2");
        vpn.is_p2p = true;
        let interfaces = [
            interface("lo", "127.0.0.1"),
            interface("docker0", "172.17.0.1"),
            vpn,
            interface("wlan0", "2001:db8::7"),
            interface("wlan0", "fd00::7"),
            interface("wlan0", "fe80::7"),
            interface("br-4ac1", "192.168.80.1"),
            interface("wlan0", "192.168.1.24"),
        ];
        let found = kinds(&interfaces, Some("10.8.0.2"));
        let wanted = [
            ("192.168.1.24", AddressKind::Home),
            ("fd00::7", AddressKind::Home),
            ("2001:db8::7", AddressKind::Public),
            ("10.8.0.2", AddressKind::Virtual),
            ("172.17.0.1", AddressKind::Virtual),
            ("192.168.80.1", AddressKind::Virtual),
        ];
        assert_eq!(found, wanted.map(|(ip, kind)| (ip.to_owned(), kind)));
    }

    #[test]
    fn an_address_is_in_the_network_of_its_interface() {
        let mut single = interface("wlan0", "fd00::7");
        if let IfAddr::V6(addr) = &mut single.addr {
            addr.prefixlen = 128;
        }
        let interfaces = [
            interface("eth0", "192.168.1.24"),
            interface("eth0", "fd00:0:0:1::7"),
            single,
        ];
        let found = ranked(&interfaces, None).into_iter();
        let found: Vec<_> = found.map(|own| own.network.to_string()).collect();
        assert_eq!(found, ["192.168.1.0/24", "fd00:0:0:1::/64", "fd00::/64"]);
    }

    #[test]
    fn of_two_home_networks_the_one_that_leads_to_the_internet_comes_first() {
        let interfaces = [
            interface("eth0", "192.168.2.1"),
            interface("br0", "192.168.1.24"),
        ];
        let first = |preferred| kinds(&interfaces, preferred)[0].0.clone();
        assert_eq!(first(Some("192.168.1.24")), "192.168.1.24");
        assert_eq!(first(Some("192.168.2.1")), "192.168.2.1");
        assert_eq!(first(None), "192.168.2.1");
    }

    #[test]
    fn a_network_of_ipv6_counts_once_and_one_that_is_down_not_at_all() {
        let mut down = interface("eth1", "192.168.1.9");
        down.oper_status = IfOperStatus::Down;
        let interfaces = [
            interface("eth0", "2001:db8:0:1::7"),
            interface("eth0", "2001:db8:0:1:52ff::1"),
            interface("eth0", "2001:db8:0:2::7"),
            down,
        ];
        let found = kinds(&interfaces, None);
        let found: Vec<_> = found.iter().map(|(ip, _)| ip.as_str()).collect();
        assert_eq!(found, ["2001:db8:0:1::7", "2001:db8:0:2::7"]);
    }
}
