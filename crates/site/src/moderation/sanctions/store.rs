//! What is decided about people, and whom they have blocked.

use brickwood_protocol::{Sanctions, Warning};
use brickwood_storage::{Again, Row, RowLock, SqlError, Statements, Unavailable, Value, values};
use brickwood_table::PersonId;

use crate::SiteStorage;

/// A network, as it is stored: a keyed hash from which nobody learns the address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NetworkKey(pub [u8; 16]);

/// What is decided about a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sanctioned {
    /// About whom.
    pub person: PersonId,
    /// The last name with which they have sat down.
    pub name: Option<String>,
    /// What is decided.
    pub sanctions: Sanctions,
    /// When that changed last, in milliseconds since 1970.
    pub at_ms: u64,
}

impl SiteStorage<'_> {
    /// What is decided about a person.
    pub async fn sanctions(self, person: PersonId) -> Result<Sanctions, Unavailable> {
        let found = self
            .sql
            .first(SANCTIONS, values![person], Row::take_document)
            .await?;
        Ok(found.unwrap_or_default())
    }

    /// The people about whom something is decided, the latest first, at most `limit`.
    pub async fn sanctioned(self, limit: u32) -> Result<Vec<Sanctioned>, Unavailable> {
        let text = "SELECT sanction.person, person.name, sanction.document, sanction.at_ms
             FROM sanction LEFT JOIN person ON person.id = sanction.person
             ORDER BY sanction.at_ms DESC, sanction.person LIMIT ?1";
        let read = |row: &mut Row| {
            Ok(Sanctioned {
                person: row.take()?,
                name: row.take_opt()?,
                sanctions: row.take_document()?,
                at_ms: row.take()?,
            })
        };
        self.sql.all(text, values![limit], read).await
    }

    /// Forgets a warning that was given at this time, because the person has acknowledged it. `false` if there is
    /// no such warning any more.
    pub async fn acknowledge(self, person: PersonId, warned_ms: u64) -> Result<bool, Unavailable> {
        self.sql
            .transaction(Again::IfLost, move |on| {
                Box::pin(async move { Ok(Ok(acknowledge(on, person, warned_ms).await?)) })
            })
            .await
    }

    /// Suspends a network from `now_ms` on if a person comes from it who is being watched for that.
    pub async fn note_network(
        self,
        person: PersonId,
        network: NetworkKey,
        now_ms: u64,
    ) -> Result<(), Unavailable> {
        let watched = "SELECT 1 FROM network_watch WHERE person = ?1 AND until_ms > ?2";
        if !self.sql.exists(watched, values![person, now_ms]).await? {
            return Ok(());
        }
        let suspend = "INSERT INTO suspended_network (network, since_ms, until_ms)
             SELECT ?2, ?3, until_ms FROM network_watch WHERE person = ?1 AND until_ms > ?3
             ON CONFLICT (network) DO UPDATE SET until_ms = excluded.until_ms
             WHERE suspended_network.until_ms < excluded.until_ms";
        self.sql
            .execute(suspend, values![person, network.0, now_ms])
            .await?;
        Ok(())
    }

    /// Until when the network from which a person comes next is suspended, too, in milliseconds since 1970; none if it is not.
    pub async fn network_watch(self, person: PersonId) -> Result<Option<u64>, Unavailable> {
        let text = "SELECT until_ms FROM network_watch WHERE person = ?1";
        self.sql.first(text, values![person], Row::take).await
    }

    /// Whether nobody new may sit down from a network now, and this person is new: stored after the network was
    /// suspended, or not at all.
    pub async fn is_suspended_network(
        self,
        network: NetworkKey,
        person: Option<PersonId>,
        now_ms: u64,
    ) -> Result<bool, Unavailable> {
        let text = "SELECT 1 FROM suspended_network
             WHERE network = ?1 AND until_ms > ?3 AND NOT EXISTS (
                 SELECT 1 FROM person WHERE id = ?2 AND created_ms < since_ms
             )";
        self.sql
            .exists(text, values![network.0, person, now_ms])
            .await
    }

    /// Forgets the networks that are suspended no longer, what is a day old of who has watched what and come from where, links and sessions of hosts that are valid no longer,
    /// and the reports that came before a time and were decided. Returns how many of these.
    pub async fn forget_decided(
        self,
        now_ms: u64,
        reports_before_ms: u64,
    ) -> Result<u64, Unavailable> {
        for old in [
            "DELETE FROM host_link WHERE until_ms <= ?1",
            "DELETE FROM host_session WHERE until_ms <= ?1",
            "DELETE FROM network_watch WHERE until_ms <= ?1",
            "DELETE FROM suspended_network WHERE until_ms <= ?1",
        ] {
            self.sql.execute(old, values![now_ms]).await?;
        }
        let yesterday_ms = now_ms.saturating_sub(DAY_MS);
        for old in [
            "DELETE FROM watched WHERE since_ms < ?1",
            "DELETE FROM seen_from WHERE at_ms < ?1",
        ] {
            self.sql.execute(old, values![yesterday_ms]).await?;
        }
        // What happened is kept with the first report of a card: it goes with the last one.
        let old = "DELETE FROM report WHERE at_ms < ?1 AND outcome IS NOT NULL AND NOT EXISTS (
                 SELECT 1 FROM report AS later WHERE later.about = report.about
                     AND later.game = report.game AND later.outcome = report.outcome
                     AND later.at_ms >= ?1
             )";
        self.sql.execute(old, values![reports_before_ms]).await
    }
}

