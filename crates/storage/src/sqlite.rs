//! The log in one SQLite file.

mod archive;
mod backups;
mod games;
mod leases;
mod listeners;
mod restore;
mod schema;
mod sql;
mod talk;
mod wal;
mod watch;
pub(crate) mod whole;
mod writer;

use std::{
    fs::{File, TryLockError},
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use async_trait::async_trait;
use brickwood_protocol::ChatLine;
use brickwood_rules::{Seat, SeatSet};
use futures_util::stream;
use parking_lot::Mutex;
use rusqlite::{Connection, OptionalExtension, config::DbConfig};
use serde::Serialize;
use thiserror::Error;

use crate::{
    Append, AppendError, BotDirectory, Chat, Cluster, CreateError, DiskFigures, GameLog, Hint,
    Hints, Lease, Listener, NewGame, NewLine, NodeId, Presence, SEEN_WITHIN, Schema, Sql, Storage,
    StorageTrouble, StoredGame, Unavailable, private,
};
pub use archive::{Archive, ArchiveError};
pub use backups::{BackupError, Backups};
use games::Documents;
use leases::Leases;
use listeners::Listeners;
pub use restore::{BackupRestoreError, restore};
use schema::Medium;
pub use wal::LostWrites;
use watch::Watch;
use writer::Writer;

/// Reading connections that are kept open.
const KEPT_READERS: usize = 4;

/// The name of the database in its folder.
const FILE: &str = "brickwood.db";

/// Why the database cannot be opened.
#[derive(Debug, Error)]
#[expect(missing_docs)]
pub enum OpenError {
    /// Another process has it open.
    #[error("another Brickwood is using the data in {}", .0.display())]
    InUse(PathBuf),
    /// The folder or the lock file cannot be opened.
    #[error("the folder {} cannot be used: {error}{}", folder.display(), private::why_not(folder, error))]
    Folder { folder: PathBuf, error: io::Error },
    /// SQLite cannot write the files beside it without which it reads nothing.
    #[error(
        "the disk of {} is full: {free} bytes are free, and the database cannot be opened. Make room, and start again",
        folder.display()
    )]
    Full { folder: PathBuf, free: u64 },
    /// A newer Brickwood has written it.
    #[error("the database has version {found}; this Brickwood knows version {known}")]
    Version {
        /// The database's.
        found: u32,
        /// The newest that is known here.
        known: u32,
    },
    /// An earlier Brickwood has written it, and the copy that is made before it is changed cannot be written.
    #[error(
        "the database has version {from} and has to be brought to version {to}, but it cannot be copied first: {error}"
    )]
    Copy {
        from: u32,
        to: u32,
        error: ArchiveError,
    },
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ArchiveError),
    /// SQLite has a problem with it.
    #[error("the database cannot be opened: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The writer thread cannot be started.
    #[error("the writer thread cannot be started: {0}")]
    Thread(io::Error),
}

impl OpenError {
    pub(crate) fn folder(folder: &Path, error: io::Error) -> Self {
        let folder = folder.to_owned();
        Self::Folder { folder, error }
    }
}

/// The database was brought from an earlier version to that of this program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Upgrade {
    /// Its version before.
    pub from: u32,
    /// Its version now.
    pub to: u32,
    /// The copy that was made before: what the earlier version has written.
    pub copy: PathBuf,
}

/// The log in one SQLite file, in WAL mode, synced before every answer.
pub struct SqliteStorage {
    readers: Arc<Readers>,
    writer: Writer,
    /// Only a server keeps the database for itself, and watches it. Dropped after the connections.
    watch: Option<Arc<Watch>>,
    leases: Leases,
    listeners: Listeners,
    lost: Vec<LostWrites>,
    upgrade: Option<Upgrade>,
    /// Held while the database is open, unless another process holds it. Dropped last, so that the next process finds
    /// all of it.
    _lock: Option<File>,
}

