//! The chat of the tables.

use brickwood_protocol::ChatLine;
use deadpool_postgres::Client;
use tokio_postgres::Row;

use super::{
    Failure,
    games::{is_taken, seat},
    statement::{query, query_opt},
};
use crate::NewLine;

/// Adds a line, or finds the earlier one with its key. `None` if there is no such game.
pub(super) async fn say(
    client: &Client,
    game: &str,
    line: &NewLine,
) -> Result<Option<ChatLine>, Failure> {
    match add(client, game, line).await {
        Ok(Some(number)) => Ok(Some(ChatLine {
            number,
            at_ms: line.at_ms,
            seat: line.seat,
            name: line.name.clone(),
            text: line.text.clone(),
        })),
        Ok(None) => said_before(client, game, line).await,
        Err(failure) if is_taken(&failure) => said_before(client, game, line).await,
        Err(failure) => Err(failure),
    }
}

async fn add(client: &Client, game: &str, line: &NewLine) -> Result<Option<u32>, Failure> {
    let text = "WITH next AS (
             UPDATE game SET spoken = spoken + 1
             WHERE id = $1 AND NOT EXISTS (
                 SELECT FROM talk WHERE game = $1 AND seat = $3 AND client_key = $5
             )
             RETURNING spoken
         )
         INSERT INTO talk (game, number, at_ms, seat, name, client_key, line)
         SELECT $1, spoken, $2, $3, $4, $5, $6::text::json FROM next
         RETURNING number";
    let added = query_opt(
        client,
        text,
        &[
            &game,
            &line.at_ms.cast_signed(),
            &i16::from(u8::from(line.seat)),
            &line.name,
            &line.key.cast_signed(),
            &serde_json::to_string(&line.text)?,
        ],
    )
    .await?;
    Ok(added.map(|row| row.get::<_, i32>(0).cast_unsigned()))
}

async fn said_before(
    client: &Client,
    game: &str,
    line: &NewLine,
) -> Result<Option<ChatLine>, Failure> {
    let text = "SELECT number, at_ms, seat, name, line::text FROM talk
         WHERE game = $1 AND seat = $2 AND client_key = $3";
    let found = query_opt(
        client,
        text,
        &[
            &game,
            &i16::from(u8::from(line.seat)),
            &line.key.cast_signed(),
        ],
    )
    .await?;
    found.as_ref().map(chat_line).transpose()
}

pub(super) async fn talk(
    client: &Client,
    game: &str,
    after: u32,
    limit: u32,
) -> Result<Vec<ChatLine>, Failure> {
    let text = "SELECT number, at_ms, seat, name, line::text FROM talk
         WHERE game = $1 AND number > $2 ORDER BY number DESC LIMIT $3";
    // The number of lines always fits a signed number.
    let after = i32::try_from(after).unwrap_or(i32::MAX);
    let rows = query(client, text, &[&game, &after, &i64::from(limit)]).await?;
    rows.iter().rev().map(chat_line).collect()
}

fn chat_line(row: &Row) -> Result<ChatLine, Failure> {
    Ok(ChatLine {
        number: row.get::<_, i32>(0).cast_unsigned(),
        at_ms: row.get::<_, i64>(1).cast_unsigned(),
        seat: seat(row.get(2))?,
        name: row.get(3),
        text: serde_json::from_str(row.get(4))?,
    })
}

pub(super) async fn forget_talk(client: &Client, before_ms: u64) -> Result<u64, Failure> {
    let text = "DELETE FROM talk WHERE at_ms < $1";
    Ok(client.execute(text, &[&before_ms.cast_signed()]).await?)
}
