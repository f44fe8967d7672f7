//! The client's files.

use std::{borrow::Cow, sync::Arc};

use axum::{
    Router,
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::any,
};
use tower_http::compression::{
    CompressionLayer, Predicate,
    predicate::{DefaultPredicate, NotForContentType},
};

/// A file of the client.
#[derive(Clone, Debug)]
pub struct Asset {
    /// Its bytes.
    pub content: Cow<'static, [u8]>,
    /// Its media type.
    pub media_type: String,
    /// A hash of its bytes.
    pub hash: [u8; 32],
}

/// The client that browsers load: a page `index.html` that serves every address, and its files. The names
/// of files in `assets/` change with their bytes.
pub trait Client: Send + Sync + 'static {
    /// The file with this path, such as `index.html`.
    fn asset(&self, path: &str) -> Option<Asset>;
}

const PAGE: &str = "index.html";

/// The folder of files whose names change with their bytes.
const ASSETS: &str = "assets/";

/// The routes outside of the API.
pub(super) fn router(client: Arc<dyn Client>) -> Router {
    // Fonts are compressed already.
    let predicate = DefaultPredicate::new().and(NotForContentType::const_new("font/"));
    Router::new()
        .fallback(any(move |method: Method, uri: Uri, headers: HeaderMap| {
            let answer = answer(&*client, &method, uri.path(), &headers);
            async move { answer }
        }))
        .layer(CompressionLayer::new().compress_when(predicate))
}

fn answer(client: &dyn Client, method: &Method, path: &str, headers: &HeaderMap) -> Response {
    if !matches!(*method, Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = path.strip_prefix('/').unwrap_or(path);
    let is_asset = path.starts_with(ASSETS);
    // The page's own addresses have no dot in their last part; files do.
    let is_file = is_asset
        || path
            .rsplit('/')
            .next()
            .is_some_and(|name| name.contains('.'));
    // Browsers resolve these before they send a request.
    let is_plain = path.split('/').all(|part| !matches!(part, "." | ".."));
    let asset = is_plain.then(|| client.asset(if is_file { path } else { PAGE }));
    let Some(asset) = asset.flatten() else {
        return (StatusCode::NOT_FOUND, "There is no such file.").into_response();
    };
    let tag = entity_tag(&asset.hash);
    let keep = if is_asset {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let head = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static(keep)),
    ];
    if has_tag(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    let body = match asset.content {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    };
    let media_type = [(header::CONTENT_TYPE, asset.media_type)];
    (head, media_type, Body::from(body)).into_response()
}

/// Weak, because the bytes on the wire may be compressed in one way or another.
fn entity_tag(hash: &[u8; 32]) -> HeaderValue {
    let tag = format!("W/\"{}\"", base16ct::lower::encode_string(&hash[..16]));
    HeaderValue::try_from(tag).expect("a tag is made of hexadecimal digits")
}

/// Whether the browser has the file already.
fn has_tag(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|tags| tags.split(','))
        .any(|known| known.trim().as_bytes() == tag.as_bytes())
}
