//! What is begun in a browser and finished there within minutes. A secret in a cookie of its own binds it to the browser:
//! what was begun in one browser cannot be finished in another.

use axum::http::{HeaderMap, HeaderValue};
use brickwood_protocol::ProblemKind;
use brickwood_storage::now_ms;
use brickwood_table::PersonId;

use crate::{
    SiteApp,
    http::{cookie, problem::Failure},
    person::{
        ceremonies::{Ceremony, CeremonyKind},
        token::Token,
    },
};

/// Stores what is begun, and returns the cookie that leaves its secret with the browser. Whatever the browser had begun
/// before is over.
pub(crate) async fn begin(
    app: &SiteApp,
    kind: CeremonyKind,
    person: Option<PersonId>,
    state: Vec<u8>,
) -> Result<HeaderValue, Failure> {
    let secret = Token::generate()?;
    let lasts = app.limits.ceremony;
    let ceremony = Ceremony {
        id: secret.ceremony(),
        kind,
        person,
        state,
        expires_ms: now_ms() + lasts.as_millis() as u64,
    };
    app.stored().begin_ceremony(ceremony).await?;
    Ok(cookie::write_ceremony(&app.address, &secret, lasts))
}

/// What was begun in this browser: once, and not too late.
pub(crate) async fn take(
    app: &SiteApp,
    kind: CeremonyKind,
    headers: &HeaderMap,
) -> Result<Ceremony, Failure> {
    let secret = cookie::read_ceremony(&app.address, headers);
    let id = secret.ok_or(ProblemKind::CeremonyOver)?.ceremony();
    let site = app.stored();
    let ceremony = site.take_ceremony(id, kind, now_ms()).await?;
    Ok(ceremony.ok_or(ProblemKind::CeremonyOver)?)
}
