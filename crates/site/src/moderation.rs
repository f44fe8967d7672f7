//! How people behave: reports, what follows from them, whom they block, and the page of the host.

pub mod blocks;
pub mod host;
pub mod reports;
pub mod sanctions;

use brickwood_table::PersonId;
use serde_json::{Value, json};

use crate::{
    SiteApp,
    http::problem::Failure,
    topics::{Topic, parts},
};

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("moderation/tables.sql"),
    keeps: &["sanction", "moderator"],
    told: parts![moderation of [
        "sanction.person", "moderator.person", "network_watch.person", "block.person", "report.person"
    ]],
    not_told: &[
        (
            "block.other",
            "who has blocked the person: that is told to nobody",
        ),
        (
            "report.about",
            "reports about the person: whoever reports somebody need not fear them",
        ),
    ],
};

/// What the host has decided about the person, whom they have blocked and what they have reported.
async fn moderation(app: SiteApp, person: PersonId) -> Result<Value, Failure> {
    let site = app.stored();
    let reports = site.sent_reports(person).await?;
    let reports = reports.iter().map(|report| {
        json!({
            "number": report.number,
            "at_ms": report.at_ms,
            "reason": report.body.reason,
            "words": report.body.words,
            "outcome": report.outcome,
        })
    });
    Ok(json!({
        "sanctions": site.sanctions(person).await?,
        "moderator": site.is_moderator(person).await?,
        "network_suspended_until_ms": site.network_watch(person).await?,
        "blocks": site.blocks(person).await?,
        "reports": reports.collect::<Vec<_>>(),
    }))
}
