//! Tells the webhook that reports wait for somebody to decide them: seldom, however many come.

use std::sync::Arc;

use brickwood_site::SiteApp;
use tokio::time::{Duration, sleep};

use crate::webhook::{OpenReports, Tidings, Webhook};

/// The time between two messages.
const SELDOM: Duration = Duration::from_mins(10);

/// Tells of reports that have come to this server, for as long as it runs.
pub(crate) async fn tell_of_reports(site: SiteApp, webhook: Arc<Webhook>) {
    loop {
        site.reported.notified().await;
        // If the storage does not answer, the next report is told.
        if let Ok(cards @ 1..) = site.stored().open_reports().await {
            let url = site.address.public_url.as_ref();
            let url = url.map(|url| format!("{}/host", url.origin()));
            webhook.send(Tidings::Reports(OpenReports { cards, url }));
            sleep(SELDOM).await;
        }
    }
}
