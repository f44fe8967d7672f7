//! The ratings of guests, and what each rated game has changed.

use async_trait::async_trait;
use brickwood_rating::{Class, Rating};
use brickwood_rules::Seat;
use brickwood_table::GuestId;

use crate::Unavailable;

/// What a rated game has changed. Rated games are numbered from 1 without gaps, in the order in which they count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedGame {
    /// Its number.
    pub number: u32,
    /// With which others it is rated.
    pub class: Class,
    /// The changes, by seat.
    pub changes: Vec<RatingChange>,
}

/// How a rated game has changed the rating of a guest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs)]
pub struct RatingChange {
    pub seat: Seat,
    pub guest: GuestId,
    /// 1 for the first.
    pub place: u8,
    pub before: Rating,
    pub after: Rating,
}

/// A change of a guest's rating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnRatingChange {
    /// The game.
    pub game: String,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// With which others it is rated.
    pub class: Class,
    /// The change.
    pub change: RatingChange,
}

/// The ratings of guests. A guest's rating is what the last game of its class has left.
#[async_trait]
pub trait Ratings: Send + Sync + 'static {
    /// The number of the last rated game; 0 before the first.
    async fn last_rated(&self) -> Result<u32, Unavailable>;

    /// The ratings of guests, in their order; none for who has no rated game of the class.
    async fn ratings_of(
        &self,
        guests: &[GuestId],
        class: Class,
    ) -> Result<Vec<Option<Rating>>, Unavailable>;

    /// The latest changes of a guest's ratings, the latest first, at most `limit` of each class.
    async fn rating_changes_of(
        &self,
        guest: GuestId,
        limit: u32,
    ) -> Result<Vec<OwnRatingChange>, Unavailable>;

    /// How a game has changed the rating of a guest; none if it has not.
    async fn rating_change_in(
        &self,
        game: &str,
        guest: GuestId,
    ) -> Result<Option<OwnRatingChange>, Unavailable>;

    /// The rated games after a number in their order, at most `limit`, each with its id.
    async fn rated_games(
        &self,
        after: u32,
        limit: u32,
    ) -> Result<Vec<(String, RatedGame)>, Unavailable>;

    /// Stores the changes of a rated game instead of those that are stored.
    async fn correct(&self, game: &RatedGame) -> Result<(), Unavailable>;
}
