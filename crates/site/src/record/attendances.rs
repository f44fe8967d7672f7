//! Who has stayed to the end of their games.

mod reliability;
pub(crate) mod store;

use brickwood_protocol::{Reliability, TableSummary};
use brickwood_storage::Listed;
use brickwood_table::PersonId;
use futures_util::Stream;
use serde_json::Value;

use crate::{
    SiteApp,
    http::problem::Failure,
    topics::{PAGE, Topic, next_page, pages, parts},
};
pub(crate) use reliability::attendances_in;
use reliability::{GAMES, reliability};

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("attendances/tables.sql"),
    told: parts![attendances of ["attendance.person"] as list],
    ..Topic::NOTHING
};

/// Whether the person has stayed to the end of their games, the latest first.
fn attendances(
    app: SiteApp,
    person: PersonId,
) -> impl Stream<Item = Result<Value, Failure>> + Send {
    pages(0, move |skip| {
        let app = app.clone();
        async move {
            let stayed = app.stored().attendances_of(person, skip, PAGE).await?;
            let next = next_page(skip, stayed.len());
            Ok((stayed.into_iter().map(Value::from).collect(), next))
        }
    })
}

impl SiteApp {
    /// Whether people stay to the end of their games, in their order; none where the site does not tell that.
    pub(crate) async fn reliability_of(
        &self,
        persons: &[PersonId],
    ) -> Result<Vec<Option<Reliability>>, Failure> {
        if !self.features().await?.moderation {
            return Ok(vec![None; persons.len()]);
        }
        let attendances = self.stored().attendances(persons, GAMES).await?;
        let told = attendances.iter().map(|stayed| Some(reliability(stayed)));
        Ok(told.collect())
    }

    /// Tells of the hosts of listed tables whether they stay, where the site tells that.
    pub(crate) async fn add_reliability(
        &self,
        tables: &[Listed],
        list: &mut [TableSummary],
    ) -> Result<(), Failure> {
        let hosted = tables.iter().zip(list).filter_map(|(table, summary)| {
            let host = table.people.host?;
            Some((summary, host))
        });
        let (summaries, hosts): (Vec<&mut TableSummary>, Vec<PersonId>) = hosted.unzip();
        let told = self.reliability_of(&hosts).await?;
        for (summary, reliability) in summaries.into_iter().zip(told) {
            summary.reliability = reliability;
        }
        Ok(())
    }
}
