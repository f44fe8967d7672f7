//! Memory for requests to the API and their answers. It is taken before there is an answer, as much as the longest
//! one needs, and held until the answer is sent. So clients that do not read hold no more than that.

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{Method, header},
    response::{IntoResponse, Response},
};
use brickwood_protocol::ProblemKind;

use crate::http::{budget::Charge, limits::Limits, problem::Failure};

/// The path of the home page.
pub const HOME: &str = "/";

/// The paths of tables begin so.
pub const TABLES: &str = "/t/";

const KB: usize = 1024;

/// The longest answer.
const LONGEST: usize = 64 * KB;

/// The longest list of tables.
const LONGEST_LIST: usize = 160 * KB;

/// Marks an answer that counts its memory by itself, or has no end.
#[derive(Clone)]
pub struct Counted;

/// The memory that a request and its answer need at most; none if it is not for the API, or opens a socket.
pub fn needed(request: &Request, limits: &Limits) -> Option<Needed> {
    let path = request.uri().path();
    let headers = request.headers();
    let is_counted = path.starts_with("/api/") || path.starts_with(TABLES) || path == HOME;
    if !is_counted || headers.contains_key(header::UPGRADE) {
        return None;
    }
    let answer = match (request.method(), path) {
        (&Method::GET, HOME) => 2 * LONGEST_LIST,
        (&Method::GET, "/api/tables" | "/api/lobby" | "/api/now" | "/api/alert") => LONGEST_LIST,
        _ => LONGEST,
    };
    let length = headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    let is_in_parts = headers.contains_key(header::TRANSFER_ENCODING);
    let body = if is_in_parts {
        limits.record
    } else {
        length.unwrap_or(0).min(limits.record)
    };
    Some(Needed { body, answer })
}

/// The memory that a request and its answer need at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needed {
    body: usize,
    answer: usize,
}

impl Needed {
    /// All of it, in bytes.
    pub const fn bytes(self) -> usize {
        self.body + self.answer
    }

    /// The answer, which holds its memory until it is sent. One that is too long is not sent.
    pub async fn hold(self, response: Response, mut charge: Charge) -> Response {
        if response.extensions().get::<Counted>().is_some() {
            return response;
        }
        let (head, body) = response.into_parts();
        let Ok(bytes) = to_bytes(body, self.answer).await else {
            tracing::error!("an answer is longer than any should be");
            return Failure::from(ProblemKind::Internal).into_response();
        };
        charge.shrink_to(bytes.len());
        let bytes = Bytes::from_owner(Held {
            bytes,
            _charge: charge,
        });
        Response::from_parts(head, Body::from(bytes))
    }
}

/// Bytes that count until they are sent.
struct Held {
    bytes: Bytes,
    _charge: Charge,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::http::budget::{MemoryBudget, MemoryBudgets};

    fn request(method: Method, path: &str, fields: &[(&str, &str)]) -> Request {
        let mut request = Request::new(Body::empty());
        *request.method_mut() = method;
        *request.uri_mut() = path.parse().unwrap();
        for (name, value) in fields {
            let name: header::HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        request
    }

    #[test]
    fn memory_is_needed_for_the_body_and_the_longest_answer() {
        let limits = Limits::default();
        let bytes = |method, path, fields: &[_]| {
            needed(&request(method, path, fields), &limits).map(Needed::bytes)
        };
        let length = [("content-length", "1000")];
        assert_eq!(bytes(Method::GET, "/assets/page.js", &[]), None);
        assert_eq!(bytes(Method::GET, "/api/me", &[]), Some(LONGEST));
        assert_eq!(bytes(Method::GET, "/api/lobby", &[]), Some(LONGEST_LIST));
        let posted = bytes(Method::POST, "/api/boards", &length);
        assert_eq!(posted, Some(LONGEST + 1000));
        let parts = [("transfer-encoding", "chunked")];
        let posted = bytes(Method::POST, "/api/replay", &parts);
        assert_eq!(posted, Some(LONGEST + limits.record));
        let huge = [("content-length", "99999999999")];
        let posted = bytes(Method::POST, "/api/replay", &huge);
        assert_eq!(posted, Some(LONGEST + limits.record));
        let upgrade = [("upgrade", "websocket")];
        assert_eq!(bytes(Method::GET, "/api/tables/a/socket", &upgrade), None);
    }

    #[tokio::test]
    async fn an_answer_counts_until_its_last_byte_is_sent() {
        let budget = Arc::new(MemoryBudget::new(1000));
        let budgets = MemoryBudgets::new([Arc::clone(&budget)]);
        let needed = Needed {
            body: 10,
            answer: 100,
        };
        let charge = budgets.take(needed.bytes()).unwrap();
        assert_eq!(budget.taken(), 110);
        let held = needed.hold("an answer".into_response(), charge).await;
        assert_eq!(budget.taken(), 9);
        let bytes = to_bytes(held.into_body(), 100).await.unwrap();
        assert_eq!(budget.taken(), 9, "it waits to be written");
        drop(bytes);
        assert_eq!(budget.taken(), 0);
    }

    #[tokio::test]
    async fn an_answer_that_is_longer_than_any_should_be_is_not_sent() {
        let budgets = MemoryBudgets::new([Arc::new(MemoryBudget::new(1000))]);
        let needed = Needed {
            body: 0,
            answer: 100,
        };
        let charge = budgets.take(needed.bytes()).unwrap();
        let held = needed.hold("x".repeat(101).into_response(), charge).await;
        assert_eq!(held.status(), 500);
    }
}
