//! What endpoints read from a request: who sends it, and the names and ids in it.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use brickwood_protocol::{Problem, ProblemKind};
use brickwood_storage::{DeviceId, now_ms};
use brickwood_table::{PersonId, clean_name};

use crate::{
    SiteApp,
    http::{clients::LimitKind, cookie, id::may_be_table_id, problem::Failure, rate_limit::Caller},
    person::{devices::Credential, token::Token},
};

/// The suffix of the names of network bots.
const BOT: &str = " (bot)";

/// The sender of a request: a bot, by the token in its `Authorization`, or a person, by the cookie of one of their
/// devices. A token that was never given to anybody is treated like one whose device was removed.
pub async fn person_of(app: &SiteApp, headers: &HeaderMap) -> Result<Option<PersonId>, Failure> {
    if headers.contains_key(header::AUTHORIZATION) {
        return Ok(cookie::bearer(headers).map(|token| token.bot()));
    }
    match device(app, headers) {
        Some(device) => Ok(app.devices.meet(device).await?),
        None => Ok(None),
    }
}

/// By what the sender of a handshake is known, before it is asked who that is.
pub fn credential(app: &SiteApp, headers: &HeaderMap) -> Option<Credential> {
    if headers.contains_key(header::AUTHORIZATION) {
        return cookie::bearer(headers).map(|token| Credential::Bot(token.bot()));
    }
    let device = device(app, headers)?;
    Some(Credential::Device(app.devices.watch(device)))
}

/// The browser that sends a request.
pub fn device(app: &SiteApp, headers: &HeaderMap) -> Option<DeviceId> {
    if headers.contains_key(header::AUTHORIZATION) {
        return None;
    }
    Some(cookie::read(&app.address, headers)?.device())
}

/// The name of a bot, which cannot be mistaken for a person's.
pub fn bot_name(name: &str) -> Result<String, Problem> {
    let name = clean_name(name.trim().trim_end_matches(BOT))?;
    clean_name(&format!("{name}{BOT}"))
}

/// The token is malformed, or this site did not issue it.
pub fn unknown_bot() -> Failure {
    ProblemKind::UnknownBot.into()
}

/// The id of a table, if it may be one.
pub fn table_id(id: String) -> Result<String, Problem> {
    if may_be_table_id(&id) {
        Ok(id)
    } else {
        Err(ProblemKind::NoSuchTable.into())
    }
}

/// A person who is known already, or gets a new token.
pub struct KnownPerson {
    /// Who it is.
    pub id: PersonId,
    /// For the browser's cookie; bots have none.
    token: Option<Token>,
}

impl KnownPerson {
    /// The sender of a request. A token that this site did not issue is replaced.
    pub async fn of(app: &SiteApp, caller: &Caller, headers: &HeaderMap) -> Result<Self, Failure> {
        let log = app.log();
        if headers.contains_key(header::AUTHORIZATION) {
            let id = person_of(app, headers).await?.ok_or_else(unknown_bot)?;
            let is_known = log.persons().meet(id, now_ms()).await?;
            let bot = is_known.then_some(Self { id, token: None });
            return bot.ok_or_else(unknown_bot);
        }
        if let Some(token) = cookie::read(&app.address, headers)
            && let Some(id) = person_of(app, headers).await?
            && log.persons().meet(id, now_ms()).await?
        {
            app.note_network_of(id, caller).await?;
            let token = Some(token);
            return Ok(Self { id, token });
        }
        caller.take(LimitKind::Arrival)?;
        let token = Token::generate()?;
        let id = token.person();
        log.persons().add(id, now_ms()).await?;
        app.note_network_of(id, caller).await?;
        let token = Some(token);
        Ok(Self { id, token })
    }

    /// The header that keeps the token in the browser for another year.
    pub fn cookie(&self, app: &SiteApp) -> Option<[(HeaderName, HeaderValue); 1]> {
        let token = self.token.as_ref()?;
        Some([(header::SET_COOKIE, cookie::write(&app.address, token))])
    }
}
