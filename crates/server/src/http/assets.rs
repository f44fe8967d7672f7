//! The client's files.

use std::{
    borrow::Cow,
    collections::HashMap,
    io::{self, Read, Write},
    sync::{Arc, OnceLock},
};

use axum::{
    Router,
    body::Bytes,
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::any,
};
use brickwood_site::http::{
    cached::{entity_tag, has_tag},
    rate_limit::unpacks,
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use parking_lot::Mutex;
use tokio::task::spawn_blocking;

/// A file of the client.
#[derive(Clone, Debug)]
pub struct Asset {
    /// Its bytes.
    pub content: Cow<'static, [u8]>,
    /// Its media type.
    pub media_type: String,
    /// A hash of its bytes.
    pub hash: [u8; 32],
    /// Whether its bytes are compressed with gzip.
    pub is_gzip: bool,
}

/// The client that browsers load: a page `index.html` that serves every address, and its files. The names
/// of files in `assets/` change with their bytes.
pub trait WebClient: Send + Sync + 'static {
    /// The file with this path, such as `index.html`.
    fn asset(&self, path: &str) -> Option<Asset>;

    /// The file of the documentation with this path, which is served below `/docs/`. Without an `index.html` there is no
    /// documentation.
    fn document(&self, path: &str) -> Option<Asset> {
        let _ = path;
        None
    }
}

pub(super) const PAGE: &str = "index.html";

/// The folder of files whose names change with their bytes.
const ASSETS: &str = "assets/";

/// The compressed files, by the hash of their bytes: each is compressed once, and sent from there to everybody. So a
/// client that does not read holds no memory for it.
#[derive(Clone, Default)]
pub(super) struct Packed(Arc<Mutex<HashMap<[u8; 32], Arc<PackedFile>>>>);

/// A file, compressed; none if that does not make it shorter.
type PackedFile = OnceLock<Option<Bytes>>;

impl Packed {
    async fn file(&self, hash: [u8; 32], content: &Bytes) -> Option<Bytes> {
        let file = Arc::clone(self.0.lock().entry(hash).or_default());
        if let Some(packed) = file.get() {
            return packed.clone();
        }
        // It goes on when the first client does not wait for it.
        let content = content.clone();
        let packing = spawn_blocking(move || file.get_or_init(|| pack(&content)).clone());
        packing.await.ok().flatten()
    }
}

pub(super) fn pack(content: &[u8]) -> Option<Bytes> {
    let packed = || -> io::Result<Vec<u8>> {
        let mut packing = GzEncoder::new(Vec::new(), Compression::default());
        packing.write_all(content)?;
        packing.finish()
    };
    // Fonts and pictures are compressed already.
    let packed = packed().ok().filter(|packed| packed.len() < content.len());
    packed.map(Bytes::from)
}

/// For the few clients that take no compressed answers.
async fn unpack(content: Bytes) -> Option<Bytes> {
    let unpacking = spawn_blocking(move || {
        let mut unpacked = Vec::new();
        let read = GzDecoder::new(&*content).read_to_end(&mut unpacked);
        read.ok().map(|_| Bytes::from(unpacked))
    });
    unpacking.await.ok().flatten()
}

/// The routes outside of the API.
pub(super) fn router(client: Arc<dyn WebClient>) -> Router {
    let packed = Packed::default();
    Router::new().fallback(any(move |method: Method, uri: Uri, headers: HeaderMap| {
        let (client, packed) = (Arc::clone(&client), packed.clone());
        async move { answer(&*client, &packed, &method, uri.path(), &headers).await }
    }))
}

/// The answer where there is no file.
pub(super) fn no_such_file() -> Response {
    (StatusCode::NOT_FOUND, "There is no such file.").into_response()
}

async fn answer(
    client: &dyn WebClient,
    packed: &Packed,
    method: &Method,
    path: &str,
    headers: &HeaderMap,
) -> Response {
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
    let asset = is_plain(path).then(|| client.asset(if is_file { path } else { PAGE }));
    let Some(asset) = asset.flatten() else {
        return no_such_file();
    };
    send(asset, packed, is_asset, headers).await
}

/// Browsers resolve dots before they send a request.
pub(super) fn is_plain(path: &str) -> bool {
    path.split('/').all(|part| !matches!(part, "." | ".."))
}

/// Sends a file, unless the browser has it already. One whose name changes with its bytes may be kept.
pub(super) async fn send(
    asset: Asset,
    packed: &Packed,
    may_keep: bool,
    headers: &HeaderMap,
) -> Response {
    let tag = entity_tag(&asset.hash);
    let keep = if may_keep {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let head = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static(keep)),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    if has_tag(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    let bytes = match asset.content {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    };
    let media_type = [(header::CONTENT_TYPE, asset.media_type)];
    let (bytes, is_gzip) = match (asset.is_gzip, unpacks(headers)) {
        (true, false) => match unpack(bytes).await {
            Some(unpacked) => (unpacked, false),
            None => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        },
        (false, true) => match packed.file(asset.hash, &bytes).await {
            Some(packed) => (packed, true),
            None => (bytes, false),
        },
        (is_gzip, _) => (bytes, is_gzip),
    };
    if is_gzip {
        let coding = [(header::CONTENT_ENCODING, "gzip")];
        return (head, media_type, coding, bytes).into_response();
    }
    (head, media_type, bytes).into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    /// A page with a text, and with a picture that is compressed already.
    struct Page;

    impl WebClient for Page {
        fn asset(&self, path: &str) -> Option<Asset> {
            let number = u8::from(path == "assets/picture.png");
            let mut random = 1_u32;
            let mut picture = || {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (random >> 24) as u8
            };
            let content = if number == 0 {
                b"a road, a settlement, a city. ".repeat(10_000)
            } else {
                (0..10_000).map(|_| picture()).collect()
            };
            Some(Asset {
                content: Cow::Owned(content),
                media_type: "text/plain".to_owned(),
                hash: [number; 32],
                is_gzip: false,
            })
        }
    }

    async fn body(packed: &Packed, path: &str) -> (bool, Bytes) {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        let answer = answer(&Page, packed, &Method::GET, path, &headers).await;
        let is_packed = answer.headers().contains_key(header::CONTENT_ENCODING);
        let bytes = to_bytes(answer.into_body(), 1 << 20).await;
        (is_packed, bytes.unwrap())
    }

    #[tokio::test]
    async fn a_file_is_compressed_once_for_everybody() {
        let packed = Packed::default();
        let (is_packed, first) = body(&packed, "/assets/page.js").await;
        assert!(is_packed && first.len() < 10_000);
        for _ in 0..3 {
            let (_, again) = body(&packed, "/assets/page.js").await;
            assert_eq!(again.as_ptr(), first.as_ptr(), "they are the same bytes");
        }
    }

    #[tokio::test]
    async fn what_compression_does_not_shorten_is_sent_as_it_is() {
        let (is_packed, picture) = body(&Packed::default(), "/assets/picture.png").await;
        assert_eq!((is_packed, picture.len()), (false, 10_000));
    }
}
