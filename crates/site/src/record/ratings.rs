//! The ratings of people.

pub(crate) mod api;
mod computed;
pub(crate) mod store;

use brickwood_table::PersonId;
use serde_json::{Value, json};

use crate::{
    SiteApp,
    http::problem::Failure,
    record::ratings::api::by_class,
    topics::{Topic, parts},
};
pub use computed::{Recomputed, recompute};
pub(crate) use computed::{changes, persons, rated_seats};
pub use store::{OwnRatingChange, RatedGame, RatingChange};

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("ratings/tables.sql"),
    keeps: &["rating_change"],
    told: parts![ratings of ["rating_change.person"]],
    ..Topic::NOTHING
};

/// The person's ratings, as they are told to the person.
async fn ratings(app: SiteApp, person: PersonId) -> Result<Value, Failure> {
    let site = app.stored();
    let changes = site.rating_changes_of(person, u32::MAX).await?;
    Ok(json!(by_class(&changes)))
}
