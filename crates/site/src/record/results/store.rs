//! What finished games were for those who played them, counted once and stored.

use brickwood_rules::Seat;
use brickwood_storage::{Again, Row, SqlError, Statements, Unavailable, values};
use brickwood_table::{People, PersonId};
use thiserror::Error;

use crate::{
    SiteStorage,
    person::personal_data::store::nobody,
    record::{
        attendances::store::attend,
        ratings::{RatedGame, store::rate},
    },
};

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
    const fn number(self) -> u8 {
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
    pub attendances: Vec<(PersonId, bool)>,
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
    pub person: PersonId,
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

/// A stored result of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredResult {
    /// The game.
    pub game: String,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// The person's seat.
    pub seat: Seat,
    /// What there is to say of the game and its seats, as JSON.
    pub document: String,
    /// How well was played, as JSON; none while that is not known.
    pub quality: Option<String>,
    /// The people of the game, by seat.
    pub people: People,
}

impl StoredResult {
    /// Its place in the list of its person's results.
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
    pub person: PersonId,
    /// The name that the others saw.
    pub name: String,
    /// Whether they have won.
    pub won: bool,
}

impl SiteStorage<'_> {
    /// The finished games that are evaluated only so far: those that have ended since this is noted, in the order
    /// in which they did, and then older ones, the newest first. At most `limit`.
    pub async fn evaluated_only(
        self,
        so_far: Evaluated,
        limit: u32,
    ) -> Result<Vec<String>, Unavailable> {
        let text = "SELECT id FROM (
                 SELECT id FROM game WHERE progress = 2 AND evaluated < 3 AND evaluated = ?1
                     AND ended_ms IS NOT NULL
                 ORDER BY ended_ms LIMIT ?2
             ) AS ended
             UNION ALL
             SELECT id FROM (
                 SELECT id FROM game WHERE progress = 2 AND evaluated < 3 AND evaluated = ?1
                     AND ended_ms IS NULL
                 ORDER BY created_ms DESC LIMIT ?2
             ) AS older
             LIMIT ?2";
        self.sql
            .all(text, values![so_far.number(), limit], Row::take)
            .await
    }

    /// Stores an evaluation of a finished game, once.
    pub async fn evaluate(self, game: &str, evaluation: Evaluation) -> Result<(), EvaluationError> {
        let (game, nobody) = (game.to_owned(), nobody()?);
        self.sql
            .transaction(Again::IfLost, move |on| {
                let (game, evaluation) = (game.clone(), evaluation.clone());
                Box::pin(async move { evaluate(on, &game, evaluation, nobody).await })
            })
            .await
    }

    /// Stores how well was played in a game whose results are stored, as JSON, once.
    pub async fn judge(self, game: &str, quality: &str) -> Result<(), EvaluationError> {
        let (game, quality) = (game.to_owned(), quality.to_owned());
        self.sql
            .transaction(Again::IfLost, move |on| {
                let (game, quality) = (game.clone(), quality.clone());
                Box::pin(async move {
                    if !advance(on, &game, Evaluated::Results, Evaluated::Everything).await? {
                        return Ok(Err(EvaluationError::Overtaken));
                    }
                    let set = "UPDATE result SET quality = ?2 WHERE game = ?1";
                    on.execute(set, values![game, quality]).await?;
                    Ok(Ok(()))
                })
            })
            .await
    }

    /// A person's results before a place, or the latest; the latest first, at most `limit`.
    pub async fn results_of(
        self,
        person: PersonId,
        before: Option<&ResultPlace>,
        limit: u32,
    ) -> Result<Vec<StoredResult>, Unavailable> {
        let (ended_ms, game) = match before {
            Some(place) => (place.ended_ms, place.game.as_str()),
            None => (i64::MAX.cast_unsigned(), ""),
        };
        let text = format!(
            "{RESULTS} WHERE person = ?1 AND (result_player.ended_ms, result.game) < (?2, ?3)
             ORDER BY result_player.ended_ms DESC, result.game DESC LIMIT ?4"
        );
        self.sql
            .all(&text, values![person, ended_ms, game, limit], stored)
            .await
    }

    /// A person's result of a game; none if the person has not played it to the end, or it is not stored.
    pub async fn result_of(
        self,
        person: PersonId,
        game: &str,
    ) -> Result<Option<StoredResult>, Unavailable> {
        let text = format!("{RESULTS} WHERE person = ?1 AND result.game = ?2");
        self.sql.first(&text, values![person, game], stored).await
    }

    /// Everybody who has played the latest games of a person, at most `limit` of them, the latest first; by game.
    pub async fn fellow_players(
        self,
        person: PersonId,
        limit: u32,
    ) -> Result<Vec<FellowPlayer>, Unavailable> {
        let text = "SELECT player.game, player.ended_ms, player.person, player.name, player.won
             FROM (
                 SELECT game FROM result_player WHERE person = ?1
                 ORDER BY ended_ms DESC, game DESC LIMIT ?2
             ) AS own JOIN result_player AS player ON player.game = own.game
             ORDER BY player.ended_ms DESC, player.game DESC, player.seat";
        let read = |row: &mut Row| {
            Ok(FellowPlayer {
                game: row.take()?,
                ended_ms: row.take()?,
                person: row.take()?,
                name: row.take()?,
                won: row.take()?,
            })
        };
        self.sql.all(text, values![person, limit], read).await
    }
}

const RESULTS: &str = "SELECT result.game, result_player.ended_ms, seat, document, quality,
         CAST(people AS text)
     FROM result_player JOIN result USING (game) JOIN game ON game.id = result.game";

fn stored(row: &mut Row) -> Result<StoredResult, SqlError> {
    Ok(StoredResult {
        game: row.take()?,
        ended_ms: row.take()?,
        seat: row.take()?,
        document: row.take()?,
        quality: row.take_opt()?,
        people: row.take_document()?,
    })
}

/// Whether the game was evaluated so far, and now is further.
async fn advance(
    on: &mut dyn Statements,
    game: &str,
    from: Evaluated,
    to: Evaluated,
) -> Result<bool, SqlError> {
    let text = "UPDATE game SET evaluated = ?3 WHERE id = ?1 AND progress = 2 AND evaluated = ?2";
    let advanced = on
        .execute(text, values![game, from.number(), to.number()])
        .await?;
    Ok(advanced > 0)
}

/// If the answer to a commit is lost, the second attempt finds that it was overtaken: by the first.
async fn evaluate(
    on: &mut dyn Statements,
    game: &str,
    evaluation: Evaluation,
    nobody: PersonId,
) -> Result<Result<(), EvaluationError>, SqlError> {
    if !advance(on, game, evaluation.from, evaluation.to).await? {
        return Ok(Err(EvaluationError::Overtaken));
    }
    let ended_ms = evaluation.ended_ms;
    if let Some(results) = evaluation.results {
        let add = "INSERT INTO result (game, document) VALUES (?1, ?2)";
        on.execute(add, values![game, results.document]).await?;
        let add = "INSERT INTO result_player (person, game, ended_ms, seat, name, won)
             SELECT id, ?2, ?3, ?4, ?5, ?6 FROM person WHERE id = ?1";
        for player in results.players {
            let NewResult {
                person,
                seat,
                name,
                won,
            } = player;
            on.execute(add, values![person, game, ended_ms, seat, name, won])
                .await?;
        }
    }
    attend(on, game, &evaluation.attendances, ended_ms).await?;
    match evaluation.rated {
        Some(rated) => rate(on, game, rated, nobody).await,
        None => Ok(Ok(())),
    }
}
