//! The loop that accepts connections.
//!
//! `axum::serve` has no time limit for a request's head, so a client that sends half of one keeps its
//! connection for ever. Hence our own loop over hyper.

use brickwood_site::StoresSite;
use std::{
    io,
    net::SocketAddr,
    pin::pin,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Router,
    extract::Request,
    http::{StatusCode, header},
    response::IntoResponse,
    routing::get,
};
use brickwood_protocol::BotPace;
#[cfg(feature = "oidc")]
use brickwood_site::person::identities::Oidc;
use brickwood_site::{
    SiteApp,
    http::{
        budget::MemoryBudget,
        clients::{ClientLimits, Site},
        limits::Limits,
        metrics,
        rate_limit::{Peer, RateLimitLayer},
        turns::Turns,
    },
    lobby::open_tables::Lobby,
    moderation::backups::BackupKeeper,
    person::devices::Devices,
    record::{ratings::RatingLists, results::Evaluator},
    settings::Features,
};
use brickwood_storage::{Backups, NodeId, Storage, now_ms};
use brickwood_table::room::{Bots, RoomConfig};
use hyper::{body::Incoming, server::conn::http1, service::Service};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use parking_lot::Mutex;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_io_timeout::TimeoutStream;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    admission::{Admission, Passes},
    analyst::Analyst,
    bots::BotPool,
    deletions::Deletions,
    http::{App, Health, ReplayWorkers, StudyWorkers, WebClient, has_docs, router},
    invitations::Invitations,
    listeners::{Arrival, Listeners, Opening},
    processors::Processors,
    report_news::tell_of_reports,
    storage_watch,
    stored_work::StoredWork,
    table_orders::TableOrders,
    tables::Tables,
    webhook::Webhook,
};

/// The answer to a client when the server is full. Its request is not parsed.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n\
    content-length: 0\r\n\r\n";

/// How long a client that is turned away may take to read that.
const FULL_PATIENCE: Duration = Duration::from_secs(1);

/// The most clients that get this answer at a time. Others find the connection closed.
const MOST_TOLD: usize = 64;

/// How many clients of the widest networks may have histories read through at a time.
const MOST_HISTORIES: usize = 16;

/// How often addresses are forgotten that no limit needs any more.
const FORGOTTEN: Duration = Duration::from_mins(1);

/// How often it is reported that connections cannot be accepted, or are turned away.
const REPORTED: Duration = Duration::from_mins(1);

/// The parts of a server.
pub struct Server {
    /// Names this server among those that share the storage.
    pub node: NodeId,
    /// The storage of the games.
    pub log: Arc<dyn Storage>,
    /// The bots that can take seats.
    pub bots: Arc<dyn Bots>,
    /// Who tells people of records and positions that they study.
    pub analyst: Arc<dyn Analyst>,
    /// How fast the bots play.
    pub pace: BotPace,
    /// The page for browsers.
    pub client: Arc<dyn WebClient>,
    /// The limits for each client.
    pub limits: Limits,
    /// How the server is reached from outside.
    pub site: Site,
    /// How others are let in, if only this machine can reach the server.
    pub opening: Opening,
    /// Hears of tables that are opened to find players.
    pub webhook: Option<Webhook>,
    /// Where the server makes backups of its own database, every day.
    pub backups: Option<Backups>,
}

