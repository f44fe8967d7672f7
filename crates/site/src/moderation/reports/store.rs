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
}

/// A report to store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReport {
    /// When it came, in milliseconds since 1970.
    pub at_ms: u64,
    /// Who has sent it.
    pub by: PersonId,
    /// Whether that person plays at the table, or has played there.
    pub player: bool,
    /// About whom it is.
    pub about: PersonId,
    /// The line of chat that it is about.
    pub line: Option<u32>,
    /// What it says.
    pub body: ReportBody,
    /// What happened, as it was then.
    pub evidence: Evidence,
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
    /// Whether that person plays at the table, or has played there.
    pub player: bool,
    /// The line of chat that it is about.
    pub line: Option<u32>,
    /// What it says.
    pub body: ReportBody,
    /// What came of it; none while nobody has decided.
    pub outcome: Option<ReportOutcome>,
}

/// The reports about one person at one table that nobody has decided, or of which the same came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredCard {
    /// The number of the first one.
    pub number: u32,
    /// About whom they are.
    pub about: PersonId,
    /// The table.
    pub game: String,
    /// What came of them; none while nobody has decided.
    pub outcome: Option<ReportOutcome>,
    /// How many people have sent them.
    pub people: u64,
    /// How many of these play at the table, or have played there.
    pub players: u64,
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
        let evidence = Value::document(&report.evidence)?;
        // Whether it was stored is unknown if the connection breaks: it is not sent twice.
        self.sql
            .transaction(Again::Never, move |on| {
                let NewReport {
                    at_ms,
                    by,
                    player,
                    about,
                    line,
                    ..
                } = report;
                let game = report.evidence.table.clone();
                let (text, evidence) = (text.clone(), evidence.clone());
                Box::pin(async move {
                    // However many report the same, it is kept once.
                    let add = "INSERT INTO report
                             (at_ms, person, about, game, line, player, document, evidence)
                         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, CASE WHEN NOT EXISTS (
                             SELECT 1 FROM report
                             WHERE about = ?3 AND game = ?4 AND outcome IS NULL
                                 AND evidence IS NOT NULL AND coalesce(line, 0) = coalesce(?5, 0)
                         ) THEN ?8 END
                         WHERE (SELECT count(*) FROM report WHERE person = ?2 AND at_ms >= ?9) < ?10";
                    let values = values![
                        at_ms, by, about, game, line, player, text, evidence, since_ms, most
                    ];
                    Ok(Ok(on.execute(add, values).await? > 0))
                })
            })
            .await
    }

    /// The cards of reports before a number that are decided, or that are not, the latest first, at most `limit`.
    pub async fn report_cards(
        self,
        decided: bool,
        before: u32,
        limit: u32,
    ) -> Result<Vec<StoredCard>, Unavailable> {
        let is = if decided { "IS NOT NULL" } else { "IS NULL" };
        let text = format!(
            "SELECT min(number) AS first, about, game, outcome,
                 count(DISTINCT person) + count(*) - count(person),
                 count(DISTINCT CASE WHEN player THEN person END)
             FROM report WHERE outcome {is}
             GROUP BY about, game, outcome HAVING min(number) < ?1
             ORDER BY first DESC LIMIT ?2"
        );
        let read = |row: &mut Row| {
            Ok(StoredCard {
                number: row.take()?,
                about: row.take()?,
                game: row.take()?,
                outcome: row.take_document_opt()?,
                people: row.take()?,
                players: row.take()?,
            })
        };
        self.sql.all(&text, values![before, limit], read).await
    }

    /// The reports of a card, those of players first, and then the earlier ones first, at most `limit`.
    pub async fn reports_of(
        self,
        card: &StoredCard,
        limit: u32,
    ) -> Result<Vec<StoredReport>, Unavailable> {
        let text = format!("{REPORTS} {OF_CARD} ORDER BY player DESC, number LIMIT ?4");
        let values = [of_card(card)?, values![limit]].concat();
        self.sql.all(&text, values, stored).await
    }

    /// What happened, by the earliest reports of a card that have it, at most `limit`.
    pub async fn evidence_of(
        self,
        card: &StoredCard,
        limit: u32,
    ) -> Result<Vec<Evidence>, Unavailable> {
        let text = format!(
            "SELECT evidence FROM report {OF_CARD} AND evidence IS NOT NULL ORDER BY number LIMIT ?4"
        );
        let values = [of_card(card)?, values![limit]].concat();
        self.sql.all(&text, values, Row::take_document).await
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

    /// The number of the last report; 0 if there was none.
    pub async fn last_report(self) -> Result<u32, Unavailable> {
        let text = "SELECT coalesce(max(number), 0) FROM report";
        self.sql.number(text, values![]).await
    }

    /// A stored person watches a table at which they do not sit, from then on.
    pub async fn watches(
        self,
        person: PersonId,
        game: &str,
        now_ms: u64,
    ) -> Result<(), Unavailable> {
        let watches = "INSERT INTO watched (person, game, since_ms)
             SELECT person.id, game.id, ?3 FROM person JOIN game ON game.id = ?2
             WHERE person.id = ?1 AND NOT EXISTS (
                 SELECT 1 FROM sitter WHERE sitter.person = person.id AND sitter.game = game.id
             )
             ON CONFLICT DO NOTHING";
        self.sql
            .execute(watches, values![person, game, now_ms])
            .await?;
        Ok(())
    }

    /// Whether a person has watched a table since before then.
    pub async fn has_watched(
        self,
        person: PersonId,
        game: &str,
        before_ms: u64,
    ) -> Result<bool, Unavailable> {
        let text = "SELECT 1 FROM watched WHERE person = ?1 AND game = ?2 AND since_ms <= ?3";
        self.sql
            .exists(text, values![person, game, before_ms])
            .await
    }

    /// The tables that a person has watched lately, with the time since when, after the first `skip`, at most `limit`.
    pub async fn watched_by(
        self,
        person: PersonId,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<(String, u64)>, Unavailable> {
        let text = "SELECT game, since_ms FROM watched WHERE person = ?1
             ORDER BY since_ms, game LIMIT ?2 OFFSET ?3";
        let read = |row: &mut Row| Ok((row.take()?, row.take()?));
        self.sql.all(text, values![person, limit, skip], read).await
    }

    /// How many cards of reports nobody has decided.
    pub async fn open_reports(self) -> Result<u32, Unavailable> {
        let text = "SELECT count(*) FROM (
             SELECT 1 FROM report WHERE outcome IS NULL GROUP BY about, game
         ) AS card";
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

const REPORTS: &str = "SELECT number, at_ms, person, player, line, document, outcome FROM report";

/// Which reports are those of a card.
const OF_CARD: &str = "WHERE about = ?1 AND game = ?2 AND coalesce(outcome, '') = ?3";

fn of_card(card: &StoredCard) -> Result<Vec<Value>, Unavailable> {
    let outcome = match card.outcome {
        Some(outcome) => Value::document(&outcome)?,
        None => Value::from(""),
    };
    Ok(values![card.about, card.game.as_str(), outcome])
}

fn stored(row: &mut Row) -> Result<StoredReport, SqlError> {
    Ok(StoredReport {
        number: row.take()?,
        at_ms: row.take()?,
        by: row.take_opt()?,
        player: row.take()?,
        line: row.take_opt()?,
        body: row.take_document()?,
        outcome: row.take_document_opt()?,
    })
}
