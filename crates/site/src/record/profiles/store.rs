//! What people let others see of themselves.

use brickwood_storage::{Row, Unavailable, values};
use brickwood_table::PersonId;

use crate::SiteStorage;

impl SiteStorage<'_> {
    /// What a person lets others see, as JSON; none unless they have said so.
    pub async fn profile(self, person: PersonId) -> Result<Option<String>, Unavailable> {
        let text = "SELECT document FROM profile WHERE person = ?1";
        self.sql.first(text, values![person], Row::take).await
    }

    /// Stores what a person lets others see, as JSON; with none, nothing is stored of it any more. Nothing is stored of
    /// somebody who is no stored person.
    pub async fn set_profile(
        self,
        person: PersonId,
        profile: Option<&str>,
    ) -> Result<(), Unavailable> {
        let Some(profile) = profile else {
            let forget = "DELETE FROM profile WHERE person = ?1";
            self.sql.execute(forget, values![person]).await?;
            return Ok(());
        };
        let set = "INSERT INTO profile (person, document) SELECT id, ?2 FROM person WHERE id = ?1
             ON CONFLICT (person) DO UPDATE SET document = excluded.document";
        self.sql.execute(set, values![person, profile]).await?;
        Ok(())
    }
}