impl Server {
    /// Serves clients until `stop` resolves. Everything that was acknowledged is stored, so nothing is
    /// lost if the process ends earlier.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        self.serve_all(vec![listener], stop).await;
    }

    /// [`Server::serve`] on several addresses at once.
    pub async fn serve_all(self, listeners: Vec<TcpListener>, stop: impl Future<Output = ()>) {
        let context = ConnectionContext::new(self.limits, self.site);
        let listeners = context.listeners(self.opening, listeners);
        let config = RoomConfig {
            node: self.node,
            pace: self.pace,
            external_bots: self.bots.external(),
        };
        let devices = Devices::new(Arc::clone(&self.log));
        let invitations = Invitations::new(Arc::clone(&self.log));
        let evaluator = Evaluator {
            log: Arc::clone(&self.log),
            node: self.node,
        };
        let processors = Processors::default();
        let study_workers = context.study_workers(self.analyst, processors.clone());
        let tables = Tables::new(
            config,
            self.log,
            BotPool::new(self.bots, processors),
            context.stopping.clone(),
        );
        tables.begin().await;
        let deletions = Deletions::new(tables.clone());
        let table_orders = TableOrders::new(tables.clone());
        let mut chores = JoinSet::new();
        let passes = Passes::default();
        if passes.prepare(tables.log()).await.is_err() {
            chores.spawn(passes.clone().prepare_later(tables.shared_log()));
        }
        listeners.begin(tables.log().site()).await;
        chores.spawn(listeners.clone().follow_networks());
        chores.spawn(tables.clone().live());
        chores.spawn(tables.clone().take_hints());
        chores.spawn(invitations.clone().take_hints());
        chores.spawn(devices.clone().take_hints());
        chores.spawn(tables.clone().sweep());
        chores.spawn(tables.clone().tell_figures());
        chores.spawn(evaluator.work());
        chores.spawn(forget_idle(context.client_limits.clone()));
        let shared = tables.shared_log();
        let backups = self
            .backups
            .map(|backups| BackupKeeper::new(backups, Arc::clone(&shared)));
        if let Some(keeper) = &backups {
            chores.spawn(keeper.clone().keep_making(now_ms));
        }
        chores.spawn(storage_watch::watch(shared));
        #[cfg(feature = "oidc")]
        let oidc = Oidc::of(&context.site, &context.limits).map(Arc::new);
        #[cfg(feature = "oidc")]
        if let Some(oidc) = oidc.clone() {
            chores.spawn(async move { oidc.look().await });
        }
        let site = SiteApp {
            backups,
            storage: tables.shared_log(),
            limits: Arc::clone(&context.limits),
            address: Arc::clone(&context.site),
            tables: Arc::new(tables.clone()),
            devices,
            deletions: Arc::clone(deletions.news()),
            table_orders: Arc::clone(table_orders.news()),
            reported: Arc::default(),
            #[cfg(feature = "oidc")]
            oidc,
            lobby: Lobby::default(),
            rating_lists: RatingLists::default(),
            features: Features::default(),
            histories: Turns::new(MOST_HISTORIES),
            has_docs: has_docs(&*self.client),
        };
        chores.spawn(deletions.run());
        chores.spawn(table_orders.run());
        let webhook = self.webhook.map(Arc::new);
        if let Some(webhook) = &webhook {
            chores.spawn(tell_of_reports(site.clone(), Arc::clone(webhook)));
        }
        let app = App {
            tables: tables.clone(),
            site,
            listeners: listeners.clone(),
            leaving: context.leaving.clone(),
            stop: context.stopping.clone(),
            sockets: context.tasks.clone(),
            health: Health::default(),
            admission: Admission::new(context.limits.welcomes),
            passes,
            outgoing: Arc::new(MemoryBudget::new(context.limits.outgoing)),
            replay_workers: ReplayWorkers::new(context.limits.replays, context.limits.delivery),
            study_workers,
            webhook,
            invitations,
        };
        let router = router(app, self.client, context.rate_limit_layer());
        accept(&listeners, router, context, stop).await;
        chores.abort_all();
        tables.end().await;
    }
}

/// Forgets the addresses that no limit needs any more, for as long as the server runs.
async fn forget_idle(client_limits: ClientLimits) {
    loop {
        sleep(FORGOTTEN).await;
        client_limits.forget_idle(Instant::now());
    }
}

