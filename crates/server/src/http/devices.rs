//! The devices of a guest.

use axum::http::HeaderValue;
use brickwood_table::GuestId;

use super::{app::App, cookie};
use crate::problem::Failure;

/// Makes the browser that sends a request a device of this guest. Returns what to answer as its `Set-Cookie`; `None` if
/// the guest is not stored any more.
///
/// Whoever calls this has made sure that the browser's owner is that guest and wants this, and has limited how often
/// it can be tried. The token is always a fresh one, so that a cookie that somebody else may know, or have put there,
/// never becomes the guest's. What the browser was before it is no longer. The name is empty if nobody has given one.
pub(super) async fn enroll(
    app: &App,
    guest: GuestId,
    name: String,
) -> Result<Option<HeaderValue>, Failure> {
    let token = app.devices.add(guest, name).await?;
    Ok(token.map(|token| cookie::write(&app.site, &token)))
}
