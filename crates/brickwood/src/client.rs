//! The web client, embedded.

use brickwood_server::{Asset, WebClient};
use rust_embed::Embed;

/// The files that the build of `web/` has left, or those in the package of this crate. A debug build reads them when they
/// are asked for.
#[derive(Embed)]
#[cfg_attr(packaged, folder = "page")]
#[cfg_attr(not(packaged), folder = "../../web/dist")]
struct Dist;

/// The web client in the binary.
pub(crate) struct EmbeddedClient;

/// The documentation as `cargo xtask docs` has left it, compressed; or that in the package of this crate. A program that was
/// built without it has none.
#[derive(Embed)]
#[cfg_attr(packaged, folder = "docs")]
#[cfg_attr(not(packaged), folder = "../../docs/site/dist")]
#[allow_missing = true]
struct Docs;

impl EmbeddedClient {
    /// Whether the documentation is in the program.
    pub(crate) fn has_docs() -> bool {
        Self.document("index.html").is_some()
    }
}

impl WebClient for EmbeddedClient {
    fn asset(&self, path: &str) -> Option<Asset> {
        let file = Dist::get(path)?;
        Some(Asset {
            media_type: file.metadata.mimetype().to_owned(),
            hash: file.metadata.sha256_hash(),
            content: file.data,
            is_gzip: false,
        })
    }

    fn document(&self, path: &str) -> Option<Asset> {
        let packed = Docs::get(&format!("{path}.gz"));
        let is_gzip = packed.is_some();
        let file = packed.or_else(|| Docs::get(path))?;
        Some(Asset {
            media_type: mime_guess::from_path(path)
                .first_or_octet_stream()
                .to_string(),
            hash: file.metadata.sha256_hash(),
            content: file.data,
            is_gzip,
        })
    }
}
