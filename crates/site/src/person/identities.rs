//! Who people are at a provider of OpenID Connect that the host of the site has named.

#[cfg(feature = "oidc")]
pub(crate) mod api;
#[cfg(feature = "oidc")]
mod discovery;
#[cfg(feature = "oidc")]
mod oidc;
mod store;

use brickwood_table::PersonId;
use serde_json::{Value, json};

use crate::{
    SiteApp,
    http::problem::Failure,
    topics::{Topic, parts},
};
#[cfg(feature = "oidc")]
pub use oidc::{NotAnOidcIssuer, Oidc, OidcIssuer, OidcProvider, OidcSecret};
pub use store::{Bound, Identity, IdentityId, MOST_IDENTITIES};

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("identities/tables.sql"),
    keeps: &["identity"],
    told: parts![identities of ["identity.person"]],
    ..Topic::NOTHING
};

async fn identities(app: SiteApp, person: PersonId) -> Result<Value, Failure> {
    let identities = app.stored().identities_of(person).await?;
    let identities = identities.into_iter().map(|identity| {
        json!({
            "provider": identity.issuer,
            "created_ms": identity.created_ms,
            "used_ms": identity.used_ms,
        })
    });
    Ok(identities.collect())
}
