//! Reports about people.

use async_trait::async_trait;
use brickwood_protocol::DecidedReport;
use brickwood_table::GuestId;
use rusqlite::{Row, params, types::Type};

use super::{SqliteStorage, document, games::unreadable, host::outcome};
use crate::{NewReport, Reports, StoredReport, Unavailable};

#[async_trait]
impl Reports for SqliteStorage {
    async fn report(
        &self,
        report: NewReport,
        since_ms: u64,
        most: u32,
    ) -> Result<bool, Unavailable> {
        let text = document(&report.body)?;
        self.writer
            .write(move |to| {
                let added = to
                    .prepare_cached(
                        "INSERT INTO report (at_ms, guest, about, document)
                         SELECT ?1, ?2, ?3, ?4
                         WHERE (SELECT count(*) FROM report WHERE guest = ?2 AND at_ms >= ?5) < ?6",
                    )?
                    .execute(params![
                        report.at_ms.cast_signed(),
                        report.by.0,
                        report.about.0,
                        text,
                        since_ms.cast_signed(),
                        most
                    ])?;
                Ok(Ok::<_, Unavailable>(added > 0))
            })
            .await
    }

    async fn reports(
        &self,
        decided: bool,
        before: u32,
        limit: u32,
    ) -> Result<Vec<StoredReport>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached(
                "SELECT number, at_ms, guest, about, document, outcome FROM report
                 WHERE (outcome IS NOT NULL) = ?1 AND number < ?2
                 ORDER BY number DESC LIMIT ?3",
            )?
            .query_map(params![decided, before, limit], stored)?
            .collect()
        })
        .await
    }

    async fn sent_reports(&self, guest: GuestId) -> Result<Vec<StoredReport>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached(
                "SELECT number, at_ms, guest, about, document, outcome FROM report
                 WHERE guest = ?1 ORDER BY number DESC",
            )?
            .query_map([guest.0], stored)?
            .collect()
        })
        .await
    }

    async fn open_reports(&self) -> Result<u32, Unavailable> {
        self.read(|from| {
            from.prepare_cached("SELECT count(*) FROM report WHERE outcome IS NULL")?
                .query_row([], |row| row.get(0))
        })
        .await
    }

    async fn heard(&self, guest: GuestId) -> Result<Vec<DecidedReport>, Unavailable> {
        self.read(move |from| {
            let rows: Vec<(u32, Option<String>)> = from
                .prepare_cached(
                    "SELECT number, outcome FROM report
                     WHERE guest = ?1 AND outcome IS NOT NULL AND NOT told ORDER BY number",
                )?
                .query_map([guest.0], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            let decided = rows.into_iter().filter_map(|(number, text)| {
                let outcome = outcome(1, text).transpose()?;
                Some(outcome.map(|outcome| DecidedReport { number, outcome }))
            });
            decided.collect()
        })
        .await
    }

    async fn have_heard(&self, guest: GuestId, reports: &[u32]) -> Result<(), Unavailable> {
        let numbers = document(&reports)?;
        let told = "UPDATE report SET told = 1 WHERE guest = ?1 AND outcome IS NOT NULL
             AND number IN (SELECT value FROM json_each(?2))";
        self.writer.execute(told, (guest.0, numbers)).await?;
        Ok(())
    }
}

fn stored(row: &Row<'_>) -> rusqlite::Result<StoredReport> {
    let text: String = row.get(4)?;
    Ok(StoredReport {
        number: row.get(0)?,
        at_ms: row.get::<_, i64>(1)?.cast_unsigned(),
        by: row.get::<_, Option<[u8; 32]>>(2)?.map(GuestId),
        about: GuestId(row.get(3)?),
        body: serde_json::from_str(&text).map_err(|error| unreadable(4, Type::Text, error))?,
        outcome: outcome(5, row.get(5)?)?,
    })
}
