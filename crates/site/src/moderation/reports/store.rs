//! Reports about people.

use brickwood_protocol::{DecidedReport, Evidence, Misconduct, ReportOutcome};
use brickwood_storage::{Again, Row, SqlError, Unavailable, Value, values};
use brickwood_table::PersonId;
use serde::{Deserialize, Serialize};

use crate::SiteStorage;

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
    pub by: PersonId,
    /// About whom it is.
    pub about: PersonId,
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
    /// Who has sent it; none if that person is forgotten.
    pub by: Option<PersonId>,
    /// About whom it is.
    pub about: PersonId,
    /// What it says.
    pub body: ReportBody,
    /// What came of it; none while nobody has decided.
    pub outcome: Option<ReportOutcome>,
}

impl SiteStorage<'_> {
    /// Stores a report. `false` if the person has sent `most` since a time, in milliseconds since 1970.
    pub async fn report(
        self,
        report: NewReport,
        since_ms: u64,
        most: u32,
    ) -> Result<bool, Unavailable> {
        let text = Value::document(&report.body)?;
        // Whether it was stored is unknown if the connection breaks: it is not sent twice.
        self.sql
            .transaction(Again::Never, move |on| {
                let (at_ms, text) = (report.at_ms, text.clone());
                let (by, about) = (report.by, report.about);
                Box::pin(async move {
                    let add = "INSERT INTO report (at_ms, person, about, document)
                         SELECT ?1, ?2, ?3, ?4
                         WHERE (SELECT count(*) FROM report WHERE person = ?2 AND at_ms >= ?5) < ?6";
                    let values = values![at_ms, by, about, text, since_ms, most];
                    Ok(Ok(on.execute(add, values).await? > 0))
                })
            })
            .await
    }

    /// The reports before a number that are decided, or that are not, the latest first, at most `limit`.
    pub async fn reports(
        self,
        decided: bool,
        before: u32,
        limit: u32,
    ) -> Result<Vec<StoredReport>, Unavailable> {
        let text = format!(
            "{REPORTS} WHERE (outcome IS NOT NULL) = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3"
        );
        self.sql
            .all(&text, values![decided, before, limit], stored)
            .await
    }

    /// The reports that a person has sent, after the latest `skip`, the latest first, at most `limit`.
    pub async fn sent_reports(
        self,
        person: PersonId,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<StoredReport>, Unavailable> {
        let text = format!("{REPORTS} WHERE person = ?1 ORDER BY number DESC LIMIT ?2 OFFSET ?3");
        self.sql
            .all(&text, values![person, limit, skip], stored)
            .await
    }

    /// How many reports nobody has decided.
    pub async fn open_reports(self) -> Result<u32, Unavailable> {
        let text = "SELECT count(*) FROM report WHERE outcome IS NULL";
        self.sql.number(text, values![]).await
    }

    /// The decided reports of a person of which they have not read what came of them.
    pub async fn heard(self, person: PersonId) -> Result<Vec<DecidedReport>, Unavailable> {
        let text = "SELECT number, outcome FROM report
             WHERE person = ?1 AND outcome IS NOT NULL AND NOT told ORDER BY number";
        let read = |row: &mut Row| {
            Ok(DecidedReport {
                number: row.take()?,
                outcome: row.take_document()?,
            })
        };
        self.sql.all(text, values![person], read).await
    }

    /// A person has read what came of these reports.
    pub async fn have_heard(self, person: PersonId, reports: &[u32]) -> Result<(), Unavailable> {
        for report in reports {
            let told = "UPDATE report SET told = true
                 WHERE person = ?1 AND outcome IS NOT NULL AND number = ?2";
            self.sql.execute(told, values![person, *report]).await?;
        }
        Ok(())
    }
}

const REPORTS: &str = "SELECT number, at_ms, person, about, document, outcome FROM report";

fn stored(row: &mut Row) -> Result<StoredReport, SqlError> {
    Ok(StoredReport {
        number: row.take()?,
        at_ms: row.take()?,
        by: row.take_opt()?,
        about: row.take()?,
        body: row.take_document()?,
        outcome: row.take_document_opt()?,
    })
}
