//! The host's way in, who helps, and what they have done.

use async_trait::async_trait;
use brickwood_protocol::{ReportOutcome, ServerFigures, StoredFigures};
use brickwood_table::{GuestId, Listed, NodeId};
use rusqlite::{Connection, Savepoint, params, types::Type};

use super::{SqliteStorage, document, games, games::unreadable, standings};
use crate::{
    HostChange, HostDecision, HostDecisionError, HostDesk, HostKey, HostLine, NewHostLine,
    Unavailable,
};

#[async_trait]
impl HostDesk for SqliteStorage {
    async fn add_host_link(
        &self,
        key: HostKey,
        until_ms: u64,
        line: Option<NewHostLine>,
    ) -> Result<(), Unavailable> {
        self.writer
            .write(move |to| {
                to.prepare_cached("INSERT INTO host_link (hash, until_ms) VALUES (?1, ?2)")?
                    .execute(params![key.0, until_ms.cast_signed()])?;
                if let Some(line) = &line {
                    log(to, line)?;
                }
                Ok(Ok::<_, Unavailable>(()))
            })
            .await
    }

    async fn open_host_page(
        &self,
        key: HostKey,
        session: HostKey,
        until_ms: u64,
        line: NewHostLine,
    ) -> Result<bool, Unavailable> {
        self.writer
            .write(move |to| {
                let used = to
                    .prepare_cached("DELETE FROM host_link WHERE hash = ?1 AND until_ms > ?2")?
                    .execute(params![key.0, line.at_ms.cast_signed()])?;
                if used == 0 {
                    return Ok(Ok::<_, Unavailable>(false));
                }
                to.prepare_cached("INSERT INTO host_session (hash, until_ms) VALUES (?1, ?2)")?
                    .execute(params![session.0, until_ms.cast_signed()])?;
                log(to, &line)?;
                Ok(Ok(true))
            })
            .await
    }

    async fn is_host(&self, session: HostKey, now_ms: u64) -> Result<bool, Unavailable> {
        self.read(move |from| {
            from.prepare_cached("SELECT 1 FROM host_session WHERE hash = ?1 AND until_ms > ?2")?
                .exists(params![session.0, now_ms.cast_signed()])
        })
        .await
    }

    async fn end_host_session(&self, session: HostKey) -> Result<(), Unavailable> {
        let end = "DELETE FROM host_session WHERE hash = ?1";
        self.writer.execute(end, [session.0]).await?;
        Ok(())
    }

    async fn host_sessions(&self, now_ms: u64) -> Result<u32, Unavailable> {
        self.read(move |from| {
            from.prepare_cached("SELECT count(*) FROM host_session WHERE until_ms > ?1")?
                .query_row([now_ms.cast_signed()], |row| row.get(0))
        })
        .await
    }

    async fn helpers(&self) -> Result<Vec<GuestId>, Unavailable> {
        self.read(|from| {
            from.prepare_cached("SELECT guest FROM helper ORDER BY guest")?
                .query_map([], |row| row.get(0).map(GuestId))?
                .collect()
        })
        .await
    }

    async fn is_helper(&self, guest: GuestId) -> Result<bool, Unavailable> {
        self.read(move |from| {
            from.prepare_cached("SELECT 1 FROM helper WHERE guest = ?1")?
                .exists([guest.0])
        })
        .await
    }

    async fn decide(&self, decision: HostDecision) -> Result<(), HostDecisionError> {
        let HostDecision {
            line,
            change,
            reports,
        } = decision;
        let standings = match &change {
            HostChange::Standing { from, to, .. } => Some((document(from)?, document(to)?)),
            _ => None,
        };
        let outcomes = reports
            .iter()
            .map(|(number, outcome)| Ok((*number, document(outcome)?)))
            .collect::<Result<Vec<(u32, String)>, Unavailable>>()?;
        self.writer
            .write(move |to| {
                if let Err(error) = make(to, &change, standings.as_ref(), line.at_ms)? {
                    return Ok(Err(error));
                }
                for (number, outcome) in &outcomes {
                    let decided = to
                        .prepare_cached(
                            "UPDATE report SET outcome = ?2 WHERE number = ?1 AND outcome IS NULL",
                        )?
                        .execute(params![number, outcome])?;
                    if decided == 0 {
                        return Ok(Err(HostDecisionError::NoSuchReport));
                    }
                }
                log(to, &line)?;
                Ok(Ok(()))
            })
            .await
    }

