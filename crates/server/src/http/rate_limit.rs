//! Rate limits for requests, and what is logged of a request: its kind, its result and how long it took,
//! but nothing that names a person or gives access to a table.

use std::{
    net::{IpAddr, Ipv4Addr},
    sync::{Arc, Once},
    time::{Duration, Instant},
};

use axum::{
    Extension,
    extract::{MatchedPath, Request, State},
    http::{HeaderMap, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use brickwood_storage::tag;
use brickwood_table::protocol::ProblemKind;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::{
    clients::{Address, ClientLimits, ConnectionPermit, LimitKind, Site, client_of},
    metrics,
    problem::Failure,
};

/// The route label in metrics for everything that belongs to the page.
const PAGE: &str = "page";

/// The other end of a connection. Each of its requests carries this.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) ip: IpAddr,
    /// Its permit among the connections of its address. Proxies have none: each of their clients' sockets
    /// has its own.
    pub(crate) permit: Option<Arc<ConnectionPermit>>,
}

impl Default for Peer {
    /// A caller in the same process.
    fn default() -> Self {
        Self {
            ip: Ipv4Addr::LOCALHOST.into(),
            permit: None,
        }
    }
}

/// The client of a request, for limits that a handler applies once it knows what is requested.
#[derive(Clone)]
pub(crate) struct Caller {
    ip: IpAddr,
    client_limits: ClientLimits,
}

impl Caller {
    pub(crate) fn address(&self) -> Address {
        self.ip.into()
    }

    /// Takes one request of this kind from the client's allowance.
    ///
    /// # Errors
    ///
    /// An answer that says when to try again, if the client has sent too many.
    pub(crate) fn take(&self, kind: LimitKind) -> Result<(), Failure> {
        let taken = self.client_limits.take(self.ip, kind, Instant::now());
        taken.map_err(|wait| {
            metrics::rate_limited(kind);
            Refused::TooMany(wait).problem().0.into()
        })
    }
}

/// Why a request is refused.
enum Refused {
    /// The client has sent too many, and may try again after this time.
    TooMany(Duration),
    /// The server is about to stop.
    Leaving,
}

impl Refused {
    /// What to answer, and after how many seconds to try again.
    fn problem(&self) -> (ProblemKind, u32) {
        match self {
            Self::TooMany(wait) => {
                let seconds = wait.as_millis().div_ceil(1000).max(1);
                let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
                (ProblemKind::TooManyRequests { seconds }, seconds)
            }
            Self::Leaving => (ProblemKind::Restarting, 2),
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let (problem, seconds) = self.problem();
        let head = [(header::RETRY_AFTER, seconds.to_string())];
        (head, Failure::from(problem)).into_response()
    }
}

/// Limits the rate of each client's requests.
#[derive(Clone)]
pub(crate) struct RateLimitLayer {
    pub(crate) site: Arc<Site>,
    pub(crate) client_limits: ClientLimits,
    /// Cancelled when the server is about to stop: clients should open sockets elsewhere.
    pub(crate) leaving: CancellationToken,
}

impl RateLimitLayer {
    /// Takes a request from a client's allowance, unless the client has sent too many.
    fn admit(&self, ip: IpAddr, limits: RequestLimits) -> Result<(), Refused> {
        let now = Instant::now();
        let limited = |kind, wait| {
            metrics::rate_limited(kind);
            Refused::TooMany(wait)
        };
        let take = |kind| {
            let taken = self.client_limits.take(ip, kind, now);
            taken.map_err(|wait| limited(kind, wait))
        };
        take(LimitKind::Request)?;
        if let Some(kind) = limits.own {
            take(kind)?;
        }
        if limits.may_miss {
            let missed = self.client_limits.may_miss(ip, limits.is_code, now);
            missed.map_err(|wait| limited(LimitKind::Miss, wait))?;
        }
        Ok(())
    }

    /// A permit for a socket: that of its connection, or a new one if the connection is a proxy's.
    fn permit_socket(&self, ip: IpAddr, peer: Peer) -> Result<SocketPermit, Refused> {
        if self.leaving.is_cancelled() {
            return Err(Refused::Leaving);
        }
        let permit = peer.permit.or_else(|| {
            let permit = self.client_limits.permit_connection(ip, Instant::now())?;
            Some(Arc::new(permit))
        });
        permit.map(SocketPermit).ok_or_else(|| {
            metrics::turned_away("address");
            Refused::TooMany(Duration::from_secs(10))
        })
    }
}

/// The limits that apply to a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RequestLimits {
    /// Its limit beside the one for all requests.
    own: Option<LimitKind>,
    /// Whether the request names something that may not exist.
    may_miss: bool,
    /// Whether that is a code.
    is_code: bool,
}

impl RequestLimits {
    fn of(method: &Method, path: &str, headers: &HeaderMap) -> Self {
        let is_api = path.starts_with("/api/");
        let only_reads = matches!(*method, Method::GET | Method::HEAD);
        let own = if !is_api {
            None
        } else if headers.contains_key(header::UPGRADE) {
            Some(LimitKind::Handshake)
        } else if *method == Method::POST && path == "/api/tables" {
            Some(LimitKind::Creation)
        } else {
            (!only_reads).then_some(LimitKind::Change)
        };
        Self {
            own,
            may_miss: is_api,
            is_code: path.starts_with("/api/codes/"),
        }
    }
}

/// Handles a request unless its client has sent too many, and logs the result.
pub(super) async fn rate_limit(
    State(layer): State<RateLimitLayer>,
    path: Option<MatchedPath>,
    peer: Option<Extension<Peer>>,
    mut request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let peer = peer.map(|Extension(peer)| peer).unwrap_or_default();
    let proxies = &layer.site.trusted_proxies;
    let client = client_of(peer.ip, request.headers(), proxies);
    if client == peer.ip.to_canonical() && request.headers().contains_key("x-forwarded-for") {
        warn_of_unknown_proxy(&layer.site, peer.ip);
    }
    let limits = RequestLimits::of(request.method(), request.uri().path(), request.headers());
    let route = path.as_ref().map_or(PAGE, MatchedPath::as_str);
    let span = tracing::info_span!(
        "request",
        method = %request.method(),
        route,
        client = tag(&Address::from(client)),
    );
    let answer = async {
        let admitted = layer.admit(client, limits);
        let admitted = admitted.and_then(|()| match limits.own {
            Some(LimitKind::Handshake) => layer.permit_socket(client, peer).map(Some),
            _ => Ok(None),
        });
        let response = match admitted {
            Ok(permit) => {
                request.extensions_mut().insert(Caller {
                    ip: client,
                    client_limits: layer.client_limits.clone(),
                });
                if let Some(permit) = permit {
                    request.extensions_mut().insert(permit);
                }
                next.run(request).await
            }
            Err(refused) => refused.into_response(),
        };
        let (status, took) = (response.status(), begun.elapsed());
        if limits.may_miss && status == StatusCode::NOT_FOUND {
            let now = Instant::now();
            layer.client_limits.miss(client, limits.is_code, now);
        }
        metrics::answered(route, status, took);
        tracing::debug!(status = status.as_u16(), ?took, "answered");
        response
    };
    answer.instrument(span).await
}

/// Warns once about a proxy that is missing in the options: all of its clients would count as one.
fn warn_of_unknown_proxy(site: &Site, peer: IpAddr) {
    static SAID: Once = Once::new();
    let is_near = match peer.to_canonical() {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local(),
    };
    if is_near && !site.is_proxy(peer) {
        SAID.call_once(|| {
            tracing::warn!(
                "a proxy nearby names its clients (X-Forwarded-For), but is not trusted to: all of \
                 them count as one address; see --trusted-proxy"
            );
        });
    }
}

/// The permit that a socket holds as long as it is open, longer than the request that opened it.
#[derive(Clone)]
pub(crate) struct SocketPermit(pub(crate) Arc<ConnectionPermit>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_request_has_the_limits_of_its_kind() {
        let plain = HeaderMap::new();
        let mut upgrade = HeaderMap::new();
        upgrade.insert(header::UPGRADE, "websocket".parse().unwrap());
        for (method, path, headers, own) in [
            (Method::GET, "/", &plain, None),
            (Method::GET, "/assets/page.js", &plain, None),
            (Method::GET, "/api/tables", &plain, None),
            (
                Method::POST,
                "/api/tables",
                &plain,
                Some(LimitKind::Creation),
            ),
            (
                Method::POST,
                "/api/tables/a/join",
                &plain,
                Some(LimitKind::Change),
            ),
            (
                Method::DELETE,
                "/api/bots/a",
                &plain,
                Some(LimitKind::Change),
            ),
            (
                Method::GET,
                "/api/tables/a/socket",
                &upgrade,
                Some(LimitKind::Handshake),
            ),
        ] {
            let limits = RequestLimits::of(&method, path, headers);
            assert_eq!(limits.own, own, "{method} {path}");
            assert_eq!(limits.may_miss, path.starts_with("/api/"), "{path}");
        }
    }

    #[test]
    fn equal_texts_have_equal_tags_that_do_not_reveal_them() {
        assert_eq!(tag(&"amber-otter-42"), tag(&"amber-otter-42"));
        assert_ne!(tag(&"amber-otter-42"), tag(&"amber-otter-43"));
        assert_eq!(tag(&"amber-otter-42").len(), 12);
    }
}
