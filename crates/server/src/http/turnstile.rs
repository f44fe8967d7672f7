//! Who passes how often, and what is noted of a request: its kind, how it ended and how long it
//! took, but nothing that names a person or opens a table.

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
    boundary::{Address, Errand, Place, Site, Visitors, client_of},
    metrics,
    problem::Failure,
};

/// The route in figures of whatever is the page's.
const PAGE: &str = "page";

/// What is known of the other end of a connection, with each of its requests.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) ip: IpAddr,
    /// Its place among the connections of its address; none for proxies, whose clients have places
    /// of their own.
    pub(crate) place: Option<Arc<Place>>,
}

impl Default for Peer {
    /// A program in the same process.
    fn default() -> Self {
        Self {
            ip: Ipv4Addr::LOCALHOST.into(),
            place: None,
        }
    }
}

/// Who asks, for what has limits of its own only once it is known what is asked for.
#[derive(Clone)]
pub(crate) struct Caller {
    ip: IpAddr,
    visitors: Visitors,
}

impl Caller {
    pub(crate) fn address(&self) -> Address {
        self.ip.into()
    }

    /// Notes what the client comes for.
    ///
    /// # Errors
    ///
    /// An answer that says when to come again, if it has come too often.
    pub(crate) fn take(&self, errand: Errand) -> Result<(), Failure> {
        let taken = self.visitors.take(self.ip, errand, Instant::now());
        taken.map_err(|wait| {
            metrics::rate_limited(errand);
            Refused::TooMany(wait).problem().0.into()
        })
    }
}

/// Why a client does not pass.
enum Refused {
    /// It has had enough, and may come again after so long.
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

/// What lets clients through.
#[derive(Clone)]
pub(crate) struct Turnstile {
    pub(crate) site: Arc<Site>,
    pub(crate) visitors: Visitors,
    /// Cancelled when the server is about to stop: sockets are to be opened elsewhere.
    pub(crate) leaving: CancellationToken,
}

impl Turnstile {
    /// Notes what a client comes for, unless it has come too often.
    fn pass(&self, ip: IpAddr, errands: Errands) -> Result<(), Refused> {
        let now = Instant::now();
        let limited = |errand, wait| {
            metrics::rate_limited(errand);
            Refused::TooMany(wait)
        };
        let take = |errand| {
            let taken = self.visitors.take(ip, errand, now);
            taken.map_err(|wait| limited(errand, wait))
        };
        take(Errand::Request)?;
        if let Some(errand) = errands.own {
            take(errand)?;
        }
        if errands.may_miss {
            let missed = self.visitors.may_miss(ip, errands.is_code, now);
            missed.map_err(|wait| limited(Errand::Miss, wait))?;
        }
        Ok(())
    }

    /// A place for a socket: that of its connection, or one of its own where the connection is a
    /// proxy's.
    fn seat(&self, ip: IpAddr, peer: Peer) -> Result<Seated, Refused> {
        if self.leaving.is_cancelled() {
            return Err(Refused::Leaving);
        }
        let place = peer.place.or_else(|| {
            let place = self.visitors.enter(ip, Instant::now())?;
            Some(Arc::new(place))
        });
        place.map(|place| Seated { place }).ok_or_else(|| {
            metrics::turned_away("address");
            Refused::TooMany(Duration::from_secs(10))
        })
    }
}

/// What a request is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Errands {
    /// What has a limit of its own.
    own: Option<Errand>,
    /// Whether it names something that may not be there.
    may_miss: bool,
    /// Whether that is a code.
    is_code: bool,
}

impl Errands {
    fn of(method: &Method, path: &str, headers: &HeaderMap) -> Self {
        let is_api = path.starts_with("/api/");
        let only_reads = matches!(*method, Method::GET | Method::HEAD);
        let own = if !is_api {
            None
        } else if headers.contains_key(header::UPGRADE) {
            Some(Errand::Handshake)
        } else if *method == Method::POST && path == "/api/tables" {
            Some(Errand::Creation)
        } else {
            (!only_reads).then_some(Errand::Change)
        };
        Self {
            own,
            may_miss: is_api,
            is_code: path.starts_with("/api/codes/"),
        }
    }
}

