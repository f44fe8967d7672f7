//! The way to the host's page: a link that is valid once, and the browser that has opened it.

use std::time::Duration;

use brickwood_protocol::{ActAuthor, LoggedAct, Problem, ProblemKind};

use crate::{
    SiteStorage,
    moderation::host::{
        HostKey,
        act::{line, unstored},
    },
    person::token::Token,
};

/// How long a link is valid, in minutes.
pub const LINK_MINUTES: u64 = 15;

/// How long a browser that has opened the host's page sees it.
pub(crate) const SESSION: Duration = Duration::from_hours(12);

/// Makes a link to the host's page. Returns its secret, which belongs behind `/host#` of the site's address. It is
/// valid once, for [`LINK_MINUTES`]. One that somebody has `asked` for is noted in the log.
///
/// # Errors
///
/// `unavailable`, if it cannot be stored or the operating system has no randomness to give.
pub async fn new_link(site: SiteStorage<'_>, asked: bool, now_ms: u64) -> Result<String, Problem> {
    let secret = Token::generate().map_err(|_| ProblemKind::Unavailable)?;
    let until_ms = now_ms + Duration::from_mins(LINK_MINUTES).as_millis() as u64;
    let line = asked.then(|| line(now_ms, ActAuthor::Command, LoggedAct::Linked));
    let line = line.transpose()?;
    let stored = site.add_host_link(key(&secret), until_ms, line).await;
    stored.map_err(unstored)?;
    Ok(secret.to_text())
}

/// The address of the host's page, with the secret of a link to it. Browsers send the part behind `#` to nobody.
pub fn page(site: &str, secret: &str) -> String {
    format!("{site}/host#{secret}")
}

/// Opens the host's page by the secret of a link. Returns the secret of the browser that sees it then.
pub(crate) async fn open(
    site: SiteStorage<'_>,
    secret: &str,
    now_ms: u64,
) -> Result<Token, Problem> {
    let link = Token::parse(secret).ok_or(ProblemKind::LinkUsed)?;
    let session = Token::generate().map_err(|_| ProblemKind::Unavailable)?;
    let until_ms = now_ms + SESSION.as_millis() as u64;
    let opened = line(now_ms, ActAuthor::Host, LoggedAct::Opened)?;
    let opened = site.open_host_page(key(&link), key(&session), until_ms, opened);
    if opened.await.map_err(unstored)? {
        Ok(session)
    } else {
        Err(ProblemKind::LinkUsed.into())
    }
}

/// The hash under which a secret is stored.
pub(crate) fn key(secret: &Token) -> HostKey {
    HostKey(secret.host())
}
