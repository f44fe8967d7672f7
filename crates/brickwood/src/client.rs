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

impl WebClient for EmbeddedClient {
    fn asset(&self, path: &str) -> Option<Asset> {
        let file = Dist::get(path)?;
        Some(Asset {
            media_type: file.metadata.mimetype().to_owned(),
            hash: file.metadata.sha256_hash(),
            content: file.data,
        })
    }
}
