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
pub use store::Wish;

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("open_tables/tables.sql"),
    told: parts![wish of ["wish.person", "told.person"]],
    ..Topic::NOTHING
};

async fn wish(app: SiteApp, person: PersonId) -> Result<Value, Failure> {
    let wish = app.stored().wish_of(person, now_ms()).await?;
    Ok(wish.map_or(
        Value::Null,
        |wish| json!({ "until_ms": wish.until_ms, "told_of": wish.told }),
    ))
}