/// How long it is known what somebody has watched, and from which network they came, in milliseconds.
const DAY_MS: u64 = 24 * 3_600_000;

const SANCTIONS: &str = "SELECT document FROM sanction WHERE person = ?1";

/// What is decided about a person, as long as the transaction lasts.
async fn find(on: &mut dyn Statements, person: PersonId) -> Result<Option<Sanctions>, SqlError> {
    let found = on.lock(SANCTIONS, values![person], RowLock::Change).await?;
    found.map(|mut row| row.take_document()).transpose()
}

async fn store(
    on: &mut dyn Statements,
    person: PersonId,
    to: &Sanctions,
    now_ms: u64,
) -> Result<(), SqlError> {
    if *to == Sanctions::default() {
        let forget = "DELETE FROM sanction WHERE person = ?1";
        on.execute(forget, values![person]).await?;
        return Ok(());
    }
    let set = "INSERT INTO sanction (person, at_ms, document) VALUES (?1, ?2, ?3)
         ON CONFLICT (person) DO UPDATE SET at_ms = excluded.at_ms, document = excluded.document";
    let document = Value::document(to)?;
    on.execute(set, values![person, now_ms, document]).await?;
    Ok(())
}

/// Replaces what is decided about a person, if it is what was assumed.
pub(crate) async fn replace(
    on: &mut dyn Statements,
    person: PersonId,
    from: &Sanctions,
    to: &Sanctions,
    now_ms: u64,
) -> Result<bool, SqlError> {
    let now = find(on, person).await?.unwrap_or_default();
    if now != *from {
        return Ok(false);
    }
    store(on, person, to, now_ms).await?;
    Ok(true)
}

async fn acknowledge(
    on: &mut dyn Statements,
    person: PersonId,
    warned_ms: u64,
) -> Result<bool, SqlError> {
    let sanctions = find(on, person).await?.unwrap_or_default();
    let is_meant = |warning: &Warning| warning.at_ms == warned_ms;
    if !sanctions.warning.as_ref().is_some_and(is_meant) {
        return Ok(false);
    }
    let to = Sanctions {
        warning: None,
        ..sanctions
    };
    store(on, person, &to, warned_ms).await?;
    Ok(true)
}
