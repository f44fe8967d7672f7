//! The loop that accepts connections.
//!
//! `axum::serve` has no time limit for a request's head, so that a client which sends half of one
//! keeps its connection for ever. Hence a loop of our own over hyper.

use std::{
    future::poll_fn,
    io,
    net::SocketAddr,
    pin::pin,
    sync::Arc,
    task::Poll,
    time::{Duration, Instant},
};

use axum::{Router, extract::Request};
use hyper::{body::Incoming, server::conn::http1, service::Service};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use socket2::SockRef;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::{sleep, timeout},
};
use tokio_io_timeout::TimeoutStream;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    bots::BotPool,
    boundary::{Site, Visitors},
    http::{App, Client, Health, Lobby, Peer, Studies, Turnstile, router},
    invitations::Invitations,
    limits::Limits,
    metrics,
    outbox::Budget,
    tables::Tables,
};
use brickwood_storage::{NodeId, Storage};
use brickwood_table::room::{Bots, Pace, RoomConfig};

/// What a client hears for whom there is no place. Nothing is read of what it asks.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n\
    content-length: 0\r\n\r\n";

/// How long a client that is turned away may take to read that.
const FULL_PATIENCE: Duration = Duration::from_secs(1);

/// How many of them are told at a time. Others find the connection closed.
const MOST_TOLD: usize = 64;

/// How often it is reported that connections cannot be accepted.
const REPORTED: Duration = Duration::from_mins(1);

/// Everything that a server is made of.
pub struct Server {
    /// Names this server among those that share the storage.
    pub node: NodeId,
    /// Where games are kept.
    pub log: Arc<dyn Storage>,
    /// Those who play the bots' seats.
    pub bots: Arc<dyn Bots>,
    /// How fast they play.
    pub pace: Pace,
    /// The page for browsers.
    pub client: Arc<dyn Client>,
    /// What one client may take.
    pub limits: Limits,
    /// How the server is reached from outside.
    pub site: Site,
}

impl Server {
    /// Serves whoever connects, until `stop` is there. Whatever was acknowledged is stored, so that
    /// nothing is lost if the process ends earlier.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        self.serve_all(vec![listener], stop).await;
    }

    /// [`Server::serve`] on several addresses at once.
    pub async fn serve_all(self, listeners: Vec<TcpListener>, stop: impl Future<Output = ()>) {
        let house = House::new(self.limits, self.site);
        let config = RoomConfig {
            node: self.node,
            pace: self.pace,
            outside_bots: self.bots.outside(),
        };
        let invitations = Invitations::new(Arc::clone(&self.log));
        let tables = Tables::new(config, self.log, BotPool::new(self.bots));
        tables.begin().await;
        let alive = tokio::spawn(tables.clone().live());
        let hints = tokio::spawn(tables.clone().take_hints());
        let news_of_bots = tokio::spawn(invitations.clone().take_hints());
        let sweep = tokio::spawn(tables.clone().sweep());
        let app = App {
            tables: tables.clone(),
            limits: Arc::clone(&house.limits),
            site: Arc::clone(&house.site),
            leaving: house.leaving.clone(),
            stop: house.stopping.clone(),
            sockets: house.tasks.clone(),
            lobby: Lobby::default(),
            health: Health::default(),
            outgoing: Arc::new(Budget::new(house.limits.outgoing)),
            studies: Studies::new(house.limits.replays),
            invitations,
        };
        let router = router(app, self.client, house.turnstile());
        accept(listeners, router, house, stop).await;
        alive.abort();
        hints.abort();
        news_of_bots.abort();
        sweep.abort();
        tables.end().await;
    }
}

/// What all connections of a server share.
pub(crate) struct House {
    limits: Arc<Limits>,
    site: Arc<Site>,
    visitors: Visitors,
    /// Cancelled when the server is told to stop: nobody should be sent here any more.
    leaving: CancellationToken,
    /// Cancelled when it stops: all go.
    stopping: CancellationToken,
    /// All connections and sockets.
    tasks: TaskTracker,
}

