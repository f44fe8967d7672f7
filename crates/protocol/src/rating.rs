//! How strong and how reliable players are.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

/// From where to where somebody's strength lies, in points, rounded to tens: in 19 of 20 cases. The medium bot has 1500
/// points, and 400 points are ten times the strength.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs)]
pub struct RatingRange {
    pub low: i32,
    pub high: i32,
}

/// Whether somebody stays to the end of their games, of which the latest 20 with other people count. Cuts of the server
/// and short losses of the line never do.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reliability {
    /// Nobody knows yet: there were fewer than five games.
    New,
    /// All but one in ten at most.
    Reliable,
    /// All but three in ten at most.
    SometimesLeaves,
    /// Fewer.
    OftenLeaves,
}

/// What is known of the player of a seat: the answer to `GET /api/tables/{id}/players` is a list of these, by seat.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Reputation {
    /// Whether they stay; none for bots and open seats, and where the site does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reliability: Option<Reliability>,
    /// How strong they are at tables of this size; none for open seats, for programs of others, and where the table is not
    /// rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<RatingRange>,
}

/// Somebody's rating at tables of some sizes: the answer to `GET /api/me/ratings` is a list of these.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MyRating {
    /// The most players at these tables: 2; 4, for three and four; or 6, for five and six.
    pub players: u8,
    /// The rating now.
    pub now: RatingRange,
    /// The latest 200 rated games, the latest first.
    pub games: Vec<GameRating>,
}

/// Whether somebody is in the site's list of ratings, with their name: only who says so.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs)]
pub struct RatingListChoice {
    pub listed: bool,
}

/// A page of the site's list of ratings: the answer to `GET /api/ratings`. It has those who want to be in it and whose
/// rating is sure enough to be compared, the best first.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RatingList {
    /// Those on this page.
    pub ratings: Vec<ListedRating>,
    /// `after` of the next page; none on the last.
    #[schema(required)]
    pub next: Option<u32>,
}

/// Somebody in the site's list of ratings.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ListedRating {
    /// 1 for the best. Who has the same range has the same place.
    pub place: u32,
    /// What they are called on this site now.
    pub name: String,
    /// Whether somebody else in the list has a name that can be confused with it.
    pub alike: bool,
    /// Whether it is the caller.
    pub own: bool,
    /// How strong they are.
    pub rating: RatingRange,
    /// How many of their games were rated.
    pub games: u32,
}

/// How a game has changed somebody's rating.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRating {
    /// The table, which has the replay.
    pub table: String,
    /// When the game ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// The place that counted: who has left comes last.
    pub place: u8,
    /// The rating before the game.
    pub before: RatingRange,
    /// The rating after it.
    pub after: RatingRange,
}