impl SqliteStorage {
    /// Opens the database in a folder, and creates both if they are not there, with these tables beside the log.
    ///
    /// # Errors
    ///
    /// If another process has it open, or it cannot be read.
    pub fn open(folder: &Path, schema: Schema) -> Result<Self, OpenError> {
        private::create_folder(folder).map_err(|error| OpenError::folder(folder, error))?;
        let lock = lock(folder)?;
        let file = folder.join(FILE);
        let lost = wal::lost_writes(&file);
        let open = || {
            let (connection, upgrade) = schema::open_writer(&file, schema)?;
            let watch = Watch::start(&connection, &file)
                .map_err(|error| OpenError::folder(folder, error))?;
            Ok((connection, upgrade, watch))
        };
        let (connection, upgrade, watch) = open().map_err(|error| full_or(error, folder))?;
        Self::on(
            Medium::Writable,
            connection,
            file,
            Kept {
                lost,
                upgrade,
                watch: Some(Arc::new(watch)),
                lock: Some(lock),
            },
        )
    }

    /// Opens the database in a folder as [`open`](Self::open) does, if there is one.
    ///
    /// # Errors
    ///
    /// If there is none, another process has it open, another version has written it, or it cannot be read.
    pub fn existing(folder: &Path) -> Result<Self, OpenError> {
        // Looks without leaving anything behind.
        drop(archive::open(folder)?);
        let lock = lock(folder)?;
        let file = folder.join(FILE);
        let connection = schema::open_beside(&file)?;
        let lock = Some(lock);
        Self::on(
            Medium::Writable,
            connection,
            file,
            Kept {
                lock,
                ..Kept::default()
            },
        )
    }

    /// The database in a folder that another process has open, for what is stored of the site beside tables. SQLite
    /// itself lets one process write at a time, and no server keeps in its memory what is decided here, so both see
    /// what the other has written. What a server alone may do needs [`open`](Self::open).
    ///
    /// # Errors
    ///
    /// If there is none, another version has written it, or it cannot be read.
    pub fn beside(folder: &Path) -> Result<impl Sql + use<>, OpenError> {
        let file = folder.join(FILE);
        let connection = schema::open_beside(&file)?;
        Self::on(Medium::Writable, connection, file, Kept::default())
    }

    /// The database in a folder, or in a file of any name, for looking at what is stored of the site beside tables:
    /// nothing can be stored. It may lie where nothing can be written at all.
    ///
    /// # Errors
    ///
    /// If there is none, another version has written it, or it cannot be read.
    pub fn read_only(place: &Path) -> Result<impl Sql + use<>, OpenError> {
        let archive::Opened {
            file,
            connection,
            medium,
            ..
        } = archive::open(place)?;
        Self::on(medium, connection, file, Kept::default())
    }

    fn on(
        medium: Medium,
        connection: Connection,
        file: PathBuf,
        kept: Kept,
    ) -> Result<Self, OpenError> {
        let watch = kept.watch;
        Ok(Self {
            writer: Writer::start(connection, watch.clone()).map_err(OpenError::Thread)?,
            readers: Arc::new(Readers {
                file,
                medium,
                watch: watch.clone(),
                idle: Mutex::default(),
            }),
            watch,
            leases: Leases::default(),
            listeners: Listeners::default(),
            lost: kept.lost,
            upgrade: kept.upgrade,
            _lock: kept.lock,
        })
    }

    /// How the database was changed when it was opened; none if it was of this version already, or is new.
    pub fn upgrade(&self) -> Option<&Upgrade> {
        self.upgrade.as_ref()
    }

    /// The writes that were missing because the write-ahead log was damaged.
    pub fn lost_writes(&self) -> &[LostWrites] {
        &self.lost
    }

    /// Checks all pages with SQLite: returns none, or the fault. This takes the time to read all of them.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub async fn damage(&self) -> Result<Option<String>, Unavailable> {
        let said: String = self
            .read(|from| from.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)))
            .await?;
        Ok((said != "ok").then_some(said))
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

/// What a storage has besides its connections.
#[derive(Default)]
struct Kept {
    lost: Vec<LostWrites>,
    upgrade: Option<Upgrade>,
    watch: Option<Arc<Watch>>,
    lock: Option<File>,
}

/// What is wrong, if it is the disk.
fn full_or(error: OpenError, folder: &Path) -> OpenError {
    match private::free_bytes(folder) {
        Some(free)
            if watch::is_full(&folder.join(FILE)) && matches!(error, OpenError::Sqlite(_)) =>
        {
            let folder = folder.to_owned();
            OpenError::Full { folder, free }
        }
        _ => error,
    }
}

/// Takes the lock of a folder, which a process holds as long as it has the database for itself.
pub(crate) fn lock(folder: &Path) -> Result<File, OpenError> {
    let unusable = |error| OpenError::folder(folder, error);
    let lock = private::open_file(&folder.join("brickwood.lock")).map_err(unusable)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    }
}

