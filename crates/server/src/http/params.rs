//! What handlers read from a request: who sends it, and the names and ids in it.

use axum::http::{HeaderMap, header};
use brickwood_protocol::{Problem, ProblemKind};
use brickwood_table::{GuestId, clean_name};

use super::{app::App, cookie};
use crate::{id::may_be_table_id, problem::Failure};

/// The suffix of the names of network bots.
const BOT: &str = " (bot)";

/// Any other address of the API.
pub(crate) async fn unknown() -> Failure {
    ProblemKind::NoSuchAddress.into()
}

/// The sender of a request: a bot, by the token in its `Authorization`, or a browser, by its cookie.
pub(super) fn guest(app: &App, headers: &HeaderMap) -> Option<GuestId> {
    if headers.contains_key(header::AUTHORIZATION) {
        return Some(cookie::bearer(headers)?.bot());
    }
    Some(cookie::read(&app.site, headers)?.guest())
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
