//! The host's way in, who helps, and what they have done.

use async_trait::async_trait;
use brickwood_protocol::{ReportOutcome, ServerFigures, Standing, StoredFigures};
use brickwood_table::{GuestId, Listed, NodeId};
use thiserror::Error;

use crate::Unavailable;

/// The hash of a secret that opens the host's page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HostKey(pub [u8; 32]);

/// A line of the host's log, to add.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewHostLine {
    /// When it was, in milliseconds since 1970.
    pub at_ms: u64,
    /// What was done, as JSON.
    pub line: String,
}

/// A line of the host's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostLine {
    /// Its number: 1, 2, 3, …
    pub number: u32,
    /// When it was, in milliseconds since 1970.
    pub at_ms: u64,
    /// What was done, as JSON.
    pub line: String,
}

/// Something that the host or a helper does: all of it, with its line in the log, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostDecision {
    /// Its line in the log.
    pub line: NewHostLine,
    /// What changes.
    pub change: HostChange,
    /// The reports that are decided with it.
    pub reports: Vec<(u32, ReportOutcome)>,
}

/// What a decision changes beside reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostChange {
    /// Nothing.
    Nothing,
    /// A setting has this value, as JSON.
    Setting {
        /// Its name.
        name: &'static str,
        /// The value.
        value: String,
    },
    /// A guest may help, or may not any more.
    Helper {
        /// Who.
        guest: GuestId,
        /// Whether they may.
        on: bool,
    },
    /// All browsers are shut out of the host's page.
    EndSessions,
    /// Something else is decided about a guest than was until now.
    Standing {
        /// About whom.
        guest: GuestId,
        /// What was decided.
        from: Box<Standing>,
        /// What is decided now.
        to: Box<Standing>,
        /// Until when the network is suspended from which the guest comes next; none if it is not.
        network_until_ms: Option<u64>,
    },
}

/// Why a decision changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum HostDecisionError {
    /// Something else is decided about the guest than was assumed.
    #[error("somebody else has changed the same")]
    Conflict,
    /// There is no such report, or it is decided.
    #[error("there is no such open report")]
    NoSuchReport,
    /// Nothing could be stored, or it is unknown whether it is.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// The host's way in, who helps, and what they have done.
#[async_trait]
pub trait HostDesk: Send + Sync + 'static {
    /// Stores a link to the host's page, which is valid until that time, with a line of the log if somebody has
    /// asked for it.
    async fn add_host_link(
        &self,
        key: HostKey,
        until_ms: u64,
        line: Option<NewHostLine>,
    ) -> Result<(), Unavailable>;

    /// Opens the host's page by a link, for a browser with this secret, until that time. The link is used then.
    /// `false`, and nothing changes, if there is no such link that is valid at the time of the line.
    async fn open_host_page(
        &self,
        key: HostKey,
        session: HostKey,
        until_ms: u64,
        line: NewHostLine,
    ) -> Result<bool, Unavailable>;

    /// Whether a browser sees the host's page.
    async fn is_host(&self, session: HostKey, now_ms: u64) -> Result<bool, Unavailable>;

    /// A browser sees the host's page no longer.
    async fn end_host_session(&self, session: HostKey) -> Result<(), Unavailable>;

    /// How many browsers see the host's page.
    async fn host_sessions(&self, now_ms: u64) -> Result<u32, Unavailable>;

    /// The guests who may help.
    async fn helpers(&self) -> Result<Vec<GuestId>, Unavailable>;

    /// Whether a guest may help.
    async fn is_helper(&self, guest: GuestId) -> Result<bool, Unavailable>;

    /// Does what was decided.
    async fn decide(&self, decision: HostDecision) -> Result<(), HostDecisionError>;

    /// The log before a line, the latest line first, at most `limit`.
    async fn host_log(&self, before: u32, limit: u32) -> Result<Vec<HostLine>, Unavailable>;

    /// The stored guests whose ids begin with these bytes, with their names, at most two.
    async fn guests_like(
        &self,
        prefix: [u8; 8],
    ) -> Result<Vec<(GuestId, Option<String>)>, Unavailable>;

    /// How much is stored.
    async fn stored_figures(&self) -> Result<StoredFigures, Unavailable>;

    /// Stores what a server has counted. What servers have not said again since `old_ms` is forgotten.
    async fn note_figures(
        &self,
        node: NodeId,
        figures: ServerFigures,
        old_ms: u64,
    ) -> Result<(), Unavailable>;

    /// What servers have counted.
    async fn figures(&self) -> Result<Vec<ServerFigures>, Unavailable>;

    /// The games that are not over, the newest first, at most `limit`.
    async fn latest_games(&self, limit: u32) -> Result<Vec<Listed>, Unavailable>;
}
