//! What is said at the tables.

use brickwood_table::protocol::ChatLine;
use rusqlite::{Connection, OptionalExtension, Row, Savepoint, params, types::Type};

use super::super::NewLine;
use super::games::{json, parse, seat, unreadable};

pub(super) fn say(to: &Savepoint<'_>, game: &str, line: &NewLine) -> rusqlite::Result<ChatLine> {
    let said_before = to
        .prepare_cached(
            "SELECT number, at_ms, seat, name, said FROM talk
             WHERE game = ?1 AND seat = ?2 AND client_key = ?3",
        )?
        .query_row(
            params![game, u8::from(line.seat), line.key.cast_signed()],
            read,
        )
        .optional()?;
    if let Some(line) = said_before {
        return Ok(line);
    }
    let number: u32 = to
        .prepare_cached("SELECT coalesce(max(number), 0) + 1 FROM talk WHERE game = ?1")?
        .query_row([game], |row| row.get(0))?;
    to.prepare_cached(
        "INSERT INTO talk (game, number, at_ms, seat, name, client_key, said)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        game,
        number,
        line.at_ms.cast_signed(),
        u8::from(line.seat),
        line.name,
        line.key.cast_signed(),
        json(&line.text)?
    ])?;
    Ok(ChatLine {
        number,
        at_ms: line.at_ms,
        seat: line.seat,
        name: line.name.clone(),
        text: line.text.clone(),
    })
}

pub(super) fn lines(
    from: &Connection,
    game: &str,
    after: u32,
    limit: u32,
) -> rusqlite::Result<Vec<ChatLine>> {
    let mut lines: Vec<ChatLine> = from
        .prepare_cached(
            "SELECT number, at_ms, seat, name, said FROM talk
             WHERE game = ?1 AND number > ?2 ORDER BY number DESC LIMIT ?3",
        )?
        .query_map(params![game, after, limit], read)?
        .collect::<rusqlite::Result<_>>()?;
    lines.reverse();
    Ok(lines)
}

fn read(row: &Row<'_>) -> rusqlite::Result<ChatLine> {
    Ok(ChatLine {
        number: row.get(0)?,
        at_ms: row.get::<_, i64>(1)?.cast_unsigned(),
        seat: seat(row, 2)?.ok_or_else(|| unreadable(2, Type::Null, "a seat is missing"))?,
        name: row.get(3)?,
        text: parse(row, 4)?,
    })
}
