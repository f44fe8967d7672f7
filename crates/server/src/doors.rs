//! Where the server listens, and how it is opened to the home network while it runs.

use std::{
    future::poll_fn,
    io::{self, ErrorKind},
    net::{IpAddr, SocketAddr},
    sync::Arc,
    task::{Poll, Waker},
};

use brickwood_protocol::{Addresses, ProblemKind};
use parking_lot::Mutex;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};

use crate::{
    clients::Site,
    network::{AddressKind, Network, OwnAddress, SystemNetwork},
};

/// Connections that may wait for being accepted, as far as the system allows (Linux: `net.core.somaxconn`, 4096). Where
/// they are more, those that come back together after a restart try again after 1, 3 and 7 seconds.
const BACKLOG: i32 = 65_536;

/// Tells somebody where a server is reached.
type Opened = Box<dyn Fn(&[SocketAddr]) + Send + Sync>;

/// How the owner of a server that only its own machine can reach lets others in.
pub struct Opening {
    /// The command that starts the program so that others reach it.
    pub command: String,
    /// Whether somebody at the machine can open the server to the home network while it runs.
    pub on_request: bool,
    /// Called with the addresses once that has been done.
    pub opened: Opened,
    /// The addresses of the machine.
    pub network: Arc<dyn Network>,
}

impl Opening {
    /// A server that listens where its options say, and is opened by this command.
    pub fn by_command(command: impl Into<String>) -> Self {
        Self {
            command: command.into(),
            on_request: false,
            opened: Box::new(|_| ()),
            network: Arc::new(SystemNetwork),
        }
    }
}

/// The addresses at which a server listens. More can be added while it runs.
#[derive(Clone)]
pub(crate) struct Doors(Arc<Inner>);

struct Inner {
    site: Arc<Site>,
    opening: Opening,
    /// The port that the page is served on.
    port: u16,
    /// The buffer of a connection for what its client has yet to read.
    send_buffer: usize,
    listening: Mutex<Listening>,
}

struct Listening {
    listeners: Vec<TcpListener>,
    /// Waits for the next connection.
    waker: Option<Waker>,
    /// Whether somebody has asked for the home network.
    home: bool,
}

impl Listening {
    fn addresses(&self) -> impl Iterator<Item = SocketAddr> {
        self.listeners.iter().filter_map(|at| at.local_addr().ok())
    }

