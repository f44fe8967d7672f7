//! The host's way in, who helps, and what they have done.

use brickwood_protocol::{ReportOutcome, Sanctions, ServerFigures, StoredFigures};
use brickwood_storage::{Again, Row, SqlError, Statements, Unavailable, Value, values};
use brickwood_table::{NodeId, PersonId};
use thiserror::Error;

use crate::{SiteStorage, moderation::sanctions, settings};

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

/// Something that the host or a moderator does: all of it, with its line in the log, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostDecision {
    /// Its line in the log.
    pub line: NewHostLine,
    /// What changes.
    pub change: HostChange,
    /// The reports that are decided with it, each with all others of its card.
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
    /// A person becomes a moderator, or stops being one.
    Moderator {
        /// Who.
        person: PersonId,
        /// Whether they may.
        on: bool,
    },
    /// All browsers are shut out of the host's page.
    EndSessions,
    /// A table ends.
    CloseTable {
        /// Its id.
        game: String,
    },
    /// Nothing has to be done about the open reports up to one.
    Settled {
        /// The number of the last of them.
        last: u32,
    },
    /// Something else is decided about a person than was until now.
    Sanctions {
        /// About whom.
        person: PersonId,
        /// What was decided.
        from: Box<Sanctions>,
        /// What is decided now.
        to: Box<Sanctions>,
        /// Until when the network is suspended from which the person comes next; none if it is not.
        network_until_ms: Option<u64>,
    },
}

/// What servers have yet to do at tables, because somebody has decided it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableOrder {
    /// To close a table.
    Close {
        /// Its id.
        game: String,
    },
    /// To have a person leave all tables that wait for players, and close those that they host.
    Clear {
        /// The person.
        person: PersonId,
        /// The name that they have no longer at any other table; none if they keep theirs.
        name: Option<String>,
    },
}

