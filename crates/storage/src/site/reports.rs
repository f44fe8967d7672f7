//! Reports about people.

use async_trait::async_trait;
use brickwood_protocol::{DecidedReport, Evidence, Misconduct, ReportOutcome};
use brickwood_table::GuestId;
use serde::{Deserialize, Serialize};

use crate::Unavailable;

/// What a report says. It is stored as it came.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReportBody {
    /// What it is about.
    pub reason: Misconduct,
    /// In words of who has sent it.
    pub words: Option<String>,
    /// What happened, as it was then.
    pub evidence: Evidence,
}

/// A report to store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReport {
    /// When it came, in milliseconds since 1970.
    pub at_ms: u64,
    /// Who has sent it.
    pub by: GuestId,
    /// About whom it is.
    pub about: GuestId,
    /// What it says.
    pub body: ReportBody,
}

/// A stored report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredReport {
    /// Names it.
    pub number: u32,
    /// When it came, in milliseconds since 1970.
    pub at_ms: u64,
    /// Who has sent it; none if that guest is forgotten.
    pub by: Option<GuestId>,
    /// About whom it is.
    pub about: GuestId,
    /// What it says.
    pub body: ReportBody,
    /// What came of it; none while nobody has decided.
    pub outcome: Option<ReportOutcome>,
}

/// Reports about people.
#[async_trait]
pub trait Reports: Send + Sync + 'static {
    /// Stores a report. `false` if the guest has sent `most` since a time, in milliseconds since 1970.
    async fn report(
        &self,
        report: NewReport,
        since_ms: u64,
        most: u32,
    ) -> Result<bool, Unavailable>;

    /// The reports before a number that are decided, or that are not, the latest first, at most `limit`.
    async fn reports(
        &self,
        decided: bool,
        before: u32,
        limit: u32,
    ) -> Result<Vec<StoredReport>, Unavailable>;

    /// The reports that a guest has sent, the latest first.
    async fn sent_reports(&self, guest: GuestId) -> Result<Vec<StoredReport>, Unavailable>;

    /// How many reports nobody has decided.
    async fn open_reports(&self) -> Result<u32, Unavailable>;

    /// The decided reports of a guest of which they have not read what came of them.
    async fn heard(&self, guest: GuestId) -> Result<Vec<DecidedReport>, Unavailable>;

    /// A guest has read what came of these reports.
    async fn have_heard(&self, guest: GuestId, reports: &[u32]) -> Result<(), Unavailable>;
}
