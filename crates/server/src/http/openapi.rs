//! The description of the HTTP API, gathered from its handlers and from the types that cross it.

pub(super) mod examples;

use std::collections::BTreeMap;

use brickwood_protocol::{PROTOCOL, Problem};
use utoipa::{
    IntoParams, IntoResponses, Modify, OpenApi, ToResponse,
    openapi::{
        ContentBuilder, Ref, RefOr, Response, ResponseBuilder,
        security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme},
    },
};

use super::{
    addresses, api, blocks, bots, devices, features, games, host, oidc, open_tables, passkeys,
    personal_data, profiles, ratings, replays, reports, standing, study,
};
use crate::Limits;

/// The paths of the API, as the router has them.
pub fn api_paths() -> Vec<&'static str> {
    let routes = super::routes::routes(&Limits::default());
    routes.into_iter().map(|(path, _)| path).collect()
}

/// The document as JSON.
pub fn openapi() -> String {
    let mut document = Document::openapi();
    document.info.version = PROTOCOL.to_string();
    let text = document.to_pretty_json().expect("plain data") + "\n";
    // What comments link to has no page here, and their lines end where they are full.
    text.replace("[`", "`")
        .replace("`]", "`")
        .replace("\\n", " ")
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Brickwood",
        description = "Tables to play at, over HTTP and WebSockets. Every error has a Problem as its body; too many \
            requests are answered 429 with a Retry-After, a server that is about to stop 503."
    ),
    servers((url = "/")),
    paths(
        api::editions, api::bots, bots::register, bots::online, bots::events, features::site, host::open, host::leave,
        host::page, host::reports, host::tables, host::log, host::act,
        standing::told, standing::have_read, blocks::list, blocks::block, blocks::unblock, reports::report, api::me, api::rename, personal_data::delete,
        personal_data::data, devices::words, devices::list, devices::link, devices::look, devices::claim, devices::name,
        devices::remove,
        open_tables::lobby, open_tables::now, open_tables::wish, open_tables::make_wish, open_tables::end_wish, open_tables::tell,
        games::list, games::one, games::statistics, games::with_others, profiles::chosen, profiles::choose,
        profiles::of_seat,
        ratings::mine, ratings::change, ratings::players,
        addresses::addresses, addresses::open, addresses::close, api::by_code, api::list, api::create, api::check,
        api::board, api::draft, api::fill, api::join, api::set_up, bots::invite, api::rematch, api::socket, replays::record, replays::of_table,
        passkeys::list, passkeys::add, passkeys::begin, passkeys::ask, passkeys::prove, passkeys::rename, passkeys::remove,
        oidc::list, oidc::remove, oidc::begin, oidc::callback,
        replays::statistics_of_table, replays::of_record, replays::statistics_of_record,
        study::analyze, study::advise, study::exercise, study::reconsider,
    ),
    components(schemas(Problem), responses(Refusal)),
    modifiers(&Tokens)
)]
struct Document;

/// Who sends a request.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let cookie = "A guest's token, which the server leaves with the browser; over TLS it is called __Host-brickwood.";
        let cookie = ApiKey::Cookie(ApiKeyValue::with_description("brickwood", cookie));
        let bot = Http::builder().scheme(HttpAuthScheme::Bearer);
        let bot = bot.description(Some("A bot's token.")).build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(cookie));
        let host = "The secret of a browser that has opened the host's page; over TLS it is called __Secure-brickwood-host.";
        let host = ApiKey::Cookie(ApiKeyValue::with_description("brickwood-host", host));
        components.add_security_scheme("host", SecurityScheme::ApiKey(host));
        components.add_security_scheme("bot", SecurityScheme::Http(bot));
    }
}

/// The table of a request.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) struct TableId {
    /// The table's id, as in its link.
    #[param(max_length = 64, pattern = "^[a-z0-9-]+$")]
    id: String,
}

/// The answer to whatever is refused.
struct Refusal;

impl ToResponse<'_> for Refusal {
    fn response() -> (&'static str, RefOr<Response>) {
        let problem = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name("Problem")))
            .example(Some(serde_json::json!(examples::problem())))
            .build();
        let refusal = ResponseBuilder::new()
            .description("It is refused, and nothing has changed.")
            .content("application/json", problem);
        ("Problem", refusal.build().into())
    }
}

fn refused<const COUNT: usize>(statuses: [u16; COUNT]) -> BTreeMap<String, RefOr<Response>> {
    let refusal = || Ref::from_response_name(Refusal::response().0).into();
    let each = statuses.map(|status| (status.to_string(), refusal()));
    each.into()
}

/// What is refused with one status.
pub(super) struct Refused<const STATUS: u16>;

impl<const STATUS: u16> IntoResponses for Refused<STATUS> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refused([STATUS])
    }
}

/// A body that is no JSON, too long, of another type, or that asks for what cannot be.
pub(super) struct Unread;

impl IntoResponses for Unread {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refused([400, 413, 415, 422])
    }
}

/// Nothing can be read or stored at the moment.
pub(super) struct Unstored;

impl IntoResponses for Unstored {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refused([503])
    }
}
