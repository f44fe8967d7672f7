//! What finished games were for those who played them, counted once and stored.

use async_trait::async_trait;
use brickwood_rules::Seat;
use brickwood_table::{GuestId, People};
use thiserror::Error;

use super::RatedGame;
use crate::Unavailable;

/// How far a finished game has been evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluated {
    /// Not at all.
    Nothing,
    /// It is done, but its results are not stored: nobody could have seen them.
    WithoutResults,
    /// Its results are stored, but not how well was played.
    Results,
    /// All of it.
    Everything,
}

impl Evaluated {
    pub(crate) const fn number(self) -> i16 {
        match self {
            Self::Nothing => 0,
            Self::WithoutResults => 1,
            Self::Results => 2,
            Self::Everything => 3,
        }
    }
}

/// The evaluation of a finished game, stored all at once or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// How far it had been evaluated before. If that is not so any more, nothing is stored.
    pub from: Evaluated,
    /// How far it is evaluated then.
    pub to: Evaluated,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// Its results, if they are stored.
    pub results: Option<NewResults>,
    /// What it changes about ratings, if it is rated.
    pub rated: Option<RatedGame>,
    /// Who has stayed to its end and who has not, if that is stored. Who is not stored any more is left out.
    pub attendances: Vec<(GuestId, bool)>,
}

/// The results of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewResults {
    /// What there is to say of it and its seats, as JSON.
    pub document: String,
    /// Those who have played it to the end, each once. Who is not stored any more has no result.
    pub players: Vec<NewResult>,
}

/// Somebody's result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs)]
pub struct NewResult {
    pub guest: GuestId,
    pub seat: Seat,
    /// The name that the others saw.
    pub name: String,
    pub won: bool,
}

/// Why an evaluation was not stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum EvaluationError {
    /// Somebody else has stored one, or there is no such finished game.
    #[error("the game is not as it was")]
    Overtaken,
    /// Another game has been rated meanwhile: its number is taken.
    #[error("another game has been rated")]
    Behind,
    /// Nothing could be stored, or it is unknown whether it was.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// A stored result of a guest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredResult {
    /// The game.
    pub game: String,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// The guest's seat.
    pub seat: Seat,
    /// What there is to say of the game and its seats, as JSON.
    pub document: String,
    /// How well was played, as JSON; none while that is not known.
    pub quality: Option<String>,
    /// The people of the game, by seat.
    pub people: People,
}

impl StoredResult {
    /// Its place in the list of its guest's results.
    pub fn place(&self) -> ResultPlace {
        ResultPlace {
            ended_ms: self.ended_ms,
            game: self.game.clone(),
        }
    }
}

/// A place in a list of results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultPlace {
    /// When the game ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// The game.
    pub game: String,
}

/// Somebody who has played the same game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FellowPlayer {
    /// The game.
    pub game: String,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// Who it was; one of them is who asked.
    pub guest: GuestId,
    /// The name that the others saw.
    pub name: String,
    /// Whether they have won.
    pub won: bool,
}

/// The results of finished games.
#[async_trait]
pub trait Results: Send + Sync + 'static {
    /// The finished games that are evaluated only so far: those that have ended since this is noted, in the order
    /// in which they did, and then older ones, the newest first. At most `limit`.
    async fn evaluated_only(
        &self,
        so_far: Evaluated,
        limit: u32,
    ) -> Result<Vec<String>, Unavailable>;

    /// Stores an evaluation of a finished game, once.
    async fn evaluate(&self, game: &str, evaluation: Evaluation) -> Result<(), EvaluationError>;

    /// Stores how well was played in a game whose results are stored, as JSON, once.
    async fn judge(&self, game: &str, quality: &str) -> Result<(), EvaluationError>;

    /// A guest's results before a place, or the latest; the latest first, at most `limit`.
    async fn results_of(
        &self,
        guest: GuestId,
        before: Option<&ResultPlace>,
        limit: u32,
    ) -> Result<Vec<StoredResult>, Unavailable>;

    /// A guest's result of a game; none if the guest has not played it to the end, or it is not stored.
    async fn result_of(
        &self,
        guest: GuestId,
        game: &str,
    ) -> Result<Option<StoredResult>, Unavailable>;

    /// Everybody who has played the latest games of a guest, at most `limit` of them, the latest first; by game.
    async fn fellow_players(
        &self,
        guest: GuestId,
        limit: u32,
    ) -> Result<Vec<FellowPlayer>, Unavailable>;
}
