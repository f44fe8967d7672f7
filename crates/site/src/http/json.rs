//! JSON from clients, with a limit on its nesting.

use axum::{
    Json,
    body::{Body, Bytes},
    extract::{FromRequest, Request, rejection::QueryRejection},
    http::StatusCode,
};
use brickwood_protocol::{ProblemKind, RequestFault};
use serde::de::DeserializeOwned;

use crate::http::problem::Failure;

/// The most brackets that may be open at once. Our own messages need half of them.
const DEEPEST: u8 = 16;

/// Reads a text.
///
/// # Errors
///
/// Why it is not a `T`.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, RequestFault> {
    if is_too_deep(text.as_bytes()) {
        return Err(TOO_DEEP);
    }
    serde_json::from_str(text).map_err(|error| RequestFault::Unreadable {
        detail: error.to_string(),
    })
}

/// Whether too many brackets are open somewhere. This does not check whether the text is JSON at all.
fn is_too_deep(text: &[u8]) -> bool {
    let (mut depth, mut in_string, mut is_escaped) = (0_u8, false, false);
    for byte in text {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = in_string,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return true;
        }
    }
    false
}

const TOO_DEEP: RequestFault = RequestFault::TooDeep { most: DEEPEST };

/// Why a body cannot be read, by the status of the answer.
pub fn malformed(status: StatusCode, detail: String) -> Failure {
    let why = match status {
        StatusCode::PAYLOAD_TOO_LARGE => RequestFault::TooLong,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => RequestFault::NotJson,
        _ => RequestFault::Unreadable { detail },
    };
    Failure::new(status, ProblemKind::Malformed { why }.into())
}

/// Why what stands behind the question mark of an address cannot be read. By value, for `map_err`.
#[allow(clippy::needless_pass_by_value)]
pub fn malformed_query(rejection: QueryRejection) -> Failure {
    malformed(rejection.status(), rejection.body_text())
}

/// The body of a request.
pub struct JsonBody<T>(pub T);

impl<S, T> FromRequest<S> for JsonBody<T>
where
    S: Send + Sync,
    T: DeserializeOwned,
{
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let (head, body) = request.into_parts();
        let body = Request::from_parts(head.clone(), body);
        let body = Bytes::from_request(body, state)
            .await
            .map_err(|rejection| malformed(rejection.status(), rejection.body_text()))?;
        if is_too_deep(&body) {
            return Err(ProblemKind::Malformed { why: TOO_DEEP }.into());
        }
        let request = Request::from_parts(head, Body::from(body));
        let Json(body) = Json::from_request(request, state)
            .await
            .map_err(|rejection| malformed(rejection.status(), rejection.body_text()))?;
        Ok(Self(body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_brackets_may_be_open_and_no_more() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(read::<serde_json::Value>(&nested(16)).is_ok());
        let refused = read::<serde_json::Value>(&nested(17)).unwrap_err();
        assert_eq!(refused.to_string(), "This is nested more than 16 times.");
        let mixed = r#"{"a":["#.repeat(9);
        assert!(is_too_deep(mixed.as_bytes()));
    }

    #[test]
    fn brackets_one_after_another_are_not_nested() {
        let many = format!("[{}0]", "[],".repeat(1000));
        assert!(read::<serde_json::Value>(&many).is_ok());
    }

    #[test]
    fn brackets_in_strings_do_not_count() {
        for text in ["[".repeat(100), r#"\"["#.repeat(100), r"\\".repeat(3)] {
            let text = format!("\"{text}\"");
            assert!(read::<String>(&text).is_ok(), "{text}");
        }
        // A string that ends with an escaped backslash has ended.
        let after = format!(r#"["\\",{}]"#, "[".repeat(20));
        assert!(is_too_deep(after.as_bytes()));
    }
}
