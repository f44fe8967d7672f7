//! The description of the HTTP API, gathered from its endpoints and from the types that cross it.

mod typescript;

use brickwood_protocol::{PROTOCOL, Problem};
use brickwood_site::http::openapi::answers::ProblemAnswer;
use utoipa::{
    Modify, OpenApi,
    openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme},
};

use super::routes;
pub use typescript::typescript;

/// The document.
fn document() -> utoipa::openapi::OpenApi {
    let mut document = Document::openapi();
    document.info.version = PROTOCOL.to_string();
    document.merge(brickwood_site::described());
    document.merge(routes::described());
    document
}

/// The document as JSON.
pub fn openapi() -> String {
    let text = document().to_pretty_json().expect("plain data") + "\n";
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
    components(schemas(Problem), responses(ProblemAnswer)),
    modifiers(&Tokens)
)]
struct Document;

/// Who sends a request.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let cookie = "A person's token, which the server leaves with the browser; over TLS it is called __Host-brickwood.";
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
