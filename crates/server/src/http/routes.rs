//! The paths of the API, and who answers at each.

use axum::{
    extract::{DefaultBodyLimit, FromRef},
    routing::{MethodRouter, delete, get, post, put},
};
use tower_http::compression::CompressionLayer;

#[cfg(feature = "oidc")]
use super::oidc;
use super::{
    addresses, api,
    app::App,
    blocks, bots, devices, features, games, host, open_tables, passkeys, personal_data, profiles,
    ratings, replays, reports, standing,
    study::{self, StudyWorkers},
};
use crate::limits::Limits;

type Route<S = App> = (&'static str, MethodRouter<S>);

/// The API. What `openapi.rs` gathers of its handlers is `docs/book/openapi.json`.
pub(crate) fn routes(limits: &Limits) -> Vec<Route> {
    [
        of_site(),
        of_people(),
        #[cfg(feature = "oidc")]
        of_provider(),
        of_tables(limits),
        of_study(limits),
    ]
    .concat()
}

fn of_site() -> Vec<Route> {
    vec![
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
            "/api/addresses",
            get(addresses::addresses)
                .post(addresses::open)
                .delete(addresses::close),
        ),
    ]
}

fn of_people() -> Vec<Route> {
    vec![
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
        ("/api/me/ratings", compressed(get(ratings::mine))),
        ("/api/me/ratings/{id}", get(ratings::change)),
        (
            "/api/me/profile",
            get(profiles::chosen).put(profiles::choose),
        ),
    ]
}

#[cfg(feature = "oidc")]
fn of_provider() -> Vec<Route> {
    vec![
        ("/api/oidc", get(oidc::list).delete(oidc::remove)),
        ("/api/oidc/begin", post(oidc::begin)),
        (crate::oidc::CALLBACK, get(oidc::callback)),
    ]
}

fn of_tables(limits: &Limits) -> Vec<Route> {
    let with_record = |method: MethodRouter<App>| -> MethodRouter<App> {
        method.layer(DefaultBodyLimit::max(limits.record))
    };
    vec![
        ("/api/lobby", get(open_tables::lobby)),
        ("/api/now", get(open_tables::now)),
        ("/api/codes/{code}", get(api::by_code)),
        ("/api/boards", compressed(post(api::board))),
        ("/api/boards/draft", compressed(post(api::draft))),
        ("/api/boards/fill", compressed(post(api::fill))),
        ("/api/tables", with_record(get(api::list).post(api::create))),
        ("/api/tables/check", with_record(post(api::check))),
        ("/api/tables/{id}/join", post(api::join)),
        ("/api/tables/{id}/set-up", put(api::set_up)),
        ("/api/tables/{id}/invite", post(bots::invite)),
        ("/api/tables/{id}/players", get(ratings::players)),
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
    ]
}

/// What people who study ask, of whatever server has workers for it.
pub(crate) fn of_study<S>(limits: &Limits) -> Vec<Route<S>>
where
    S: Clone + Send + Sync + 'static,
    StudyWorkers: FromRef<S>,
{
    let with_record = || DefaultBodyLimit::max(limits.record);
    vec![
        ("/api/analysis", post(study::analyze).layer(with_record())),
        ("/api/advice", post(study::advise).layer(with_record())),
        ("/api/exercise", compressed(post(study::exercise))),
        (
            "/api/reconsider",
            compressed(post(study::reconsider).layer(with_record())),
        ),
    ]
}

fn compressed<S: Clone + Send + Sync + 'static>(method: MethodRouter<S>) -> MethodRouter<S> {
    method.layer(CompressionLayer::new())
}
