//! The ratings of guests, and who has stayed to the end of their games.

use async_trait::async_trait;
use brickwood_rating::{Class, Rating};
use brickwood_table::GuestId;
use deadpool_postgres::{ClientWrapper, GenericClient, Transaction};
use tokio_postgres::Row;

use super::{
    Failure, PostgresStorage, games,
    statement::{query, query_one, query_opt},
    with,
};
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
impl Ratings for PostgresStorage {
    async fn last_rated(&self) -> Result<u32, Unavailable> {
        with!(self, client => {
            let text = "SELECT coalesce(max(number), 0) FROM rated_game";
            let row = query_one(client, text, &[]).await?;
            Ok(row.get::<_, i32>(0).cast_unsigned())
        })
    }

    async fn ratings_of(
        &self,
        guests: &[GuestId],
        class: Class,
    ) -> Result<Vec<Option<Rating>>, Unavailable> {
        let ids = ids(guests);
        with!(self, client => {
            let text = "SELECT mean, deviation
                 FROM unnest($1::bytea[]) WITH ORDINALITY AS asked (guest, place)
                 LEFT JOIN LATERAL (
                     SELECT mean, deviation FROM rating_change
                     WHERE rating_change.guest = asked.guest AND class = $2
                     ORDER BY number DESC LIMIT 1
                 ) AS latest ON true
                 ORDER BY asked.place";
            let rows = query(client, text, &[&ids, &i16::from(class.number())]).await?;
            let each = rows.iter().map(|row| {
                let mean: Option<i32> = row.get(0);
                mean.map(|_| rating(row, 0))
            });
            Ok(each.collect())
        })
    }

    async fn rating_changes_of(
        &self,
        guest: GuestId,
        limit: u32,
    ) -> Result<Vec<OwnRatingChange>, Unavailable> {
        with!(self, client => {
            let text = own!(
                "WHERE guest = $1 AND rating_change.class = $2 ORDER BY number DESC LIMIT $3"
            );
            let mut changes = Vec::new();
            for class in Class::ALL {
                let class = i16::from(class.number());
                let rows = query(client, text, &[&&guest.0[..], &class, &i64::from(limit)]).await?;
                for row in &rows {
                    changes.push(own_change(row)?);
                }
            }
            Ok(changes)
        })
    }

    async fn rating_change_in(
        &self,
        game: &str,
        guest: GuestId,
    ) -> Result<Option<OwnRatingChange>, Unavailable> {
        with!(self, client => {
            let text = own!("WHERE game = $1 AND guest = $2");
            let row = query_opt(client, text, &[&game, &&guest.0[..]]).await?;
            row.as_ref().map(own_change).transpose()
        })
    }

    async fn rated_games(
        &self,
        after: u32,
        limit: u32,
    ) -> Result<Vec<(String, RatedGame)>, Unavailable> {
        with!(self, client => rated_games(client, after, limit).await)
    }

    async fn correct(&self, game: &RatedGame) -> Result<(), Unavailable> {
        with!(self, client => {
            let transaction = client.transaction().await?;
            let (number, class) = (game.number.cast_signed(), i16::from(game.class.number()));
            let text = "UPDATE rated_game SET class = $2 WHERE number = $1";
            transaction.execute(text, &[&number, &class]).await?;
            let text = "DELETE FROM rating_change WHERE number = $1";
            transaction.execute(text, &[&number]).await?;
            add_changes(&transaction, game).await?;
            Ok(transaction.commit().await?)
        })
    }
}

