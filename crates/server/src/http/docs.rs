//! The documentation, at `/docs/`.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Path, State},
    http::HeaderMap,
    response::{IntoResponse, Redirect, Response},
    routing::get,
};

use super::assets::{PAGE, Packed, WebClient, is_plain, no_such_file, send};

const PATH: &str = "/docs/";

type Docs = (Arc<dyn WebClient>, Packed);

/// The routes of the documentation. They lead nowhere if there is none.
pub(super) fn router(client: Arc<dyn WebClient>) -> Router {
    Router::new()
        .route("/docs", get(root))
        .route(PATH, get(first))
        .route("/docs/{*path}", get(file))
        .with_state((client, Packed::default()))
}

/// Whether there is any.
pub(crate) fn has_docs(client: &dyn WebClient) -> bool {
    client.document(PAGE).is_some()
}

async fn root(State((client, _)): State<Docs>) -> Response {
    if has_docs(&*client) {
        Redirect::permanent(PATH).into_response()
    } else {
        no_such_file()
    }
}

async fn first(docs: State<Docs>, headers: HeaderMap) -> Response {
    file(docs, Path(String::new()), headers).await
}

async fn file(
    State((client, packed)): State<Docs>,
    Path(mut path): Path<String>,
    headers: HeaderMap,
) -> Response {
    if path.is_empty() || path.ends_with('/') {
        path.push_str(PAGE);
    }
    let asset = is_plain(&path).then(|| client.document(&path)).flatten();
    match asset {
        Some(asset) => send(asset, &packed, has_hash(&path), &headers).await,
        None => no_such_file(),
    }
}

/// Whether the name of a file changes with its bytes: mdBook puts eight digits of a hash before its first dot.
fn has_hash(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    let end = stem.rsplit_once('-').map_or("", |(_, end)| end);
    end.len() == 8 && end.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_a_hash_are_told_from_others() {
        for (path, has) in [
            ("css/general-2459343d.css", true),
            ("clipboard-1626706a.min.js", true),
            ("book/hosting.html", false),
            ("book/write-a-bot.html", false),
            ("pictures/game-light.webp", false),
        ] {
            assert_eq!(has_hash(path), has, "{path}");
        }
    }
}
