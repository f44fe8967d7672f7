//! What people let others see of themselves.

pub(crate) mod api;
mod store;
mod summary;

use brickwood_table::PersonId;
use serde_json::Value;

use crate::{
    SiteApp,
    http::problem::Failure,
    record::results::api::unreadable,
    topics::{Topic, parts},
};

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("profiles/tables.sql"),
    told: parts![profile of ["profile.person"]],
    ..Topic::NOTHING
};

async fn profile(app: SiteApp, person: PersonId) -> Result<Value, Failure> {
    let shown = app.stored().profile(person).await?;
    let read = |text: String| serde_json::from_str(&text).map_err(|error| unreadable(&error));
    shown.map_or(Ok(Value::Null), read)
}
