//! What is served over HTTP: the API, the sockets' door, and the client.

mod api;
mod assets;
mod cookie;
mod guard;
mod health;
mod replays;
mod turnstile;

use std::sync::Arc;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::StatusCode,
    middleware::{from_fn_with_state, map_response_with_state},
    routing::{any, get, post},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower_http::{
    catch_panic::CatchPanicLayer, compression::CompressionLayer, timeout::TimeoutLayer,
};

use crate::{boundary::Site, limits::Limits, tables::Tables};
pub(crate) use api::unknown;
pub use assets::{Asset, Client};
pub(crate) use replays::Studies;
pub(crate) use turnstile::{Peer, Seated, Turnstile, tag};

/// What the handlers share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) tables: Tables,
    pub(crate) limits: Arc<Limits>,
    /// How the site is reached.
    pub(crate) site: Arc<Site>,
    /// Cancelled when the server is about to stop: nobody should be sent here any more.
    pub(crate) leaving: CancellationToken,
    /// Cancelled when the server stops: sockets end.
    pub(crate) stop: CancellationToken,
    /// Counts the sockets, beside the connections that are none.
    pub(crate) sockets: TaskTracker,
    /// Where replays are worked out.
    pub(crate) studies: Studies,
}

/// All routes.
pub(crate) fn router(app: App, client: Arc<dyn Client>, turnstile: Turnstile) -> Router {
    let limits = Arc::clone(&app.limits);
    let site = Arc::clone(&app.site);
    let ready = Router::new()
        .route("/readyz", get(health::ready))
        .with_state(app.clone());
    let api = Router::new()
        .route("/api/editions", get(api::editions))
        .route("/api/bots", get(api::bots))
        .route("/api/me", get(api::me).put(api::rename))
        .route("/api/lobby", get(api::lobby))
        .route("/api/codes/{code}", get(api::by_code))
        .route("/api/tables", get(api::list).post(api::create))
        .route("/api/tables/{id}/join", post(api::join))
        .route("/api/tables/{id}/rematch", post(api::rematch))
        .route("/api/tables/{id}/socket", get(api::socket))
        .merge(
            Router::new()
                .route("/api/tables/{id}/record", get(replays::record))
                .route("/api/tables/{id}/replay", get(replays::of_table))
                .route(
                    "/api/replay",
                    post(replays::of_record).layer(DefaultBodyLimit::max(limits.record)),
                )
                .layer(CompressionLayer::new()),
        )
        .route("/api/{*rest}", any(api::unknown))
        .with_state(app)
        .layer(from_fn_with_state(site, guard::same_origin))
        .merge(ready);
    protected(api, client, &limits, turnstile)
}

/// An API and the client, with what keeps both from harm.
pub(crate) fn protected(
    api: Router,
    client: Arc<dyn Client>,
    limits: &Limits,
    turnstile: Turnstile,
) -> Router {
    let site = Arc::clone(&turnstile.site);
    Router::new()
        .merge(api)
        .route("/healthz", get(health::lives))
        .fallback_service(assets::router(client))
        .layer(DefaultBodyLimit::max(limits.body))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            limits.answer,
        ))
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(from_fn_with_state(turnstile, turnstile::turnstile))
        .layer(map_response_with_state(site, guard::protect))
}
