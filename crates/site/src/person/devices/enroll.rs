//! How a browser becomes a device of somebody who has proven who they are.

use axum::http::{HeaderMap, HeaderValue};
use brickwood_table::PersonId;

use crate::{
    SiteApp,
    http::{cookie, problem::Failure},
    person::devices::api::leave_behind,
};

/// Makes the browser that sends a request a device of this person. Returns what to answer as its `Set-Cookie`; `None` if
/// the person is not stored any more.
///
/// Whoever calls this has made sure that the browser's owner is that person and wants this, and has limited how often
/// it can be tried. The token is always a fresh one, so that a cookie that somebody else may know, or have put there,
/// never becomes the person's. The browser is no device any more of whom it was `before`. It has no name yet.
pub(crate) async fn enroll(
    app: &SiteApp,
    person: PersonId,
    before: Option<PersonId>,
    headers: &HeaderMap,
) -> Result<Option<HeaderValue>, Failure> {
    let Some(token) = app.devices.add(person, String::new()).await? else {
        return Ok(None);
    };
    if let Some(before) = before {
        leave_behind(app, before, headers).await?;
    }
    Ok(Some(cookie::write(&app.address, &token)))
}
