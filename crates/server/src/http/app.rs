//! What all handlers share.

use std::sync::Arc;

use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::{
    features::Features, health::Health, open_tables::Lobby, replay_workers::ReplayWorkers,
    study::StudyWorkers,
};
use crate::{
    admission::{Admission, Passes},
    budget::Budget,
    clients::Site,
    deletions::Deletions,
    devices::Devices,
    doors::Doors,
    invitations::Invitations,
    limits::Limits,
    tables::Tables,
    webhook::Webhook,
};

/// The state that all handlers share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) tables: Tables,
    pub(crate) limits: Arc<Limits>,
    /// How the site is reached.
    pub(crate) site: Arc<Site>,
    /// Where the server listens.
    pub(crate) doors: Doors,
    /// Cancelled when the server is about to stop: load balancers should send no more clients.
    pub(crate) leaving: CancellationToken,
    /// Cancelled when the server stops: sockets end.
    pub(crate) stop: CancellationToken,
    /// Counts the sockets, together with the other connections.
    pub(crate) sockets: TaskTracker,
    /// The devices of guests.
    pub(crate) devices: Devices,
    /// The guests who are being deleted.
    pub(crate) deletions: Deletions,
    /// The provider by which people may come back.
    #[cfg(feature = "oidc")]
    pub(crate) oidc: Option<Arc<crate::oidc::Oidc>>,
    /// The tables that wait for players, and what else goes on.
    pub(crate) lobby: Lobby,
    /// What the site offers besides tables.
    pub(crate) features: Features,
    /// Whether the storage takes writes.
    pub(crate) health: Health,
    /// The clients that are about to be welcomed.
    pub(crate) admission: Admission,
    /// What players show to be welcomed first.
    pub(crate) passes: Passes,
    /// The budget for texts that wait to be sent to all sockets.
    pub(crate) outgoing: Arc<Budget>,
    /// Compute the replays.
    pub(crate) replay_workers: ReplayWorkers,
    /// Tell people of records and positions that they study.
    pub(crate) study_workers: StudyWorkers,
    /// Whether the documentation is served.
    pub(crate) has_docs: bool,
    /// Hears of tables that are opened to find players.
    pub(crate) webhook: Option<Arc<Webhook>>,
    /// The invitations to network bots.
    pub(crate) invitations: Invitations,
}
