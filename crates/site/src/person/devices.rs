//! The devices of people, and how a further one becomes theirs.

pub(crate) mod api;
#[cfg(any(feature = "oidc", feature = "passkeys"))]
pub(crate) mod enroll;
mod open;
pub(crate) mod store;
pub(crate) mod trust;

use brickwood_table::PersonId;
use serde_json::{Value, json};

use crate::{
    SiteApp,
    http::problem::Failure,
    topics::{Topic, parts},
};
pub use open::{Credential, DeviceChange, Devices, Visitor};
pub use store::{Device, MOST_DEVICES, Owner};
pub use trust::{DeviceStanding, NEW_MS};

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("devices/tables.sql"),
    keeps: &["(SELECT person FROM device WHERE NOT removed)"],
    told: parts![devices of ["device.person", "recovery.person"]],
    ..Topic::NOTHING
};

async fn devices(app: SiteApp, person: PersonId) -> Result<Value, Failure> {
    let site = app.stored();
    let devices = site.devices_of(person).await?.into_iter().map(|device| {
        json!({
            "name": device.name,
            "created_ms": device.created_ms,
            "seen_ms": device.seen_ms,
            "trusted_ms": device.trusted_ms,
        })
    });
    Ok(json!({
        "devices": devices.collect::<Vec<_>>(),
        "recovery_words_ms": site.words_ms(person).await?,
    }))
}
