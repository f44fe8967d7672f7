//! The ratings of guests, and who has stayed to the end of their games.

use async_trait::async_trait;
use brickwood_rating::{Class, Rating};
use brickwood_table::GuestId;
use rusqlite::{Connection, OptionalExtension, Row, Savepoint, params, types::Type};

use super::{SqliteStorage, games};
use crate::{
    Attendances, EvaluationError, OwnRatingChange, RatedGame, RatingChange, Ratings, Unavailable,
};

/// The columns of a change that a guest is told.
macro_rules! own {
    ($rest:literal) => {
        concat!(
            "SELECT seat, guest, place, mean_before, deviation_before, mean, deviation, game, ended_ms,
                 rated_game.class
             FROM rating_change JOIN rated_game USING (number) ",
            $rest
        )
    };
}

#[async_trait]
impl Ratings for SqliteStorage {
    async fn last_rated(&self) -> Result<u32, Unavailable> {
        self.read(|from| last_rated(from)).await
    }

    async fn ratings_of(
        &self,
        guests: &[GuestId],
        class: Class,
    ) -> Result<Vec<Option<Rating>>, Unavailable> {
        let guests = guests.to_vec();
        self.read(move |from| {
            let mut latest = from.prepare_cached(
                "SELECT mean, deviation FROM rating_change WHERE guest = ?1 AND class = ?2
                 ORDER BY number DESC LIMIT 1",
            )?;
            let each = guests.into_iter().map(|guest| {
                latest
                    .query_row(params![guest.0, class.number()], |row| rating(row, 0))
                    .optional()
            });
            each.collect()
        })
        .await
    }

    async fn rating_changes_of(
        &self,
        guest: GuestId,
        limit: u32,
    ) -> Result<Vec<OwnRatingChange>, Unavailable> {
        self.read(move |from| {
            let mut changes = Vec::new();
            for class in Class::ALL {
                let of_class = from
                    .prepare_cached(own!(
                        "WHERE guest = ?1 AND rating_change.class = ?2 ORDER BY number DESC LIMIT ?3"
                    ))?
                    .query_map(params![guest.0, class.number(), limit], own_change)?
                    .collect::<rusqlite::Result<Vec<_>>>()?;
                changes.extend(of_class);
            }
            Ok(changes)
        })
        .await
    }

    async fn rating_change_in(
        &self,
        game: &str,
        guest: GuestId,
    ) -> Result<Option<OwnRatingChange>, Unavailable> {
        let game = game.to_owned();
        self.read(move |from| {
            from.prepare_cached(own!("WHERE game = ?1 AND guest = ?2"))?
                .query_row(params![game, guest.0], own_change)
                .optional()
        })
        .await
    }

    async fn rated_games(
        &self,
        after: u32,
        limit: u32,
    ) -> Result<Vec<(String, RatedGame)>, Unavailable> {
        self.read(move |from| rated_games(from, after, limit)).await
    }

    async fn correct(&self, game: &RatedGame) -> Result<(), Unavailable> {
        let game = game.clone();
        self.writer
            .write(move |to| {
                to.prepare_cached("UPDATE rated_game SET class = ?2 WHERE number = ?1")?
                    .execute(params![game.number, game.class.number()])?;
                to.prepare_cached("DELETE FROM rating_change WHERE number = ?1")?
                    .execute([game.number])?;
                add_changes(to, &game)?;
                Ok(Ok(()))
            })
            .await
    }
}

#[async_trait]
impl Attendances for SqliteStorage {
    async fn attendances(
        &self,
        guests: &[GuestId],
        limit: u32,
    ) -> Result<Vec<Vec<bool>>, Unavailable> {
        let guests = guests.to_vec();
        self.read(move |from| {
            let mut latest = from.prepare_cached(
                "SELECT stayed FROM attendance WHERE guest = ?1 ORDER BY ended_ms DESC LIMIT ?2",
            )?;
            let each = guests.into_iter().map(|guest| {
                latest
                    .query_map(params![guest.0, limit], |row| row.get(0))?
                    .collect()
            });
            each.collect()
        })
        .await
    }
}

