//! The HTTP server: the API, the handshakes of sockets, and the client.

mod addresses;
mod answers;
mod api;
mod app;
mod assets;
mod blocks;
mod bots;
mod cached;
mod ceremonies;
mod cookie;
mod devices;
mod features;
mod games;
mod guard;
mod health;
mod host;
#[cfg(feature = "oidc")]
mod oidc;
mod open_tables;
#[cfg(feature = "openapi")]
pub(crate) mod openapi;
mod params;
mod passkeys;
mod personal_data;
mod profiles;
mod rate_limit;
mod replay_workers;
mod replays;
mod reports;
mod standing;

use std::sync::Arc;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::StatusCode,
    middleware::from_fn_with_state,
    routing::{MethodRouter, any, delete, get, post, put},
};
use tower_http::{
    catch_panic::CatchPanicLayer, compression::CompressionLayer, timeout::TimeoutLayer,
};

#[cfg(feature = "oidc")]
use crate::oidc::CALLBACK;
use crate::{doors::Doors, limits::Limits};
pub(crate) use answers::Counted;
pub(crate) use app::App;
pub use assets::{Asset, WebClient};
pub(crate) use features::Features;
pub(crate) use health::Health;
pub(crate) use open_tables::Lobby;
pub(crate) use params::unknown;
pub(crate) use rate_limit::{Caller, Peer, RateLimitLayer};
pub(crate) use replay_workers::ReplayWorkers;

/// All routes.
pub(crate) fn router(
    app: App,
    client: Arc<dyn WebClient>,
    rate_limit_layer: RateLimitLayer,
) -> Router {
    let limits = Arc::clone(&app.limits);
    let (site, doors) = (Arc::clone(&app.site), app.doors.clone());
    let ready = Router::new()
        .route("/readyz", get(api::ready))
        .with_state(app.clone());
    let api = routes(&limits).into_iter();
    let api = api.fold(Router::new(), |api, (path, method)| api.route(path, method));
    let api = api
        .route("/api/{*rest}", any(unknown))
        .with_state(app)
        .layer(from_fn_with_state(site, guard::same_origin))
        .merge(ready);
    protected(api, client, &limits, rate_limit_layer, doors)
}

/// The API. What `openapi.rs` gathers of its handlers is `docs/book/openapi.json`.
pub(crate) fn routes(limits: &Limits) -> Vec<(&'static str, MethodRouter<App>)> {
    let with_record = |method: MethodRouter<App>| -> MethodRouter<App> {
        method.layer(DefaultBodyLimit::max(limits.record))
    };
    let routes = vec![
        ("/api/editions", get(api::editions)),
        ("/api/bots", get(api::bots).post(bots::register)),
        ("/api/bots/online", get(bots::online)),
        ("/api/bot/events", get(bots::events)),
        ("/api/site", get(features::site)),
        ("/api/host", get(host::page)),
        ("/api/host/session", post(host::open).delete(host::leave)),
        ("/api/host/reports", get(host::reports)),
        ("/api/host/tables", get(host::tables)),
        ("/api/host/log", get(host::log)),
        ("/api/host/acts", post(host::act)),
        (
            "/api/me/order",
            get(standing::told).post(standing::have_read),
        ),
        ("/api/blocks", get(blocks::list).post(blocks::block)),
        ("/api/blocks/{number}", delete(blocks::unblock)),
        ("/api/reports", post(reports::report)),
        ("/api/passkeys", get(passkeys::list).post(passkeys::add)),
        ("/api/passkeys/new", post(passkeys::begin)),
        ("/api/passkeys/ask", post(passkeys::ask)),
        ("/api/passkeys/prove", post(passkeys::prove)),
        (
            "/api/passkeys/{id}",
            put(passkeys::rename).delete(passkeys::remove),
        ),
        (
            "/api/me",
            get(api::me).put(api::rename).delete(personal_data::delete),
        ),
        ("/api/me/data", get(personal_data::data)),
        ("/api/me/words", post(devices::words)),
        ("/api/devices", get(devices::list)),
        ("/api/devices/link", post(devices::link)),
        ("/api/devices/look", post(devices::look)),
        ("/api/devices/claim", post(devices::claim)),
        (
            "/api/devices/{id}",
            put(devices::name).delete(devices::remove),
        ),
        ("/api/lobby", get(open_tables::lobby)),
        ("/api/now", get(open_tables::now)),
        (
            "/api/wish",
            get(open_tables::wish)
                .put(open_tables::make_wish)
                .delete(open_tables::end_wish),
        ),
        ("/api/wish/told", post(open_tables::tell)),
        ("/api/me/games", compressed(get(games::list))),
        ("/api/me/games/{id}", get(games::one)),
        ("/api/me/groups", compressed(get(games::with_others))),
        ("/api/me/statistics", get(games::statistics)),
        (
            "/api/me/profile",
            get(profiles::chosen).put(profiles::choose),
        ),
        (
            "/api/addresses",
            get(addresses::addresses).post(addresses::open),
        ),
        ("/api/codes/{code}", get(api::by_code)),
        ("/api/boards", compressed(post(api::board))),
        ("/api/boards/draft", compressed(post(api::draft))),
        ("/api/boards/fill", compressed(post(api::fill))),
        ("/api/tables", with_record(get(api::list).post(api::create))),
        ("/api/tables/check", with_record(post(api::check))),
        ("/api/tables/{id}/join", post(api::join)),
        ("/api/tables/{id}/set-up", put(api::set_up)),
        ("/api/tables/{id}/invite", post(bots::invite)),
        ("/api/tables/{id}/rematch", post(api::rematch)),
        ("/api/tables/{id}/socket", get(api::socket)),
        (
            "/api/tables/{id}/seats/{seat}/profile",
            get(profiles::of_seat),
        ),
        ("/api/tables/{id}/record", get(replays::record)),
        ("/api/tables/{id}/replay", get(replays::of_table)),
        (
            "/api/tables/{id}/statistics",
            get(replays::statistics_of_table),
        ),
        ("/api/replay", with_record(post(replays::of_record))),
        (
            "/api/statistics",
            with_record(post(replays::statistics_of_record)),
        ),
    ];
    #[cfg(feature = "oidc")]
    let routes = [
        routes,
        vec![
            ("/api/oidc", get(oidc::list).delete(oidc::remove)),
            ("/api/oidc/begin", post(oidc::begin)),
            (CALLBACK, get(oidc::callback)),
        ],
    ]
    .concat();
    routes
}

fn compressed(method: MethodRouter<App>) -> MethodRouter<App> {
    method.layer(CompressionLayer::new())
}

/// An API and the client, with the layers that protect both.
pub(crate) fn protected(
    api: Router,
    client: Arc<dyn WebClient>,
    limits: &Limits,
    rate_limit_layer: RateLimitLayer,
    doors: Doors,
) -> Router {
    let site = Arc::clone(&rate_limit_layer.site);
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
        .layer(from_fn_with_state(rate_limit_layer, rate_limit::rate_limit))
        .layer(from_fn_with_state(doors, guard::known_host))
        .layer(from_fn_with_state(site, guard::protect))
}