/// Why a decision changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum HostDecisionError {
    /// Something else is decided about the person than was assumed.
    #[error("somebody else has changed the same")]
    Conflict,
    /// There is no such report, or it is decided.
    #[error("there is no such open report")]
    NoSuchReport,
    /// Nothing could be stored, or it is unknown whether it is.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl SiteStorage<'_> {
    /// Stores a link to the host's page, which is valid until that time, with a line of the log if somebody has
    /// asked for it.
    pub async fn add_host_link(
        self,
        key: HostKey,
        until_ms: u64,
        line: Option<NewHostLine>,
    ) -> Result<(), Unavailable> {
        self.sql
            .transaction(Again::Never, move |on| {
                let line = line.clone();
                Box::pin(async move {
                    let add = "INSERT INTO host_link (hash, until_ms) VALUES (?1, ?2)";
                    on.execute(add, values![key.0, until_ms]).await?;
                    if let Some(line) = line {
                        log(on, line).await?;
                    }
                    Ok(Ok(()))
                })
            })
            .await
    }

    /// Opens the host's page by a link, for a browser with this secret, until that time. The link is used then.
    /// `false`, and nothing changes, if there is no such link that is valid at the time of the line.
    pub async fn open_host_page(
        self,
        key: HostKey,
        session: HostKey,
        until_ms: u64,
        line: NewHostLine,
    ) -> Result<bool, Unavailable> {
        self.sql
            .transaction(Again::Never, move |on| {
                let line = line.clone();
                Box::pin(async move {
                    let take = "DELETE FROM host_link WHERE hash = ?1 AND until_ms > ?2";
                    if on.execute(take, values![key.0, line.at_ms]).await? == 0 {
                        return Ok(Ok(false));
                    }
                    let add = "INSERT INTO host_session (hash, until_ms) VALUES (?1, ?2)";
                    on.execute(add, values![session.0, until_ms]).await?;
                    log(on, line).await?;
                    Ok(Ok(true))
                })
            })
            .await
    }

    /// Whether a browser sees the host's page.
    pub async fn is_host(self, session: HostKey, now_ms: u64) -> Result<bool, Unavailable> {
        let text = "SELECT 1 FROM host_session WHERE hash = ?1 AND until_ms > ?2";
        self.sql.exists(text, values![session.0, now_ms]).await
    }

    /// A browser sees the host's page no longer.
    pub async fn end_host_session(self, session: HostKey) -> Result<(), Unavailable> {
        let end = "DELETE FROM host_session WHERE hash = ?1";
        self.sql.execute(end, values![session.0]).await?;
        Ok(())
    }

    /// How many browsers see the host's page.
    pub async fn host_sessions(self, now_ms: u64) -> Result<u32, Unavailable> {
        let text = "SELECT count(*) FROM host_session WHERE until_ms > ?1";
        self.sql.number(text, values![now_ms]).await
    }

    /// The moderators.
    pub async fn moderators(self) -> Result<Vec<PersonId>, Unavailable> {
        let text = "SELECT person FROM moderator ORDER BY person";
        self.sql.all(text, values![], Row::take).await
    }

    /// Whether a person is a moderator.
    pub async fn is_moderator(self, person: PersonId) -> Result<bool, Unavailable> {
        let text = "SELECT 1 FROM moderator WHERE person = ?1";
        self.sql.exists(text, values![person]).await
    }

    /// Does what was decided.
    pub async fn decide(self, decision: HostDecision) -> Result<(), HostDecisionError> {
        self.sql
            .transaction(Again::Never, move |on| {
                let decision = decision.clone();
                Box::pin(async move { decide(on, decision).await })
            })
            .await
    }

    /// The log before a line, the latest line first, at most `limit`.
    pub async fn host_log(self, before: u32, limit: u32) -> Result<Vec<HostLine>, Unavailable> {
        let text = "SELECT number, at_ms, line FROM host_log
             WHERE number < ?1 ORDER BY number DESC LIMIT ?2";
        let read = |row: &mut Row| {
            Ok(HostLine {
                number: row.take()?,
                at_ms: row.take()?,
                line: row.take()?,
            })
        };
        self.sql.all(text, values![before, limit], read).await
    }

    /// The stored people whose ids begin with these bytes, with their names, at most two.
    pub async fn persons_like(
        self,
        prefix: [u8; 8],
    ) -> Result<Vec<(PersonId, Option<String>)>, Unavailable> {
        let with = |rest| {
            let mut id = [rest; 32];
            id[..8].copy_from_slice(&prefix);
            PersonId(id)
        };
        let text = "SELECT id, name FROM person WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT 2";
        let values = values![with(0), with(u8::MAX)];
        self.sql
            .all(text, values, |row| Ok((row.take()?, row.take_opt()?)))
            .await
    }

    /// What is yet to be done at tables, with the number of each order.
    pub async fn table_orders(self) -> Result<Vec<(u32, TableOrder)>, Unavailable> {
        let text = "SELECT number, game, person, name FROM table_order ORDER BY number";
        let read = |row: &mut Row| {
            let number = row.take()?;
            let (game, person) = (row.take_opt()?, row.take_opt()?);
            let name = row.take_opt()?;
            let order = match (game, person) {
                (Some(game), _) => Some(TableOrder::Close { game }),
                (None, Some(person)) => Some(TableOrder::Clear { person, name }),
                (None, None) => None,
            };
            Ok(order.map(|order| (number, order)))
        };
        let orders = self.sql.all(text, values![], read).await?;
        Ok(orders.into_iter().flatten().collect())
    }

    /// An order is carried out.
    pub async fn carried_out(self, number: u32) -> Result<(), Unavailable> {
        let done = "DELETE FROM table_order WHERE number = ?1";
        self.sql.execute(done, values![number]).await?;
        Ok(())
    }

    /// How much is stored.
    pub async fn stored_figures(self) -> Result<StoredFigures, Unavailable> {
        let bytes = self.sql.bytes().await?;
        let text = "SELECT
                 (SELECT count(*) FROM person),
                 (SELECT count(*) FROM game WHERE progress = 0),
                 (SELECT count(*) FROM game WHERE progress = 1),
                 (SELECT count(*) FROM game WHERE progress = 2)";
        let read = |row: &mut Row| {
            Ok(StoredFigures {
                bytes,
                persons: row.take()?,
                gathering: row.take()?,
                playing: row.take()?,
                over: row.take()?,
            })
        };
        self.sql
            .first(text, values![], read)
            .await?
            .ok_or(Unavailable)
    }

    /// Stores what a server has counted. What servers have not said again since `old_ms` is forgotten.
    pub async fn note_figures(
        self,
        node: NodeId,
        figures: ServerFigures,
        old_ms: u64,
    ) -> Result<(), Unavailable> {
        let old = "DELETE FROM figures WHERE at_ms <= ?1";
        self.sql.execute(old, values![old_ms]).await?;
        let insert = "INSERT INTO figures (node, at_ms, document) VALUES (?1, ?2, ?3)
             ON CONFLICT (node) DO UPDATE SET at_ms = excluded.at_ms, document = excluded.document";
        let document = Value::document(&figures)?;
        self.sql
            .execute(insert, values![node.0, figures.at_ms, document])
            .await?;
        Ok(())
    }

    /// What servers have counted.
    pub async fn figures(self) -> Result<Vec<ServerFigures>, Unavailable> {
        let text = "SELECT document FROM figures ORDER BY node";
        self.sql.all(text, values![], Row::take_document).await
    }
}

