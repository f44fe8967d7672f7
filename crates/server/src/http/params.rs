//! What handlers read from a request: who sends it, and the names and ids in it.

use axum::http::{HeaderMap, header};
use brickwood_protocol::{Problem, ProblemKind};
use brickwood_storage::DeviceId;
use brickwood_table::{GuestId, clean_name};

use super::{app::App, cookie};
use crate::{devices::Credential, id::may_be_table_id, problem::Failure};

/// The suffix of the names of network bots.
const BOT: &str = " (bot)";

/// Any other address of the API.
pub(crate) async fn unknown() -> Failure {
    ProblemKind::NoSuchAddress.into()
}

/// The sender of a request: a bot, by the token in its `Authorization`, or a person, by the cookie of one of their
/// devices. A token that was never given to anybody is treated like one whose device was removed.
pub(super) async fn guest(app: &App, headers: &HeaderMap) -> Result<Option<GuestId>, Failure> {
    if headers.contains_key(header::AUTHORIZATION) {
        return Ok(cookie::bearer(headers).map(|token| token.bot()));
    }
    match device(app, headers) {
        Some(device) => Ok(app.devices.meet(device).await?),
        None => Ok(None),
    }
}

/// By what the sender of a handshake is known, before it is asked who that is.
pub(super) fn credential(app: &App, headers: &HeaderMap) -> Option<Credential> {
    if headers.contains_key(header::AUTHORIZATION) {
        return cookie::bearer(headers).map(|token| Credential::Bot(token.bot()));
    }
    let device = device(app, headers)?;
    Some(Credential::Device(app.devices.watch(device)))
}

/// The browser that sends a request.
pub(super) fn device(app: &App, headers: &HeaderMap) -> Option<DeviceId> {
    if headers.contains_key(header::AUTHORIZATION) {
        return None;
    }
    Some(cookie::read(&app.site, headers)?.device())
}

/// The name of a bot, which cannot be mistaken for a person's.
pub(super) fn bot_name(name: &str) -> Result<String, Problem> {
    let name = clean_name(name.trim().trim_end_matches(BOT))?;
    clean_name(&format!("{name}{BOT}"))
}

/// The token is malformed, or this site did not issue it.
pub(super) fn unknown_bot() -> Failure {
    ProblemKind::UnknownBot.into()
}

/// The id of a table, if it may be one.
pub(super) fn table_id(id: String) -> Result<String, Problem> {
    if may_be_table_id(&id) {
        Ok(id)
    } else {
        Err(ProblemKind::NoSuchTable.into())
    }
}
