//! Reports about people.

use async_trait::async_trait;
use brickwood_protocol::DecidedReport;
use brickwood_table::GuestId;
use tokio_postgres::Row;

use super::{
    Failure, PostgresStorage,
    connect::PATIENCE,
    host::came_of,
    made, site,
    statement::{execute, query, query_one},
    with,
};
use crate::{NewReport, Reports, StoredReport, Unavailable};

#[async_trait]
impl Reports for PostgresStorage {
    async fn report(
        &self,
        report: NewReport,
        since_ms: u64,
        most: u32,
    ) -> Result<bool, Unavailable> {
        // Whether it was stored is unknown if the connection breaks: it is not sent twice.
        let client = self.client().await?;
        let stored = async {
            let text = "INSERT INTO report (at_ms, guest, about, document)
                 SELECT $1, $2, $3, $4
                 WHERE (SELECT count(*) FROM report WHERE guest = $2 AND at_ms >= $5) < $6";
            let (by, about) = (&report.by.0[..], &report.about.0[..]);
            let (at_ms, since_ms) = (report.at_ms.cast_signed(), since_ms.cast_signed());
            let body = serde_json::to_string(&report.body)?;
            let most = i64::from(most);
            let added = execute(
                &client,
                text,
                &[&at_ms, &by, &about, &body, &since_ms, &most],
            )
            .await?;
            Ok(added > 0)
        };
        let stored = self.answer(made(&client), PATIENCE, stored).await;
        self.outcome(stored, client, &mut 1)
            .unwrap_or(Err(Unavailable))
    }

    async fn reports(
        &self,
        decided: bool,
        before: u32,
        limit: u32,
    ) -> Result<Vec<StoredReport>, Unavailable> {
        let before = i32::try_from(before).unwrap_or(i32::MAX);
        with!(self, client => {
            let text = "SELECT number, at_ms, guest, about, document, outcome FROM report
                 WHERE (outcome IS NOT NULL) = $1 AND number < $2
                 ORDER BY number DESC LIMIT $3";
            let rows = query(client, text, &[&decided, &before, &i64::from(limit)]).await?;
            rows.iter().map(stored).collect()
        })
    }

    async fn sent_reports(&self, guest: GuestId) -> Result<Vec<StoredReport>, Unavailable> {
        with!(self, client => {
            let text = "SELECT number, at_ms, guest, about, document, outcome FROM report
                 WHERE guest = $1 ORDER BY number DESC";
            let rows = query(client, text, &[&&guest.0[..]]).await?;
            rows.iter().map(stored).collect()
        })
    }

    async fn open_reports(&self) -> Result<u32, Unavailable> {
        with!(self, client => {
            let text = "SELECT count(*) FROM report WHERE outcome IS NULL";
            let row = query_one(client, text, &[]).await?;
            Ok(row.get::<_, i64>(0).cast_unsigned() as u32)
        })
    }

    async fn heard(&self, guest: GuestId) -> Result<Vec<DecidedReport>, Unavailable> {
        with!(self, client => {
            let text = "SELECT number, outcome FROM report
                 WHERE guest = $1 AND outcome IS NOT NULL AND NOT told ORDER BY number";
            let rows = query(client, text, &[&&guest.0[..]]).await?;
            let decided = rows.iter().filter_map(|row| {
                let number = row.get::<_, i32>(0).cast_unsigned();
                let outcome = came_of(row.get(1)).transpose()?;
                Some(outcome.map(|outcome| DecidedReport { number, outcome }))
            });
            decided.collect()
        })
    }

    async fn have_heard(&self, guest: GuestId, reports: &[u32]) -> Result<(), Unavailable> {
        let numbers: Vec<i32> = (reports.iter())
            .filter_map(|number| i32::try_from(*number).ok())
            .collect();
        with!(self, client => {
            let text = "UPDATE report SET told = true
                 WHERE guest = $1 AND outcome IS NOT NULL AND number = ANY($2)";
            execute(client, text, &[&&guest.0[..], &numbers]).await?;
            Ok(())
        })
    }
}

fn stored(row: &Row) -> Result<StoredReport, Failure> {
    Ok(StoredReport {
        number: row.get::<_, i32>(0).cast_unsigned(),
        at_ms: row.get::<_, i64>(1).cast_unsigned(),
        by: row
            .get::<_, Option<&[u8]>>(2)
            .map(site::guest)
            .transpose()?,
        about: site::guest(row.get(3))?,
        body: serde_json::from_str(row.get(4))?,
        outcome: came_of(row.get(5))?,
    })
}
