//! Where the server listens, and how it is opened to the home network while it runs.

use std::{
    future::poll_fn,
    io::{self, ErrorKind},
    net::{IpAddr, SocketAddr},
    sync::Arc,
    task::{Poll, Waker, ready},
    time::{Duration, Instant},
};

use brickwood_protocol::{Addresses, ProblemKind};
use brickwood_site::SiteStorage;
use brickwood_site::{http::clients::Site, settings};
use brickwood_storage::Unavailable;
use ipnet::IpNet;
use parking_lot::Mutex;
use socket2::SockRef;
use tokio::{
    net::{TcpListener, TcpStream},
    time::sleep,
};
use tokio_util::sync::CancellationToken;

use crate::network::{AddressKind, Network, OwnAddress, SystemNetwork};

/// Connections that may wait for being accepted, as far as the system allows (Linux: `net.core.somaxconn`, 4096). Where
/// they are more, those that come back together after a restart try again after 1, 3 and 7 seconds.
const BACKLOG: i32 = 65_536;

/// How long devices at home have to come before it looks as if something kept them out.
const PATIENCE: Duration = Duration::from_mins(1);

/// How often it is looked whether the machine has come to a network that the server is opened to.
const FOLLOWED: Duration = Duration::from_secs(30);

/// Tells somebody where others reach a server.
type Told = Box<dyn Fn(&[SocketAddr]) + Send + Sync>;

/// How the owner of a server that only its own machine can reach lets others in.
pub struct Opening {
    /// The command that starts the program so that others reach it.
    pub command: String,
    /// Whether somebody at the machine can open the server to the home network while it runs, and close it again.
    pub on_request: bool,
    /// Where that can be done, called with the addresses for others at the start, and whenever the server was opened or
    /// closed. Without any, only the server's own machine can connect.
    pub told: Told,
    /// The addresses of the machine.
    pub network: Arc<dyn Network>,
}

impl Opening {
    /// A server that listens where its options say, and is opened by this command.
    pub fn by_command(command: impl Into<String>) -> Self {
        Self {
            command: command.into(),
            on_request: false,
            told: Box::new(|_| ()),
            network: Arc::new(SystemNetwork),
        }
    }
}

/// The addresses at which a server listens. More can be added while it runs.
#[derive(Clone)]
pub(crate) struct Listeners(Arc<Inner>);

struct Inner {
    site: Arc<Site>,
    opening: Opening,
    /// The port that the page is served on.
    port: u16,
    /// The buffer of a connection for what its client has yet to read.
    send_buffer: usize,
    /// Cancelled when the server stops.
    stop: CancellationToken,
    listening: Mutex<Listening>,
}

/// A connection that was accepted.
pub(crate) struct Arrival {
    pub(crate) stream: TcpStream,
    /// The other end.
    pub(crate) address: SocketAddr,
    /// Cancelled when the connection has to end.
    pub(crate) stop: CancellationToken,
}

struct Listening {
    bound: Vec<BoundListener>,
    /// Waits for the next connection.
    waker: Option<Waker>,
    /// The networks that the server is opened to, whether the machine is in them now or not.
    networks: Vec<IpNet>,
    /// That the server listens in one of them.
    home: Option<Home>,
}

struct BoundListener {
    listener: TcpListener,
    /// Whether it was opened on request.
    is_home: bool,
}

impl BoundListener {
    fn address(&self) -> Option<SocketAddr> {
        self.listener.local_addr().ok()
    }
}

/// The server listens in the home network, because somebody has asked for it.
struct Home {
    since: Instant,
    /// Whether a device has come from there.
    was_visited: bool,
    /// Cancelled when the server is closed to the home network.
    stop: CancellationToken,
}

impl Home {
    /// Whether something seems to keep devices at home out.
    fn is_unvisited(&self, now: Instant) -> bool {
        !self.was_visited && now.saturating_duration_since(self.since) >= PATIENCE
    }
}

impl Listening {
    fn addresses(&self) -> impl Iterator<Item = SocketAddr> {
        self.bound.iter().filter_map(BoundListener::address)
    }