/// Lets a request through unless its client has had enough, and notes how it ended.
pub(super) async fn turnstile(
    State(turnstile): State<Turnstile>,
    path: Option<MatchedPath>,
    peer: Option<Extension<Peer>>,
    mut request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let peer = peer.map(|Extension(peer)| peer).unwrap_or_default();
    let proxies = &turnstile.site.trusted_proxies;
    let client = client_of(peer.ip, request.headers(), proxies);
    if client == peer.ip.to_canonical() && request.headers().contains_key("x-forwarded-for") {
        say_that_a_proxy_is_not_known(&turnstile.site, peer.ip);
    }
    let errands = Errands::of(request.method(), request.uri().path(), request.headers());
    let route = path.as_ref().map_or(PAGE, MatchedPath::as_str);
    let span = tracing::info_span!(
        "request",
        method = %request.method(),
        route,
        client = tag(&Address::from(client)),
    );
    let answer = async {
        let passed = turnstile.pass(client, errands);
        let passed = passed.and_then(|()| match errands.own {
            Some(Errand::Handshake) => turnstile.seat(client, peer).map(Some),
            _ => Ok(None),
        });
        let response = match passed {
            Ok(seated) => {
                request.extensions_mut().insert(Caller {
                    ip: client,
                    visitors: turnstile.visitors.clone(),
                });
                if let Some(seated) = seated {
                    request.extensions_mut().insert(seated);
                }
                next.run(request).await
            }
            Err(refused) => refused.into_response(),
        };
        let (status, took) = (response.status(), begun.elapsed());
        if errands.may_miss && status == StatusCode::NOT_FOUND {
            let now = Instant::now();
            turnstile.visitors.miss(client, errands.is_code, now);
        }
        metrics::answered(route, status, took);
        tracing::debug!(status = status.as_u16(), ?took, "answered");
        response
    };
    answer.instrument(span).await
}

/// A proxy that is forgotten in the options makes one client of all of its own: that is worth to be
/// said, once.
fn say_that_a_proxy_is_not_known(site: &Site, peer: IpAddr) {
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

/// What a socket holds as long as it is open, beside the request that opened it.
#[derive(Clone)]
pub(crate) struct Seated {
    pub(crate) place: Arc<Place>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_request_has_the_limits_of_what_it_is_for() {
        let plain = HeaderMap::new();
        let mut upgrade = HeaderMap::new();
        upgrade.insert(header::UPGRADE, "websocket".parse().unwrap());
        for (method, path, headers, own) in [
            (Method::GET, "/", &plain, None),
            (Method::GET, "/assets/page.js", &plain, None),
            (Method::GET, "/api/tables", &plain, None),
            (Method::POST, "/api/tables", &plain, Some(Errand::Creation)),
            (
                Method::POST,
                "/api/tables/a/join",
                &plain,
                Some(Errand::Change),
            ),
            (Method::DELETE, "/api/bots/a", &plain, Some(Errand::Change)),
            (
                Method::GET,
                "/api/tables/a/socket",
                &upgrade,
                Some(Errand::Handshake),
            ),
        ] {
            let errands = Errands::of(&method, path, headers);
            assert_eq!(errands.own, own, "{method} {path}");
            assert_eq!(errands.may_miss, path.starts_with("/api/"), "{path}");
        }
    }

    #[test]
    fn a_tag_is_the_same_for_the_same_and_says_nothing() {
        assert_eq!(tag(&"amber-otter-42"), tag(&"amber-otter-42"));
        assert_ne!(tag(&"amber-otter-42"), tag(&"amber-otter-43"));
        assert_eq!(tag(&"amber-otter-42").len(), 12);
    }
}
