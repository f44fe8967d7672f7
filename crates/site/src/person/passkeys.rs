//! Passkeys, by which people come back on any device.

#[cfg(feature = "passkeys")]
pub(crate) mod api;
mod store;
#[cfg(feature = "passkeys")]
mod webauthn;

use brickwood_table::PersonId;
use serde_json::{Value, json};

use crate::{
    SiteApp,
    http::problem::Failure,
    topics::{Topic, parts},
};
pub use store::{AddPasskeyError, MOST_PASSKEYS, Passkey, UserHandle};

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("passkeys/tables.sql"),
    keeps: &["passkey"],
    told: parts![passkeys of ["passkey.person"]],
    not_told: &[(
        "ceremony.person",
        "what was begun with a passkey or on the way to a provider, which is void after five minutes",
    )],
};

async fn passkeys(app: SiteApp, person: PersonId) -> Result<Value, Failure> {
    let passkeys = app.stored().passkeys_of(person).await?;
    let passkeys = passkeys.into_iter().map(|passkey| {
        json!({
            "name": passkey.name,
            "created_ms": passkey.created_ms,
            "used_ms": passkey.used_ms,
        })
    });
    Ok(passkeys.collect())
}
