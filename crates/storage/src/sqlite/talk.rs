//! The chat of the tables.

use brickwood_protocol::ChatLine;
use rusqlite::{Connection, OptionalExtension, Row, params, types::Type};

use super::games::{seat, unreadable};
use crate::{NewLine, Unavailable};

const COLUMNS: &str = "number, at_ms, seat, name, line";

pub(super) fn say(
    to: &Connection,
    game: &str,
    line: &NewLine,
    text: &str,
) -> rusqlite::Result<Result<ChatLine, Unavailable>> {
    let said_before = to
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM talk WHERE game = ?1 AND seat = ?2 AND client_key = ?3"
        ))?
        .query_row(
            params![game, u8::from(line.seat), line.key.cast_signed()],
            chat_line,
        )
        .optional()?;
    if let Some(line) = said_before {
        return Ok(Ok(line));
    }
    let Some(number) = to
        .prepare_cached("UPDATE game SET spoken = spoken + 1 WHERE id = ?1 RETURNING spoken")?
        .query_row([game], |row| row.get(0))
        .optional()?
    else {
        return Ok(Err(Unavailable));
    };
    to.prepare_cached(
        "INSERT INTO talk (game, number, at_ms, seat, name, client_key, line)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        game,
        number,
        line.at_ms.cast_signed(),
        u8::from(line.seat),
        line.name,
        line.key.cast_signed(),
        text,
    ])?;
    Ok(Ok(ChatLine {
        number,
        at_ms: line.at_ms,
        seat: line.seat,
        name: line.name.clone(),
        text: line.text.clone(),
    }))
}

pub(super) fn talk(
    from: &Connection,
    game: &str,
    after: u32,
    limit: u32,
) -> rusqlite::Result<Vec<ChatLine>> {
    let mut lines: Vec<ChatLine> = from
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM talk WHERE game = ?1 AND number > ?2
             ORDER BY number DESC LIMIT ?3"
        ))?
        .query_map(params![game, after, limit], chat_line)?
        .collect::<rusqlite::Result<_>>()?;
    lines.reverse();
    Ok(lines)
}

fn chat_line(row: &Row<'_>) -> rusqlite::Result<ChatLine> {
    let text: String = row.get(4)?;
    Ok(ChatLine {
        number: row.get(0)?,
        at_ms: row.get::<_, i64>(1)?.cast_unsigned(),
        seat: seat(2, row.get(2)?)?,
        name: row.get(3)?,
        text: serde_json::from_str(&text).map_err(|error| unreadable(4, Type::Text, error))?,
    })
}
