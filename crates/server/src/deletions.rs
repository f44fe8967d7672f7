//! Carries out the deletion of people.
//!
//! What has begun is stored, and every server carries it out: so it ends, whichever of them stops meanwhile. Doing
//! something twice changes nothing.

use brickwood_site::StoresSite;
use std::sync::Arc;

use brickwood_protocol::{Problem, ProblemKind};
use brickwood_rules::SeatSet;
use brickwood_storage::{Unavailable, tag};
use brickwood_table::{PersonId, room::RoomRequest};
use tokio::{
    sync::Notify,
    time::{Duration, timeout},
};

use crate::tables::Tables;

/// How often what others have begun is looked for.
const LOOK: Duration = Duration::from_mins(1);

/// How many of a person's games are given up before all others are searched.
const FIRST: u32 = 50;

/// The people who are being deleted.
pub(crate) struct Deletions {
    tables: Tables,
    news: Arc<Notify>,
}

impl Deletions {
    pub(crate) fn new(tables: Tables) -> Self {
        Self {
            tables,
            news: Arc::default(),
        }
    }

    /// Says that there is another one.
    pub(crate) fn news(&self) -> Arc<Notify> {
        Arc::clone(&self.news)
    }

    /// Carries them out, for as long as the server runs.
    pub(crate) async fn run(self) {
        loop {
            if let Err(Unavailable) = self.carry_out_all().await {
                tracing::warn!("persons cannot be deleted now");
            }
            // Whatever wakes it, it looks at all.
            let _ = timeout(LOOK, self.news.notified()).await;
        }
    }

    async fn carry_out_all(&self) -> Result<(), Unavailable> {
        for person in self.tables.log().site().deletions().await? {
            self.carry_out(person).await?;
        }
        Ok(())
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
        let forgotten = self.tables.ask(game, RoomRequest::Forget { person }).await;
        match forgotten {
            Ok(_)
            | Err(Problem {
                kind: ProblemKind::NoSuchTable,
                ..
            }) => Ok(()),
            Err(Problem {
                kind: ProblemKind::Unavailable,
                ..
            }) => Err(Unavailable),
            // Nobody can see such a table any more.
            Err(problem) => {
                let problem = problem.code();
                tracing::error!(table = tag(&game), problem, "a person is not forgotten");
                Ok(())
            }
        }
    }
}
