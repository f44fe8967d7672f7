//! What finished games were for those who played them.

use async_trait::async_trait;
use brickwood_table::GuestId;
use rusqlite::{Connection, OptionalExtension, Row, Savepoint, params, types::Type};

use super::{SqliteStorage, games, ratings};
use crate::{
    Evaluated, Evaluation, EvaluationError, FellowPlayer, ResultPlace, Results, StoredResult,
    Unavailable, site::nobody,
};

#[async_trait]
impl Results for SqliteStorage {
    async fn evaluated_only(
        &self,
        so_far: Evaluated,
        limit: u32,
    ) -> Result<Vec<String>, Unavailable> {
        self.read(move |from| evaluated_only(from, so_far, limit))
            .await
    }

    async fn evaluate(&self, game: &str, evaluation: Evaluation) -> Result<(), EvaluationError> {
        let (game, nobody) = (game.to_owned(), nobody()?);
        self.writer
            .write(move |to| evaluate(to, &game, &evaluation, nobody))
            .await
    }

    async fn judge(&self, game: &str, quality: &str) -> Result<(), EvaluationError> {
        let (game, quality) = (game.to_owned(), quality.to_owned());
        self.writer
            .write(move |to| {
                if !advance(to, &game, Evaluated::Results, Evaluated::Everything)? {
                    return Ok(Err(EvaluationError::Overtaken));
                }
                to.prepare_cached("UPDATE result SET quality = ?2 WHERE game = ?1")?
                    .execute([game, quality])?;
                Ok(Ok(()))
            })
            .await
    }

    async fn results_of(
        &self,
        guest: GuestId,
        before: Option<&ResultPlace>,
        limit: u32,
    ) -> Result<Vec<StoredResult>, Unavailable> {
        let (ended_ms, game) = match before {
            Some(place) => (place.ended_ms.cast_signed(), place.game.clone()),
            None => (i64::MAX, String::new()),
        };
        self.read(move |from| {
            from.prepare_cached(
                "SELECT result.game, result_player.ended_ms, seat, document, quality, people
                 FROM result_player JOIN result USING (game) JOIN game ON game.id = result.game
                 WHERE guest = ?1 AND (result_player.ended_ms, result.game) < (?2, ?3)
                 ORDER BY result_player.ended_ms DESC, result.game DESC LIMIT ?4",
            )?
            .query_map(params![guest.0, ended_ms, game, limit], result)?
            .collect()
        })
        .await
    }

    async fn result_of(
        &self,
        guest: GuestId,
        game: &str,
    ) -> Result<Option<StoredResult>, Unavailable> {
        let game = game.to_owned();
        self.read(move |from| {
            from.prepare_cached(
                "SELECT result.game, result_player.ended_ms, seat, document, quality, people
                 FROM result_player JOIN result USING (game) JOIN game ON game.id = result.game
                 WHERE guest = ?1 AND result.game = ?2",
            )?
            .query_row(params![guest.0, game], result)
            .optional()
        })
        .await
    }

    async fn fellow_players(
        &self,
        guest: GuestId,
        limit: u32,
    ) -> Result<Vec<FellowPlayer>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached(
                "SELECT player.game, player.ended_ms, player.guest, player.name, player.won
                 FROM (
                     SELECT game FROM result_player WHERE guest = ?1
                     ORDER BY ended_ms DESC, game DESC LIMIT ?2
                 ) AS own JOIN result_player AS player ON player.game = own.game
                 ORDER BY player.ended_ms DESC, player.game DESC, player.seat",
            )?
            .query_map(params![guest.0, limit], |row| {
                Ok(FellowPlayer {
                    game: row.get(0)?,
                    ended_ms: row.get::<_, i64>(1)?.cast_unsigned(),
                    guest: GuestId(row.get(2)?),
                    name: row.get(3)?,
                    won: row.get(4)?,
                })
            })?
            .collect()
        })
        .await
    }
}

fn evaluated_only(
    from: &Connection,
    so_far: Evaluated,
    limit: u32,
) -> rusqlite::Result<Vec<String>> {
    let mut ids = from
        .prepare_cached(
            "SELECT id FROM game WHERE progress = 2 AND evaluated < 3 AND evaluated = ?1
                 AND ended_ms IS NOT NULL
             ORDER BY ended_ms LIMIT ?2",
        )?
        .query_map(params![so_far.number(), limit], |row| row.get(0))?
        .collect::<rusqlite::Result<Vec<String>>>()?;
    let older = from
        .prepare_cached(
            "SELECT id FROM game WHERE progress = 2 AND evaluated < 3 AND evaluated = ?1
                 AND ended_ms IS NULL
             ORDER BY created_ms DESC LIMIT ?2",
        )?
        .query_map(params![so_far.number(), limit - ids.len() as u32], |row| {
            row.get(0)
        })?
        .collect::<rusqlite::Result<Vec<String>>>()?;
    ids.extend(older);
    Ok(ids)
}

/// Whether the game was evaluated so far, and now is further.
fn advance(to: &Connection, game: &str, from: Evaluated, now: Evaluated) -> rusqlite::Result<bool> {
    let advanced = to
        .prepare_cached(
            "UPDATE game SET evaluated = ?3 WHERE id = ?1 AND progress = 2 AND evaluated = ?2",
        )?
        .execute(params![game, from.number(), now.number()])?;
    Ok(advanced > 0)
}

fn evaluate(
    to: &Savepoint<'_>,
    game: &str,
    evaluation: &Evaluation,
    nobody: GuestId,
) -> rusqlite::Result<Result<(), EvaluationError>> {
    if !advance(to, game, evaluation.from, evaluation.to)? {
        return Ok(Err(EvaluationError::Overtaken));
    }
    if let Some(results) = &evaluation.results {
        to.prepare_cached("INSERT INTO result (game, document) VALUES (?1, ?2)")?
            .execute([game, &results.document])?;
        for player in &results.players {
            to.prepare_cached(
                "INSERT INTO result_player (guest, game, ended_ms, seat, name, won)
                 SELECT id, ?2, ?3, ?4, ?5, ?6 FROM guest WHERE id = ?1",
            )?
            .execute(params![
                player.guest.0,
                game,
                evaluation.ended_ms.cast_signed(),
                u8::from(player.seat),
                player.name,
                player.won,
            ])?;
        }
    }
    ratings::attend(to, game, &evaluation.attendances, evaluation.ended_ms)?;
    match &evaluation.rated {
        Some(rated) => ratings::rate(to, game, rated.clone(), evaluation.ended_ms, nobody),
        None => Ok(Ok(())),
    }
}

fn result(row: &Row<'_>) -> rusqlite::Result<StoredResult> {
    Ok(StoredResult {
        game: row.get(0)?,
        ended_ms: row.get::<_, i64>(1)?.cast_unsigned(),
        seat: games::seat(2, row.get(2)?)?,
        document: row.get(3)?,
        quality: row.get(4)?,
        people: serde_json::from_str(&row.get::<_, String>(5)?)
            .map_err(|error| games::unreadable(5, Type::Text, error))?,
    })
}
