//! How people behave: reports, what follows from them, whom they block, and the page of the host.

pub mod blocks;
pub mod host;
pub mod reports;
pub mod sanctions;

use brickwood_table::GuestId;
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
        "sanction.guest", "moderator.guest", "network_watch.guest", "block.guest", "report.guest"
    ]],
    not_told: &[
        (
            "block.other",
            "who has blocked the guest: that is told to nobody",
        ),
        (
            "report.about",
            "reports about the guest: whoever reports somebody need not fear them",
        ),
    ],
};

/// What the host has decided about the guest, whom they have blocked and what they have reported.
async fn moderation(app: SiteApp, guest: GuestId) -> Result<Value, Failure> {
    let site = app.stored();
    let reports = site.sent_reports(guest).await?;
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
        "sanctions": site.sanctions(guest).await?,
        "moderator": site.is_moderator(guest).await?,
        "network_suspended_until_ms": site.network_watch(guest).await?,
        "blocks": site.blocks(guest).await?,
        "reports": reports.collect::<Vec<_>>(),
    }))
}
