//! Who wants to be in the site's list of ratings, and how strong they are.

use brickwood_protocol::Sanctions;
use brickwood_rating::{Class, Rating};
use brickwood_storage::{Row, Unavailable, values};
use brickwood_table::PersonId;

use crate::{SiteStorage, record::ratings::store::rating};

/// Somebody in the site's list of ratings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingListing {
    /// Who.
    pub person: PersonId,
    /// What they are called now.
    pub name: String,
    /// How strong they are.
    pub rating: Rating,
    /// How many of their games of the class were rated.
    pub games: u32,
    /// What is decided about them.
    pub sanctions: Sanctions,
}

impl SiteStorage<'_> {
    /// Since when somebody wants to be in the list, in milliseconds since 1970; none if they do not.
    pub async fn rating_listing(self, person: PersonId) -> Result<Option<u64>, Unavailable> {
        let text = "SELECT since_ms FROM rating_listing WHERE person = ?1";
        self.sql.first(text, values![person], Row::take).await
    }

    /// Somebody wants to be in the list from now on. Nothing is stored of somebody who is no stored person. Says whether
    /// that has changed anything.
    pub async fn list_rating(self, person: PersonId, now_ms: u64) -> Result<bool, Unavailable> {
        let add =
            "INSERT INTO rating_listing (person, since_ms) SELECT id, ?2 FROM person WHERE id = ?1
             ON CONFLICT DO NOTHING";
        Ok(self.sql.execute(add, values![person, now_ms]).await? > 0)
    }

    /// Somebody does not want to be in the list any more. Says whether that has changed anything.
    pub async fn unlist_rating(self, person: PersonId) -> Result<bool, Unavailable> {
        let forget = "DELETE FROM rating_listing WHERE person = ?1";
        Ok(self.sql.execute(forget, values![person]).await? > 0)
    }

    /// Those who want to be in the list, have a name, and have a settled rating of the class: those with the highest lower
    /// ends of their ranges, at most `limit`.
    pub async fn rating_listings(
        self,
        class: Class,
        limit: u32,
    ) -> Result<Vec<RatingListing>, Unavailable> {
        // Only of those who are listed the games are counted.
        let text = "SELECT listed.person, person.name, listed.mean, listed.deviation,
                 (SELECT count(*) FROM rating_change AS own
                     WHERE own.person = listed.person AND own.class = ?1),
                 sanction.document
             FROM (
                 SELECT latest.person, latest.mean, latest.deviation
                 FROM rating_listing
                 JOIN person ON person.id = rating_listing.person AND person.name IS NOT NULL
                 JOIN rating_change AS latest
                     ON latest.person = rating_listing.person AND latest.class = ?1
                     AND latest.number = (SELECT max(own.number) FROM rating_change AS own
                         WHERE own.person = rating_listing.person AND own.class = ?1)
                 WHERE latest.deviation <= ?2
                 ORDER BY latest.mean - 2 * latest.deviation DESC, latest.person LIMIT ?3
             ) AS listed
             JOIN person ON person.id = listed.person
             LEFT JOIN sanction ON sanction.person = listed.person
             ORDER BY listed.mean - 2 * listed.deviation DESC, listed.person";
        let read = |row: &mut Row| {
            Ok(RatingListing {
                person: row.take()?,
                name: row.take()?,
                rating: rating(row)?,
                games: row.take()?,
                sanctions: row.take_document_opt()?.unwrap_or_default(),
            })
        };
        let values = values![class.number(), class.settled(), limit];
        self.sql.all(text, values, read).await
    }
}
