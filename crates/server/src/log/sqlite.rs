//! The log in one SQLite file.

mod schema;
mod writer;

use std::{
    fs::{File, TryLockError},
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use brickwood_rules::Seat;
use brickwood_table::Record;
use rusqlite::{Connection, OptionalExtension, Row, Savepoint, params, types::Type};
use thiserror::Error;

use super::{
    AppendError, CreateError, GameLog, NewGame, Sitter, StoredGame, TakeSeatError, Unavailable,
};
use crate::session::SessionId;
use writer::Writer;

/// Reading connections that are kept open.
const KEPT_READERS: usize = 4;

/// Why the database cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// Another process has it open.
    #[error("another Brickwood is using the data in {}", .0.display())]
    InUse(PathBuf),
    /// The folder or the lock file cannot be had.
    #[error("the folder {} cannot be used: {error}", folder.display())]
    Folder {
        /// Which.
        folder: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A newer Brickwood has written it.
    #[error("the database has version {found}; this Brickwood knows version {known}")]
    Version {
        /// The database's.
        found: u32,
        /// The newest that is known here.
        known: u32,
    },
    /// SQLite has a problem with it.
    #[error("the database cannot be opened: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The writer thread cannot be started.
    #[error("the writer thread cannot be started: {0}")]
    Thread(io::Error),
}

/// The log in one SQLite file, in WAL mode, synced before every answer.
pub struct SqliteLog {
    writer: Writer,
    readers: Arc<Readers>,
    /// Held while the database is open. Dropped last, so that the next process finds all of it.
    _lock: File,
}

impl SqliteLog {
    /// Opens the database in a folder, and creates both if they are not there.
    ///
    /// # Errors
    ///
    /// If another process has it open, or it cannot be read.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        let lock = lock(folder)?;
        let file = folder.join("brickwood.db");
        let connection = schema::open_writer(&file)?;
        Ok(Self {
            writer: Writer::start(connection).map_err(OpenError::Thread)?,
            readers: Arc::new(Readers {
                file,
                idle: Mutex::default(),
            }),
            _lock: lock,
        })
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Unavailable> {
        let readers = Arc::clone(&self.readers);
        let read = tokio::task::spawn_blocking(move || readers.with(work)).await;
        match read {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) => {
                tracing::error!(%error, "the log cannot be read");
                Err(Unavailable)
            }
            Err(error) => {
                tracing::error!(%error, "reading the log has failed");
                Err(Unavailable)
            }
        }
    }
}

fn lock(folder: &Path) -> Result<File, OpenError> {
    let unusable = |error| OpenError::Folder {
        folder: folder.to_owned(),
        error,
    };
    std::fs::create_dir_all(folder).map_err(unusable)?;
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join("brickwood.lock"))
        .map_err(unusable)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    }
}

/// Connections for reading, which see every commit and block none.
struct Readers {
    file: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        let mut connection = match kept {
            Some(connection) => connection,
            None => schema::open_reader(&self.file)?,
        };
        let value = work(&mut connection)?;
        let mut idle = idle();
        if idle.len() < KEPT_READERS {
            idle.push(connection);
        }
        Ok(value)
    }
}

#[async_trait]
impl GameLog for SqliteLog {
    async fn start_session(&self, session: SessionId, now_ms: u64) -> Result<(), Unavailable> {
        self.writer
            .write(move |to| {
                to.prepare_cached(
                    "INSERT OR IGNORE INTO session (id, created_ms) VALUES (?1, ?2)",
                )?
                .execute(params![session.0, now_ms.cast_signed()])?;
                Ok(Ok(()))
            })
            .await
    }

    async fn has_session(&self, session: SessionId) -> Result<bool, Unavailable> {
        self.read(move |from| {
            from.prepare_cached("SELECT 1 FROM session WHERE id = ?1")?
                .exists([session.0])
        })
        .await
    }

    async fn create(&self, game: NewGame) -> Result<(), CreateError> {
        let setup = serde_json::to_string(&game.setup).map_err(|error| {
            tracing::error!(%error, "a setup cannot be written");
            Unavailable
        })?;
        self.writer.write(move |to| create(to, &game, &setup)).await
    }

    async fn take_seat(&self, game: &str, sitter: Sitter) -> Result<(), TakeSeatError> {
        let game = game.to_owned();
        self.writer
            .write(move |to| take_seat(to, &game, &sitter))
            .await
    }

    async fn append(
        &self,
        game: &str,
        records: Vec<Record>,
        over: bool,
    ) -> Result<(), AppendError> {
        let game = game.to_owned();
        self.writer
            .write(move |to| append(to, &game, &records, over))
            .await
    }

    async fn load(&self, game: &str) -> Result<Option<StoredGame>, Unavailable> {
        let game = game.to_owned();
        self.read(move |from| load(from, &game)).await
    }

