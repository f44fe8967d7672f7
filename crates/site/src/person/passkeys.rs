//! Passkeys, by which people come back on any device.

#[cfg(feature = "passkeys")]
pub(crate) mod api;
mod store;
#[cfg(feature = "passkeys")]
mod webauthn;

use axum::http::HeaderMap;
use brickwood_protocol::PasskeyOffer;
use brickwood_table::PersonId;
use serde_json::{Value, json};

use crate::{
    SiteApp,
    http::{clients::Site, problem::Failure},
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

impl SiteApp {
    /// Whether people can keep passkeys at the address of a request.
    pub(crate) async fn passkey_offer(&self, headers: &HeaderMap) -> Result<PasskeyOffer, Failure> {
        if !self.features().await?.devices {
            return Ok(PasskeyOffer::Off);
        }
        Ok(offer_at(&self.address, headers))
    }
}

/// Whether browsers allow passkeys there.
#[cfg(feature = "passkeys")]
fn offer_at(site: &Site, headers: &HeaderMap) -> PasskeyOffer {
    let party = webauthn::RelyingParty::of(site, headers);
    party.map_or_else(|why| why, |_| PasskeyOffer::Offered)
}

#[cfg(not(feature = "passkeys"))]
fn offer_at(_: &Site, _: &HeaderMap) -> PasskeyOffer {
    PasskeyOffer::Off
}

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