    /// Connections inherit the buffer from their listener. Without it, the system lets the one of a client that does
    /// not read grow to some megabytes.
    fn add(&mut self, listener: TcpListener, is_home: bool, send_buffer: usize) {
        let _ = SockRef::from(&listener).set_send_buffer_size(send_buffer);
        // The listener listens already, with room for fewer.
        let _ = SockRef::from(&listener).listen(BACKLOG);
        self.bound.push(BoundListener { listener, is_home });
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    /// Whether the options open the server to other machines.
    fn is_open_by_options(&self) -> bool {
        let mut own = self.bound.iter().filter(|one| !one.is_home);
        own.any(|one| one.address().is_some_and(|at| !at.ip().is_loopback()))
    }

    fn is_open(&self) -> bool {
        self.home.is_some() || self.is_open_by_options()
    }

    fn is_opened_to(&self, ip: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(&ip))
    }
}

impl Listeners {
    pub(crate) fn new(
        site: Arc<Site>,
        opening: Opening,
        listeners: Vec<TcpListener>,
        send_buffer: usize,
        stop: CancellationToken,
    ) -> Self {
        let mut listening = Listening {
            bound: Vec::new(),
            waker: None,
            networks: Vec::new(),
            home: None,
        };
        for listener in listeners {
            listening.add(listener, false, send_buffer);
        }
        let first = listening.addresses().next();
        Self(Arc::new(Inner {
            site,
            opening,
            port: first.map_or(0, |at| at.port()),
            send_buffer,
            stop,
            listening: Mutex::new(listening),
        }))
    }

    /// The next connection.
    pub(crate) async fn next(&self) -> io::Result<Arrival> {
        poll_fn(|context| {
            let mut listening = self.0.listening.lock();
            let mut polled = listening.bound.iter().map(|one| {
                let accepted = ready!(one.listener.poll_accept(context));
                Poll::Ready(accepted.map(|accepted| (accepted, one.is_home)))
            });
            match polled.find(Poll::is_ready) {
                Some(Poll::Ready(Ok(((stream, address), is_home)))) => {
                    let home = listening.home.as_mut().filter(|_| is_home);
                    let stop = home.map_or_else(
                        || self.0.stop.clone(),
                        |home| {
                            // The machine itself is no visitor.
                            let own = stream.local_addr().map(|at| at.ip());
                            home.was_visited |= own.is_ok_and(|own| own != address.ip());
                            home.stop.clone()
                        },
                    );
                    Poll::Ready(Ok(Arrival {
                        stream,
                        address,
                        stop,
                    }))
                }
                Some(Poll::Ready(Err(error))) => Poll::Ready(Err(error)),
                Some(Poll::Pending) | None => {
                    listening.waker = Some(context.waker().clone());
                    Poll::Pending
                }
            }
        })
        .await
    }

    /// Stops listening.
    pub(crate) fn close(&self) {
        self.0.listening.lock().bound.clear();
    }

    fn listening_at(&self) -> Vec<SocketAddr> {
        self.0.listening.lock().addresses().collect()
    }

    /// Whether other machines can connect.
    fn is_open(&self) -> bool {
        self.0.listening.lock().is_open()
    }

    /// Whether somebody at the machine can open the server, or close it.
    fn opens_on_request(&self) -> bool {
        let Opening { on_request, .. } = self.0.opening;
        let is_public = self.0.site.public_url.is_some();
        on_request && !is_public && !self.0.listening.lock().is_open_by_options()
    }

    /// Whether a browser may have come here by this `Host`. The addresses of the machine in its networks lead here
    /// only while the server listens there.
    pub(crate) fn is_known_as(&self, host: &str) -> bool {
        self.0.site.is_known_as(host, self.is_open())
    }

