//! What is served over HTTP: the API, the sockets' door, and the client.

mod api;
mod assets;
mod bots;
mod cookie;
mod guard;
mod health;
mod lobby;
mod replays;
mod turnstile;

use std::{convert::Infallible, sync::Arc};

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::StatusCode,
    middleware::{from_fn_with_state, map_response_with_state},
    routing::{MethodRouter, any, get, post, put},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower_http::{
    catch_panic::CatchPanicLayer, compression::CompressionLayer, timeout::TimeoutLayer,
};

use crate::{
    boundary::Site, invitations::Invitations, limits::Limits, outbox::Budget, tables::Tables,
};
pub(crate) use api::unknown;
pub use assets::{Asset, Client};
pub(crate) use health::Health;
pub(crate) use lobby::Lobby;
pub(crate) use replays::Studies;
pub(crate) use turnstile::{Caller, Peer, Seated, Turnstile};

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
    /// The public tables that wait for players.
    pub(crate) lobby: Lobby,
    /// Whether anything can be stored.
    pub(crate) health: Health,
    /// What may wait to be sent to all sockets.
    pub(crate) outgoing: Arc<Budget>,
    /// Where replays are worked out.
    pub(crate) studies: Studies,
    /// The bots of others that listen.
    pub(crate) invitations: Invitations,
}

/// All routes.
pub(crate) fn router(app: App, client: Arc<dyn Client>, turnstile: Turnstile) -> Router {
    let limits = Arc::clone(&app.limits);
    let site = Arc::clone(&app.site);
    let ready = Router::new()
        .route("/readyz", get(health::ready))
        .with_state(app.clone());
    let api = routes(&limits).into_iter();
    let api = api.fold(Router::new(), |api, (path, method)| api.route(path, method));
    let api = api
        .route("/api/{*rest}", any(api::unknown))
        .with_state(app)
        .layer(from_fn_with_state(site, guard::same_origin))
        .merge(ready);
    protected(api, client, &limits, turnstile)
}

/// The API, as `docs/book/openapi.json` describes it.
pub(crate) fn routes(limits: &Limits) -> Vec<(&'static str, MethodRouter<App>)> {
    let record = DefaultBodyLimit::max(limits.record);
    let compressed = CompressionLayer::new();
    vec![
        ("/api/editions", get(api::editions)),
        ("/api/bots", get(api::bots).post(bots::register)),
        ("/api/bots/online", get(bots::online)),
        ("/api/bot/events", get(bots::events)),
        ("/api/me", get(api::me).put(api::rename)),
        ("/api/lobby", get(api::lobby)),
        ("/api/codes/{code}", get(api::by_code)),
        ("/api/tables", get(api::list).post(api::create)),
        ("/api/tables/check", post(api::check)),
        ("/api/tables/{id}/join", post(api::join)),
        ("/api/tables/{id}/set-up", put(api::set_up)),
        ("/api/tables/{id}/invite", post(bots::invite)),
        ("/api/tables/{id}/rematch", post(api::rematch)),
        ("/api/tables/{id}/socket", get(api::socket)),
        (
            "/api/tables/{id}/record",
            get(replays::record).layer(compressed.clone()),
        ),
        (
            "/api/tables/{id}/replay",
            get(replays::of_table).layer(compressed.clone()),
        ),
        (
            "/api/replay",
            post(replays::of_record)
                .layer::<_, Infallible>(record)
                .layer(compressed),
        ),
    ]
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
        .layer(from_fn_with_state(Arc::clone(&site), guard::known_host))
        .layer(map_response_with_state(site, guard::protect))
}
