//! Memory for requests to the API and their answers. For a body, it is taken as the body comes: who announces much and
//! sends little holds little. For the answer, it is taken before there is one, as much as the longest one needs, and held
//! until it is sent. So clients that do not send or do not read hold no more than that.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use brickwood_protocol::{ProblemKind, RequestFault};
use http_body_util::BodyExt;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use thiserror::Error;
use tokio::time::{Instant, timeout_at};

use crate::http::{
    budget::{Charge, MemoryBudgets},
    limits::Limits,
    problem::Failure,
};

/// The path of the home page.
pub const HOME: &str = "/";

/// The paths of tables begin so.
pub const TABLES: &str = "/t/";

const KB: usize = 1024;

/// The longest answer that is sent in one piece.
pub const LONGEST: usize = 64 * KB;

/// The longest list of tables.
const LONGEST_LIST: usize = 160 * KB;

/// What the home page needs, which has two of them in it.
const LONGEST_PAGE: usize = 2 * LONGEST_LIST;

/// What each client may always have: its home page, and a body.
pub const RESERVE: usize = LONGEST_PAGE + 16 * KB;

/// The least that a body is charged with: what the program needs for it besides its bytes.
const STEP: usize = KB;

/// How long a body may take to come while memory is tight.
const TIGHT: Duration = Duration::from_secs(2);

/// Marks an answer that is sent in parts, of which one at a time is in memory.
#[derive(Clone, Copy, Debug)]
pub struct InParts {
    /// The longest part, in bytes. An answer with a longer one is broken off.
    pub longest: usize,
}

/// Whether a request and its answer are charged: it is for the API or a page that tells what is stored, and opens no
/// socket.
pub fn is_charged(request: &Request) -> bool {
    let path = request.uri().path();
    let is_counted = path.starts_with("/api/") || path.starts_with(TABLES) || path == HOME;
    is_counted && !request.headers().contains_key(header::UPGRADE)
}

/// The longest answer to a request.
fn longest_answer(request: &Request) -> usize {
    match (request.method(), request.uri().path()) {
        (&Method::GET, HOME) => LONGEST_PAGE,
        (&Method::GET, "/api/tables" | "/api/lobby" | "/api/now" | "/api/alert") => LONGEST_LIST,
        (&Method::GET, path) if path.starts_with("/api/host") => LONGEST_LIST,
        _ => LONGEST,
    }
}

/// Why a request is not answered.
#[derive(Debug, Error)]
pub enum Uncharged {
    /// There is no memory for it.
    #[error("there is no memory left")]
    NoMemory,
    /// Its body is longer than any.
    #[error("the body is too long")]
    TooLong,
    /// Its body takes too long to come.
    #[error("the body does not come in time")]
    Late,
    /// Its body breaks off.
    #[error("the body breaks off")]
    Broken,
}

impl Uncharged {
    /// What to answer; none if there is no memory.
    pub fn answer(self) -> Option<Response> {
        let why = match self {
            Self::NoMemory => return None,
            Self::TooLong => RequestFault::TooLong,
            Self::Late | Self::Broken => RequestFault::Unreadable {
                detail: self.to_string(),
            },
        };
        let status = match self {
            Self::Late => StatusCode::REQUEST_TIMEOUT,
            Self::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NoMemory | Self::Broken => StatusCode::BAD_REQUEST,
        };
        let failure = Failure::new(status, ProblemKind::Malformed { why }.into());
        // Nobody waits for the rest of the body.
        Some(([(header::CONNECTION, "close")], failure).into_response())
    }
}

/// A request that has come as a whole, and the memory that it and its answer need at most.
#[derive(Debug)]
pub struct Charged {
    /// The longest answer.
    answer: usize,
    charge: Charge,
}

