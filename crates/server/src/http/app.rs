//! What all handlers share.

use std::sync::Arc;

use axum::extract::FromRef;
use brickwood_site::{SiteApp, http::budget::MemoryBudget};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::{health::Health, replay_workers::ReplayWorkers, study::StudyWorkers};
use crate::{
    admission::{Admission, Passes},
    invitations::Invitations,
    listeners::Listeners,
    tables::Tables,
    webhook::Webhook,
};

/// The state that all handlers share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) tables: Tables,
    /// What the endpoints of the site share.
    pub(crate) site: SiteApp,
    /// Where the server listens.
    pub(crate) listeners: Listeners,
    /// Cancelled when the server is about to stop: load balancers should send no more clients.
    pub(crate) leaving: CancellationToken,
    /// Cancelled when the server stops: sockets end.
    pub(crate) stop: CancellationToken,
    /// Counts the sockets, together with the other connections.
    pub(crate) sockets: TaskTracker,
    /// Whether the storage takes writes.
    pub(crate) health: Health,
    /// The clients that are about to be welcomed.
    pub(crate) admission: Admission,
    /// What players show to be welcomed first.
    pub(crate) passes: Passes,
    /// The budget for texts that wait to be sent to all sockets.
    pub(crate) outgoing: Arc<MemoryBudget>,
    /// Compute the replays.
    pub(crate) replay_workers: ReplayWorkers,
    /// Tell people of records and positions that they study.
    pub(crate) study_workers: StudyWorkers,
    /// Hears of tables that are opened to find players.
    pub(crate) webhook: Option<Arc<Webhook>>,
    /// The invitations to network bots.
    pub(crate) invitations: Invitations,
}

impl FromRef<App> for SiteApp {
    fn from_ref(app: &App) -> Self {
        app.site.clone()
    }
}
