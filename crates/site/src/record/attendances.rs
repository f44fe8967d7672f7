//! Who has stayed to the end of their games.

mod reliability;
pub(crate) mod store;

use brickwood_protocol::{Reliability, TableSummary};
use brickwood_storage::Listed;
use brickwood_table::PersonId;
use serde_json::{Value, json};

use crate::{
    SiteApp,
    http::problem::Failure,
    topics::{Topic, parts},
};
pub(crate) use reliability::attendances_in;
use reliability::{GAMES, reliability};

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("attendances/tables.sql"),
    told: parts![attendances of ["attendance.person"]],
    ..Topic::NOTHING
};

/// Whether the person has stayed to the end of their games, the latest first.
async fn attendances(app: SiteApp, person: PersonId) -> Result<Value, Failure> {
    let site = app.stored();
    Ok(json!(site.attendances(&[person], u32::MAX).await?.concat()))
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