    async fn host_log(&self, before: u32, limit: u32) -> Result<Vec<HostLine>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached(
                "SELECT number, at_ms, line FROM host_log
                 WHERE number < ?1 ORDER BY number DESC LIMIT ?2",
            )?
            .query_map([before, limit], |row| {
                Ok(HostLine {
                    number: row.get(0)?,
                    at_ms: row.get::<_, i64>(1)?.cast_unsigned(),
                    line: row.get(2)?,
                })
            })?
            .collect()
        })
        .await
    }

    async fn guests_like(
        &self,
        prefix: [u8; 8],
    ) -> Result<Vec<(GuestId, Option<String>)>, Unavailable> {
        let (first, last) = range(prefix);
        self.read(move |from| {
            from.prepare_cached(
                "SELECT id, name FROM guest WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT 2",
            )?
            .query_map([first, last], |row| Ok((GuestId(row.get(0)?), row.get(1)?)))?
            .collect()
        })
        .await
    }

    async fn stored_figures(&self) -> Result<StoredFigures, Unavailable> {
        self.read(|from| {
            let figures = "SELECT
                    (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size),
                    (SELECT count(*) FROM guest),
                    (SELECT count(*) FROM game WHERE progress = 0),
                    (SELECT count(*) FROM game WHERE progress = 1),
                    (SELECT count(*) FROM game WHERE progress = 2)";
            from.prepare_cached(figures)?.query_row([], |row| {
                let count = |column| row.get::<_, i64>(column).map(i64::cast_unsigned);
                Ok(StoredFigures {
                    bytes: count(0)?,
                    guests: count(1)?,
                    gathering: count(2)?,
                    playing: count(3)?,
                    over: count(4)?,
                })
            })
        })
        .await
    }

    async fn note_figures(
        &self,
        node: NodeId,
        figures: ServerFigures,
        old_ms: u64,
    ) -> Result<(), Unavailable> {
        let text = document(&figures)?;
        self.writer
            .write(move |to| {
                to.prepare_cached("DELETE FROM figures WHERE at_ms <= ?1")?
                    .execute([old_ms.cast_signed()])?;
                to.prepare_cached(
                    "INSERT OR REPLACE INTO figures (node, at_ms, document) VALUES (?1, ?2, ?3)",
                )?
                .execute(params![
                    node.0.cast_signed(),
                    figures.at_ms.cast_signed(),
                    text
                ])?;
                Ok(Ok::<_, Unavailable>(()))
            })
            .await
    }

    async fn figures(&self) -> Result<Vec<ServerFigures>, Unavailable> {
        self.read(|from| {
            from.prepare_cached("SELECT document FROM figures ORDER BY node")?
                .query_map([], |row| {
                    let text: String = row.get(0)?;
                    serde_json::from_str(&text).map_err(|error| unreadable(0, Type::Text, error))
                })?
                .collect()
        })
        .await
    }

    async fn latest_games(&self, limit: u32) -> Result<Vec<Listed>, Unavailable> {
        self.read(move |from| games::latest_games(from, limit))
            .await
    }
}

/// The first and the last id that begins with these bytes.
fn range(prefix: [u8; 8]) -> ([u8; 32], [u8; 32]) {
    let with = |rest| {
        let mut id = [rest; 32];
        id[..8].copy_from_slice(&prefix);
        id
    };
    (with(0), with(u8::MAX))
}

/// Adds a line to the log of the host.
fn log(to: &Connection, line: &NewHostLine) -> rusqlite::Result<()> {
    to.prepare_cached("INSERT INTO host_log (at_ms, line) VALUES (?1, ?2)")?
        .execute(params![line.at_ms.cast_signed(), line.line])?;
    Ok(())
}

fn make(
    to: &Savepoint<'_>,
    change: &HostChange,
    standings: Option<&(String, String)>,
    now_ms: u64,
) -> rusqlite::Result<Result<(), HostDecisionError>> {
    match change {
        HostChange::Nothing => {}
        HostChange::Setting { name, value } => {
            to.prepare_cached(super::site::SET)?
                .execute(params![name, value])?;
        }
        HostChange::Helper { guest, on: true } => {
            to.prepare_cached("INSERT OR IGNORE INTO helper (guest) VALUES (?1)")?
                .execute([guest.0])?;
        }
        HostChange::Helper { guest, on: false } => {
            to.prepare_cached("DELETE FROM helper WHERE guest = ?1")?
                .execute([guest.0])?;
        }
        HostChange::EndSessions => {
            to.prepare_cached("DELETE FROM host_session")?.execute([])?;
            to.prepare_cached("DELETE FROM host_link")?.execute([])?;
        }
        HostChange::Standing {
            guest,
            network_until_ms,
            ..
        } => {
            let Some((from, into)) = standings else {
                return Ok(Err(Unavailable.into()));
            };
            if !standings::replace(to, *guest, from, into, now_ms)? {
                return Ok(Err(HostDecisionError::Conflict));
            }
            to.prepare_cached("DELETE FROM network_watch WHERE guest = ?1")?
                .execute([guest.0])?;
            if let Some(until_ms) = network_until_ms {
                to.prepare_cached("INSERT INTO network_watch (guest, until_ms) VALUES (?1, ?2)")?
                    .execute(params![guest.0, until_ms.cast_signed()])?;
            }
        }
    }
    Ok(Ok(()))
}

/// What came of a report, as it is stored.
pub(super) fn outcome(
    column: usize,
    text: Option<String>,
) -> rusqlite::Result<Option<ReportOutcome>> {
    let read = |text: String| serde_json::from_str(&text);
    text.map(read)
        .transpose()
        .map_err(|error| unreadable(column, Type::Text, error))
}