/// Stores what a rated game has changed, if it is the next. The game stays from now on. Who is not stored any more is
/// nobody.
pub(super) fn rate(
    to: &Savepoint<'_>,
    game: &str,
    mut rated: RatedGame,
    ended_ms: u64,
    nobody: GuestId,
) -> rusqlite::Result<Result<(), EvaluationError>> {
    if last_rated(to)? + 1 != rated.number {
        return Ok(Err(EvaluationError::Behind));
    }
    to.prepare_cached("UPDATE game SET kept = 1 WHERE id = ?1")?
        .execute([game])?;
    to.prepare_cached(
        "INSERT INTO rated_game (number, game, class, ended_ms) VALUES (?1, ?2, ?3, ?4)",
    )?
    .execute(params![
        rated.number,
        game,
        rated.class.number(),
        ended_ms.cast_signed()
    ])?;
    let mut stored = to.prepare_cached("SELECT 1 FROM guest WHERE id = ?1")?;
    for change in &mut rated.changes {
        if !stored.exists([change.guest.0])? {
            change.guest = nobody;
        }
    }
    add_changes(to, &rated)?;
    Ok(Ok(()))
}

fn add_changes(to: &Savepoint<'_>, rated: &RatedGame) -> rusqlite::Result<()> {
    for change in &rated.changes {
        to.prepare_cached(
            "INSERT INTO rating_change (number, seat, guest, class, place, mean_before,
                 deviation_before, mean, deviation)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            rated.number,
            u8::from(change.seat),
            change.guest.0,
            rated.class.number(),
            change.place,
            change.before.mean,
            change.before.deviation,
            change.after.mean,
            change.after.deviation,
        ])?;
    }
    Ok(())
}

/// Stores whether guests have stayed to the end of a game.
pub(super) fn attend(
    to: &Savepoint<'_>,
    game: &str,
    attendances: &[(GuestId, bool)],
    ended_ms: u64,
) -> rusqlite::Result<()> {
    for (guest, stayed) in attendances {
        to.prepare_cached(
            "INSERT INTO attendance (guest, game, ended_ms, stayed)
             SELECT id, ?2, ?3, ?4 FROM guest WHERE id = ?1",
        )?
        .execute(params![guest.0, game, ended_ms.cast_signed(), stayed])?;
    }
    Ok(())
}

fn last_rated(from: &Connection) -> rusqlite::Result<u32> {
    from.prepare_cached("SELECT coalesce(max(number), 0) FROM rated_game")?
        .query_row([], |row| row.get(0))
}

fn rated_games(
    from: &mut Connection,
    after: u32,
    limit: u32,
) -> rusqlite::Result<Vec<(String, RatedGame)>> {
    // One transaction: the games and their changes are those of one moment.
    let from = from.transaction()?;
    let mut games = from
        .prepare_cached(
            "SELECT game, number, class FROM rated_game WHERE number > ?1 ORDER BY number LIMIT ?2",
        )?
        .query_map([after, limit], |row| {
            let rated = RatedGame {
                number: row.get(1)?,
                class: class(row, 2)?,
                changes: Vec::new(),
            };
            Ok((row.get(0)?, rated))
        })?
        .collect::<rusqlite::Result<Vec<(String, RatedGame)>>>()?;
    for (_, rated) in &mut games {
        rated.changes = from
            .prepare_cached(
                "SELECT seat, guest, place, mean_before, deviation_before, mean, deviation
                 FROM rating_change WHERE number = ?1 ORDER BY seat",
            )?
            .query_map([rated.number], change)?
            .collect::<rusqlite::Result<_>>()?;
    }
    Ok(games)
}

fn change(row: &Row<'_>) -> rusqlite::Result<RatingChange> {
    Ok(RatingChange {
        seat: games::seat(0, row.get(0)?)?,
        guest: GuestId(row.get(1)?),
        place: row.get(2)?,
        before: rating(row, 3)?,
        after: rating(row, 5)?,
    })
}

fn own_change(row: &Row<'_>) -> rusqlite::Result<OwnRatingChange> {
    Ok(OwnRatingChange {
        change: change(row)?,
        game: row.get(7)?,
        ended_ms: row.get::<_, i64>(8)?.cast_unsigned(),
        class: class(row, 9)?,
    })
}

fn rating(row: &Row<'_>, column: usize) -> rusqlite::Result<Rating> {
    Ok(Rating {
        mean: row.get(column)?,
        deviation: row.get(column + 1)?,
    })
}

fn class(row: &Row<'_>, column: usize) -> rusqlite::Result<Class> {
    let number: u8 = row.get(column)?;
    Class::of(number.into())
        .ok_or_else(|| games::unreadable(column, Type::Integer, "no class of ratings"))
}
