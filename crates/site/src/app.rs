//! What all endpoints of a site share.

use std::sync::Arc;

use async_trait::async_trait;
use axum::http::HeaderMap;
use brickwood_protocol::ProblemKind;
use brickwood_storage::Storage;
use brickwood_table::PersonId;
use tokio::sync::Notify;

use crate::{
    SiteStorage, StoresSite,
    http::{
        clients::{Site, is_forwarded},
        limits::Limits,
        problem::Failure,
        rate_limit::{Caller, Peer},
        turns::{Turn, Turns},
    },
    lobby::open_tables::Lobby,
    moderation::backups::BackupKeeper,
    person::devices::Devices,
    record::ratings::RatingLists,
    settings::Features,
};

/// What the site tells tables that somebody plays at now.
#[async_trait]
pub trait LiveTables: Send + Sync + 'static {
    /// A person does not hear these people any more. A table that is not in memory here has nobody who could hear.
    async fn unhear(&self, table: &str, person: PersonId, unheard: Vec<PersonId>);
}

/// The state that the endpoints of a site share. Cheap to clone.
#[derive(Clone)]
pub struct SiteApp {
    /// Where everything is stored.
    pub storage: Arc<dyn Storage>,
    /// What one client may take.
    pub limits: Arc<Limits>,
    /// How the site is reached.
    pub address: Arc<Site>,
    /// The tables that somebody plays at now.
    pub tables: Arc<dyn LiveTables>,
    /// The devices of people.
    pub devices: Devices,
    /// Says that somebody is to be deleted.
    pub deletions: Arc<Notify>,
    /// Says that the host has decided about tables.
    pub table_orders: Arc<Notify>,
    /// Says that somebody was reported.
    pub reported: Arc<Notify>,
    /// The provider by which people may come back.
    #[cfg(feature = "oidc")]
    pub oidc: Option<Arc<crate::person::identities::Oidc>>,
    /// The backups that the server makes; none if it makes none.
    pub backups: Option<BackupKeeper>,
    /// The tables that wait for players, and what else goes on.
    pub lobby: Lobby,
    /// The lists of ratings.
    pub rating_lists: RatingLists,
    /// What the site offers besides tables.
    pub features: Features,
    /// Reading through all that somebody has played.
    pub histories: Turns,
    /// Whether the documentation is served.
    pub has_docs: bool,
}

impl SiteApp {
    /// Where everything is stored.
    pub fn log(&self) -> &dyn Storage {
        &*self.storage
    }

    /// What is stored of the site and its people beside tables.
    pub fn stored(&self) -> SiteStorage<'_> {
        self.storage.site()
    }

    /// The turn of a client to have what a person has played read through.
    ///
    /// # Errors
    ///
    /// Never while the server runs.
    pub async fn history(
        &self,
        caller: &Caller,
        person: Option<PersonId>,
    ) -> Result<Turn, Failure> {
        let turn = self.histories.take_for(caller, person).await;
        Ok(turn.map_err(|_| ProblemKind::Unavailable)?)
    }

    /// Whether a request comes from this machine or its private network.
    pub fn is_near(&self, caller: &Caller, peer: &Peer, headers: &HeaderMap) -> bool {
        caller.is_near() && (self.address.is_proxy(peer.ip) || !is_forwarded(headers))
    }
}