    async fn games_of(&self, session: SessionId, limit: u32) -> Result<Vec<String>, Unavailable> {
        self.read(move |from| {
            from.prepare_cached(
                "SELECT game.id FROM seat JOIN game ON game.id = seat.game
                 WHERE seat.session = ?1
                 ORDER BY game.over, game.created_ms DESC, game.id LIMIT ?2",
            )?
            .query_map(params![session.0, limit], |row| row.get(0))?
            .collect()
        })
        .await
    }
}

fn create(
    to: &Savepoint<'_>,
    game: &NewGame,
    setup: &str,
) -> rusqlite::Result<Result<(), CreateError>> {
    let id = &game.setup.id;
    let created = to
        .prepare_cached(
            "INSERT INTO game (id, setup, created_ms) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        )?
        .execute(params![id, setup, game.setup.created_ms.cast_signed()])?;
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
    for sitter in &game.sitters {
        insert_sitter(to, id, sitter)?;
    }
    Ok(Ok(()))
}

fn insert_sitter(to: &Savepoint<'_>, game: &str, sitter: &Sitter) -> rusqlite::Result<usize> {
    to.prepare_cached("INSERT INTO seat (game, seat, session, name) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![
            game,
            u8::from(sitter.seat),
            sitter.session.0,
            sitter.name
        ])
}

fn take_seat(
    to: &Savepoint<'_>,
    game: &str,
    sitter: &Sitter,
) -> rusqlite::Result<Result<(), TakeSeatError>> {
    if head(to, game)?.is_none() {
        return Ok(Err(TakeSeatError::NoSuchGame));
    }
    for other in sitters(to, game)? {
        if other.session == sitter.session {
            return Ok(Err(TakeSeatError::AlreadySeated(other.seat)));
        }
        if other.seat == sitter.seat {
            return Ok(Err(TakeSeatError::Taken));
        }
    }
    insert_sitter(to, game, sitter)?;
    Ok(Ok(()))
}

fn append(
    to: &Savepoint<'_>,
    game: &str,
    records: &[Record],
    over: bool,
) -> rusqlite::Result<Result<(), AppendError>> {
    let Some(head) = head(to, game)? else {
        return Ok(Err(AppendError::NoSuchGame));
    };
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
        to.prepare_cached(
            "INSERT INTO action (game, seq, at_ms, actor, client_key, body, post_hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            game,
            record.seq,
            record.at_ms.cast_signed(),
            record.actor.map(u8::from),
            record.key.map(u64::cast_signed),
            record.body,
            record.post_hash.cast_signed(),
        ])?;
    }
    to.prepare_cached("UPDATE game SET head = head + ?2, over = over OR ?3 WHERE id = ?1")?
        .execute(params![game, records.len() as u32, over])?;
    Ok(Ok(()))
}

fn head(from: &Connection, game: &str) -> rusqlite::Result<Option<u32>> {
    from.prepare_cached("SELECT head FROM game WHERE id = ?1")?
        .query_row([game], |row| row.get(0))
        .optional()
}

fn sitters(from: &Connection, game: &str) -> rusqlite::Result<Vec<Sitter>> {
    from.prepare_cached("SELECT seat, session, name FROM seat WHERE game = ?1 ORDER BY seat")?
        .query_map([game], |row| {
            Ok(Sitter {
                seat: seat(row, 0)?
                    .ok_or_else(|| unreadable(0, Type::Null, "a seat is missing"))?,
                session: SessionId(row.get(1)?),
                name: row.get(2)?,
            })
        })?
        .collect()
}

fn load(from: &mut Connection, game: &str) -> rusqlite::Result<Option<StoredGame>> {
    // One transaction: the records and the seats are those of one moment.
    let from = from.transaction()?;
    let Some((setup, rematch)) = from
        .prepare_cached("SELECT setup, rematch FROM game WHERE id = ?1")?
        .query_row([game], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))
        .optional()?
    else {
        return Ok(None);
    };
    let setup = serde_json::from_str(&setup).map_err(|error| unreadable(0, Type::Text, error))?;
    let records = from
        .prepare_cached(
            "SELECT seq, at_ms, actor, client_key, body, post_hash FROM action
             WHERE game = ?1 ORDER BY seq",
        )?
        .query_map([game], |row| {
            Ok(Record {
                seq: row.get(0)?,
                at_ms: row.get::<_, i64>(1)?.cast_unsigned(),
                actor: seat(row, 2)?,
                key: row.get::<_, Option<i64>>(3)?.map(i64::cast_unsigned),
                body: row.get(4)?,
                post_hash: row.get::<_, i64>(5)?.cast_unsigned(),
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Some(StoredGame {
        setup,
        sitters: sitters(&from, game)?,
        rematch,
        records,
    }))
}

fn seat(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Seat>> {
    row.get::<_, Option<u8>>(column)?
        .map(Seat::try_from)
        .transpose()
        .map_err(|error| unreadable(column, Type::Integer, error))
}

fn unreadable(
    column: usize,
    found: Type,
    error: impl Into<Box<dyn std::error::Error + Send + Sync>>,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, found, error.into())
}
