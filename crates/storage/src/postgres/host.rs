//! The host's way in, who helps, and what they have done.

use async_trait::async_trait;
use brickwood_protocol::{ReportOutcome, ServerFigures, StoredFigures};
use brickwood_table::{GuestId, Listed, NodeId};
use deadpool_postgres::{Client, Transaction};

use super::{
    Failure, PostgresStorage,
    connect::PATIENCE,
    games, made, site, standings,
    statement::{execute, query, query_one, query_opt},
    with,
};
use crate::{
    HostChange, HostDecision, HostDecisionError, HostDesk, HostKey, HostLine, NewHostLine,
    Unavailable,
};

/// Does something that must not be done twice: whether it was done is unknown if the connection breaks.
macro_rules! once {
    ($log:expr, $client:ident => $work:expr) => {{
        let mut client = $log.client().await?;
        let made = made(&client);
        let $client = &mut client;
        let done = $log.answer(made, PATIENCE, async { $work }).await;
        $log.outcome(done, client, &mut 1)
            .unwrap_or(Err(Unavailable))
    }};
}

#[async_trait]
impl HostDesk for PostgresStorage {
    async fn add_host_link(
        &self,
        key: HostKey,
        until_ms: u64,
        line: Option<NewHostLine>,
    ) -> Result<(), Unavailable> {
        once!(self, client => add_link(client, key, until_ms, line.as_ref()).await)
    }

    async fn open_host_page(
        &self,
        key: HostKey,
        session: HostKey,
        until_ms: u64,
        line: NewHostLine,
    ) -> Result<bool, Unavailable> {
        once!(self, client => open(client, key, session, until_ms, &line).await)
    }

    async fn is_host(&self, session: HostKey, now_ms: u64) -> Result<bool, Unavailable> {
        with!(self, client => {
            let text = "SELECT FROM host_session WHERE hash = $1 AND until_ms > $2";
            let found = query_opt(client, text, &[&&session.0[..], &now_ms.cast_signed()]).await?;
            Ok(found.is_some())
        })
    }

    async fn end_host_session(&self, session: HostKey) -> Result<(), Unavailable> {
        with!(self, client => {
            let text = "DELETE FROM host_session WHERE hash = $1";
            execute(client, text, &[&&session.0[..]]).await?;
            Ok(())
        })
    }

    async fn host_sessions(&self, now_ms: u64) -> Result<u32, Unavailable> {
        with!(self, client => {
            let text = "SELECT count(*) FROM host_session WHERE until_ms > $1";
            let row = query_one(client, text, &[&now_ms.cast_signed()]).await?;
            Ok(row.get::<_, i64>(0).cast_unsigned() as u32)
        })
    }

    async fn helpers(&self) -> Result<Vec<GuestId>, Unavailable> {
        with!(self, client => {
            let rows = query(client, "SELECT guest FROM helper ORDER BY guest", &[]).await?;
            rows.iter().map(|row| site::guest(row.get(0))).collect()
        })
    }

    async fn is_helper(&self, guest: GuestId) -> Result<bool, Unavailable> {
        with!(self, client => {
            let text = "SELECT FROM helper WHERE guest = $1";
            Ok(query_opt(client, text, &[&&guest.0[..]]).await?.is_some())
        })
    }

    async fn decide(&self, decision: HostDecision) -> Result<(), HostDecisionError> {
        once!(self, client => decide(client, &decision).await)?
    }

    async fn host_log(&self, before: u32, limit: u32) -> Result<Vec<HostLine>, Unavailable> {
        let before = i32::try_from(before).unwrap_or(i32::MAX);
        with!(self, client => {
            let text = "SELECT number, at_ms, line FROM host_log
                 WHERE number < $1 ORDER BY number DESC LIMIT $2";
            let rows = query(client, text, &[&before, &i64::from(limit)]).await?;
            let lines = rows.iter().map(|row| HostLine {
                number: row.get::<_, i32>(0).cast_unsigned(),
                at_ms: row.get::<_, i64>(1).cast_unsigned(),
                line: row.get(2),
            });
            Ok(lines.collect())
        })
    }

    async fn guests_like(
        &self,
        prefix: [u8; 8],
    ) -> Result<Vec<(GuestId, Option<String>)>, Unavailable> {
        with!(self, client => {
            let text = "SELECT id, name FROM guest
                 WHERE id >= $1 AND substr(id, 1, 8) = $1 ORDER BY id LIMIT 2";
            let rows = query(client, text, &[&&prefix[..]]).await?;
            rows.iter().map(|row| Ok((site::guest(row.get(0))?, row.get(1)))).collect()
        })
    }

    async fn stored_figures(&self) -> Result<StoredFigures, Unavailable> {
        with!(self, client => {
            let text = "SELECT pg_database_size(current_database()),
                (SELECT count(*) FROM guest),
                (SELECT count(*) FROM game WHERE progress = 0),
                (SELECT count(*) FROM game WHERE progress = 1),
                (SELECT count(*) FROM game WHERE progress = 2)";
            let row = query_one(client, text, &[]).await?;
            let count = |column: usize| row.get::<_, i64>(column).cast_unsigned();
            Ok(StoredFigures {
                bytes: count(0),
                guests: count(1),
                gathering: count(2),
                playing: count(3),
                over: count(4),
            })
        })
    }

