//! Protection in browsers: the origins that may send requests, and what a page may do.

use std::{any::Any, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header, uri::PathAndQuery,
    },
    middleware::Next,
    response::{IntoResponse, Response},
};
use brickwood_protocol::{ProblemKind, RequestFault};
use brickwood_site::http::{
    clients::{HostKind, Site, host_kind, is_forwarded},
    metrics,
    problem::Failure,
    rate_limit::Peer,
};

use crate::listeners::Listeners;

const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            // WebAssembly is compiled, but no text is ever run as a script.
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; \
             frame-ancestors 'none'; object-src 'none'; base-uri 'none'; form-action 'self'",
        ),
    ),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    // A table's address is its invitation: other sites must not learn it.
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    // For browsers that do not know `frame-ancestors`.
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    // The page needs none of these, so code that is injected into it cannot have them either.
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static(
            "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
             magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
        ),
    ),
];

const OPENER_POLICY: (HeaderName, HeaderValue) = (
    HeaderName::from_static("cross-origin-opener-policy"),
    HeaderValue::from_static("same-origin"),
);

/// A year, as is usual: after the first visit over TLS, a browser uses nothing else.
const TRANSPORT_SECURITY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Adds the headers that tell the browser what the page may do, and to store only what it is told to.
pub(super) async fn protect(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    let is_trusted = site.is_secure() || host_kind(request.headers()) == HostKind::ThisMachine;
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.extend(HEADERS);
    if is_trusted {
        // At any other address without TLS, browsers ignore it and report an error for each page.
        headers.extend([OPENER_POLICY]);
    }
    if site.is_secure() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, TRANSPORT_SECURITY);
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The answer when a handler has panicked. Only the program's log says where and why.
pub(super) fn panicked(_why: Box<dyn Any + Send>) -> Response {
    metrics::panicked();
    tracing::error!("a request ended in a fault of the program");
    Failure::from(ProblemKind::Internal).into_response()
}

/// Refuses a request that names no host or more than one. Where the site's address is unknown, it also
/// refuses a host name that anybody could have pointed here: a page of that name could send requests on
/// behalf of its visitors.
pub(super) async fn known_host(
    State(listeners): State<Listeners>,
    request: Request,
    next: Next,
) -> Response {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().unwrap_or_default(),
        // Health checks may use a version of HTTP that has no hosts yet.
        (None, None) if request.version() < Version::HTTP_11 => return next.run(request).await,
        _ => {
            let why = RequestFault::OneHost;
            return Failure::from(ProblemKind::Malformed { why }).into_response();
        }
    };
    let is_open = matches!(request.uri().path(), "/healthz" | "/readyz");
    if is_open || listeners.is_known_as(host) {
        return next.run(request).await;
    }
    let failure = Failure::from(ProblemKind::UnknownHost);
    if request.uri().path().starts_with("/api/") {
        failure.into_response()
    } else {
        // For people, in a browser.
        failure.into_text().into_response()
    }
}

/// Refuses what a page of another site has a browser ask for without a visit: pictures, frames, scripts, requests of its
/// own. Nothing of that can be of use there, and it counts for nothing here, so no other site uses up what a visitor may ask
/// for. Links to a page of ours, and the way back from a provider, are visits.
pub(super) async fn visits_only(request: Request, next: Next) -> Response {
    if is_foreign_part(request.method(), request.headers()) {
        return Failure::from(ProblemKind::ForeignOrigin).into_response();
    }
    next.run(request).await
}

fn is_foreign_part(method: &Method, headers: &HeaderMap) -> bool {
    let field = |name: &str| headers.get(name).map(HeaderValue::as_bytes);
    let is_foreign = matches!(field("sec-fetch-site"), Some(b"cross-site" | b"same-site"));
    let is_visit = *method == Method::GET
        && field("sec-fetch-mode") == Some(b"navigate")
        && field("sec-fetch-dest") == Some(b"document");
    is_foreign && !is_visit
}

/// Leads a browser that opens a page under another address of the server to the public one, where alone the page works.
/// Requests of programs and health checks go on.
pub(super) async fn at_public_address(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    match elsewhere(&site, &request) {
        Some(place) => {
            (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, place)]).into_response()
        }
        None => next.run(request).await,
    }
}

