//! Games: creating, growing, reading and finding them.

use brickwood_fair::Nonce;
use brickwood_rules::Seat;
use brickwood_table::{LogRecord, Outline, People, Setup};
use rusqlite::{Connection, OptionalExtension, Row, params, types::Type};

use crate::{
    Append, AppendError, CreateError, NewGame, Progress, StoredGame, Unavailable,
    outlines::{SetUpColumns, bits, progress_number, turn_to_join},
    people_columns::PeopleColumns,
};

/// The stored form of documents.
pub(super) struct Documents {
    setup: Option<String>,
    people: Option<String>,
    /// The columns of the set-up that lists show.
    set_up_columns: Option<SetUpColumns>,
}

impl Documents {
    pub(super) fn of(setup: Option<&Setup>, people: Option<&People>) -> serde_json::Result<Self> {
        Ok(Self {
            setup: setup.map(serde_json::to_string).transpose()?,
            people: people.map(serde_json::to_string).transpose()?,
            set_up_columns: setup.map(SetUpColumns::of).transpose()?,
        })
    }
}

pub(super) fn create(
    to: &Connection,
    game: &NewGame,
    documents: &Documents,
) -> rusqlite::Result<Result<(), CreateError>> {
    let id = &game.setup.id;
    let people_columns = PeopleColumns::from(&game.people);
    let created = to
        .prepare_cached(
            "INSERT INTO game
                 (id, created_ms, progress, listed, host, code, setup, people, origin, watchable,
                  takeover_until)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            id,
            game.setup.created_ms.cast_signed(),
            progress_number(Progress::Gathering),
            people_columns.listed,
            people_columns.host.map(|host| host.0),
            people_columns.code,
            documents.setup,
            documents.people,
            game.origin,
            people_columns.watchable,
            people_columns.takeover_until,
        ])?;
    if created == 0 {
        return Ok(Err(CreateError::Exists));
    }
    if let Some(previous) = &game.rematch_of {
        let linked = to
            .prepare_cached("UPDATE game SET rematch = ?2 WHERE id = ?1 AND rematch IS NULL")?
            .execute(params![previous, id])?;
        if linked == 0 {
            let other: Option<Option<String>> = to
                .prepare_cached("SELECT rematch FROM game WHERE id = ?1")?
                .query_row([previous], |row| row.get(0))
                .optional()?;
            return Ok(Err(match other.flatten() {
                Some(other) => CreateError::OtherRematch(other),
                None => Unavailable.into(),
            }));
        }
    }
    seat_persons(to, id, &people_columns, Progress::Gathering)?;
    if let Some(set_up_columns) = &documents.set_up_columns {
        list(to, id, set_up_columns, Outline::default())?;
    }
    Ok(Ok(()))
}

fn seat_persons(
    to: &Connection,
    game: &str,
    people_columns: &PeopleColumns,
    progress: Progress,
) -> rusqlite::Result<()> {
    for person in &people_columns.persons {
        to.prepare_cached(
            "INSERT INTO sitter (person, game, over, created_ms)
             SELECT ?2, id, ?3, created_ms FROM game WHERE id = ?1",
        )?
        .execute(params![game, person.0, progress == Progress::Over])?;
    }
    Ok(())
}

/// Stores the columns of a game that lists show.
pub(super) fn list(
    to: &Connection,
    game: &str,
    set_up_columns: &SetUpColumns,
    outline: Outline,
) -> rusqlite::Result<()> {
    to.prepare_cached(
        "INSERT OR REPLACE INTO outline (game, edition, points, turn, to_act, winners)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![
        game,
        set_up_columns.edition,
        set_up_columns.points,
        outline.turn,
        bits(outline.to_act),
        bits(outline.winners),
    ])?;
    Ok(())
}

/// Stores the outline of a game, if it has changed.
fn note_outline(to: &Connection, game: &str, outline: Outline) -> rusqlite::Result<()> {
    to.prepare_cached(
        "UPDATE outline SET turn = ?2, to_act = ?3, winners = ?4
         WHERE game = ?1 AND (turn, to_act, winners) <> (?2, ?3, ?4)",
    )?
    .execute(params![
        game,
        outline.turn,
        bits(outline.to_act),
        bits(outline.winners),
    ])?;
    Ok(())
}