    async fn note_figures(
        &self,
        node: NodeId,
        figures: ServerFigures,
        old_ms: u64,
    ) -> Result<(), Unavailable> {
        with!(self, client => {
            let old = "DELETE FROM figures WHERE at_ms <= $1";
            execute(client, old, &[&old_ms.cast_signed()]).await?;
            let text = "INSERT INTO figures (node, at_ms, document) VALUES ($1, $2, $3)
                 ON CONFLICT (node) DO UPDATE
                 SET at_ms = excluded.at_ms, document = excluded.document";
            let document = serde_json::to_string(&figures)?;
            let (node, at_ms) = (node.0.cast_signed(), figures.at_ms.cast_signed());
            execute(client, text, &[&node, &at_ms, &document]).await?;
            Ok(())
        })
    }

    async fn figures(&self) -> Result<Vec<ServerFigures>, Unavailable> {
        with!(self, client => {
            let rows = query(client, "SELECT document FROM figures ORDER BY node", &[]).await?;
            let figures = rows.iter().map(|row| Ok(serde_json::from_str(row.get(0))?));
            figures.collect()
        })
    }

    async fn latest_games(&self, limit: u32) -> Result<Vec<Listed>, Unavailable> {
        with!(self, client => games::latest_games(client, limit).await)
    }
}

async fn add_link(
    client: &mut Client,
    key: HostKey,
    until_ms: u64,
    line: Option<&NewHostLine>,
) -> Result<(), Failure> {
    let transaction = client.transaction().await?;
    let add = "INSERT INTO host_link (hash, until_ms) VALUES ($1, $2)";
    transaction
        .execute(add, &[&&key.0[..], &until_ms.cast_signed()])
        .await?;
    if let Some(line) = line {
        log(&transaction, line).await?;
    }
    transaction.commit().await?;
    Ok(())
}

async fn open(
    client: &mut Client,
    key: HostKey,
    session: HostKey,
    until_ms: u64,
    line: &NewHostLine,
) -> Result<bool, Failure> {
    let transaction = client.transaction().await?;
    let take = "DELETE FROM host_link WHERE hash = $1 AND until_ms > $2";
    let used = transaction
        .execute(take, &[&&key.0[..], &line.at_ms.cast_signed()])
        .await?;
    if used == 0 {
        return Ok(false);
    }
    let add = "INSERT INTO host_session (hash, until_ms) VALUES ($1, $2)";
    transaction
        .execute(add, &[&&session.0[..], &until_ms.cast_signed()])
        .await?;
    log(&transaction, line).await?;
    transaction.commit().await?;
    Ok(true)
}

async fn decide(
    client: &mut Client,
    decision: &HostDecision,
) -> Result<Result<(), HostDecisionError>, Failure> {
    let transaction = client.transaction().await?;
    // One decision after the other: each sees what the one before has changed.
    log(&transaction, &decision.line).await?;
    let at_ms = decision.line.at_ms.cast_signed();
    match &decision.change {
        HostChange::Nothing => {}
        HostChange::Setting { name, value } => {
            transaction.execute(site::SET, &[name, value]).await?;
        }
        HostChange::Helper { guest, on } => {
            let text = if *on {
                "INSERT INTO helper (guest) VALUES ($1) ON CONFLICT DO NOTHING"
            } else {
                "DELETE FROM helper WHERE guest = $1"
            };
            transaction.execute(text, &[&&guest.0[..]]).await?;
        }
        HostChange::EndSessions => {
            let text = "DELETE FROM host_session; DELETE FROM host_link";
            transaction.batch_execute(text).await?;
        }
        HostChange::Standing {
            guest,
            from,
            to,
            network_until_ms,
        } => {
            if !standings::replace(&transaction, *guest, from, to, at_ms).await? {
                return Ok(Err(HostDecisionError::Conflict));
            }
            let text = "DELETE FROM network_watch WHERE guest = $1";
            transaction.execute(text, &[&&guest.0[..]]).await?;
            if let Some(until_ms) = network_until_ms {
                let text = "INSERT INTO network_watch (guest, until_ms) VALUES ($1, $2)";
                transaction
                    .execute(text, &[&&guest.0[..], &until_ms.cast_signed()])
                    .await?;
            }
        }
    }
    for (number, outcome) in &decision.reports {
        let text = "UPDATE report SET outcome = $2 WHERE number = $1 AND outcome IS NULL";
        let outcome = serde_json::to_string(outcome)?;
        let number = i32::try_from(*number).unwrap_or(i32::MAX);
        if transaction.execute(text, &[&number, &outcome]).await? == 0 {
            return Ok(Err(HostDecisionError::NoSuchReport));
        }
    }
    transaction.commit().await?;
    Ok(Ok(()))
}

/// Adds a line to the log of the host. Whoever else adds one waits until this one is committed.
async fn log(transaction: &Transaction<'_>, line: &NewHostLine) -> Result<(), Failure> {
    transaction
        .batch_execute("LOCK TABLE host_log IN SHARE ROW EXCLUSIVE MODE")
        .await?;
    let text = "INSERT INTO host_log (number, at_ms, line)
         SELECT coalesce(max(number), 0) + 1, $1, $2 FROM host_log";
    transaction
        .execute(text, &[&line.at_ms.cast_signed(), &line.line])
        .await?;
    Ok(())
}

/// What came of a report, as it is stored.
pub(super) fn came_of(text: Option<&str>) -> Result<Option<ReportOutcome>, Failure> {
    Ok(text.map(serde_json::from_str).transpose()?)
}