/// Where a page is that was asked for under another address; none if it may be answered here.
fn elsewhere(site: &Site, request: &Request) -> Option<HeaderValue> {
    let url = site.public_url.as_ref()?;
    let headers = request.headers();
    let path = request.uri().path();
    let is_page = matches!(*request.method(), Method::GET | Method::HEAD)
        && !headers.contains_key(header::UPGRADE)
        && !path.starts_with("/api/")
        // Readers of feeds are programs.
        && !path.starts_with("/feed/")
        && !matches!(path, "/healthz" | "/readyz");
    let host = headers.get(header::HOST)?.to_str().ok()?;
    if !is_page || url.is_at(host) {
        return None;
    }
    let peer = request.extensions().get::<Peer>().map(|peer| peer.ip);
    let by_proxy = is_forwarded(headers) || peer.is_some_and(|ip| site.is_proxy(ip));
    // A proxy may name the server as it knows it, such as `127.0.0.1:7878` or `brickwood:7878`. Whoever were sent away for
    // that would come back the same way, for ever.
    let is_public_name = HostKind::of(host) == HostKind::Other
        && host.contains('.')
        && !host.contains(':')
        && !host.contains('@');
    if by_proxy && !is_public_name {
        return None;
    }
    let path = request
        .uri()
        .path_and_query()
        .map_or("/", PathAndQuery::as_str);
    HeaderValue::try_from(format!("{}{path}", url.origin())).ok()
}

/// Accepts requests from our own pages, and from programs other than browsers. A browser names the origin
/// of each request that changes something or opens a socket.
pub(super) async fn same_origin(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let opens_socket = headers.contains_key(header::UPGRADE);
    let only_reads = matches!(*request.method(), Method::GET | Method::HEAD) && !opens_socket;
    if only_reads || is_our_own(&site, headers) {
        return next.run(request).await;
    }
    Failure::from(ProblemKind::ForeignOrigin).into_response()
}

/// Whether a request comes from a page of this site, or from a program other than a browser.
fn is_our_own(site: &Site, headers: &HeaderMap) -> bool {
    // A header that browsers send beside the origin, and that a page cannot set.
    let from = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    matches!(from, None | Some(b"same-origin" | b"none")) && is_same_origin(site, headers)
}