impl House {
    pub(crate) fn new(limits: Limits, site: Site) -> Self {
        let (limits, site) = (Arc::new(limits), Arc::new(site));
        Self {
            visitors: Visitors::new(Arc::clone(&site), Arc::clone(&limits)),
            limits,
            site,
            leaving: CancellationToken::new(),
            stopping: CancellationToken::new(),
            tasks: TaskTracker::new(),
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn turnstile(&self) -> Turnstile {
        Turnstile {
            site: Arc::clone(&self.site),
            visitors: self.visitors.clone(),
            leaving: self.leaving.clone(),
        }
    }

    /// What is known of a new connection; nothing if there is no place for it.
    fn admit(&self, address: SocketAddr) -> Option<Peer> {
        if self.tasks.len() >= self.limits.connections {
            tracing::warn!("a connection is turned away: there are too many");
            metrics::turned_away("full");
            return None;
        }
        let ip = address.ip();
        if self.site.is_proxy(ip) {
            return Some(Peer { ip, place: None });
        }
        let Some(place) = self.visitors.enter(ip, Instant::now()) else {
            tracing::debug!("a connection is turned away: its address has too many");
            metrics::turned_away("address");
            return None;
        };
        let place = Some(Arc::new(place));
        Some(Peer { ip, place })
    }
}

/// Accepts connections until `stop` is there, and ends them when it is.
pub(crate) async fn accept(
    listeners: Vec<TcpListener>,
    router: Router,
    house: House,
    stop: impl Future<Output = ()>,
) {
    for listener in &listeners {
        // Connections have it from their listener. Left alone, the system lets it grow to some megabytes
        // for one who does not read.
        let _ = SockRef::from(listener).set_send_buffer_size(house.limits.send_buffer);
    }
    let told = Arc::new(Semaphore::new(MOST_TOLD));
    let leaving = async {
        stop.await;
        house.leaving.cancel();
        sleep(house.limits.drain).await;
    };
    let mut left = pin!(leaving);
    let mut reported: Option<Instant> = None;
    loop {
        let accepted = tokio::select! {
            accepted = next(&listeners) => accepted,
            () = &mut left => break,
        };
        match accepted {
            Ok((stream, address)) => {
                if let Some(peer) = house.admit(address) {
                    let router = router.clone();
                    let (limits, stop) = (Arc::clone(&house.limits), house.stopping.clone());
                    house
                        .tasks
                        .spawn(serve_connection(stream, peer, router, limits, stop));
                } else if let Ok(place) = Arc::clone(&told).try_acquire_owned() {
                    tokio::spawn(async move {
                        let _ = timeout(FULL_PATIENCE, turn_away(stream)).await;
                        drop(place);
                    });
                }
            }
            Err(error) => {
                // Such as too many open files: others have to go first.
                if reported.is_none_or(|at| at.elapsed() >= REPORTED) {
                    reported = Some(Instant::now());
                    tracing::warn!(%error, "connections cannot be accepted now");
                }
                sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listeners);
    house.stopping.cancel();
    house.tasks.close();
    if timeout(house.limits.farewell, house.tasks.wait())
        .await
        .is_err()
    {
        let open = house.tasks.len();
        tracing::warn!(open, "some connections did not end in time");
    }
}

/// The next connection to any of the listeners.
async fn next(listeners: &[TcpListener]) -> io::Result<(TcpStream, SocketAddr)> {
    poll_fn(|context| {
        let polled = listeners
            .iter()
            .map(|listener| listener.poll_accept(context));
        polled
            .into_iter()
            .find(Poll::is_ready)
            .unwrap_or(Poll::Pending)
    })
    .await
}

/// Says that there is no place. What the client has sent is read and forgotten: else it would find
/// its connection reset, and not what we say.
async fn turn_away(mut stream: TcpStream) -> io::Result<()> {
    stream.write_all(FULL).await?;
    stream.shutdown().await?;
    let mut rest = [0; 1024];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}

async fn serve_connection(
    stream: TcpStream,
    peer: Peer,
    router: Router,
    limits: Arc<Limits>,
    stop: CancellationToken,
) {
    let _counted = metrics::connection();
    // Acknowledgements are small and awaited.
    let _ = stream.set_nodelay(true);
    // Whoever does not read what was asked for does not keep its connection for ever.
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.send));
    let service = TowerToHyperService::new(router);
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        service.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.request_head)
        .max_buf_size(limits.head)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection has failed");
    }
}