/// Connections for reading. They see every commit, and block none.
struct Readers {
    file: PathBuf,
    medium: Medium,
    watch: Option<Arc<Watch>>,
    idle: Mutex<Vec<Connection>>,
}

impl Drop for Readers {
    fn drop(&mut self) {
        // The last connection to be closed would write into a file that took the place of the database.
        if self.watch.as_deref().and_then(Watch::look).is_some() {
            for reader in self.idle.get_mut() {
                let _ = reader.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
            }
        }
    }
}

impl Readers {
    fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        let kept = self.idle.lock().pop();
        let mut connection = match kept {
            Some(connection) => connection,
            // By its name, another one would be opened.
            None if self.watch.as_deref().and_then(Watch::look).is_some() => {
                return Err(rusqlite::Error::InvalidPath(self.file.clone()));
            }
            None => schema::open_reader(&self.file, self.medium)?,
        };
        let value = work(&mut connection)?;
        let mut idle = self.idle.lock();
        if idle.len() < KEPT_READERS {
            idle.push(connection);
        }
        Ok(value)
    }
}

/// Removes some of these games that were idle since then.
macro_rules! remove_idle {
    ($which:literal) => {
        concat!(
            "DELETE FROM game WHERE id IN (
                 SELECT id FROM game WHERE ",
            $which,
            " AND created_ms < ?1 AND attended_ms < ?1
                 AND NOT EXISTS (SELECT 1 FROM record WHERE game = id AND at_ms >= ?1)
                 AND id NOT IN (SELECT value FROM json_each(?2))
                 LIMIT 100
             )"
        )
    };
}

/// The stored form of a document.
fn document(value: &impl Serialize) -> Result<String, Unavailable> {
    serde_json::to_string(value).map_err(unwritable)
}

// By value, for `map_err`.
#[allow(clippy::needless_pass_by_value)]
fn unwritable(error: serde_json::Error) -> Unavailable {
    tracing::error!(%error, "a document cannot be written");
    Unavailable
}

#[async_trait]
impl GameLog for SqliteStorage {
    async fn create(&self, game: NewGame) -> Result<(), CreateError> {
        let documents = Documents::of(Some(&game.setup), Some(&game.people));
        let documents = documents.map_err(unwritable)?;
        self.writer
            .write(move |to| games::create(to, &game, &documents))
            .await
    }

    async fn append(&self, game: &str, append: Append) -> Result<(), AppendError> {
        let game = game.to_owned();
        let documents = Documents::of(append.setup.as_ref(), append.people.as_ref());
        let documents = documents.map_err(unwritable)?;
        self.writer
            .write(move |to| games::append(to, &game, &append, &documents))
            .await
    }

    async fn tail(&self, game: &str, after: u32) -> Result<Option<StoredGame>, Unavailable> {
        let game = game.to_owned();
        self.read(move |from| games::tail(from, &game, after)).await
    }

    async fn remove_gathering(&self, idle_since_ms: u64) -> Result<u64, Unavailable> {
        // A JSON array of the games to which somebody is connected.
        let attended = document(&self.leases.attended(idle_since_ms))?;
        let removed = self
            .writer
            .execute(
                remove_idle!("progress = 0"),
                (idle_since_ms.cast_signed(), attended),
            )
            .await?;
        Ok(removed as u64)
    }

    async fn remove_unfinished(&self, idle_since_ms: u64) -> Result<u64, Unavailable> {
        let attended = document(&self.leases.attended(idle_since_ms))?;
        let removed = self
            .writer
            .execute(
                remove_idle!("progress > 0 AND NOT kept"),
                (idle_since_ms.cast_signed(), attended),
            )
            .await?;
        Ok(removed as u64)
    }
}

#[async_trait]
impl Chat for SqliteStorage {
    async fn say(&self, game: &str, line: NewLine) -> Result<ChatLine, Unavailable> {
        let game = game.to_owned();
        let text = document(&line.text)?;
        self.writer
            .write(move |to| talk::say(to, &game, &line, &text))
            .await
    }

