//! What finished games were for those who played them.

use async_trait::async_trait;
use brickwood_table::GuestId;
use deadpool_postgres::{ClientWrapper, GenericClient};
use tokio_postgres::Row;

use super::{
    Failure, PostgresStorage, games, ratings,
    statement::{query, query_opt},
    with,
};
use crate::{
    Evaluated, Evaluation, EvaluationError, FellowPlayer, ResultPlace, Results, StoredResult,
    Unavailable, site::nobody,
};

#[async_trait]
impl Results for PostgresStorage {
    async fn evaluated_only(
        &self,
        so_far: Evaluated,
        limit: u32,
    ) -> Result<Vec<String>, Unavailable> {
        with!(self, client => evaluated_only(client, so_far, limit).await)
    }

    async fn evaluate(&self, game: &str, evaluation: Evaluation) -> Result<(), EvaluationError> {
        let nobody = nobody()?;
        with!(self, client => evaluate(client, game, &evaluation, nobody).await)?
    }

    async fn judge(&self, game: &str, quality: &str) -> Result<(), EvaluationError> {
        with!(self, client => judge(client, game, quality).await)?
    }

    async fn results_of(
        &self,
        guest: GuestId,
        before: Option<&ResultPlace>,
        limit: u32,
    ) -> Result<Vec<StoredResult>, Unavailable> {
        let (ended_ms, game) = match before {
            Some(place) => (place.ended_ms.cast_signed(), place.game.as_str()),
            None => (i64::MAX, ""),
        };
        with!(self, client => {
            let text = "SELECT result.game, result_player.ended_ms, seat, document, quality, people::text
                 FROM result_player JOIN result USING (game) JOIN game ON game.id = result.game
                 WHERE guest = $1 AND (result_player.ended_ms, result.game) < ($2, $3)
                 ORDER BY result_player.ended_ms DESC, result.game DESC LIMIT $4";
            let rows = query(client, text, &[&&guest.0[..], &ended_ms, &game, &i64::from(limit)]).await?;
            rows.iter().map(result).collect()
        })
    }

    async fn result_of(
        &self,
        guest: GuestId,
        game: &str,
    ) -> Result<Option<StoredResult>, Unavailable> {
        with!(self, client => {
            let text = "SELECT result.game, result_player.ended_ms, seat, document, quality, people::text
                 FROM result_player JOIN result USING (game) JOIN game ON game.id = result.game
                 WHERE guest = $1 AND result.game = $2";
            let row = query_opt(client, text, &[&&guest.0[..], &game]).await?;
            row.as_ref().map(result).transpose()
        })
    }

    async fn fellow_players(
        &self,
        guest: GuestId,
        limit: u32,
    ) -> Result<Vec<FellowPlayer>, Unavailable> {
        with!(self, client => {
            let text = "SELECT player.game, player.ended_ms, player.guest, player.name, player.won
                 FROM (
                     SELECT game FROM result_player WHERE guest = $1
                     ORDER BY ended_ms DESC, game DESC LIMIT $2
                 ) AS own JOIN result_player AS player ON player.game = own.game
                 ORDER BY player.ended_ms DESC, player.game DESC, player.seat";
            let rows = query(client, text, &[&&guest.0[..], &i64::from(limit)]).await?;
            rows.iter().map(fellow_player).collect()
        })
    }
}

async fn evaluated_only(
    client: &ClientWrapper,
    so_far: Evaluated,
    limit: u32,
) -> Result<Vec<String>, Failure> {
    let text = "(
             SELECT id FROM game WHERE progress = 2 AND evaluated < 3 AND evaluated = $1
                 AND ended_ms IS NOT NULL
             ORDER BY ended_ms LIMIT $2
         ) UNION ALL (
             SELECT id FROM game WHERE progress = 2 AND evaluated < 3 AND evaluated = $1
                 AND ended_ms IS NULL
             ORDER BY created_ms DESC LIMIT $2
         ) LIMIT $2";
    let rows = query(client, text, &[&so_far.number(), &i64::from(limit)]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Whether the game was evaluated so far, and now is further.
async fn advance(
    client: &impl GenericClient,
    game: &str,
    from: Evaluated,
    to: Evaluated,
) -> Result<bool, Failure> {
    let text = "UPDATE game SET evaluated = $3 WHERE id = $1 AND progress = 2 AND evaluated = $2";
    let statement = client.prepare_cached(text).await?;
    let advanced = client
        .execute(&statement, &[&game, &from.number(), &to.number()])
        .await?;
    Ok(advanced > 0)
}

/// If the answer to a commit is lost, the second attempt finds that it was overtaken: by the first.
async fn evaluate(
    client: &mut ClientWrapper,
    game: &str,
    evaluation: &Evaluation,
    nobody: GuestId,
) -> Result<Result<(), EvaluationError>, Failure> {
    let transaction = client.transaction().await?;
    if !advance(&transaction, game, evaluation.from, evaluation.to).await? {
        return Ok(Err(EvaluationError::Overtaken));
    }
    if let Some(results) = &evaluation.results {
        let text = "INSERT INTO result (game, document) VALUES ($1, $2)";
        let statement = transaction.prepare_cached(text).await?;
        transaction
            .execute(&statement, &[&game, &results.document])
            .await?;
        let text = "INSERT INTO result_player (guest, game, ended_ms, seat, name, won)
             SELECT id, $2, $3, $4, $5, $6 FROM guest WHERE id = $1";
        let statement = transaction.prepare_cached(text).await?;
        for player in &results.players {
            transaction
                .execute(
                    &statement,
                    &[
                        &&player.guest.0[..],
                        &game,
                        &evaluation.ended_ms.cast_signed(),
                        &i16::from(u8::from(player.seat)),
                        &player.name,
                        &player.won,
                    ],
                )
                .await?;
        }
    }
    let ended_ms = evaluation.ended_ms;
    ratings::attend(&transaction, game, &evaluation.attendances, ended_ms).await?;
    if let Some(rated) = &evaluation.rated
        && let Err(error) =
            ratings::rate(&transaction, game, rated.clone(), ended_ms, nobody).await?
    {
        return Ok(Err(error));
    }
    transaction.commit().await?;
    Ok(Ok(()))
}

async fn judge(
    client: &mut ClientWrapper,
    game: &str,
    quality: &str,
) -> Result<Result<(), EvaluationError>, Failure> {
    let transaction = client.transaction().await?;
    if !advance(
        &transaction,
        game,
        Evaluated::Results,
        Evaluated::Everything,
    )
    .await?
    {
        return Ok(Err(EvaluationError::Overtaken));
    }
    let text = "UPDATE result SET quality = $2 WHERE game = $1";
    let statement = transaction.prepare_cached(text).await?;
    transaction.execute(&statement, &[&game, &quality]).await?;
    transaction.commit().await?;
    Ok(Ok(()))
}

fn result(row: &Row) -> Result<StoredResult, Failure> {
    Ok(StoredResult {
        game: row.get(0),
        ended_ms: row.get::<_, i64>(1).cast_unsigned(),
        seat: games::seat(row.get(2))?,
        document: row.get(3),
        quality: row.get(4),
        people: serde_json::from_str(row.get(5))?,
    })
}

fn fellow_player(row: &Row) -> Result<FellowPlayer, Failure> {
    let guest = row.get::<_, &[u8]>(2).try_into();
    Ok(FellowPlayer {
        game: row.get(0),
        ended_ms: row.get::<_, i64>(1).cast_unsigned(),
        guest: GuestId(guest.map_err(|_| Failure::Unreadable("a guest"))?),
        name: row.get(3),
        won: row.get(4),
    })
}
