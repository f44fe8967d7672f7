//! The home page. What it shows first is sent with it, so that it is drawn once and nothing moves.

use std::sync::Arc;

use axum::{Extension, Router, extract::State, http::HeaderMap, response::Response, routing::get};
use brickwood_protocol::HomeInfo;
use brickwood_site::http::answers::HOME;
use brickwood_site::http::{
    problem::Failure,
    rate_limit::{Caller, Peer},
    sender::person_of,
};
use tokio::time::{Duration, timeout};

use super::app::App;
use super::{
    api::{known_of, tables_of},
    assets::WebClient,
    page::with_head,
    preview::Preview,
};

/// How long the storage may take. The page is worth more than what it shows first, which it can ask for.
const PATIENCE: Duration = Duration::from_millis(500);

/// The route of the home page.
pub(super) fn router(app: App, client: Arc<dyn WebClient>) -> Router {
    Router::new()
        .route(HOME, get(page))
        .with_state((app, client))
}

async fn page(
    State((app, client)): State<(App, Arc<dyn WebClient>)>,
    Extension(caller): Extension<Caller>,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
) -> Response {
    let Extension(peer) = peer.unwrap_or_default();
    let mut elements = Preview::Site.elements(&app.site.address, &headers);
    if let Ok(Ok(info)) = timeout(PATIENCE, info(&app, &caller, &peer, &headers)).await {
        elements += &element(&info).unwrap_or_default();
    }
    with_head(&*client, &elements, &headers)
}

async fn info(
    app: &App,
    caller: &Caller,
    peer: &Peer,
    headers: &HeaderMap,
) -> Result<HomeInfo, Failure> {
    let known = person_of(&app.site, headers).await?;
    let now = app
        .site
        .now(app.site.is_near(caller, peer, headers))
        .await?;
    Ok(HomeInfo {
        site: app.site.site_info(headers).await?,
        me: known_of(app, known).await?,
        tables: tables_of(app, known).await?.into_items(),
        now: now.told.clone(),
    })
}

/// The element that holds what the page shows first.
fn element(info: &HomeInfo) -> Option<String> {
    // Nothing in it ends the element.
    let json = serde_json::to_string(info).ok()?.replace('<', "\\u003c");
    Some(format!(
        r#"<script type="application/json" id="home">{json}</script>"#
    ))
}