    async fn find_line(
        &self,
        game: &str,
        seat: Seat,
        key: u64,
    ) -> Result<Option<u32>, Unavailable> {
        let game = game.to_owned();
        self.read(move |from| {
            from.prepare_cached(
                "SELECT number FROM talk WHERE game = ?1 AND seat = ?2 AND client_key = ?3",
            )?
            .query_row((game, u8::from(seat), key.cast_signed()), |row| row.get(0))
            .optional()
        })
        .await
    }

    async fn talk(&self, game: &str, after: u32, limit: u32) -> Result<Vec<ChatLine>, Unavailable> {
        let game = game.to_owned();
        self.read(move |from| talk::talk(from, &game, after, limit))
            .await
    }

    async fn forget_talk(&self, before_ms: u64) -> Result<u64, Unavailable> {
        let forget = "DELETE FROM talk WHERE at_ms < ?1";
        let forgotten = self.writer.execute(forget, [before_ms.cast_signed()]);
        Ok(forgotten.await? as u64)
    }
}

#[async_trait]
impl Cluster for SqliteStorage {
    async fn beat(&self, node: NodeId, lives: Duration) -> Result<Vec<NodeId>, Unavailable> {
        Ok(self.leases.beat(node, lives))
    }

    async fn claim(&self, game: &str, node: NodeId) -> Result<Lease, Unavailable> {
        Ok(self.leases.claim(game, node))
    }

    async fn note_present(
        &self,
        game: &str,
        node: NodeId,
        seats: SeatSet,
    ) -> Result<(), Unavailable> {
        self.leases.note_present(game, node, seats);
        Ok(())
    }

    async fn let_go(&self, game: &str, node: NodeId, now_ms: u64) -> Result<(), Unavailable> {
        // For a game that has begun, this seldom writes anything, and then does not wait for the disk.
        let seldom_ms = now_ms.saturating_sub(SEEN_WITHIN.as_millis() as u64);
        self.writer
            .execute(
                "UPDATE game SET attended_ms = ?2
                 WHERE id = ?1 AND (progress = 0 OR NOT kept AND attended_ms <= ?3)",
                (
                    game.to_owned(),
                    now_ms.cast_signed(),
                    seldom_ms.cast_signed(),
                ),
            )
            .await?;
        self.leases.let_go(game, node);
        Ok(())
    }

    async fn presence(&self, game: &str) -> Result<Presence, Unavailable> {
        Ok(self.leases.presence(game))
    }

    fn tell(&self, _: Hint) {}

    fn hints(&self) -> Hints {
        Box::pin(stream::pending())
    }
}

#[async_trait]
impl BotDirectory for SqliteStorage {
    async fn listen(&self, listener: &Listener, now_ms: u64) -> Result<(), Unavailable> {
        self.listeners.listen(listener, now_ms);
        Ok(())
    }

    async fn hear(
        &self,
        listener: &Listener,
        told: &[String],
    ) -> Result<Option<Vec<String>>, Unavailable> {
        Ok(self.listeners.hear(listener, told))
    }

    async fn stop_listening(&self, bot: &str, line: u64) -> Result<(), Unavailable> {
        self.listeners.stop(bot, line);
        Ok(())
    }

    async fn listeners(&self, now_ms: u64, limit: u32) -> Result<Vec<Listener>, Unavailable> {
        Ok(self.listeners.all(now_ms, limit as usize))
    }

    async fn invite(&self, bot: &str, game: &str, now_ms: u64) -> Result<bool, Unavailable> {
        Ok(self.listeners.invite(bot, game, now_ms))
    }
}

#[async_trait]
impl Storage for SqliteStorage {
    async fn check(&self) -> Result<(), Unavailable> {
        let write = "UPDATE probe SET written_ms = written_ms + 1";
        self.writer.execute(write, []).await?;
        Ok(())
    }

    async fn trouble(&self) -> Option<StorageTrouble> {
        let watch = Arc::clone(self.watch.as_ref()?);
        let looked = tokio::task::spawn_blocking(move || watch.trouble()).await;
        let trouble = looked.ok().flatten()?;
        // Also while nobody plays, the writer saves what can be saved, or finds that there is room again.
        match self.check().await {
            Ok(()) => None,
            Err(Unavailable) => Some(trouble),
        }
    }

    fn disk(&self) -> Option<DiskFigures> {
        let file = &self.readers.file;
        Some(DiskFigures {
            database: std::fs::metadata(file).ok()?.len(),
            free: private::free_bytes(private::folder_of(file)),
        })
    }

    fn sql(&self) -> &dyn Sql {
        self
    }
}