/// Serves the metrics at `/metrics` until `stop` resolves. They are not secret, but not meant for the
/// public: the listener should not be reachable from outside.
pub async fn serve_metrics(listener: TcpListener, stop: impl Future<Output = ()>) {
    let answer = || async {
        match metrics::text() {
            Ok(text) => ([(header::CONTENT_TYPE, metrics::MEDIA_TYPE)], text).into_response(),
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    };
    let router = Router::new().route("/metrics", get(answer));
    let limits = Limits {
        connections: 16,
        ..Limits::default()
    };
    let context = ConnectionContext::new(limits, Site::default());
    let listeners = context.listeners(Opening::by_command(""), vec![listener]);
    accept(&listeners, router, context, stop).await;
}

/// The state that all connections of a server share.
pub(crate) struct ConnectionContext {
    limits: Arc<Limits>,
    site: Arc<Site>,
    client_limits: ClientLimits,
    /// Cancelled when the server is told to stop: load balancers should send no more clients.
    leaving: CancellationToken,
    /// Cancelled when the server stops: all connections end.
    stopping: CancellationToken,
    /// All connections and sockets.
    tasks: TaskTracker,
    /// When it was last reported that the server is full.
    reported_full: Mutex<Option<Instant>>,
}

impl ConnectionContext {
    pub(crate) fn new(limits: Limits, site: Site) -> Self {
        let (limits, site) = (Arc::new(limits), Arc::new(site));
        Self {
            client_limits: ClientLimits::new(Arc::clone(&site), Arc::clone(&limits)),
            limits,
            site,
            leaving: CancellationToken::new(),
            stopping: CancellationToken::new(),
            tasks: TaskTracker::new(),
            reported_full: Mutex::new(None),
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn listeners(&self, opening: Opening, sockets: Vec<TcpListener>) -> Listeners {
        let site = Arc::clone(&self.site);
        let stop = self.stopping.clone();
        Listeners::new(site, opening, sockets, self.limits.send_buffer, stop)
    }

    pub(crate) fn rate_limit_layer(&self) -> RateLimitLayer {
        RateLimitLayer {
            limits: Arc::clone(&self.limits),
            site: Arc::clone(&self.site),
            client_limits: self.client_limits.clone(),
            leaving: self.leaving.clone(),
        }
    }

    pub(crate) fn study_workers(
        &self,
        analyst: Arc<dyn Analyst>,
        processors: Processors,
    ) -> StudyWorkers {
        let (delivery, stop) = (self.limits.delivery, self.stopping.clone());
        StudyWorkers::new(analyst, processors, delivery, stop)
    }

    /// Reports that the server is full, once in a while.
    fn report_full(&self) {
        let mut reported = self.reported_full.lock();
        if reported.is_none_or(|at| at.elapsed() >= REPORTED) {
            *reported = Some(Instant::now());
            tracing::warn!("connections are turned away: there are too many");
        }
    }

    /// The peer of a new connection, with its permit; none if there are too many connections.
    fn admit(&self, address: SocketAddr, stop: CancellationToken) -> Option<Peer> {
        if self.tasks.len() >= self.limits.connections {
            self.report_full();
            metrics::turned_away("full");
            return None;
        }
        let ip = address.ip();
        if self.site.is_proxy(ip) {
            let permit = None;
            return Some(Peer { ip, permit, stop });
        }
        let Some(permit) = self.client_limits.permit_connection(ip, Instant::now()) else {
            tracing::debug!("a connection is turned away: its address has too many");
            metrics::turned_away("address");
            return None;
        };
        let permit = Some(Arc::new(permit));
        Some(Peer { ip, permit, stop })
    }
}

/// Accepts connections until `stop` resolves, and then ends them.
pub(crate) async fn accept(
    listeners: &Listeners,
    router: Router,
    context: ConnectionContext,
    stop: impl Future<Output = ()>,
) {
    let told = Arc::new(Semaphore::new(MOST_TOLD));
    let leaving = async {
        stop.await;
        context.leaving.cancel();
        sleep(context.limits.drain).await;
    };
    let mut left = pin!(leaving);
    let mut reported: Option<Instant> = None;
    loop {
        let accepted = tokio::select! {
            accepted = listeners.next() => accepted,
            () = &mut left => break,
        };
        match accepted {
            Ok(Arrival {
                stream,
                address,
                stop,
            }) => {
                if let Some(peer) = context.admit(address, stop) {
                    let (router, limits) = (router.clone(), Arc::clone(&context.limits));
                    context
                        .tasks
                        .spawn(serve_connection(stream, peer, router, limits));
                } else if let Ok(permit) = Arc::clone(&told).try_acquire_owned() {
                    tokio::spawn(async move {
                        let _ = timeout(FULL_PATIENCE, turn_away(stream)).await;
                        drop(permit);
                    });
                }
            }
            Err(error) => {
                // Such as too many open files: other connections must end first.
                if reported.is_none_or(|at| at.elapsed() >= REPORTED) {
                    reported = Some(Instant::now());
                    tracing::warn!(%error, "connections cannot be accepted now");
                }
                sleep(Duration::from_millis(50)).await;
            }
        }
    }
    listeners.close();
    context.stopping.cancel();
    context.tasks.close();
    if timeout(context.limits.farewell, context.tasks.wait())
        .await
        .is_err()
    {
        let open = context.tasks.len();
        tracing::warn!(open, "some connections did not end in time");
    }
}

/// Says that the server is full. The request is read and ignored: otherwise the client would find its
/// connection reset, and not see the answer.
async fn turn_away(mut stream: TcpStream) -> io::Result<()> {
    stream.write_all(FULL).await?;
    stream.shutdown().await?;
    let mut rest = [0; 1024];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}

async fn serve_connection(stream: TcpStream, peer: Peer, router: Router, limits: Arc<Limits>) {
    let _counted = metrics::connection();
    // Acknowledgements are small, and clients wait for them.
    let _ = stream.set_nodelay(true);
    // A client that does not read its answer must not keep its connection for ever.
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.send));
    let stop = peer.stop.clone();
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
            // Some answers have no end.
            timeout(limits.farewell, connection).await.unwrap_or(Ok(()))
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection has failed");
    }
}
