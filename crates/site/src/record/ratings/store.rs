//! The ratings of people, and what each rated game has changed.

use brickwood_rating::{Acquaintance, Class, DAY_MS, ENOUGH_MET, MONTH_MS, Rating, Standing};
use brickwood_rules::Seat;
use brickwood_storage::{Again, Row, RowLock, SqlError, Statements, Unavailable, values};
use brickwood_table::PersonId;

use crate::{SiteStorage, record::results::EvaluationError};

/// What a rated game has changed. Rated games are numbered from 1 without gaps, in the order in which they count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedGame {
    /// Its number.
    pub number: u32,
    /// With which others it is rated.
    pub class: Class,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// The changes, by seat.
    pub changes: Vec<RatingChange>,
}

/// How a rated game has changed the rating of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs)]
pub struct RatingChange {
    pub seat: Seat,
    pub person: PersonId,
    /// 1 for the first.
    pub place: u8,
    pub before: Rating,
    pub after: Rating,
    /// How strong the person seems from all of their games, after it.
    pub estimate: Rating,
    /// By how much the shown rating has moved for each of the other people, in thousandths of a point.
    pub moved: i32,
    /// Whether the person stayed to its end.
    pub stayed: bool,
}

impl RatingChange {
    /// Where the person stands after it.
    pub const fn standing(&self) -> Standing {
        Standing {
            estimate: self.estimate,
            shown: self.after.mean,
        }
    }
}

/// A change of a person's rating.
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

impl SiteStorage<'_> {
    /// The number of the last rated game; 0 before the first.
    pub async fn last_rated(self) -> Result<u32, Unavailable> {
        let text = "SELECT coalesce(max(number), 0) FROM rated_game";
        self.sql.number(text, values![]).await
    }

    /// The ratings of people, in their order; none for who has no rated game of the class.
    pub async fn ratings_of(
        self,
        persons: &[PersonId],
        class: Class,
    ) -> Result<Vec<Option<Rating>>, Unavailable> {
        let text = "SELECT mean, deviation FROM rating_change WHERE person = ?1 AND class = ?2
             ORDER BY number DESC LIMIT 1";
        let mut ratings = Vec::with_capacity(persons.len());
        for person in persons {
            let values = values![*person, class.number()];
            ratings.push(self.sql.first(text, values, rating).await?);
        }
        Ok(ratings)
    }

    /// Where somebody stands; none without a rated game of the class.
    pub async fn standing_of(
        self,
        person: PersonId,
        class: Class,
    ) -> Result<Option<Standing>, Unavailable> {
        let text = "SELECT estimate, unsure, mean FROM rating_change
             WHERE person = ?1 AND class = ?2 ORDER BY number DESC LIMIT 1";
        let read = |row: &mut Row| {
            Ok(Standing {
                estimate: rating(row)?,
                shown: row.take()?,
            })
        };
        let values = values![person, class.number()];
        self.sql.first(text, values, read).await
    }

    /// What a person has to do with another one in a game that ended at this time, in milliseconds since 1970.
    pub async fn acquaintance(
        self,
        person: PersonId,
        other: PersonId,
        class: Class,
        ended_ms: u64,
    ) -> Result<Acquaintance, Unavailable> {
        let text = "SELECT rated_game.ended_ms, own.moved
             FROM rating_change AS own
             JOIN rating_change AS other ON other.number = own.number AND other.seat <> own.seat
             JOIN rated_game ON rated_game.number = own.number
             WHERE own.person = ?1 AND own.class = ?2 AND other.person = ?3
                 AND rated_game.ended_ms > ?4";
        let month_ago_ms = ended_ms.saturating_sub(MONTH_MS);
        let values = values![person, class.number(), other, month_ago_ms];
        let games: Vec<(u64, i32)> = self
            .sql
            .all(text, values, |row| Ok((row.take()?, row.take()?)))
            .await?;
        let text = "SELECT count(*) FROM (
                 SELECT DISTINCT other.person FROM rating_change AS own
                 JOIN rating_change AS other ON other.number = own.number AND other.seat <> own.seat
                 WHERE own.person = ?1 AND own.class = ?2 AND own.stayed LIMIT ?3
             ) AS met";
        let met = values![other, class.number(), ENOUGH_MET];
        Ok(Acquaintance {
            today: games
                .iter()
                .filter(|(at_ms, _)| at_ms + DAY_MS > ended_ms)
                .count() as u32,
            moved: games.iter().map(|(_, moved)| moved).sum(),
            met: self.sql.number(text, met).await?,
        })
    }

    /// The latest changes of a person's ratings, the latest first, at most `limit` of each class.
    pub async fn rating_changes_of(
        self,
        person: PersonId,
        limit: u32,
    ) -> Result<Vec<OwnRatingChange>, Unavailable> {
        let mut changes = Vec::new();
        for class in Class::ALL {
            changes.extend(self.rating_changes_in(person, class, 0, limit).await?);
        }
        Ok(changes)
    }

    /// The changes of a person's rating of a class after the first `skip`, the latest first, at most `limit`.
    pub async fn rating_changes_in(
        self,
        person: PersonId,
        class: Class,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<OwnRatingChange>, Unavailable> {
        let text = format!(
            "{OWN} WHERE person = ?1 AND rating_change.class = ?2
             ORDER BY number DESC LIMIT ?3 OFFSET ?4"
        );
        let values = values![person, class.number(), limit, skip];
        self.sql.all(&text, values, own_change).await
    }

    /// How a game has changed the rating of a person; none if it has not.
    pub async fn rating_change_in(
        self,
        game: &str,
        person: PersonId,
    ) -> Result<Option<OwnRatingChange>, Unavailable> {
        let text = format!("{OWN} WHERE game = ?1 AND person = ?2");
        self.sql
            .first(&text, values![game, person], own_change)
            .await
    }

    /// The rated games after a number in their order, at most `limit`, each with its id.
    pub async fn rated_games(
        self,
        after: u32,
        limit: u32,
    ) -> Result<Vec<(String, RatedGame)>, Unavailable> {
        // One query: the games and their changes are those of one moment.
        let text = "SELECT game, number, rated_game.class, ended_ms, seat, person, place,
                 mean_before, deviation_before, mean, deviation, estimate, unsure, moved, stayed
             FROM (
                 SELECT game, number, class, ended_ms FROM rated_game WHERE number > ?1 ORDER BY number LIMIT ?2
             ) AS rated_game LEFT JOIN rating_change USING (number)
             ORDER BY number, seat";
        let rows = self.sql.all(text, values![after, limit], |row| {
            let (game, number, class) = (row.take()?, row.take()?, class(row)?);
            Ok((
                game,
                number,
                class,
                row.take()?,
                row.has_value().then(|| change(row)).transpose()?,
            ))
        });
        let mut games: Vec<(String, RatedGame)> = Vec::new();
        for (game, number, class, ended_ms, change) in rows.await? {
            if games.last().is_none_or(|(_, last)| last.number != number) {
                let changes = Vec::new();
                games.push((
                    game,
                    RatedGame {
                        number,
                        class,
                        ended_ms,
                        changes,
                    },
                ));
            }
            if let Some((_, last)) = games.last_mut() {
                last.changes.extend(change);
            }
        }
        Ok(games)
    }

    /// Stores the changes of a rated game instead of those that are stored.
    pub async fn correct(self, game: &RatedGame) -> Result<(), Unavailable> {
        let game = game.clone();
        self.sql
            .transaction(Again::IfLost, move |on| {
                let game = game.clone();
                Box::pin(async move {
                    let set = "UPDATE rated_game SET class = ?2 WHERE number = ?1";
                    on.execute(set, values![game.number, game.class.number()])
                        .await?;
                    let forget = "DELETE FROM rating_change WHERE number = ?1";
                    on.execute(forget, values![game.number]).await?;
                    add_changes(on, &game).await?;
                    Ok(Ok(()))
                })
            })
            .await
    }
}