impl Charged {
    /// Reads the body of a request, as far as there is memory for it, and takes the memory for the answer.
    ///
    /// # Errors
    ///
    /// If the body is too long or too slow, or there is no memory.
    pub async fn read(
        request: Request,
        budgets: &MemoryBudgets,
        is_tight: impl Fn() -> bool,
        limits: &Limits,
    ) -> Result<(Request, Self), Uncharged> {
        let answer = longest_answer(&request);
        let (head, mut body) = request.into_parts();
        let mut charge = budgets.take(STEP).ok_or(Uncharged::NoMemory)?;
        let (begun, mut charged) = (Instant::now(), STEP);
        let mut bytes = Vec::new();
        loop {
            let patience = if is_tight() { TIGHT } else { limits.answer };
            let frame = timeout_at(begun + patience.min(limits.answer), body.frame());
            let Some(frame) = frame.await.map_err(|_| Uncharged::Late)? else {
                break;
            };
            let Ok(part) = frame.map_err(|_| Uncharged::Broken)?.into_data() else {
                continue;
            };
            let length = bytes.len() + part.len();
            if length > limits.record {
                return Err(Uncharged::TooLong);
            }
            // The buffer grows by half of itself at most.
            let needed = (length + length / 2).next_multiple_of(STEP);
            if needed > charged {
                if !charge.grow(needed - charged) {
                    return Err(Uncharged::NoMemory);
                }
                charged = needed;
                bytes.reserve_exact(needed - bytes.len());
            }
            bytes.extend_from_slice(&part);
        }
        if !charge.grow(answer) {
            return Err(Uncharged::NoMemory);
        }
        let request = Request::from_parts(head, Body::from(bytes));
        Ok((request, Self { answer, charge }))
    }

