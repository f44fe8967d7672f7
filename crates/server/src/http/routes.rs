//! All endpoints of the API: those of the site, and those of its tables.

use axum::Router;
use brickwood_site::topics;

use super::{addresses, api, app::App, bots, replays, study};

topics![in App; api, replays, study, bots, addresses];

/// The API.
pub(super) fn router(app: &App) -> Router<App> {
    let all = brickwood_site::endpoints().into_iter().chain(endpoints());
    let routes = all.map(|endpoint| endpoint.guarded(&app.site));
    routes.fold(Router::new(), |api, (path, method)| api.route(path, method))
}