    /// Connections inherit the buffer from their listener. Without it, the system lets the one of a client that does
    /// not read grow to some megabytes.
    fn add(&mut self, listener: TcpListener, send_buffer: usize) {
        let _ = SockRef::from(&listener).set_send_buffer_size(send_buffer);
        // The listener listens already, with room for fewer.
        let _ = SockRef::from(&listener).listen(BACKLOG);
        self.listeners.push(listener);
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

impl Doors {
    pub(crate) fn new(
        site: Arc<Site>,
        opening: Opening,
        listeners: Vec<TcpListener>,
        send_buffer: usize,
    ) -> Self {
        let mut listening = Listening {
            listeners: Vec::new(),
            waker: None,
            home: false,
        };
        for listener in listeners {
            listening.add(listener, send_buffer);
        }
        let first = listening.addresses().next();
        Self(Arc::new(Inner {
            site,
            opening,
            port: first.map_or(0, |at| at.port()),
            send_buffer,
            listening: Mutex::new(listening),
        }))
    }

    /// The next connection.
    pub(crate) async fn next(&self) -> io::Result<(TcpStream, SocketAddr)> {
        poll_fn(|context| {
            let mut listening = self.0.listening.lock();
            let polled = listening.listeners.iter();
            let polled = polled.map(|listener| listener.poll_accept(context));
            if let Some(ready) = polled.into_iter().find(Poll::is_ready) {
                return ready;
            }
            listening.waker = Some(context.waker().clone());
            Poll::Pending
        })
        .await
    }

    /// Stops listening.
    pub(crate) fn close(&self) {
        self.0.listening.lock().listeners.clear();
    }

    fn listening_at(&self) -> Vec<SocketAddr> {
        self.0.listening.lock().addresses().collect()
    }

    /// Whether other machines can connect.
    fn is_open(&self) -> bool {
        let listening = self.0.listening.lock();
        listening.home || listening.addresses().any(|at| !at.ip().is_loopback())
    }

    /// Whether a browser may have come here by this `Host`. The addresses of the machine in its networks lead here
    /// only while the server listens there.
    pub(crate) fn is_known_as(&self, host: &str) -> bool {
        self.0.site.is_known_as(host, self.is_open())
    }

    /// How others reach the server, for somebody who may see the addresses of the machine or not.
    pub(crate) async fn addresses(&self, is_near: bool, may_open: bool) -> Addresses {
        if let Some(url) = &self.0.site.public_url {
            return Addresses::Public {
                url: url.origin().to_owned(),
            };
        }
        if !self.is_open() {
            return Addresses::Machine {
                can_open: may_open && self.0.opening.on_request,
                command: self.0.opening.command.clone(),
            };
        }
        let own = if is_near {
            self.0.opening.network.addresses()
        } else {
            Vec::new()
        };
        if is_near && self.0.listening.lock().home {
            // The machine may have joined another network since.
            let _ = self.listen(&own).await;
        }
        let reached = reached(self.listening_at(), &own);
        Addresses::Network {
            urls: reached.into_iter().map(url).collect(),
        }
    }

    /// Opens the server to the home network.
    pub(crate) async fn open(&self) -> Result<(), ProblemKind> {
        let Opening {
            on_request,
            opened,
            network,
            ..
        } = &self.0.opening;
        if !on_request || self.0.site.public_url.is_some() {
            return Err(ProblemKind::OpenedByOptions);
        }
        let was_open = self.is_open();
        self.listen(&network.addresses()).await?;
        if !was_open {
            tracing::warn!("devices at home can connect, and what they send is not encrypted");
            opened(&reached(self.listening_at(), &network.addresses()));
        }
        Ok(())
    }

    /// Listens at all addresses at home. One of them is enough.
    async fn listen(&self, own: &[OwnAddress]) -> Result<(), ProblemKind> {
        let mut failed = None;
        let mut is_open = false;
        for own in own.iter().filter(|own| own.kind == AddressKind::Home) {
            let at = SocketAddr::new(own.ip, self.0.port);
            let bound = if self.listening_at().contains(&at) {
                Ok(())
            } else {
                self.listen_at(at).await
            };
            match bound {
                Ok(()) => is_open = true,
                // Somebody else may have asked for it at the same time.
                Err(_) if self.listening_at().contains(&at) => is_open = true,
                Err(error) => failed = failed.or(Some((at, error))),
            }
        }
        match failed {
            _ if is_open => Ok(()),
            None => Err(ProblemKind::NoHomeNetwork),
            Some((at, error)) if error.kind() == ErrorKind::AddrInUse => {
                let address = at.to_string();
                Err(ProblemKind::HomeAddressTaken { address })
            }
            Some((_, error)) => {
                let detail = error.to_string();
                Err(ProblemKind::HomeNotOpened { detail })
            }
        }
    }

    async fn listen_at(&self, home: SocketAddr) -> io::Result<()> {
        let listener = TcpListener::bind(home).await?;
        let mut listening = self.0.listening.lock();
        listening.add(listener, self.0.send_buffer);
        listening.home = true;
        Ok(())
    }
}

/// The addresses at which others reach a program that listens at these, the likeliest first. `own` are those of the
/// machine.
pub fn reached(at: impl IntoIterator<Item = SocketAddr>, own: &[OwnAddress]) -> Vec<SocketAddr> {
    let at: Vec<SocketAddr> = at.into_iter().collect();
    let is_covered = |ip: IpAddr, door: &SocketAddr| match door.ip() {
        // Where the system does not say otherwise, this listens at IPv4 too.
        IpAddr::V6(all) if all.is_unspecified() => true,
        IpAddr::V4(all) if all.is_unspecified() => ip.is_ipv4(),
        one => one == ip,
    };
    let mut found = Vec::new();
    for own in own {
        let doors = at.iter().filter(|door| is_covered(own.ip, door));
        found.extend(doors.map(|door| SocketAddr::new(own.ip, door.port())));
    }
    found.dedup();
    found
}

/// What a browser opens to get there.
pub fn url(at: SocketAddr) -> String {
    let address = if at.port() == 80 {
        match at.ip() {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        }
    } else {
        at.to_string()
    };
    format!("http://{address}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(ip: &str, kind: AddressKind) -> OwnAddress {
        let ip = ip.parse().unwrap();
        OwnAddress { ip, kind }
    }

    fn urls(at: &[&str]) -> Vec<String> {
        let machine = [
            own("192.168.1.24", AddressKind::Home),
            own("fd00::7", AddressKind::Home),
            own("172.17.0.1", AddressKind::Virtual),
        ];
        let at = at.iter().map(|at| at.parse().unwrap());
        reached(at, &machine).into_iter().map(url).collect()
    }

    #[test]
    fn a_program_that_listens_everywhere_is_reached_at_every_address_of_the_machine() {
        let ipv4 = ["http://192.168.1.24:7878", "http://172.17.0.1:7878"];
        assert_eq!(urls(&["0.0.0.0:7878"]), ipv4);
        let all = [
            "http://192.168.1.24",
            "http://[fd00::7]",
            "http://172.17.0.1",
        ];
        assert_eq!(urls(&["[::]:80"]), all);
    }

    #[test]
    fn a_program_that_listens_at_one_address_is_reached_there_alone() {
        assert_eq!(
            urls(&["127.0.0.1:7878", "192.168.1.24:7878"]),
            ["http://192.168.1.24:7878"]
        );
        assert_eq!(urls(&["[fd00::7]:7878"]), ["http://[fd00::7]:7878"]);
        assert!(urls(&["127.0.0.1:7878", "[::1]:7878"]).is_empty());
        // A network that the machine has left.
        assert!(urls(&["192.168.9.9:7878"]).is_empty());
    }
}
