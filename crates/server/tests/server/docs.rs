//! The documentation at `/docs/`.

use std::{
    borrow::Cow,
    io::{Read, Write},
    sync::Arc,
};

use brickwood_protocol::SiteInfo;
use brickwood_server::{Asset, WebClient};
use brickwood_test_client::Answer;
use flate2::{Compression, read::GzDecoder, write::GzEncoder};

use crate::{
    clients::{answer, request},
    support::{OnePage, TestServer},
};

const HTML: &str = "<!doctype html><title>Documentation</title>";
const SCRIPT: &str = "roads();";
const PICTURE: &[u8] = b"a picture";

/// A page, and documentation of some files, those of text compressed.
struct WithDocs;

impl WebClient for WithDocs {
    fn asset(&self, path: &str) -> Option<Asset> {
        OnePage.asset(path)
    }

    fn document(&self, path: &str) -> Option<Asset> {
        let (text, media_type) = match path {
            "index.html" | "rules/index.html" | "book/hosting.html" => (HTML, "text/html"),
            "book-609e4cb8.min.js" => (SCRIPT, "text/javascript"),
            "pictures/island.png" => {
                return Some(Asset {
                    content: Cow::Borrowed(PICTURE),
                    media_type: "image/png".to_owned(),
                    hash: [2; 32],
                    is_gzip: false,
                });
            }
            _ => return None,
        };
        let mut packing = GzEncoder::new(Vec::new(), Compression::default());
        packing.write_all(text.as_bytes()).unwrap();
        Some(Asset {
            content: Cow::Owned(packing.finish().unwrap()),
            media_type: media_type.to_owned(),
            hash: [1; 32],
            is_gzip: true,
        })
    }
}

async fn with_docs() -> TestServer {
    TestServer::with(|server| server.client = Arc::new(WithDocs)).await
}

async fn get(server: &TestServer, path: &str, fields: &[(&str, &str)]) -> Answer {
    answer(server.address, &request("GET", path, fields, "")).await
}

#[tokio::test]
async fn the_documentation_is_served_with_its_types_and_can_be_kept() {
    let server = with_docs().await;
    let again = "no-cache";
    let keep = "public, max-age=31536000, immutable";
    for (path, body, media_type, cached) in [
        ("/docs/", HTML.as_bytes(), "text/html", again),
        ("/docs/rules/", HTML.as_bytes(), "text/html", again),
        (
            "/docs/book/hosting.html",
            HTML.as_bytes(),
            "text/html",
            again,
        ),
        (
            "/docs/book-609e4cb8.min.js",
            SCRIPT.as_bytes(),
            "text/javascript",
            keep,
        ),
        ("/docs/pictures/island.png", PICTURE, "image/png", again),
    ] {
        let plain = get(&server, path, &[]).await;
        assert_eq!((plain.status, &*plain.body), (200, body), "{path}");
        assert_eq!(plain.field("content-encoding"), None, "{path}");
        let packed = get(&server, path, &[("accept-encoding", "br, gzip")]).await;
        let mut unpacked = Vec::new();
        if packed.field("content-encoding") == Some("gzip") {
            GzDecoder::new(&*packed.body)
                .read_to_end(&mut unpacked)
                .unwrap();
        } else {
            unpacked.clone_from(&packed.body);
        }
        assert_eq!(unpacked, body, "{path}");
        assert_eq!(
            packed.field("content-encoding").is_some(),
            media_type != "image/png"
        );
        for answer in [&plain, &packed] {
            assert_eq!(answer.field("content-type"), Some(media_type), "{path}");
            assert_eq!(answer.field("cache-control"), Some(cached), "{path}");
            assert_eq!(answer.field("vary"), Some("accept-encoding"));
        }
        let tag = plain.field("etag").unwrap();
        assert_eq!(packed.field("etag"), Some(tag));
        let known = get(&server, path, &[("if-none-match", tag)]).await;
        assert_eq!((known.status, known.body.len()), (304, 0), "{path}");
    }
}

#[tokio::test]
async fn pages_of_the_documentation_may_do_what_the_page_may() {
    let server = with_docs().await;
    let page = get(&server, "/", &[]).await;
    let docs = get(&server, "/docs/", &[]).await;
    let policy = docs.field("content-security-policy").unwrap();
    assert_eq!(page.field("content-security-policy"), Some(policy));
    assert!(policy.starts_with("default-src 'self'; script-src 'self' "));
    assert!(!policy.contains("unsafe-inline") && !policy.contains("sha256-"));
    assert_eq!(docs.field("x-content-type-options"), Some("nosniff"));
}

#[tokio::test]
async fn the_documentation_has_one_address_and_what_is_not_there_is_not_found() {
    let server = with_docs().await;
    let moved = get(&server, "/docs", &[]).await;
    assert_eq!(
        (moved.status, moved.field("location")),
        (308, Some("/docs/"))
    );
    for path in [
        "/docs/gone.html",
        "/docs/rules",
        "/docs/../index.html",
        "/docs/assets/page-1a2b.js",
    ] {
        assert_eq!(get(&server, path, &[]).await.status, 404, "{path}");
    }
    let posted = answer(server.address, &request("POST", "/docs/", &[], "")).await;
    assert_eq!(posted.status, 405);
    let site: SiteInfo = server.person().ask("GET", "/api/site", "").await.json();
    assert!(site.docs);
}

#[tokio::test]
async fn a_program_without_documentation_has_no_such_address() {
    let server = TestServer::open().await;
    for path in [
        "/docs",
        "/docs/",
        "/docs/index.html",
        "/docs/book/hosting.html",
    ] {
        assert_eq!(get(&server, path, &[]).await.status, 404, "{path}");
    }
    let site = server.person().ask("GET", "/api/site", "").await;
    assert!(!String::from_utf8_lossy(&site.body).contains("docs"));
}