pub(super) fn append(
    to: &Connection,
    game: &str,
    append: &Append,
    documents: &Documents,
) -> rusqlite::Result<Result<(), AppendError>> {
    let Some(head) = head(to, game)? else {
        return Ok(Err(AppendError::NoSuchGame));
    };
    if let Some(seq) = repeated(to, game, &append.records)? {
        return Ok(Err(AppendError::Duplicate { seq }));
    }
    let follows = (head + 1..)
        .zip(&append.records)
        .all(|(seq, record)| record.seq == seq);
    let Some(last) = append.records.last().filter(|_| follows) else {
        return Ok(Err(AppendError::Conflict { head }));
    };
    write_records(to, game, &append.records)?;
    note_progress(to, game, append.outline.progress, last.at_ms)?;
    if let Some(setup) = &documents.setup {
        to.prepare_cached("UPDATE game SET setup = ?2 WHERE id = ?1")?
            .execute([game, setup])?;
    }
    match &documents.set_up_columns {
        Some(set_up_columns) => list(to, game, set_up_columns, append.outline)?,
        None => note_outline(to, game, append.outline)?,
    }
    if let Some(people) = &append.people {
        let people_columns = PeopleColumns::from(people);
        note_people(to, game, documents, &people_columns)?;
        to.prepare_cached("DELETE FROM sitter WHERE game = ?1")?
            .execute([game])?;
        seat_persons(to, game, &people_columns, append.outline.progress)?;
    }
    forget_origin(to, game, append.outline)?;
    Ok(Ok(()))
}

/// The line of the log that one of these repeats.
fn repeated(from: &Connection, game: &str, records: &[LogRecord]) -> rusqlite::Result<Option<u32>> {
    let mut stored = from.prepare_cached(
        "SELECT seq FROM record WHERE game = ?1 AND actor = ?2 AND client_key = ?3",
    )?;
    let keys = records
        .iter()
        .filter_map(|record| record.actor.zip(record.key));
    for (actor, key) in keys {
        let line = params![game, u8::from(actor), key.cast_signed()];
        if let Some(seq) = stored.query_row(line, |row| row.get(0)).optional()? {
            return Ok(Some(seq));
        }
    }
    Ok(None)
}

fn write_records(to: &Connection, game: &str, records: &[LogRecord]) -> rusqlite::Result<()> {
    let mut write = to.prepare_cached(
        "INSERT INTO record (game, seq, at_ms, actor, client_key, nonce, body, post_hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for record in records {
        write.execute(params![
            game,
            record.seq,
            record.at_ms.cast_signed(),
            record.actor.map(u8::from),
            record.key.map(u64::cast_signed),
            record.nonce.map(|nonce| *nonce.as_bytes()),
            record.body,
            record.post_hash.cast_signed(),
        ])?;
    }
    Ok(())
}

/// Stores how far a game has come, if that has changed in its line of this time.
fn note_progress(
    to: &Connection,
    game: &str,
    progress: Progress,
    at_ms: u64,
) -> rusqlite::Result<()> {
    let is_over = progress == Progress::Over;
    let changed = to
        .prepare_cached(
            "UPDATE game SET progress = ?2, ended_ms = ?4,
                 kept = ?3 AND EXISTS (SELECT 1 FROM sitter WHERE sitter.game = id)
             WHERE id = ?1 AND progress <> ?2",
        )?
        .execute(params![
            game,
            progress_number(progress),
            is_over,
            is_over.then_some(at_ms.cast_signed()),
        ])?;
    if changed > 0 {
        to.prepare_cached("UPDATE sitter SET over = ?2 WHERE game = ?1")?
            .execute(params![game, is_over])?;
    }
    Ok(())
}

/// Stores the people of a game, except which of them are seated.
fn note_people(
    to: &Connection,
    game: &str,
    documents: &Documents,
    people_columns: &PeopleColumns,
) -> rusqlite::Result<()> {
    to.prepare_cached(
        "UPDATE game SET people = ?2, listed = ?3, host = ?4, code = ?5, watchable = ?6,
             takeover_until = ?7
         WHERE id = ?1",
    )?
    .execute(params![
        game,
        documents.people,
        people_columns.listed,
        people_columns.host.map(|host| host.0),
        people_columns.code,
        people_columns.watchable,
        people_columns.takeover_until,
    ])?;
    Ok(())
}

/// Forgets where a game comes from, once no seat of it can be taken any more.
fn forget_origin(to: &Connection, game: &str, outline: Outline) -> rusqlite::Result<()> {
    to.prepare_cached(
        "UPDATE game SET origin = NULL
         WHERE id = ?1 AND origin IS NOT NULL AND (?2 IS NULL OR takeover_until < ?2)",
    )?
    .execute(params![game, turn_to_join(outline)])?;
    Ok(())
}

