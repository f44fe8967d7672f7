//! All endpoints of the API: those that its files declare.

use axum::Router;

#[cfg(feature = "oidc")]
use super::oidc;
use super::{
    addresses, api, app::App, blocks, bots, devices, endpoints::Endpoint, features, games, host,
    open_tables, passkeys, personal_data, profiles, ratings, replays, reports, standing, study,
};

/// The files that declare endpoints, in the order of the description.
macro_rules! topics {
    ($($(#[$when:meta])? $topic:ident),+ $(,)?) => {
        /// Every endpoint.
        fn all() -> Vec<Endpoint> {
            let mut all = Vec::new();
            $($(#[$when])? all.extend($topic::endpoints());)+
            all
        }

        /// The description of all of them.
        #[cfg(feature = "openapi")]
        pub(super) fn described() -> utoipa::openapi::OpenApi {
            use utoipa::OpenApi;

            let mut all = utoipa::openapi::OpenApi::default();
            $($(#[$when])? all.merge($topic::described::Document::openapi());)+
            all
        }
    };
}

topics![
    features,
    api,
    open_tables,
    replays,
    study,
    bots,
    devices,
    passkeys,
    #[cfg(feature = "oidc")]
    oidc,
    personal_data,
    games,
    profiles,
    ratings,
    blocks,
    reports,
    standing,
    addresses,
    host,
];

/// The API.
pub(super) fn router(app: &App) -> Router<App> {
    let routes = all().into_iter().map(|endpoint| endpoint.guarded(app));
    routes.fold(Router::new(), |api, (path, method)| api.route(path, method))
}
