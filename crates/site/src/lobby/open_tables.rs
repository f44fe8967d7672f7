//! Tables that wait for players, games that can be watched, and people who want to be told of them.

pub(crate) mod api;
mod store;

use brickwood_storage::now_ms;
use brickwood_table::PersonId;
use serde_json::{Value, json};

use crate::{
    SiteApp,
    http::problem::Failure,
    topics::{Topic, parts},
};
pub use api::{LONGEST_LIST, Lobby};
pub use store::TableAlert;

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("open_tables/tables.sql"),
    told: parts![alert of ["table_alert.person", "told.person"]],
    ..Topic::NOTHING
};

async fn alert(app: SiteApp, person: PersonId) -> Result<Value, Failure> {
    let alert = app.stored().alert_of(person, now_ms()).await?;
    Ok(alert.map_or(
        Value::Null,
        |alert| json!({ "until_ms": alert.until_ms, "told_of": alert.told }),
    ))
}
