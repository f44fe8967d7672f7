//! Which of several servers that take writes is the primary.
//!
//! When a standby becomes the primary, PostgreSQL counts a new timeline. If its predecessor comes back and nobody stops
//! it, both take writes, and what is written to the predecessor is lost to everybody else. So each connection asks which
//! timeline its server is on. One that is behind what was ever seen is refused.

use std::{sync::Arc, time::Duration};

use parking_lot::Mutex;
use tokio::{
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_postgres::{Client, Error, GenericClient, Row, error::SqlState};

use super::connect::{CONNECT_WITHIN, Connector};

/// The number of the server's data, and its timeline, which begins the name of the file that it writes to now. (What
/// `pg_control_checkpoint` tells is from the last checkpoint, minutes ago.)
macro_rules! now {
    () => {
        "SELECT system_identifier,
             ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint
         FROM pg_control_system()"
    };
}

/// The server, and whether it keeps what was seen before.
const ASK: &str = concat!(
    "SELECT *, to_regclass('server_history') IS NOT NULL FROM (",
    now!(),
    ") AS server (system, timeline)"
);

/// What was seen before. A copy of the database brings it along.
const BEFORE: &str = "SELECT system, timeline FROM server_history";

/// Keeps the server among those that were seen.
const NOTE: &str = concat!(
    "INSERT INTO server_history (system, timeline) ",
    now!(),
    " ON CONFLICT (system) DO UPDATE SET timeline = excluded.timeline
      WHERE server_history.timeline < excluded.timeline"
);

/// How often a storage looks whether another server has become the primary.
const LOOK: Duration = Duration::from_secs(10);

/// A server's data, and how often one of its kind has become the primary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Point {
    system: i64,
    timeline: i64,
}

impl Point {
    fn of(row: &Row) -> Self {
        Self {
            system: row.get(0),
            timeline: row.get(1),
        }
    }
}

/// Where a server is, and where it or those before it were.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lineage {
    now: Point,
    before: Vec<Point>,
}

impl Lineage {
    /// That of the server of a connection; none where it may not be asked. If it is ahead of what it keeps, that is
    /// noted.
    pub(super) async fn of(client: &Client) -> Result<Option<Self>, Error> {
        let row = match client.query_one(ASK, &[]).await {
            Ok(row) => row,
            Err(error) if is_not_told(&error) => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut lineage = Self {
            now: Point::of(&row),
            before: Vec::new(),
        };
        if row.get(2) {
            let before = client.query(BEFORE, &[]).await?;
            lineage.before = before.iter().map(Point::of).collect();
            if !lineage.before.contains(&lineage.now) {
                note(client).await?;
            }
        }
        Ok(Some(lineage))
    }

    /// Whether it is there, or further, or comes from there.
    fn follows(&self, seen: Point) -> bool {
        let is_after = |one: &Point| one.system == seen.system && one.timeline >= seen.timeline;
        is_after(&self.now) || self.now.system != seen.system && self.before.iter().any(is_after)
    }

    /// Whether it is itself where it was last.
    fn is_where_it_was(&self) -> bool {
        let mut before = self.before.iter();
        before.all(|one| one.system != self.now.system || one.timeline <= self.now.timeline)
    }
}

/// Some services do not let their users ask.
fn is_not_told(error: &Error) -> bool {
    let codes = [
        SqlState::INSUFFICIENT_PRIVILEGE,
        SqlState::UNDEFINED_FUNCTION,
        SqlState::FEATURE_NOT_SUPPORTED,
    ];
    error.code().is_some_and(|code| codes.contains(code))
}

/// Keeps the server of a connection among those that were seen, if it may be asked.
pub(super) async fn note(client: &impl GenericClient) -> Result<(), Error> {
    match client.execute(NOTE, &[]).await {
        Err(error) if !is_not_told(&error) => Err(error),
        _ => Ok(()),
    }
}

/// The server is behind one that was seen.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Behind(pub(super) String);

/// The furthest that was seen. Shared by all connections of a storage. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Fence(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    furthest: Option<Lineage>,
    /// Each is told of once.
    told: Vec<Point>,
    is_unknown_told: bool,
}

impl Fence {
    /// Whether a server may be used; `true` if it has taken the place of another.
    pub(super) fn admit(&self, lineage: Option<&Lineage>) -> Result<bool, Behind> {
        let mut state = self.0.lock();
        let Some(lineage) = lineage else {
            if !std::mem::replace(&mut state.is_unknown_told, true) {
                tracing::warn!(
                    "the database does not tell its timeline: name no server that may be an earlier primary"
                );
            }
            return Ok(false);
        };
        let furthest = state.furthest.as_ref().map(|furthest| furthest.now);
        let is_behind = furthest.is_some_and(|furthest| !lineage.follows(furthest));
        if is_behind || !lineage.is_where_it_was() {
            return Err(state.refuse(lineage));
        }
        let is_news = furthest.is_some_and(|furthest| furthest != lineage.now);
        if is_news {
            tracing::warn!(
                timeline = lineage.now.timeline,
                "another database server is the primary now"
            );
        }
        state.furthest = Some(lineage.clone());
        Ok(is_news)
    }

