//! Games: creating, reading and finding them.

use brickwood_fair::Nonce;
use brickwood_rules::Seat;
use brickwood_table::LogRecord;
use deadpool_postgres::Client;
use tokio_postgres::{Row, error::SqlState, types::Type};

use super::{
    Failure,
    statement::{query, query_opt},
};
use crate::{
    CreateError, NewGame, Progress, StoredGame, Unavailable,
    outlines::{SetUpColumns, progress_number},
    people_columns::PeopleColumns,
};

/// The lines of a log in some range.
pub(super) const RECORDS: &str =
    "SELECT seq, at_ms, actor, client_key, nonce, body, post_hash FROM record
     WHERE game = $1 AND seq > $2 AND seq <= $3 ORDER BY seq";

/// Creates a game. An earlier attempt whose answer was lost may have created it: then its set-up, with a
/// secret that nobody else knows, is stored already.
pub(super) async fn create(
    client: &mut Client,
    game: &NewGame,
) -> Result<Result<(), CreateError>, Failure> {
    let id = &game.setup.id;
    let setup = serde_json::to_string(&game.setup)?;
    let people = serde_json::to_string(&game.people)?;
    let people_columns = PeopleColumns::from(&game.people);
    let set_up_columns = SetUpColumns::of(&game.setup)?;
    let transaction = client.transaction().await?;
    let insert = transaction
        .prepare_typed_cached(
            "INSERT INTO game
                 (id, created_ms, progress, listed, host, code, setup, people, edition, points,
                  origin, watchable, takeover_until)
             VALUES ($1, $2, $3, $4, $5, $6, $7::text::json, $8::text::json, $9, $10, $11, $12, $13)
             ON CONFLICT DO NOTHING",
            &[],
        )
        .await?;
    let created = transaction
        .execute(
            &insert,
            &[
                id,
                &game.setup.created_ms.cast_signed(),
                &i16::from(progress_number(Progress::Gathering)),
                &people_columns.listed,
                &people_columns.host.map(|host| host.0.to_vec()),
                &people_columns.code,
                &setup,
                &people,
                &set_up_columns.edition,
                &i16::from(set_up_columns.points),
                &game.origin.map(i64::from),
                &people_columns.watchable,
                &i32::from(people_columns.takeover_until),
            ],
        )
        .await?;
    if created == 0 {
        let ours = transaction
            .query_opt(
                "SELECT setup::text = $2 FROM game WHERE id = $1",
                &[id, &setup],
            )
            .await?;
        return Ok(match ours.map(|row| row.get(0)) {
            Some(true) => Ok(()),
            _ => Err(CreateError::Exists),
        });
    }
    if let Some(previous) = &game.rematch_of {
        let linked = transaction
            .execute(
                "UPDATE game SET rematch = $2 WHERE id = $1 AND rematch IS NULL",
                &[previous, id],
            )
            .await?;
        if linked == 0 {
            let other = transaction
                .query_opt("SELECT rematch FROM game WHERE id = $1", &[previous])
                .await?;
            // The game is rolled back with the transaction.
            return Ok(Err(match other.and_then(|row| row.get(0)) {
                Some(other) => CreateError::OtherRematch(other),
                None => Unavailable.into(),
            }));
        }
    }
    let persons: Vec<Vec<u8>> = people_columns
        .persons
        .iter()
        .map(|person| person.0.to_vec())
        .collect();
    transaction
        .execute(
            "INSERT INTO sitter (game, person, created_ms) SELECT $1, unnest($2::bytea[]), $3",
            &[id, &persons, &game.setup.created_ms.cast_signed()],
        )
        .await?;
    transaction.commit().await?;
    Ok(Ok(()))
}

/// Everything about a game, or its changes since record `after`.
///
/// Set-up and people change only together with a line of the log, and no line ever changes: the lines
/// up to the head that was read with the people are those of the same moment.
pub(super) async fn tail(
    client: &Client,
    game: &str,
    after: u32,
) -> Result<Option<StoredGame>, Failure> {
    let text = "SELECT head, setup::text, people::text, rematch FROM game WHERE id = $1";
    let Some(row) = query_opt(client, text, &[&game]).await? else {
        return Ok(None);
    };
    let head: i32 = row.get(0);
    if after > head.cast_unsigned() {
        return Ok(None);
    }
    let mut records = Vec::new();
    if after < head.cast_unsigned() {
        let rows = query(client, RECORDS, &[&game, &after.cast_signed(), &head]).await?;
        records = rows.iter().map(record).collect::<Result<_, _>>()?;
    }
    Ok(Some(StoredGame {
        setup: serde_json::from_str(row.get(1))?,
        people: serde_json::from_str(row.get(2))?,
        rematch: row.get(3),
        records,
    }))
}

pub(super) fn record(row: &Row) -> Result<LogRecord, Failure> {
    let actor = row.get::<_, Option<i16>>(2).map(seat).transpose()?;
    let nonce = row
        .get::<_, Option<&[u8]>>(4)
        .map(|nonce| {
            let bytes = nonce.try_into();
            bytes
                .map(Nonce::new)
                .map_err(|_| Failure::Unreadable("a nonce"))
        })
        .transpose()?;
    Ok(LogRecord {
        seq: row.get::<_, i32>(0).cast_unsigned(),
        at_ms: row.get::<_, i64>(1).cast_unsigned(),
        actor,
        key: row.get::<_, Option<i64>>(3).map(i64::cast_unsigned),
        nonce,
        body: row.get(5),
        post_hash: row.get::<_, i64>(6).cast_unsigned(),
    })
}

pub(super) fn seat(number: i16) -> Result<Seat, Failure> {
    u8::try_from(number)
        .ok()
        .and_then(Seat::new)
        .ok_or_else(|| Failure::Unreadable("a seat"))
}

/// The games that have not begun.
pub(super) const GATHERING: &str = "progress = 0";

/// The games that have begun and that nobody has finished.
pub(super) const UNFINISHED: &str = "progress > 0 AND NOT kept";

/// Removes some of these games that were idle since then. If somebody writes to one at the same time, this
/// waits for the writer, and the game stays.
pub(super) async fn remove_idle(
    client: &Client,
    which: &'static str,
    idle_since_ms: u64,
) -> Result<u64, Failure> {
    let text = format!(
        "WITH idle AS MATERIALIZED (
             SELECT id, head FROM game
             WHERE {which} AND created_ms < $1 AND attended_ms < $1
             AND NOT EXISTS (SELECT FROM record WHERE record.game = game.id AND at_ms >= $1)
             AND NOT EXISTS (
                 SELECT FROM presence JOIN node ON node.id = presence.node
                 WHERE presence.game = game.id AND node.until_ms > $1
             )
             LIMIT 100
         ), removed AS (
             DELETE FROM game USING idle
             WHERE game.id = idle.id AND game.head = idle.head AND game.attended_ms < $1
             RETURNING game.id
         ), lines AS (
             DELETE FROM record USING removed WHERE record.game = removed.id
         )
         SELECT count(*) FROM removed"
    );
    let statement = client.prepare_typed_cached(&text, &[Type::INT8]).await?;
    let row = client
        .query_one(&statement, &[&idle_since_ms.cast_signed()])
        .await?;
    Ok(row.get::<_, i64>(0).cast_unsigned())
}

/// Whether somebody has stored the same between our check and our attempt.
pub(super) fn is_taken(failure: &Failure) -> bool {
    matches!(failure, Failure::Database(error)
        if error.code() == Some(&SqlState::UNIQUE_VIOLATION))
}
