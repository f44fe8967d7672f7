//! People who want to play.

use brickwood_storage::{Again, Unavailable, values};
use brickwood_table::PersonId;

use crate::SiteStorage;

/// That a person wants to be told of tables that wait for players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableAlert {
    /// Until when, in milliseconds since 1970.
    pub until_ms: u64,
    /// The tables that they were told of.
    pub told: Vec<String>,
    /// When a page last asked of which tables there is to tell, in milliseconds since 1970.
    pub asked_ms: u64,
}

impl SiteStorage<'_> {
    /// A stored person wants to be told of tables until then. An alert that they have already becomes longer or shorter,
    /// and remembers what they were told.
    pub async fn set_alert(
        self,
        person: PersonId,
        now_ms: u64,
        until_ms: u64,
    ) -> Result<(), Unavailable> {
        self.sql
            .transaction(Again::IfLost, move |on| {
                Box::pin(async move {
                    // What has ended is another alert.
                    let ended = "DELETE FROM table_alert WHERE person = ?1 AND until_ms <= ?2";
                    on.execute(ended, values![person, now_ms]).await?;
                    let alert =
                        "INSERT INTO table_alert (person, until_ms, asked_ms) VALUES (?1, ?2, ?3)
                         ON CONFLICT (person) DO UPDATE SET until_ms = excluded.until_ms";
                    on.execute(alert, values![person, until_ms, now_ms]).await?;
                    on.execute(ASKS, values![person, now_ms]).await?;
                    Ok(Ok(()))
                })
            })
            .await
    }

    /// The alert of a person; none if it has ended.
    pub async fn alert_of(
        self,
        person: PersonId,
        now_ms: u64,
    ) -> Result<Option<TableAlert>, Unavailable> {
        let text = "SELECT until_ms, asked_ms, game FROM table_alert LEFT JOIN told USING (person)
             WHERE table_alert.person = ?1 AND until_ms > ?2";
        let rows = self.sql.all(text, values![person, now_ms], |row| {
            Ok((row.take()?, row.take()?, row.take_opt()?))
        });
        let rows: Vec<(u64, u64, Option<String>)> = rows.await?;
        let Some((until_ms, asked_ms, _)) = rows.first() else {
            return Ok(None);
        };
        Ok(Some(TableAlert {
            until_ms: *until_ms,
            asked_ms: *asked_ms,
            told: rows.into_iter().filter_map(|(.., game)| game).collect(),
        }))
    }

    /// A page of a person asks of which tables there is to tell.
    pub async fn asks(self, person: PersonId, now_ms: u64) -> Result<(), Unavailable> {
        self.sql.execute(ASKS, values![person, now_ms]).await?;
        Ok(())
    }

    /// A person wants to be told no more.
    pub async fn end_alert(self, person: PersonId) -> Result<(), Unavailable> {
        let end = "DELETE FROM table_alert WHERE person = ?1";
        self.sql.execute(end, values![person]).await?;
        Ok(())
    }

    /// How many people want to be told of tables, and have a page that has asked since then. Those who come from one
    /// network count as one.
    pub async fn alerts(self, now_ms: u64, asked_since_ms: u64) -> Result<u32, Unavailable> {
        let text = "SELECT count(DISTINCT mark) + count(*) - count(mark)
             FROM table_alert LEFT JOIN seen_from USING (person)
             WHERE until_ms > ?1 AND asked_ms >= ?2";
        self.sql.number(text, values![now_ms, asked_since_ms]).await
    }

    /// A page is about to tell a person of a table. Of several pages the first may, however often it asks; `false` for
    /// the others, and if the person wants to be told of nothing.
    pub async fn tell_of(
        self,
        person: PersonId,
        table: &str,
        page: u64,
        now_ms: u64,
    ) -> Result<bool, Unavailable> {
        let table = table.to_owned();
        self.sql
            .transaction(Again::IfLost, move |on| {
                let table = table.clone();
                Box::pin(async move {
                    let tell = "INSERT INTO told (person, game, page)
                         SELECT table_alert.person, game.id, ?3 FROM table_alert JOIN game ON game.id = ?2
                         WHERE table_alert.person = ?1 AND until_ms > ?4
                         ON CONFLICT DO NOTHING";
                    on.execute(tell, values![person, &*table, page, now_ms])
                        .await?;
                    let told = "SELECT 1 FROM told WHERE person = ?1 AND game = ?2 AND page = ?3";
                    Ok(Ok(on.exists(told, values![person, table, page]).await?))
                })
            })
            .await
    }

    /// Forgets the alerts that ended before then. Returns how many.
    pub async fn forget_alerts(self, ended_before_ms: u64) -> Result<u64, Unavailable> {
        let forget = "DELETE FROM table_alert WHERE until_ms < ?1";
        self.sql.execute(forget, values![ended_before_ms]).await
    }
}

const ASKS: &str = "UPDATE table_alert SET asked_ms = ?2 WHERE person = ?1 AND asked_ms < ?2";