/// Whether a request names no origin, or the site's. Where the site's is unknown, the origin must be the
/// host that the request goes to.
fn is_same_origin(site: &Site, headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let Some(origin) = origins.next() else {
        return true;
    };
    let text = |value: &HeaderValue| value.to_str().map(str::to_ascii_lowercase).ok();
    let Some(origin) = text(origin).filter(|_| origins.next().is_none()) else {
        return false;
    };
    if let Some(url) = &site.public_url {
        return origin == url.origin();
    }
    let host = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"));
    host.is_some() && host == headers.get(header::HOST).and_then(text).as_deref()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(host: &str, origins: &[&str]) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        for origin in origins {
            headers.append(header::ORIGIN, origin.parse().unwrap());
        }
        is_our_own(&Site::default(), &headers)
    }

    #[test]
    fn our_own_pages_and_programs_are_accepted() {
        assert!(allowed("localhost:7878", &[]));
        assert!(allowed("localhost:7878", &["http://localhost:7878"]));
        assert!(allowed("[::1]:7878", &["http://[::1]:7878"]));
    }

    #[test]
    fn other_sites_are_refused() {
        for origin in [
            "http://evil.example",
            "http://localhost:7879",
            "http://localhost:7878.evil.example",
            "http://evil.example/localhost:7878",
            "ftp://localhost:7878",
            "localhost:7878",
            "null",
            "",
        ] {
            assert!(!allowed("localhost:7878", &[origin]), "{origin}");
        }
        let both = ["http://localhost:7878", "http://evil.example"];
        assert!(!allowed("localhost:7878", &both));
    }

    #[test]
    fn with_a_public_url_every_other_origin_is_refused() {
        let site = Site {
            public_url: Some("https://play.example".parse().unwrap()),
            ..Site::default()
        };
        for (origin, may) in [
            ("https://play.example", true),
            ("https://PLAY.example", true),
            ("http://play.example", false),
            ("https://play.example:8443", false),
            ("https://play.example.evil.example", false),
            ("https://evil.example", false),
            ("null", false),
        ] {
            // The client chooses the host, so it proves nothing.
            for host in ["play.example", "evil.example", "localhost:7878"] {
                let mut headers = HeaderMap::new();
                headers.insert(header::HOST, host.parse().unwrap());
                headers.insert(header::ORIGIN, origin.parse().unwrap());
                assert_eq!(is_our_own(&site, &headers), may, "{origin} at {host}");
            }
        }
    }

    #[test]
    fn what_another_site_embeds_is_no_visit() {
        let is_foreign = |method: Method, site: &str, mode: &str, dest: &str| {
            let mut headers = HeaderMap::new();
            for (name, value) in [("site", site), ("mode", mode), ("dest", dest)] {
                let name: HeaderName = format!("sec-fetch-{name}").parse().unwrap();
                headers.insert(name, value.parse().unwrap());
            }
            is_foreign_part(&method, &headers)
        };
        for site in ["cross-site", "same-site"] {
            assert!(is_foreign(Method::GET, site, "no-cors", "image"));
            assert!(is_foreign(Method::GET, site, "navigate", "iframe"));
            assert!(is_foreign(Method::GET, site, "cors", "empty"));
            assert!(is_foreign(Method::GET, site, "websocket", "websocket"));
            assert!(is_foreign(Method::POST, site, "navigate", "document"));
            assert!(!is_foreign(Method::GET, site, "navigate", "document"));
        }
        for site in ["same-origin", "none"] {
            assert!(!is_foreign(Method::GET, site, "no-cors", "image"));
        }
        let program = HeaderMap::new();
        assert!(!is_foreign_part(&Method::GET, &program));
    }

    #[test]
    fn a_page_under_another_address_leads_to_the_public_one_and_nothing_else_does() {
        let mut site = Site {
            public_url: Some("https://play.example".parse().unwrap()),
            ..Site::default()
        };
        site.trusted_proxies.push("10.0.0.0/8".parse().unwrap());
        let asked = |site: &Site, method: &str, path: &str, host: &str, peer: &str, via: bool| {
            let mut request = Request::builder().method(method).uri(path);
            request = request.header("host", host);
            if via {
                request = request.header("x-forwarded-for", "192.0.2.1");
            }
            let mut request = request.body(axum::body::Body::empty()).unwrap();
            let ip = peer.parse().unwrap();
            request.extensions_mut().insert(Peer {
                ip,
                ..Peer::default()
            });
            let place = elsewhere(site, &request)?;
            Some(place.to_str().unwrap().to_owned())
        };
        let (stranger, proxy) = ("192.0.2.9", "10.0.0.1");
        let led = |path: &str, host: &str, peer: &str| asked(&site, "GET", path, host, peer, false);
        for (path, host, peer) in [
            ("/", "127.0.0.1:7878", "127.0.0.1"),
            ("/t/a?b=c", "203.0.113.5", stranger),
            ("/", "play.example:7878", stranger),
            ("/docs/", "www.play.example", proxy),
            // Whatever the path is, the address is ours.
            ("//evil.example/x", "evil.example", stranger),
        ] {
            let place = led(path, host, peer);
            assert_eq!(place, Some(format!("https://play.example{path}")), "{host}");
        }
        for (path, host, peer) in [
            ("/", "play.example", stranger),
            ("/", "PLAY.example:443", stranger),
            ("/api/site", "127.0.0.1:7878", stranger),
            ("/readyz", "127.0.0.1:7878", stranger),
            ("/healthz", "127.0.0.1:7878", stranger),
            ("/feed/open-tables.atom", "127.0.0.1:7878", stranger),
            // As a proxy names the server.
            ("/", "127.0.0.1:7878", proxy),
            ("/", "brickwood:7878", proxy),
            ("/", "brickwood", proxy),
            ("/", "10.0.0.5", proxy),
        ] {
            assert_eq!(led(path, host, peer), None, "{host}{path}");
        }
        let local = "127.0.0.1";
        assert_eq!(asked(&site, "POST", "/", local, stranger, false), None);
        assert_eq!(asked(&site, "GET", "/", local, stranger, true), None);
        let unknown = Site::default();
        assert_eq!(asked(&unknown, "GET", "/", local, stranger, false), None);
    }

    #[test]
    fn a_request_that_a_browser_marks_as_cross_site_is_refused() {
        for (from, may) in [
            ("same-origin", true),
            ("none", true),
            ("same-site", false),
            ("cross-site", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("sec-fetch-site", from.parse().unwrap());
            assert_eq!(is_our_own(&Site::default(), &headers), may, "{from}");
        }
    }
}