async fn decide(
    on: &mut dyn Statements,
    decision: HostDecision,
) -> Result<Result<(), HostDecisionError>, SqlError> {
    let at_ms = decision.line.at_ms;
    // One decision after the other: each sees what the one before has changed.
    log(on, decision.line).await?;
    match decision.change {
        HostChange::Nothing => {}
        HostChange::Setting { name, value } => {
            on.execute(settings::store::SET, values![name, value])
                .await?;
        }
        HostChange::Moderator { person, on: true } => {
            let add = "INSERT INTO moderator (person) VALUES (?1) ON CONFLICT DO NOTHING";
            on.execute(add, values![person]).await?;
        }
        HostChange::Moderator { person, on: false } => {
            let remove = "DELETE FROM moderator WHERE person = ?1";
            on.execute(remove, values![person]).await?;
        }
        HostChange::EndSessions => {
            on.execute("DELETE FROM host_session", values![]).await?;
            on.execute("DELETE FROM host_link", values![]).await?;
            // Whoever has read the feed by its address does so no longer.
            let feed = "DELETE FROM setting WHERE name = ?1";
            on.execute(feed, values![settings::REPORTS_FEED]).await?;
        }
        HostChange::CloseTable { game } => {
            let order = "INSERT INTO table_order (game) VALUES (?1)";
            on.execute(order, values![game]).await?;
        }
        HostChange::Settled { last } => {
            let settle = "UPDATE report SET outcome = ?2 WHERE number <= ?1 AND outcome IS NULL";
            let outcome = Value::document(&ReportOutcome::NoAction)?;
            on.execute(settle, values![last, outcome]).await?;
        }
        HostChange::Sanctions {
            person,
            from,
            to,
            network_until_ms,
        } => {
            if !sanctions::store::replace(on, person, &from, &to, at_ms).await? {
                return Ok(Err(HostDecisionError::Conflict));
            }
            let order = "INSERT INTO table_order (person, name) VALUES (?1, ?2)";
            if to.suspension.is_some() && to.suspension != from.suspension {
                on.execute(order, values![person, None::<String>]).await?;
            }
            let refused = to.refused_names.last();
            if refused.is_some() && to.refused_names != from.refused_names {
                on.execute(order, values![person, refused.cloned()]).await?;
            }
            let forget = "DELETE FROM network_watch WHERE person = ?1";
            on.execute(forget, values![person]).await?;
            if let Some(until_ms) = network_until_ms {
                let watch = "INSERT INTO network_watch (person, until_ms) VALUES (?1, ?2)";
                on.execute(watch, values![person, until_ms]).await?;
            }
        }
    }
    for (number, outcome) in &decision.reports {
        let decide = "UPDATE report SET outcome = ?2 WHERE outcome IS NULL AND EXISTS (
             SELECT 1 FROM report AS one WHERE one.number = ?1 AND one.outcome IS NULL
                 AND one.about = report.about AND one.game = report.game
         )";
        let outcome = Value::document(outcome)?;
        if on.execute(decide, values![*number, outcome]).await? == 0 {
            return Ok(Err(HostDecisionError::NoSuchReport));
        }
    }
    Ok(Ok(()))
}

/// Adds a line to the log of the host. Whoever else adds one waits until this one is stored.
async fn log(on: &mut dyn Statements, line: NewHostLine) -> Result<(), SqlError> {
    on.lock_table("host_log").await?;
    let add = "INSERT INTO host_log (number, at_ms, line)
         SELECT coalesce(max(number), 0) + 1, ?1, ?2 FROM host_log";
    on.execute(add, values![line.at_ms, line.line]).await?;
    Ok(())
}
