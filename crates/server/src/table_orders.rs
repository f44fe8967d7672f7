//! Carries out at tables what the host of the site and the moderators have decided.
//!
//! What is decided is stored, also by the command line, and every server carries it out. Doing something twice changes
//! nothing.

use std::{collections::BTreeSet, sync::Arc};

use brickwood_protocol::ProblemKind;
use brickwood_site::{StoresSite, moderation::host::TableOrder};
use brickwood_storage::{Listed, Progress, Unavailable, tag};
use brickwood_table::{PersonId, room::RoomRequest, same_to_the_eye};
use tokio::{
    sync::Notify,
    time::{Duration, timeout},
};

use crate::tables::Tables;

/// How often what others have decided is looked for.
const LOOK: Duration = Duration::from_secs(2);

/// In how many tables of a person, the latest, a name is replaced.
const TABLES: u32 = 200;

/// What is yet to be done at tables.
pub(crate) struct TableOrders {
    tables: Tables,
    news: Arc<Notify>,
}

impl TableOrders {
    pub(crate) fn new(tables: Tables) -> Self {
        Self {
            tables,
            news: Arc::default(),
        }
    }

    /// Says that there is something to do.
    pub(crate) fn news(&self) -> Arc<Notify> {
        Arc::clone(&self.news)
    }

    /// Carries it out, for as long as the server runs.
    pub(crate) async fn run(self) {
        loop {
            if let Err(Unavailable) = self.carry_out_all().await {
                tracing::warn!("what was decided about tables cannot be done now");
            }
            let _ = timeout(LOOK, self.news.notified()).await;
        }
    }

    async fn carry_out_all(&self) -> Result<(), Unavailable> {
        let site = self.tables.log().site();
        for (number, order) in site.table_orders().await? {
            match order {
                TableOrder::Close { game } => self.ask(&game, RoomRequest::Close).await?,
                TableOrder::Clear { person, name } => self.clear(person, name).await?,
            }
            site.carried_out(number).await?;
        }
        Ok(())
    }

    async fn clear(&self, person: PersonId, name: Option<String>) -> Result<(), Unavailable> {
        let games = self.tables.log().games();
        for game in games.waiting_of(person).await? {
            self.ask(&game, RoomRequest::Close).await?;
        }
        for game in games.games_of(person, TABLES).await? {
            if game.outline.progress == Progress::Gathering {
                self.ask(&game.id, RoomRequest::Forget { person }).await?;
            } else if let Some(name) = &name {
                self.take_name(&game, person, name).await?;
            }
        }
        Ok(())
    }

    async fn take_name(
        &self,
        game: &Listed,
        person: PersonId,
        name: &str,
    ) -> Result<(), Unavailable> {
        let held = game.people.seats_held_by(person);
        let places = held.iter().map(|seat| &game.people.places[seat.index()]);
        let names = places.flat_map(|place| {
            let former = place.former.iter().filter_map(|one| one.name.as_ref());
            place.name.iter().chain(former)
        });
        let taken: BTreeSet<_> = names.filter(|one| same_to_the_eye(one, name)).collect();
        for name in taken {
            let games = self.tables.log().games();
            games.rename_in_talk(&game.id, held, name, "").await?;
        }
        let name = name.to_owned();
        self.ask(&game.id, RoomRequest::TakeName { person, name })
            .await
    }

    async fn ask(&self, game: &str, request: RoomRequest) -> Result<(), Unavailable> {
        match self.tables.ask(game, request).await {
            Ok(_) => Ok(()),
            Err(problem) if problem.kind == ProblemKind::NoSuchTable => Ok(()),
            Err(problem) if problem.kind == ProblemKind::Unavailable => Err(Unavailable),
            // What the host wants is impossible there, and nobody waits for the answer.
            Err(problem) => {
                let problem = problem.code();
                tracing::error!(
                    table = tag(&game),
                    problem,
                    "a decision about a table is void"
                );
                Ok(())
            }
        }
    }
}