/// Names the game once: with `?1` in both places, SQLite plans the statement again each time, which takes
/// longer than the rest of an append.
const HEAD: &str = "SELECT coalesce((SELECT max(seq) FROM record WHERE record.game = game.id), 0)
    FROM game WHERE id = ?1";

/// The last line in the log of a game.
fn head(from: &Connection, game: &str) -> rusqlite::Result<Option<u32>> {
    from.prepare_cached(HEAD)?
        .query_row([game], |row| row.get(0))
        .optional()
}

/// Everything about a game, or its changes since record `after`.
pub(super) fn tail(
    from: &mut Connection,
    game: &str,
    after: u32,
) -> rusqlite::Result<Option<StoredGame>> {
    // One transaction: the records and the people are those of one moment.
    let from = from.transaction()?;
    let Some((setup, people, rematch)) = from
        .prepare_cached("SELECT setup, people, rematch FROM game WHERE id = ?1")?
        .query_row([game], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, String>(1)?,
                row.get(2)?,
            ))
        })
        .optional()?
    else {
        return Ok(None);
    };
    let json = |error| unreadable(0, Type::Text, error);
    let records = records_after(&from, game, after)?;
    if records.is_empty() && head(&from, game)?.is_none_or(|head| head < after) {
        return Ok(None);
    }
    Ok(Some(StoredGame {
        setup: serde_json::from_str(&setup).map_err(json)?,
        people: serde_json::from_str(&people).map_err(json)?,
        rematch,
        records,
    }))
}

/// The log of a game after a line.
pub(super) fn records_after(
    from: &Connection,
    game: &str,
    after: u32,
) -> rusqlite::Result<Vec<LogRecord>> {
    from.prepare_cached(
        "SELECT seq, at_ms, actor, client_key, nonce, body, post_hash FROM record
         WHERE game = ?1 AND seq > ?2 ORDER BY seq",
    )?
    .query_map(params![game, after], record)?
    .collect()
}

fn record(row: &Row<'_>) -> rusqlite::Result<LogRecord> {
    Ok(LogRecord {
        seq: row.get(0)?,
        at_ms: row.get::<_, i64>(1)?.cast_unsigned(),
        actor: row
            .get::<_, Option<u8>>(2)?
            .map(|number| seat(2, number))
            .transpose()?,
        key: row.get::<_, Option<i64>>(3)?.map(i64::cast_unsigned),
        nonce: row.get::<_, Option<[u8; 16]>>(4)?.map(Nonce::new),
        body: row.get(5)?,
        post_hash: row.get::<_, i64>(6)?.cast_unsigned(),
    })
}

pub(super) fn seat(column: usize, number: u8) -> rusqlite::Result<Seat> {
    Seat::try_from(number).map_err(|error| unreadable(column, Type::Integer, error))
}

pub(super) fn unreadable(
    column: usize,
    found: Type,
    error: impl Into<Box<dyn std::error::Error + Send + Sync>>,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, found, error.into())
}

pub(super) fn ids(from: &Connection, after: &str, limit: u32) -> rusqlite::Result<Vec<String>> {
    from.prepare_cached("SELECT id FROM game WHERE id > ?1 ORDER BY id LIMIT ?2")?
        .query_map(params![after, limit], |row| row.get(0))?
        .collect()
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::{super::schema, *};

    #[test]
    fn where_a_log_ends_is_planned_once() {
        let folder = tempfile::tempdir().unwrap();
        let (writer, _) =
            schema::open_writer(&folder.path().join("db"), crate::Schema::LOG_ALONE).unwrap();
        writer
            .execute_batch(
                "INSERT INTO game (id, created_ms, progress, listed, setup, people)
                 VALUES ('a', 1, 1, 0, '', ''), ('b', 1, 1, 0, '', '');
                 INSERT INTO record (game, seq, at_ms, body, post_hash)
                 VALUES ('a', 1, 1, '', 1), ('a', 2, 1, '', 1);",
            )
            .unwrap();
        for (game, end) in [("a", Some(2)), ("b", Some(0)), ("c", None)] {
            assert_eq!(head(&writer, game), Ok(end));
        }
        let statement = writer.prepare_cached(HEAD).unwrap();
        assert_eq!(statement.get_status(StatementStatus::Run), 3);
        assert_eq!(statement.get_status(StatementStatus::RePrepare), 0);
    }
}
