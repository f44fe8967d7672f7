//! The border to the browser: who may ask, and what a page may do.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use brickwood_table::protocol::Problem;

use crate::problem::Failure;

const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; object-src 'none'; \
             base-uri 'none'; form-action 'self'",
        ),
    ),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    // A table's address is its invitation: it is not told to others.
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Tells the browser what the page may do, and to keep only what it is told to keep.
pub(super) async fn protect(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.extend(HEADERS);
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Lets in what comes from our own pages, and from programs that are no browsers: a browser says
/// where a request comes from that changes something or opens a socket.
pub(super) async fn same_origin(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let opens_socket = headers.contains_key(header::UPGRADE);
    let only_reads = matches!(*request.method(), Method::GET | Method::HEAD) && !opens_socket;
    if only_reads || is_same_origin(headers) {
        return next.run(request).await;
    }
    let problem = Problem::new("foreign_origin", "This request comes from another site.");
    Failure::new(StatusCode::FORBIDDEN, problem).into_response()
}

/// Whether a request names no origin, or the host that it goes to.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let Some(origin) = origins.next() else {
        return true;
    };
    let text = |value: &HeaderValue| value.to_str().map(str::to_ascii_lowercase).ok();
    let Some(origin) = text(origin).filter(|_| origins.next().is_none()) else {
        return false;
    };
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
        is_same_origin(&headers)
    }

    #[test]
    fn our_own_pages_and_programs_may_ask() {
        assert!(allowed("localhost:7878", &[]));
        assert!(allowed("localhost:7878", &["http://localhost:7878"]));
        assert!(allowed("play.example", &["https://Play.example"]));
        assert!(allowed("[::1]:7878", &["http://[::1]:7878"]));
    }

    #[test]
    fn other_sites_may_not_ask() {
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
}