/// The columns of a change that a person is told.
const OWN: &str =
    "SELECT seat, person, place, mean_before, deviation_before, mean, deviation, estimate,
         unsure, moved, stayed, game, ended_ms, rated_game.class
     FROM rating_change JOIN rated_game USING (number)";

fn change(row: &mut Row) -> Result<RatingChange, SqlError> {
    Ok(RatingChange {
        seat: row.take()?,
        person: row.take()?,
        place: row.take()?,
        before: rating(row)?,
        after: rating(row)?,
        estimate: rating(row)?,
        moved: row.take()?,
        stayed: row.take()?,
    })
}

fn own_change(row: &mut Row) -> Result<OwnRatingChange, SqlError> {
    Ok(OwnRatingChange {
        change: change(row)?,
        game: row.take()?,
        ended_ms: row.take()?,
        class: class(row)?,
    })
}

pub(super) fn rating(row: &mut Row) -> Result<Rating, SqlError> {
    Ok(Rating {
        mean: row.take()?,
        deviation: row.take()?,
    })
}

fn class(row: &mut Row) -> Result<Class, SqlError> {
    let number: u8 = row.take()?;
    Class::of(number.into()).ok_or_else(|| SqlError::unreadable(&number))
}

/// Stores what a rated game has changed, if it is the next. The game stays from now on. Who is not stored any more is
/// nobody.
pub(crate) async fn rate(
    on: &mut dyn Statements,
    game: &str,
    mut rated: RatedGame,
    nobody: PersonId,
) -> Result<Result<(), EvaluationError>, SqlError> {
    let add = "INSERT INTO rated_game (number, game, class, ended_ms)
         SELECT ?1, ?2, ?3, ?4
         WHERE ?1 = (SELECT coalesce(max(number), 0) + 1 FROM rated_game)";
    let values = values![rated.number, game, rated.class.number(), rated.ended_ms];
    match on.execute(add, values).await {
        Ok(1..) => {}
        // Another server may have taken the number meanwhile.
        Ok(0) | Err(SqlError::Taken) => return Ok(Err(EvaluationError::Behind)),
        Err(error) => return Err(error),
    }
    let keep = "UPDATE game SET kept = true WHERE id = ?1";
    on.execute(keep, values![game]).await?;
    for change in &mut rated.changes {
        // Whoever is being deleted stays until this is stored.
        let text = "SELECT 1 FROM person WHERE id = ?1";
        let found = on.lock(text, values![change.person], RowLock::Stay).await?;
        if found.is_none() {
            change.person = nobody;
        }
    }
    add_changes(on, &rated).await?;
    Ok(Ok(()))
}

async fn add_changes(on: &mut dyn Statements, rated: &RatedGame) -> Result<(), SqlError> {
    let add = "INSERT INTO rating_change (number, seat, person, class, place, mean_before,
             deviation_before, mean, deviation, estimate, unsure, moved, stayed)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
    for change in &rated.changes {
        let values = values![
            rated.number,
            change.seat,
            change.person,
            rated.class.number(),
            change.place,
            change.before.mean,
            change.before.deviation,
            change.after.mean,
            change.after.deviation,
            change.estimate.mean,
            change.estimate.deviation,
            change.moved,
            change.stayed,
        ];
        on.execute(add, values).await?;
    }
    Ok(())
}
