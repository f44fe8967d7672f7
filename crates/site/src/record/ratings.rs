//! The ratings of people.

pub(crate) mod api;
mod computed;
pub(crate) mod list;
pub(crate) mod store;

use brickwood_rating::Class;
use brickwood_table::PersonId;
use futures_util::{Stream, StreamExt, stream};
use serde_json::{Value, json};

use crate::{
    SiteApp,
    http::problem::Failure,
    record::ratings::api::told,
    topics::{PAGE, Topic, next_page, pages, parts},
};
pub use computed::{Recomputed, recompute};
pub(crate) use computed::{changes, others_of, rated_seats};
pub use list::{RatingListing, RatingLists};
pub use store::{OwnRatingChange, RatedGame, RatingChange};

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("ratings/tables.sql"),
    keeps: &["rating_change"],
    told: parts![
        ratings of ["rating_change.person"] as list, rating_listing of ["rating_listing.person"]
    ],
    ..Topic::NOTHING
};

/// Since when the person wants to be in the site's list.
async fn rating_listing(app: SiteApp, person: PersonId) -> Result<Value, Failure> {
    let since_ms = app.stored().rating_listing(person).await?;
    Ok(since_ms.map_or(Value::Null, |since_ms| json!({ "since_ms": since_ms })))
}

/// How each rated game has changed the person's ratings, class by class.
fn ratings(app: SiteApp, person: PersonId) -> impl Stream<Item = Result<Value, Failure>> + Send {
    let classes = stream::iter(Class::ALL).map(move |class| {
        let app = app.clone();
        pages(0, move |skip| {
            let app = app.clone();
            async move {
                let site = app.stored();
                let changes = site.rating_changes_in(person, class, skip, PAGE).await?;
                let next = next_page(skip, changes.len());
                let players = class.number();
                let told = changes.iter().map(told);
                let told = told.map(|game| json!({ "players": players, "game": game }));
                Ok((told.collect(), next))
            }
        })
    });
    classes.flatten()
}
