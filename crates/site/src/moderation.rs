//! How people behave: reports, what follows from them, whom they block, and the page of the host.

pub mod backups;
pub mod blocks;
pub mod host;
pub mod names;
pub mod networks;
pub mod reports;
pub mod sanctions;

use brickwood_table::PersonId;
use futures_util::Stream;
use serde_json::{Value, json};

use crate::{
    SiteApp,
    http::problem::Failure,
    topics::{PAGE, Topic, next_page, pages, parts},
};

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("moderation/tables.sql"),
    keeps: &["sanction", "moderator"],
    told: parts![
        moderation of ["sanction.person", "moderator.person", "network_watch.person", "seen_from.person"],
        blocks of ["block.person"] as list,
        reports of ["report.person"] as list,
        watched of ["watched.person"] as list,
    ],
    not_told: &[
        (
            "block.other",
            "who has blocked the person: that is told to nobody",
        ),
        (
            "report.about",
            "reports about the person: whoever reports somebody need not fear them",
        ),
        (
            "table_order.person",
            "what is to be done about the person at tables: it is done within seconds",
        ),
    ],
};

/// What the host has decided about the person.
async fn moderation(app: SiteApp, person: PersonId) -> Result<Value, Failure> {
    let site = app.stored();
    Ok(json!({
        "sanctions": site.sanctions(person).await?,
        "moderator": site.is_moderator(person).await?,
        "network_suspended_until_ms": site.network_watch(person).await?,
        "network_mark": site.mark_of(person).await?.map(|(mark, since_ms)| {
            json!({ "mark": mark, "since_ms": since_ms })
        }),
    }))
}

fn blocks(app: SiteApp, person: PersonId) -> impl Stream<Item = Result<Value, Failure>> + Send {
    pages((), move |()| {
        let app = app.clone();
        async move {
            // They are few: see `MOST_BLOCKS`.
            let blocks = app.stored().blocks(person).await?;
            Ok((blocks.iter().map(|block| json!(block)).collect(), None))
        }
    })
}

/// The reports that the person has sent.
fn reports(app: SiteApp, person: PersonId) -> impl Stream<Item = Result<Value, Failure>> + Send {
    pages(0, move |skip| {
        let app = app.clone();
        async move {
            let reports = app.stored().sent_reports(person, skip, PAGE).await?;
            let next = next_page(skip, reports.len());
            let told = reports.iter().map(|report| {
                json!({
                    "number": report.number,
                    "at_ms": report.at_ms,
                    "reason": report.body.reason,
                    "words": report.body.words,
                    "outcome": report.outcome,
                })
            });
            Ok((told.collect(), next))
        }
    })
}

/// The tables that the person has watched today.
fn watched(app: SiteApp, person: PersonId) -> impl Stream<Item = Result<Value, Failure>> + Send {
    pages(0, move |skip| {
        let app = app.clone();
        async move {
            let watched = app.stored().watched_by(person, skip, PAGE).await?;
            let next = next_page(skip, watched.len());
            let told = watched
                .iter()
                .map(|(table, since_ms)| json!({ "table": table, "since_ms": since_ms }));
            Ok((told.collect(), next))
        }
    })
}