    /// How others reach the server, for somebody who may see the addresses of the machine or not, and may open and close
    /// the server or not.
    pub(crate) async fn addresses(&self, is_near: bool, may_open: bool) -> Addresses {
        if let Some(url) = &self.0.site.public_url {
            return Addresses::Public {
                url: url.origin().to_owned(),
            };
        }
        let mut is_elsewhere = false;
        if is_near && self.opens_on_request() {
            // The machine may have come home since, or gone elsewhere.
            let followed = self.follow().await;
            is_elsewhere = followed == Ok(false) && !self.at_home().is_empty();
        }
        let on_request = may_open && self.opens_on_request();
        if !self.is_open() || is_elsewhere {
            return Addresses::Machine {
                can_open: on_request,
                command: self.0.opening.command.clone(),
            };
        }
        let own = if is_near {
            self.0.opening.network.addresses()
        } else {
            Vec::new()
        };
        let reached = reached(self.listening_at(), &own);
        let now = Instant::now();
        let listening = self.0.listening.lock();
        let home = listening.home.as_ref().filter(|_| on_request);
        Addresses::Network {
            urls: reached.into_iter().map(url).collect(),
            can_close: home.is_some(),
            unvisited: home.is_some_and(|home| home.is_unvisited(now)),
        }
    }

    /// Opens the server to the networks that it was opened to before, where it can be, and says how others reach it.
    pub(crate) async fn begin(&self, site: SiteStorage<'_>) {
        if !self.opens_on_request() {
            return;
        }
        if let Ok(networks) = networks(site).await {
            self.0.listening.lock().networks = networks;
        } else {
            tracing::warn!("it cannot be read which networks are let in");
        }
        match self.follow().await {
            Ok(true) => return,
            Ok(false) => {}
            Err(problem) => tracing::warn!(?problem, "devices at home cannot be let in again"),
        }
        (self.0.opening.told)(&[]);
    }

    /// Lets devices in, for as long as the server runs, whenever the machine comes to a network that the server is
    /// opened to.
    pub(crate) async fn follow_networks(self) {
        while self.opens_on_request() {
            sleep(FOLLOWED).await;
            let _ = self.follow().await;
        }
    }

    /// Listens in the networks that the server is opened to. Returns whether the machine is in one of them.
    async fn follow(&self) -> Result<bool, ProblemKind> {
        let at_home = self.at_home();
        let is_let_in = |own: &OwnAddress| self.0.listening.lock().is_opened_to(own.ip);
        if !at_home.iter().any(is_let_in) {
            return Ok(false);
        }
        self.listen(&at_home).await?;
        Ok(true)
    }

    /// Opens the server to the home network, also whenever it is started there.
    pub(crate) async fn open(&self, site: SiteStorage<'_>) -> Result<(), ProblemKind> {
        if !self.opens_on_request() {
            return Err(ProblemKind::OpenedByOptions);
        }
        let at_home = self.at_home();
        let before = {
            let known = &mut self.0.listening.lock().networks;
            let before = known.clone();
            known.extend(at_home.iter().map(|own| own.network));
            known.sort_unstable();
            known.dedup();
            before
        };
        if let Err(problem) = self.listen(&at_home).await {
            self.0.listening.lock().networks = before;
            return Err(problem);
        }
        if self.remember(site).await.is_err() {
            tracing::warn!("nothing can be stored: devices are let in until the program ends");
        }
        Ok(())
    }

    /// Closes the server to the home network, for good: connections from there end.
    ///
    /// # Errors
    ///
    /// If the server is not opened on request. If nothing can be stored, it is closed until the program ends.
    pub(crate) async fn shut(&self, site: SiteStorage<'_>) -> Result<(), ProblemKind> {
        if !self.opens_on_request() {
            return Err(ProblemKind::OpenedByOptions);
        }
        let at_home = self.at_home();
        let home = {
            let mut listening = self.0.listening.lock();
            let Listening {
                bound, networks, ..
            } = &mut *listening;
            let left = bound.extract_if(.., |one| one.is_home);
            let left: Vec<IpAddr> = left.filter_map(|one| Some(one.address()?.ip())).collect();
            let here = at_home.iter().map(|own| own.ip).chain(left);
            for ip in here {
                networks.retain(|network| !network.contains(&ip));
            }
            listening.home.take()
        };
        if let Some(home) = home {
            home.stop.cancel();
            (self.0.opening.told)(&[]);
        }
        self.remember(site).await
    }

    /// Stores which networks the server is opened to.
    async fn remember(&self, site: SiteStorage<'_>) -> Result<(), ProblemKind> {
        let networks = self.0.listening.lock().networks.clone();
        let value = serde_json::json!(networks.iter().map(IpNet::to_string).collect::<Vec<_>>());
        let stored = site.set(settings::HOME_NETWORKS, &value.to_string()).await;
        stored.map_err(|Unavailable| ProblemKind::Unavailable)
    }

