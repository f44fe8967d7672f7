//! The HTTP server: the API, the handshakes of sockets, and the client.

mod addresses;
mod api;
mod app;
mod assets;
mod bots;
mod docs;
mod feed;
mod guard;
mod health;
mod home;
#[cfg(feature = "openapi")]
pub(crate) mod openapi;
mod page;
mod preview;
mod replay_workers;
mod replays;
mod routes;
mod security_txt;
mod study;

use std::sync::Arc;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::StatusCode,
    middleware::{from_fn, from_fn_with_state},
    routing::{any, get},
};
use brickwood_protocol::ProblemKind;
use brickwood_site::http::{
    limits::Limits,
    problem::Failure,
    rate_limit::{self, RateLimitLayer},
};
use tower_http::{catch_panic::CatchPanicLayer, timeout::TimeoutLayer};

use crate::listeners::Listeners;
pub(crate) use app::App;
pub use assets::{Asset, WebClient};
pub(crate) use docs::has_docs;
pub(crate) use health::Health;
pub(crate) use replay_workers::ReplayWorkers;
pub(crate) use study::{StudyWorkers, endpoints as study_endpoints};

/// Any other address of the API.
pub(crate) async fn unknown() -> Failure {
    ProblemKind::NoSuchAddress.into()
}

/// All routes.
pub(crate) fn router(
    app: App,
    client: Arc<dyn WebClient>,
    rate_limit_layer: RateLimitLayer,
) -> Router {
    let limits = Arc::clone(&app.site.limits);
    let (site, listeners) = (Arc::clone(&app.site.address), app.listeners.clone());
    let ready = Router::new()
        .route("/readyz", get(api::ready))
        .route(feed::PATH, get(feed::open_tables))
        .route(feed::REPORTS, get(feed::open_reports))
        .route(security_txt::PATH, get(security_txt::security_txt))
        .with_state(app.clone())
        .merge(home::router(app.clone(), Arc::clone(&client)))
        .merge(preview::router(app.clone(), Arc::clone(&client)));
    let api = routes::router(&app)
        .route("/api/{*rest}", any(unknown))
        .with_state(app)
        .layer(from_fn_with_state(site, guard::same_origin))
        .merge(ready);
    protected(api, client, &limits, rate_limit_layer, listeners)
}

/// An API and the client, with the layers that protect both.
pub(crate) fn protected(
    api: Router,
    client: Arc<dyn WebClient>,
    limits: &Limits,
    rate_limit_layer: RateLimitLayer,
    listeners: Listeners,
) -> Router {
    let site = Arc::clone(&rate_limit_layer.site);
    Router::new()
        .merge(api)
        .route("/healthz", get(health::lives))
        .merge(docs::router(Arc::clone(&client)))
        .fallback_service(assets::router(client))
        .layer(DefaultBodyLimit::max(limits.body))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            limits.answer,
        ))
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(from_fn_with_state(
            Arc::clone(&site),
            guard::at_public_address,
        ))
        .layer(from_fn_with_state(rate_limit_layer, rate_limit::rate_limit))
        .layer(from_fn(guard::visits_only))
        .layer(from_fn_with_state(listeners, guard::known_host))
        .layer(from_fn_with_state(site, guard::protect))
}
