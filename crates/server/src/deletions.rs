//! Carries out the deletion of people.
//!
//! What has begun is stored, and every server carries it out: so it ends, whichever of them stops meanwhile.

use std::sync::Arc;

use brickwood_rules::SeatSet;
use brickwood_site::StoresSite;
use brickwood_storage::Unavailable;
use brickwood_table::{PersonId, room::RoomRequest};
use tokio::{sync::Notify, time::Duration};

use crate::{
    stored_work::{self, StoredWork},
    tables::Tables,
};

/// How many of a person's games are given up before all others are searched.
const FIRST: u32 = 50;

/// The people who are being deleted.
pub(crate) struct Deletions {
    tables: Tables,
    news: Arc<Notify>,
}

impl StoredWork for Deletions {
    const WHAT: &str = "deletions of people";
    const LOOK: Duration = Duration::from_mins(1);

    fn news(&self) -> &Arc<Notify> {
        &self.news
    }

    async fn do_all(&self) -> Result<(), Unavailable> {
        for person in self.tables.log().site().deletions().await? {
            self.carry_out(person).await?;
        }
        Ok(())
    }
}

impl Deletions {
    pub(crate) fn new(tables: Tables) -> Self {
        Self {
            tables,
            news: Arc::default(),
        }
    }

    async fn carry_out(&self, person: PersonId) -> Result<(), Unavailable> {
        let log = self.tables.log();
        // Games that go on should not wait for the search.
        for game in log.games().games_of(person, FIRST).await? {
            let held = game.people.seats_held_by(person);
            self.leave(&game.id, person, held).await?;
        }
        let mut after = String::new();
        loop {
            let found = log.games().games_that_mention(person, &after).await?;
            for (game, people) in found.games {
                self.leave(&game, person, people.seats_held_by(person))
                    .await?;
            }
            match found.next {
                Some(next) => after = next,
                None => break,
            }
        }
        log.site().finish_deletion(person).await
    }

    /// Forgets a person at one table, and what they have said there before: a table reads its chat again when it forgets
    /// somebody.
    async fn leave(&self, game: &str, person: PersonId, held: SeatSet) -> Result<(), Unavailable> {
        if !held.is_empty() {
            self.tables.log().games().forget_talk_of(game, held).await?;
        }
        stored_work::ask(&self.tables, game, RoomRequest::Forget { person }).await
    }
}