    /// The addresses of the machine at home.
    fn at_home(&self) -> Vec<OwnAddress> {
        let mut own = self.0.opening.network.addresses();
        own.retain(|own| own.kind == AddressKind::Home);
        own
    }

    /// Listens at the addresses in networks that the server is opened to. One of them is enough.
    async fn listen(&self, at_home: &[OwnAddress]) -> Result<(), ProblemKind> {
        let at_home = at_home.iter();
        let at_home: Vec<SocketAddr> = at_home
            .map(|own| SocketAddr::new(own.ip, self.0.port))
            .collect();
        let (mut has_changed, mut failed) = (false, None);
        for &at in &at_home {
            match self.listen_at(at).await {
                Ok(is_new) => has_changed |= is_new,
                Err(error) => failed = failed.or(Some((at, error))),
            }
        }
        if has_changed {
            tracing::warn!("devices at home can connect, and what they send is not encrypted");
            let own = self.0.opening.network.addresses();
            (self.0.opening.told)(&reached(self.listening_at(), &own));
        }
        let listening_at = self.listening_at();
        match failed {
            _ if at_home.iter().any(|at| listening_at.contains(at)) => Ok(()),
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

    /// Listens at an address, if it is in a network that the server is opened to. Returns whether it did not before.
    async fn listen_at(&self, at: SocketAddr) -> io::Result<bool> {
        let is_wanted = |listening: &Listening| {
            listening.is_opened_to(at.ip()) && listening.addresses().all(|other| other != at)
        };
        if !is_wanted(&self.0.listening.lock()) {
            return Ok(false);
        }
        let bound = TcpListener::bind(at).await;
        let mut listening = self.0.listening.lock();
        // Somebody else may have closed the server meanwhile, or opened it at the same time.
        if !is_wanted(&listening) {
            return Ok(false);
        }
        listening.add(bound?, true, self.0.send_buffer);
        let home = listening.home.get_or_insert_with(|| Home {
            since: Instant::now(),
            was_visited: false,
            stop: self.0.stop.child_token(),
        });
        home.since = Instant::now();
        Ok(true)
    }
}

/// The networks that the server was opened to.
async fn networks(site: SiteStorage<'_>) -> Result<Vec<IpNet>, Unavailable> {
    let stored: Option<Vec<String>> = settings::setting(site, settings::HOME_NETWORKS).await?;
    let networks = stored.into_iter().flatten();
    Ok(networks.filter_map(|text| text.parse().ok()).collect())
}

/// The addresses at which others reach a program that listens at these, the likeliest first. `own` are those of the
/// machine.
pub fn reached(at: impl IntoIterator<Item = SocketAddr>, own: &[OwnAddress]) -> Vec<SocketAddr> {
    let at: Vec<SocketAddr> = at.into_iter().collect();
    let is_covered = |ip: IpAddr, at: &SocketAddr| match at.ip() {
        // Where the system does not say otherwise, this listens at IPv4 too.
        IpAddr::V6(all) if all.is_unspecified() => true,
        IpAddr::V4(all) if all.is_unspecified() => ip.is_ipv4(),
        one => one == ip,
    };
    let mut found = Vec::new();
    for own in own {
        let bound = at.iter().filter(|one| is_covered(own.ip, one));
        found.extend(bound.map(|one| SocketAddr::new(own.ip, one.port())));
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
        let ip: IpAddr = ip.parse().unwrap();
        let network = ip.into();
        OwnAddress { ip, network, kind }
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
    fn a_home_is_unvisited_if_nobody_has_come_within_a_minute() {
        let since = Instant::now();
        let mut home = Home {
            since,
            was_visited: false,
            stop: CancellationToken::new(),
        };
        assert!(!home.is_unvisited(since + Duration::from_secs(59)));
        assert!(home.is_unvisited(since + Duration::from_mins(1)));
        home.was_visited = true;
        assert!(!home.is_unvisited(since + Duration::from_mins(10)));
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
