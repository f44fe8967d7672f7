//! Games and their records.

use brickwood_fair::Nonce;
use brickwood_rules::Seat;
use brickwood_table::{People, Record, Setup};
use rusqlite::{Connection, OptionalExtension, Row, Savepoint, params, types::Type};
use serde::{Serialize, de::DeserializeOwned};

use super::super::{Append, AppendError, CreateError, NewGame, Progress, StoredGame, Tail};

pub(super) fn create(
    to: &Savepoint<'_>,
    game: &NewGame,
) -> rusqlite::Result<Result<(), CreateError>> {
    let id = &game.setup.id;
    let created = to
        .prepare_cached(
            "INSERT INTO game (id, setup, people, open, code, host, created_ms)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            id,
            json(&game.setup)?,
            json(&game.people)?,
            is_listed(&game.people, Progress::Gathering),
            game.people.code,
            game.people.host.map(|guest| guest.0),
            game.setup.created_ms.cast_signed()
        ])?;
    if created == 0 {
        return Ok(Err(CreateError::Exists));
    }
    if let Some(previous) = &game.rematch_of {
        let linked = to
            .prepare_cached("UPDATE game SET rematch = ?2 WHERE id = ?1 AND rematch IS NULL")?
            .execute(params![previous, id])?;
        if linked == 0 {
            let other = to
                .prepare_cached("SELECT rematch FROM game WHERE id = ?1")?
                .query_row([previous], |row| row.get(0))?;
            return Ok(Err(CreateError::OtherRematch(other)));
        }
    }
    note_sitters(to, id, &game.people)?;
    Ok(Ok(()))
}

pub(super) fn append(
    to: &Savepoint<'_>,
    game: &str,
    append: &Append,
) -> rusqlite::Result<Result<(), AppendError>> {
    let Some(head) = head(to, game)? else {
        return Ok(Err(AppendError::NoSuchGame));
    };
    let records = &append.records;
    for record in records {
        if let Some(key) = record.key
            && let Some(seq) = to
                .prepare_cached(
                    "SELECT seq FROM action WHERE game = ?1 AND actor = ?2 AND client_key = ?3",
                )?
                .query_row(
                    params![game, record.actor.map(u8::from), key.cast_signed()],
                    |row| row.get(0),
                )
                .optional()?
        {
            return Ok(Err(AppendError::Duplicate { seq }));
        }
    }
    if (head + 1..)
        .zip(records)
        .any(|(seq, record)| record.seq != seq)
    {
        return Ok(Err(AppendError::Conflict { head }));
    }
    for record in records {
        insert(to, game, record)?;
    }
    to.prepare_cached(
        "UPDATE game SET head = head + ?2, progress = ?3, open = open AND ?3 = 0,
         code = CASE WHEN ?3 = 0 THEN code END WHERE id = ?1",
    )?
    .execute(params![game, records.len() as u32, append.progress as u8])?;
    if let Some(setup) = &append.setup {
        to.prepare_cached("UPDATE game SET setup = ?2 WHERE id = ?1")?
            .execute(params![game, json(setup)?])?;
    }
    if let Some(people) = &append.people {
        to.prepare_cached("UPDATE game SET people = ?2, host = ?3, open = ?4 WHERE id = ?1")?
            .execute(params![
                game,
                json(people)?,
                people.host.map(|guest| guest.0),
                is_listed(people, append.progress)
            ])?;
        note_sitters(to, game, people)?;
    }
    Ok(Ok(()))
}

fn insert(to: &Savepoint<'_>, game: &str, record: &Record) -> rusqlite::Result<usize> {
    to.prepare_cached(
        "INSERT INTO action (game, seq, at_ms, actor, client_key, nonce, body, post_hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute(params![
        game,
        record.seq,
        record.at_ms.cast_signed(),
        record.actor.map(u8::from),
        record.key.map(u64::cast_signed),
        record.nonce.map(|nonce| *nonce.as_bytes()),
        record.body,
        record.post_hash.cast_signed(),
    ])
}

/// Whether the lobby shows a game.
fn is_listed(people: &People, progress: Progress) -> bool {
    people.options.public && progress == Progress::Gathering && !people.open_seats().is_empty()
}

fn note_sitters(to: &Savepoint<'_>, game: &str, people: &People) -> rusqlite::Result<()> {
    to.prepare_cached("DELETE FROM sitter WHERE game = ?1")?
        .execute([game])?;
    for guest in people.guests() {
        to.prepare_cached("INSERT INTO sitter (guest, game) VALUES (?1, ?2)")?
            .execute(params![guest.0, game])?;
    }
    Ok(())
}

fn head(from: &Connection, game: &str) -> rusqlite::Result<Option<u32>> {
    from.prepare_cached("SELECT head FROM game WHERE id = ?1")?
        .query_row([game], |row| row.get(0))
        .optional()
}

pub(super) fn load(from: &mut Connection, game: &str) -> rusqlite::Result<Option<StoredGame>> {
    let tail = tail(from, game, 0)?;
    Ok(tail.map(|tail| StoredGame {
        setup: tail.setup,
        people: tail.people,
        rematch: tail.rematch,
        records: tail.records,
    }))
}

pub(super) fn tail(
    from: &mut Connection,
    game: &str,
    after: u32,
) -> rusqlite::Result<Option<Tail>> {
    // One transaction: the records and the people are those of one moment.
    let from = from.transaction()?;
    let Some((setup, people, rematch, head)) = from
        .prepare_cached("SELECT setup, people, rematch, head FROM game WHERE id = ?1")?
        .query_row([game], |row| {
            let setup: Setup = parse(row, 0)?;
            let people: People = parse(row, 1)?;
            Ok((setup, people, row.get(2)?, row.get::<_, u32>(3)?))
        })
        .optional()?
    else {
        return Ok(None);
    };
    if head < after {
        return Ok(None);
    }
    let records = from
        .prepare_cached(
            "SELECT seq, at_ms, actor, client_key, nonce, body, post_hash FROM action
             WHERE game = ?1 AND seq > ?2 ORDER BY seq",
        )?
        .query_map(params![game, after], |row| {
            Ok(Record {
                seq: row.get(0)?,
                at_ms: row.get::<_, i64>(1)?.cast_unsigned(),
                actor: seat(row, 2)?,
                key: row.get::<_, Option<i64>>(3)?.map(i64::cast_unsigned),
                nonce: row.get::<_, Option<[u8; 16]>>(4)?.map(Nonce::new),
                body: row.get(5)?,
                post_hash: row.get::<_, i64>(6)?.cast_unsigned(),
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Some(Tail {
        setup,
        people,
        rematch,
        records,
    }))
}

pub(super) fn seat(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Seat>> {
    row.get::<_, Option<u8>>(column)?
        .map(Seat::try_from)
        .transpose()
        .map_err(|error| unreadable(column, Type::Integer, error))
}

pub(super) fn parse<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| unreadable(column, Type::Text, error))
}

pub(super) fn json(value: &impl Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

pub(super) fn unreadable(
    column: usize,
    found: Type,
    error: impl Into<Box<dyn std::error::Error + Send + Sync>>,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, found, error.into())
}
