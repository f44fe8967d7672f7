//! The client's page, with what the server puts at the end of its head.

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use brickwood_site::http::{
    cached::{entity_tag, has_tag},
    rate_limit::unpacks,
};
use sha2::{Digest, Sha256};

use super::assets::{self, WebClient, no_such_file};

const END_OF_HEAD: &str = "</head>";

/// Sends the page with these elements in its head, unless the browser has it already.
pub(super) fn with_head(client: &dyn WebClient, elements: &str, headers: &HeaderMap) -> Response {
    let Some(page) = client.asset(assets::PAGE) else {
        return no_such_file();
    };
    let content = filled(&page.content, elements).unwrap_or_else(|| page.content.into_owned());
    let tag = entity_tag(&Sha256::digest(&content).into());
    let head = [
        (header::ETAG, tag.clone()),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-cache"),
        ),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    if has_tag(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    let media_type = [(header::CONTENT_TYPE, page.media_type)];
    let packed = unpacks(headers).then(|| assets::pack(&content)).flatten();
    match packed {
        Some(packed) => {
            let coding = [(header::CONTENT_ENCODING, "gzip")];
            (head, media_type, coding, packed).into_response()
        }
        None => (head, media_type, content).into_response(),
    }
}

/// A page with more in its head; none if it has no head.
fn filled(page: &[u8], elements: &str) -> Option<Vec<u8>> {
    let page = str::from_utf8(page).ok()?;
    let (before, after) = page.split_once(END_OF_HEAD)?;
    Some([before, elements, END_OF_HEAD, after].concat().into_bytes())
}