    /// Says that a server takes writes although another one has taken its place.
    pub(super) fn refuse(&self, lineage: &Lineage) {
        self.0.lock().refuse(lineage);
    }
}

impl State {
    fn refuse(&mut self, lineage: &Lineage) -> Behind {
        let Point { system, timeline } = lineage.now;
        let furthest = self.furthest.as_ref().map(|furthest| furthest.now);
        let why = match furthest {
            Some(furthest) if furthest.system != system => format!(
                "this database server takes writes, but it is another database (system {system}) than the one that \
                 was in use (system {})",
                furthest.system
            ),
            _ => format!(
                "this database server takes writes on timeline {timeline}, but another one has taken its place: stop \
                 it, before somebody writes to it"
            ),
        };
        if !self.told.contains(&lineage.now) {
            self.told.push(lineage.now);
            tracing::error!("{why}");
        }
        Behind(why)
    }
}

/// Of two servers that both take writes, the one that comes after the other.
pub(super) fn is_successor(one: Option<&Lineage>, of: Option<&Lineage>) -> bool {
    match (one, of) {
        (Some(one), Some(other)) => one.now != other.now && one.follows(other.now),
        _ => false,
    }
}

/// Looks now and then which server is the primary, although all connections work: the earlier one may answer on.
pub(super) struct Lookout(Option<JoinHandle<()>>);

impl Lookout {
    /// Nobody looks where there is only one server.
    pub(super) fn start(connector: Connector) -> Self {
        if connector.servers() < 2 {
            return Self(None);
        }
        Self(Some(tokio::spawn(async move {
            loop {
                sleep(LOOK).await;
                // A newer primary ends the connections to the earlier one. All else is told of by those who need it.
                let _ = timeout(CONNECT_WITHIN, connector.look()).await;
            }
        })))
    }
}

impl Drop for Lookout {
    fn drop(&mut self) {
        if let Some(looking) = &self.0 {
            looking.abort();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(system: i64, timeline: i64, before: &[(i64, i64)]) -> Lineage {
        let place = |(system, timeline)| Point { system, timeline };
        Lineage {
            now: place((system, timeline)),
            before: before.iter().copied().map(place).collect(),
        }
    }

    #[test]
    fn a_server_on_an_earlier_timeline_is_refused_as_soon_as_a_later_one_was_seen() {
        let fence = Fence::default();
        let (first, second) = (at(7, 1, &[(7, 1)]), at(7, 2, &[(7, 1)]));
        assert_eq!(fence.admit(Some(&first)), Ok(false));
        assert_eq!(fence.admit(Some(&second)), Ok(true));
        assert_eq!(fence.admit(Some(&second)), Ok(false));
        assert!(fence.admit(Some(&first)).is_err());
        assert!(is_successor(Some(&second), Some(&first)));
        assert!(!is_successor(Some(&first), Some(&second)));
        assert!(!is_successor(Some(&first), Some(&first)));
    }

    #[test]
    fn a_server_behind_what_its_own_database_keeps_is_refused_at_once() {
        let fence = Fence::default();
        assert!(fence.admit(Some(&at(7, 1, &[(7, 2)]))).is_err());
        assert_eq!(fence.admit(Some(&at(7, 2, &[(7, 2)]))), Ok(false));
    }

    #[test]
    fn another_database_is_refused_unless_it_comes_from_the_one_in_use() {
        let fence = Fence::default();
        assert_eq!(fence.admit(Some(&at(7, 3, &[(7, 3)]))), Ok(false));
        assert!(fence.admit(Some(&at(8, 9, &[(8, 9)]))).is_err());
        // It was copied before the last promotion.
        assert!(fence.admit(Some(&at(8, 1, &[(7, 2)]))).is_err());
        let copy = at(8, 1, &[(7, 3), (8, 1)]);
        assert_eq!(fence.admit(Some(&copy)), Ok(true));
        assert!(fence.admit(Some(&at(7, 3, &[(7, 3)]))).is_err());
    }

    #[test]
    fn a_server_that_may_not_be_asked_is_used() {
        let fence = Fence::default();
        assert_eq!(fence.admit(None), Ok(false));
        assert!(!is_successor(None, Some(&at(7, 1, &[]))));
    }
}