    /// The answer, which holds its memory until it is sent. One that is too long is not sent.
    pub async fn hold(self, response: Response) -> Response {
        let Self { answer, mut charge } = self;
        if let Some(&InParts { longest }) = response.extensions().get() {
            charge.shrink_to(longest);
            return response.map(|body| {
                Body::new(Parts {
                    body,
                    longest,
                    _charge: charge,
                })
            });
        }
        let (head, body) = response.into_parts();
        let Ok(bytes) = to_bytes(body, answer).await else {
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

/// An answer in parts, whose memory is held until its last part is sent.
struct Parts {
    body: Body,
    longest: usize,
    _charge: Charge,
}

impl HttpBody for Parts {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = self.get_mut();
        let frame = ready!(Pin::new(&mut this.body).poll_frame(context));
        let length = match &frame {
            Some(Ok(frame)) => frame.data_ref().map_or(0, Bytes::len),
            _ => 0,
        };
        if length > this.longest {
            tracing::error!("a part of an answer is longer than any should be");
            return Poll::Ready(Some(Err(axum::Error::new(PartTooLong))));
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A part of an answer has more bytes than was said.
#[derive(Debug, Error)]
#[error("a part of the answer is too long")]
struct PartTooLong;

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
    use std::{convert::Infallible, io, sync::Arc};

    use axum::Extension;
    use futures_util::{StreamExt, stream};

    use super::*;
    use crate::http::budget::{MemoryBudget, MemoryBudgets};

    fn budgets(most: usize) -> (Arc<MemoryBudget>, MemoryBudgets) {
        let budget = Arc::new(MemoryBudget::new(most));
        (Arc::clone(&budget), MemoryBudgets::new([budget]))
    }

    fn request(method: Method, path: &str, body: Body) -> Request {
        let mut request = Request::new(body);
        *request.method_mut() = method;
        *request.uri_mut() = path.parse().unwrap();
        request
    }

    async fn read(
        request: Request,
        budgets: &MemoryBudgets,
    ) -> Result<(Request, Charged), Uncharged> {
        Charged::read(request, budgets, || false, &Limits::default()).await
    }

    /// A body whose parts come, and which does not end.
    fn endless(parts: Vec<Bytes>) -> Body {
        let parts = stream::iter(parts.into_iter().map(Ok::<_, Infallible>));
        Body::from_stream(parts.chain(stream::pending()))
    }

    #[test]
    fn what_tells_of_stored_things_is_charged() {
        let is = |path| is_charged(&request(Method::GET, path, Body::empty()));
        assert!(!is("/assets/page.js"));
        assert!(is("/api/me") && is("/t/amber-otter-42") && is("/"));
        let mut socket = request(Method::GET, "/api/tables/a/socket", Body::empty());
        let upgrade = "websocket".parse().unwrap();
        socket.headers_mut().insert(header::UPGRADE, upgrade);
        assert!(!is_charged(&socket));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_counts_by_what_has_come_and_not_by_what_it_announces() {
        let (budget, budgets) = budgets(1000 * KB);
        let mut announced = request(
            Method::POST,
            "/api/replay",
            endless(vec![Bytes::from_static(b"{")]),
        );
        let length = "262144".parse().unwrap();
        announced
            .headers_mut()
            .insert(header::CONTENT_LENGTH, length);
        let reading = read(announced, &budgets);
        tokio::pin!(reading);
        assert!(futures_util::poll!(&mut reading).is_pending());
        assert_eq!(budget.taken(), STEP);
        assert!(matches!(reading.await, Err(Uncharged::Late)));
        assert_eq!(budget.taken(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_body_is_given_up_sooner_while_memory_is_tight() {
        let (_, budgets) = budgets(1000 * KB);
        let slow = request(Method::POST, "/api/replay", endless(Vec::new()));
        let begun = Instant::now();
        let read = Charged::read(slow, &budgets, || true, &Limits::default()).await;
        assert!(matches!(read, Err(Uncharged::Late)));
        assert_eq!(begun.elapsed().as_secs(), TIGHT.as_secs());
    }

    #[tokio::test]
    async fn a_body_ends_where_its_memory_or_its_longest_length_ends() {
        let part = Bytes::from(vec![b'x'; 16 * KB]);
        let long = |parts| {
            request(
                Method::POST,
                "/api/replay",
                endless(vec![part.clone(); parts]),
            )
        };
        let (budget, few) = budgets(100 * KB);
        assert!(matches!(
            read(long(10), &few).await,
            Err(Uncharged::NoMemory)
        ));
        assert_eq!(budget.taken(), 0);
        let (_, many) = budgets(1000 * KB);
        assert!(matches!(
            read(long(17), &many).await,
            Err(Uncharged::TooLong)
        ));
    }

    #[tokio::test]
    async fn an_answer_counts_until_its_last_byte_is_sent() {
        let (budget, budgets) = budgets(100 * KB);
        let asked = request(Method::POST, "/api/boards", Body::from("hello"));
        let (asked, charged) = read(asked, &budgets).await.unwrap();
        assert_eq!(budget.taken(), STEP + LONGEST);
        assert_eq!(to_bytes(asked.into_body(), 10).await.unwrap(), "hello");
        let held = charged.hold("an answer".into_response()).await;
        assert_eq!(budget.taken(), 9);
        let bytes = to_bytes(held.into_body(), 100).await.unwrap();
        assert_eq!(budget.taken(), 9, "it waits to be written");
        drop(bytes);
        assert_eq!(budget.taken(), 0);
    }

    #[tokio::test]
    async fn an_answer_that_is_longer_than_any_should_be_is_not_sent() {
        let (_, budgets) = budgets(100 * KB);
        let asked = request(Method::GET, "/api/me", Body::empty());
        let (_, charged) = read(asked, &budgets).await.unwrap();
        let long = "x".repeat(LONGEST + 1).into_response();
        assert_eq!(charged.hold(long).await.status(), 500);
    }

    #[tokio::test]
    async fn an_answer_in_parts_holds_the_memory_of_one_part_to_its_end() {
        let (budget, budgets) = budgets(100 * KB);
        for (lengths, is_whole) in [([10, 10, 10], true), ([10, 11, 10], false)] {
            let asked = request(Method::GET, "/api/me/data", Body::empty());
            let (_, charged) = read(asked, &budgets).await.unwrap();
            let parts = lengths.map(|length| io::Result::Ok("x".repeat(length)));
            let body = Body::from_stream(stream::iter(parts));
            let answer = (Extension(InParts { longest: 10 }), body).into_response();
            let held = charged.hold(answer).await;
            assert_eq!(budget.taken(), 10);
            assert_eq!(to_bytes(held.into_body(), 100).await.is_ok(), is_whole);
            assert_eq!(budget.taken(), 0);
        }
    }
}
