//! Carries out at tables what the host of the site and the moderators have decided.
//!
//! What is decided is stored, also by the command line, and every server carries it out.

use std::{collections::BTreeSet, sync::Arc};

use brickwood_site::{StoresSite, moderation::host::TableOrder};
use brickwood_storage::{Listed, Progress, Unavailable};
use brickwood_table::{PersonId, room::RoomRequest, same_to_the_eye};
use tokio::{sync::Notify, time::Duration};

use crate::{
    stored_work::{self, StoredWork},
    tables::Tables,
};

/// In how many tables of a person, the latest, a name is replaced.
const TABLES: u32 = 200;

/// What is yet to be done at tables.
pub(crate) struct TableOrders {
    tables: Tables,
    news: Arc<Notify>,
}

impl StoredWork for TableOrders {
    const WHAT: &str = "decisions about tables";
    const LOOK: Duration = Duration::from_secs(2);

    fn news(&self) -> &Arc<Notify> {
        &self.news
    }

    async fn do_all(&self) -> Result<(), Unavailable> {
        let site = self.tables.log().site();
        for (number, order) in site.table_orders().await? {
            match order {
                TableOrder::Close { game } => {
                    stored_work::ask(&self.tables, &game, RoomRequest::Close).await?;
                }
                TableOrder::Clear { person, name } => self.clear(person, name).await?,
            }
            site.carried_out(number).await?;
        }
        Ok(())
    }
}

impl TableOrders {
    pub(crate) fn new(tables: Tables) -> Self {
        Self {
            tables,
            news: Arc::default(),
        }
    }

    async fn clear(&self, person: PersonId, name: Option<String>) -> Result<(), Unavailable> {
        let games = self.tables.log().games();
        for game in games.waiting_of(person).await? {
            stored_work::ask(&self.tables, &game, RoomRequest::Close).await?;
        }
        for game in games.games_of(person, TABLES).await? {
            if game.outline.progress == Progress::Gathering {
                stored_work::ask(&self.tables, &game.id, RoomRequest::Forget { person }).await?;
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
        stored_work::ask(
            &self.tables,
            &game.id,
            RoomRequest::TakeName { person, name },
        )
        .await
    }
}
