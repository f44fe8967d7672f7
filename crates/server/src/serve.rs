//! The loop that accepts connections.
//!
//! `axum::serve` has no time limit for a request's head, so that a client which sends half of one
//! keeps its connection for ever. Hence a loop of our own over hyper.

use std::{pin::pin, sync::Arc, time::Duration};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    time::{sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    bots::{Bots, Pace, Players},
    http::{App, Client, Studies, router},
    limits::Limits,
    log::GameLog,
    tables::Tables,
};

/// The largest head of a request, in bytes.
const LARGEST_HEAD: usize = 16 * 1024;

/// How long those who are connected have to go when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// Everything that a server is made of.
pub struct Server {
    /// Where games are kept.
    pub log: Arc<dyn GameLog>,
    /// Those who play the bots' seats.
    pub bots: Arc<dyn Bots>,
    /// How fast they play.
    pub pace: Pace,
    /// The page for browsers.
    pub client: Arc<dyn Client>,
    /// What one client may take.
    pub limits: Limits,
}

impl Server {
    /// Serves whoever connects, until `stop` is there. Whatever was acknowledged is stored, so that
    /// nothing is lost if the process ends earlier.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        let stopping = CancellationToken::new();
        let tasks = TaskTracker::new();
        let limits = Arc::new(self.limits);
        let app = App {
            tables: Tables::new(self.log, Players::new(self.bots, self.pace)),
            limits: Arc::clone(&limits),
            stop: stopping.clone(),
            sockets: tasks.clone(),
            studies: Studies::default(),
        };
        let router = router(app, self.client);
        accept(listener, router, &limits, stopping, tasks, stop).await;
    }
}

/// Accepts connections until `stop` is there, and ends them when it is.
pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    limits: &Limits,
    stopping: CancellationToken,
    tasks: TaskTracker,
    stop: impl Future<Output = ()>,
) {
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok(_) if tasks.len() >= limits.connections => {
                tracing::warn!("a connection is turned away: there are too many");
            }
            Ok((stream, _)) => {
                let service = TowerToHyperService::new(router.clone());
                let head = limits.request_head;
                tasks.spawn(serve_connection(stream, service, head, stopping.clone()));
            }
            Err(error) => {
                // Such as too many open files: others have to go first.
                tracing::warn!(%error, "a connection cannot be accepted");
                sleep(Duration::from_millis(50)).await;
            }
        }
    }
    stopping.cancel();
    tasks.close();
    if timeout(FAREWELL, tasks.wait()).await.is_err() {
        tracing::warn!(open = tasks.len(), "some connections did not end in time");
    }
}

async fn serve_connection(
    stream: TcpStream,
    service: TowerToHyperService<Router>,
    head: Duration,
    stop: CancellationToken,
) {
    // Acknowledgements are small and awaited.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
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
