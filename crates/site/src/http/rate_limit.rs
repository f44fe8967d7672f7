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
    http::{HeaderMap, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use brickwood_protocol::ProblemKind;
use brickwood_storage::tag;
use brickwood_table::PersonId;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::{
    http::{
        answers::{self, Charged},
        clients::{
            ClientLimits, ClientNetwork, ConnectionPermit, LimitKind, STORED, Site, client_of,
            is_private,
        },
        limits::Limits,
        metrics,
        problem::Failure,
    },
    moderation::sanctions::NetworkKey,
};

/// The route label in metrics for everything that belongs to the page.
const PAGE: &str = "page";

/// The other end of a connection. Each of its requests carries this.
#[derive(Clone)]
pub struct Peer {
    /// Its address.
    pub ip: IpAddr,
    /// Its permit among the connections of its address. Proxies have none: each of their clients' sockets
    /// has its own.
    pub permit: Option<Arc<ConnectionPermit>>,
    /// Cancelled when the connection has to end.
    pub stop: CancellationToken,
}

impl Default for Peer {
    /// A caller in the same process.
    fn default() -> Self {
        Self {
            ip: Ipv4Addr::LOCALHOST.into(),
            permit: None,
            stop: CancellationToken::new(),
        }
    }
}

/// What a table counts as when it is created: as many lines. Its lines count when they are caused.
const TABLE: usize = 16;

/// The client of a request, for limits that a handler applies once it knows what is requested.
#[derive(Clone)]
pub struct Caller {
    ip: IpAddr,
    client_limits: ClientLimits,
    /// Whether it takes compressed answers.
    unpacks: bool,
}

impl Caller {
    /// The networks of the client, narrowest first.
    pub fn networks(&self) -> impl Iterator<Item = ClientNetwork> {
        ClientNetwork::of(self.ip)
    }

    /// Whether the client is this machine, or one in the same private network.
    pub fn is_near(&self) -> bool {
        self.ip.to_canonical().is_loopback() || is_private(self.ip)
    }

    /// The network of the client as it is stored where it is suspended: nobody without the secret can tell which it is.
    pub fn network_key(&self, secret: &str) -> NetworkKey {
        ClientNetwork::of_one(self.ip).key(secret)
    }

    /// The origin of what the client creates.
    pub fn origin(&self) -> u32 {
        ClientNetwork::origin(self.ip)
    }

    /// Whether the client takes answers that are compressed with gzip.
    pub const fn unpacks(&self) -> bool {
        self.unpacks
    }

    /// Whether the client may still ask for what may not exist, which may be a code.
    ///
    /// # Errors
    ///
    /// An answer that says when to try again, if the client has missed too often.
    pub fn may_miss(&self, is_code: bool) -> Result<(), Failure> {
        let may_miss = (self.client_limits).may_miss(self.ip, is_code, Instant::now());
        may_miss.map_err(|wait| refused(LimitKind::Miss, wait))
    }

    /// Whether a person may still ask for what may not exist, whatever others at the address of the client have missed.
    pub fn person_may_miss(&self, person: PersonId) -> bool {
        self.client_limits.person_may_miss(person, Instant::now())
    }

    /// Records that the client, who may be a person whom the site knows, has asked for what does not exist.
    pub fn miss(&self, is_code: bool, person: Option<PersonId>) {
        let now = Instant::now();
        self.client_limits.miss(self.ip, is_code, now);
        if let Some(person) = person {
            self.client_limits.person_misses(person, now);
        }
    }

    /// Takes one request of this kind from the shares of the client's networks.
    ///
    /// # Errors
    ///
    /// An answer that says when to try again, if the client has sent too many.
    pub fn take(&self, kind: LimitKind) -> Result<(), Failure> {
        self.take_many(kind, 1)
    }

    /// Takes what a new table and its game will store, beside these bytes.
    ///
    /// # Errors
    ///
    /// An answer that says when to try again, if the client has stored too much.
    pub fn store_table(&self, bytes: usize) -> Result<(), Failure> {
        self.store(bytes.saturating_add(TABLE * STORED))
    }

    /// Takes these bytes from what the client may have stored.
    ///
    /// # Errors
    ///
    /// As [`Caller::store_table`].
    pub fn store(&self, bytes: usize) -> Result<(), Failure> {
        let lines = u32::try_from(bytes / STORED).unwrap_or(u32::MAX);
        self.take_many(LimitKind::Storing, lines)
    }

    fn take_many(&self, kind: LimitKind, number: u32) -> Result<(), Failure> {
        let taken = self
            .client_limits
            .take(self.ip, kind, number, Instant::now());
        taken.map_err(|wait| refused(kind, wait))
    }
}

fn refused(kind: LimitKind, wait: Duration) -> Failure {
    metrics::rate_limited(kind);
    Refused::TooMany(wait).problem().0.into()
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
pub struct RateLimitLayer {
    /// The limits.
    pub limits: Arc<Limits>,
    /// How the site is reached.
    pub site: Arc<Site>,
    /// What each client has taken.
    pub client_limits: ClientLimits,
    /// Cancelled when the server is about to stop: clients should open sockets elsewhere.
    pub leaving: CancellationToken,
}

impl RateLimitLayer {
    /// Takes a request from a client's allowance, unless the client has sent too many.
    fn admit(&self, ip: IpAddr, own: Option<LimitKind>) -> Result<(), Refused> {
        let now = Instant::now();
        let take = |kind| {
            let taken = self.client_limits.take(ip, kind, 1, now);
            taken.map_err(|wait| {
                metrics::rate_limited(kind);
                Refused::TooMany(wait)
            })
        };
        take(LimitKind::Request)?;
        if let Some(kind) = own {
            take(kind)?;
        }
        Ok(())
    }

    /// Reads a request, and takes the memory for it and its answer.
    async fn charge(&self, ip: IpAddr, request: Request) -> Result<(Request, Charged), Response> {
        let budgets = self.client_limits.memory(ip, Instant::now());
        let is_tight = || self.client_limits.is_tight();
        let charged = Charged::read(request, &budgets, is_tight, &self.limits).await;
        charged.map_err(|why| {
            why.answer().unwrap_or_else(|| {
                metrics::turned_away("memory");
                Refused::TooMany(Duration::from_secs(1)).into_response()
            })
        })
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

/// The limit of a request beside the one for all requests.
fn own_limit(method: &Method, path: &str, headers: &HeaderMap) -> Option<LimitKind> {
    let only_reads = matches!(*method, Method::GET | Method::HEAD);
    if !path.starts_with("/api/") {
        None
    } else if headers.contains_key(header::UPGRADE) {
        Some(LimitKind::Handshake)
    } else if *method == Method::POST && path == "/api/tables" {
        Some(LimitKind::Creation)
    } else {
        (!only_reads).then_some(LimitKind::Change)
    }
}

/// Handles a request unless its client has sent too many, and logs the result.
pub async fn rate_limit(
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
    let own = own_limit(request.method(), request.uri().path(), request.headers());
    let route = path.as_ref().map_or(PAGE, MatchedPath::as_str);
    let span = tracing::info_span!(
        "request",
        method = %request.method(),
        route,
        client = tag(&ClientNetwork::of_one(client)),
    );
    let answer = async {
        let admitted = layer.admit(client, own).and_then(|()| match own {
            Some(LimitKind::Handshake) => layer.permit_socket(client, peer).map(Some),
            _ => Ok(None),
        });
        let response = match admitted {
            Ok(permit) => {
                let unpacks = unpacks(request.headers());
                request.extensions_mut().insert(Caller {
                    ip: client,
                    client_limits: layer.client_limits.clone(),
                    unpacks,
                });
                if let Some(permit) = permit {
                    request.extensions_mut().insert(permit);
                }
                if answers::is_charged(&request) {
                    match layer.charge(client, request).await {
                        Ok((request, charged)) => charged.hold(next.run(request).await).await,
                        Err(refused) => refused,
                    }
                } else {
                    next.run(request).await
                }
            }
            Err(refused) => refused.into_response(),
        };
        let (status, took) = (response.status(), begun.elapsed());
        metrics::answered(route, status, took);
        tracing::debug!(status = status.as_u16(), ?took, "answered");
        response
    };
    answer.instrument(span).await
}

/// Whether a client takes answers that are compressed with gzip.
pub fn unpacks(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut codings = lines.flat_map(|line| line.to_str().unwrap_or_default().split(','));
    codings.any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = quality.trim().strip_prefix("q=").map(str::parse) == Some(Ok(0.0_f32));
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

/// Warns once about a proxy that is missing in the options: all of its clients would count as one.
fn warn_of_unknown_proxy(site: &Site, peer: IpAddr) {
    static SAID: Once = Once::new();
    let is_near = peer.to_canonical().is_loopback() || is_private(peer);
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
pub struct SocketPermit(pub Arc<ConnectionPermit>);

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
            assert_eq!(own_limit(&method, path, headers), own, "{method} {path}");
        }
    }

    #[test]
    fn a_client_says_whether_it_takes_compressed_answers() {
        for (line, unpacks) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("gzip; q=0", false),
            ("br", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, line.parse().unwrap());
            assert_eq!(super::unpacks(&headers), unpacks, "{line}");
        }
        assert!(!super::unpacks(&HeaderMap::new()));
    }

    #[test]
    fn equal_texts_have_equal_tags_that_do_not_reveal_them() {
        assert_eq!(tag(&"amber-otter-42"), tag(&"amber-otter-42"));
        assert_ne!(tag(&"amber-otter-42"), tag(&"amber-otter-43"));
        assert_eq!(tag(&"amber-otter-42").len(), 12);
    }
}