#[async_trait]
impl Attendances for PostgresStorage {
    async fn attendances(
        &self,
        guests: &[GuestId],
        limit: u32,
    ) -> Result<Vec<Vec<bool>>, Unavailable> {
        let ids = ids(guests);
        with!(self, client => {
            let text = "SELECT coalesce(latest.stayed, '{}')
                 FROM unnest($1::bytea[]) WITH ORDINALITY AS asked (guest, place)
                 LEFT JOIN LATERAL (
                     SELECT array_agg(stayed ORDER BY ended_ms DESC) AS stayed FROM (
                         SELECT stayed, ended_ms FROM attendance
                         WHERE attendance.guest = asked.guest ORDER BY ended_ms DESC LIMIT $2
                     ) AS few
                 ) AS latest ON true
                 ORDER BY asked.place";
            let rows = query(client, text, &[&ids, &i64::from(limit)]).await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }
}

fn ids(guests: &[GuestId]) -> Vec<&[u8]> {
    guests.iter().map(|guest| &guest.0[..]).collect()
}

/// Stores what a rated game has changed, if it is the next. The game stays from now on. Who is not stored any more is
/// nobody.
pub(super) async fn rate(
    to: &Transaction<'_>,
    game: &str,
    mut rated: RatedGame,
    ended_ms: u64,
    nobody: GuestId,
) -> Result<Result<(), EvaluationError>, Failure> {
    let text = "INSERT INTO rated_game (number, game, class, ended_ms)
         SELECT $1, $2, $3, $4
         WHERE $1 = (SELECT coalesce(max(number), 0) + 1 FROM rated_game)";
    let statement = to.prepare_cached(text).await?;
    let number = rated.number.cast_signed();
    let class = i16::from(rated.class.number());
    let added = to
        .execute(
            &statement,
            &[&number, &game, &class, &ended_ms.cast_signed()],
        )
        .await;
    match added.map_err(Failure::from) {
        Ok(1..) => {}
        Ok(0) => return Ok(Err(EvaluationError::Behind)),
        // Another server has taken the number meanwhile.
        Err(failure) if games::is_taken(&failure) => return Ok(Err(EvaluationError::Behind)),
        Err(failure) => return Err(failure),
    }
    let statement = to
        .prepare_cached("UPDATE game SET kept = true WHERE id = $1")
        .await?;
    to.execute(&statement, &[&game]).await?;
    // Whoever is being deleted stays until this is stored.
    let statement = to
        .prepare_cached("SELECT 1 FROM guest WHERE id = $1 FOR KEY SHARE")
        .await?;
    for change in &mut rated.changes {
        let stored = to.query_opt(&statement, &[&&change.guest.0[..]]).await?;
        if stored.is_none() {
            change.guest = nobody;
        }
    }
    add_changes(to, &rated).await?;
    Ok(Ok(()))
}

async fn add_changes(to: &Transaction<'_>, rated: &RatedGame) -> Result<(), Failure> {
    let text = "INSERT INTO rating_change (number, seat, guest, class, place, mean_before,
             deviation_before, mean, deviation)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let statement = to.prepare_cached(text).await?;
    for change in &rated.changes {
        to.execute(
            &statement,
            &[
                &rated.number.cast_signed(),
                &i16::from(u8::from(change.seat)),
                &&change.guest.0[..],
                &i16::from(rated.class.number()),
                &i16::from(change.place),
                &change.before.mean,
                &change.before.deviation,
                &change.after.mean,
                &change.after.deviation,
            ],
        )
        .await?;
    }
    Ok(())
}

/// Stores whether guests have stayed to the end of a game.
pub(super) async fn attend(
    to: &Transaction<'_>,
    game: &str,
    attendances: &[(GuestId, bool)],
    ended_ms: u64,
) -> Result<(), Failure> {
    let text = "INSERT INTO attendance (guest, game, ended_ms, stayed)
         SELECT id, $2, $3, $4 FROM guest WHERE id = $1";
    let statement = to.prepare_cached(text).await?;
    for (guest, stayed) in attendances {
        to.execute(
            &statement,
            &[&&guest.0[..], &game, &ended_ms.cast_signed(), stayed],
        )
        .await?;
    }
    Ok(())
}

async fn rated_games(
    client: &mut ClientWrapper,
    after: u32,
    limit: u32,
) -> Result<Vec<(String, RatedGame)>, Failure> {
    let text = "SELECT game, number, class FROM rated_game WHERE number > $1
         ORDER BY number LIMIT $2";
    let rows = query(client, text, &[&after.cast_signed(), &i64::from(limit)]).await?;
    let mut games = Vec::with_capacity(rows.len());
    for row in rows {
        let number: i32 = row.get(1);
        let text = "SELECT seat, guest, place, mean_before, deviation_before, mean, deviation
             FROM rating_change WHERE number = $1 ORDER BY seat";
        let changes = query(client, text, &[&number]).await?;
        let rated = RatedGame {
            number: number.cast_unsigned(),
            class: class(&row, 2)?,
            changes: changes.iter().map(change).collect::<Result<_, _>>()?,
        };
        games.push((row.get(0), rated));
    }
    Ok(games)
}

fn change(row: &Row) -> Result<RatingChange, Failure> {
    let guest = row.get::<_, &[u8]>(1).try_into();
    let place = u8::try_from(row.get::<_, i16>(2));
    Ok(RatingChange {
        seat: games::seat(row.get(0))?,
        guest: GuestId(guest.map_err(|_| Failure::Unreadable("a guest"))?),
        place: place.map_err(|_| Failure::Unreadable("a place"))?,
        before: rating(row, 3),
        after: rating(row, 5),
    })
}

fn own_change(row: &Row) -> Result<OwnRatingChange, Failure> {
    Ok(OwnRatingChange {
        change: change(row)?,
        game: row.get(7),
        ended_ms: row.get::<_, i64>(8).cast_unsigned(),
        class: class(row, 9)?,
    })
}

fn rating(row: &Row, column: usize) -> Rating {
    Rating {
        mean: row.get(column),
        deviation: row.get(column + 1),
    }
}

fn class(row: &Row, column: usize) -> Result<Class, Failure> {
    let number: i16 = row.get(column);
    let class = usize::try_from(number).ok().and_then(Class::of);
    class.ok_or(Failure::Unreadable("a class of ratings"))
}
