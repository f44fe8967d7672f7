//! Whether the database is still the one that was opened. A host who copies a backup over it, or deletes it, while the
//! server runs would otherwise have a server that goes on, and stores everything where nobody will find it.
//!
//! Another file under the same name has another identity. What was copied into the same file is found out by its head:
//! each time the database is opened, it gets a mark, which copies do not have.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use parking_lot::Mutex;
use rusqlite::{Connection, ErrorCode, config::DbConfig};

use super::{archive, schema, wal};
use crate::{StorageTrouble, private};

/// Where the mark is in the file: SQLite keeps an id of the program here, of which it makes nothing.
/// See <https://www.sqlite.org/fileformat2.html#the_database_header>.
const MARK: usize = 68;

/// Where SQLite counts changes of the first page.
const CHANGES: usize = 24;

const HEAD: usize = 100;

/// A disk with less than this is full: SQLite writes some pages at a time.
const FULL: u64 = 1 << 20;

/// Watches the file of a database, and the write-ahead log beside it.
pub(super) struct Watch {
    opened: Vec<(PathBuf, Identity)>,
    /// Must not be closed before the connections are: the system would then drop the locks of SQLite.
    file: File,
    seen: Mutex<Seen>,
    /// Whether the last write has failed on a full disk.
    is_full: AtomicBool,
    /// Whether something has happened to the file, and all of it was copied away.
    is_rescued: AtomicBool,
}

/// What the head of the file may say.
struct Seen {
    marks: [u32; 2],
    changes: u32,
}

#[cfg(unix)]
type Identity = (u64, u64);
/// Here, nobody can delete or replace a file that is open.
#[cfg(not(unix))]
type Identity = ();

fn identity(file: &Path) -> io::Result<Identity> {
    let found = fs::metadata(file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        Ok((found.dev(), found.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = found;
        Ok(())
    }
}

/// Takes the mark out of a copy.
pub(super) fn unmark(copy: &mut File) -> io::Result<()> {
    copy.seek(SeekFrom::Start(MARK as u64))?;
    copy.write_all(&[0; 4])
}

impl Watch {
    /// Watches a database that was just opened for writing, with its new mark.
    pub(super) fn start(connection: &Connection, database: &Path) -> io::Result<Self> {
        let file = File::open(database)?;
        let mut watch = Self {
            opened: vec![(database.to_owned(), identity(database)?)],
            file,
            seen: Mutex::new(Seen {
                marks: [0; 2],
                changes: 0,
            }),
            is_full: AtomicBool::new(false),
            is_rescued: AtomicBool::new(false),
        };
        let before = watch.head()?;
        let mark = getrandom::u32().map_err(io::Error::other)? | 1;
        *watch.seen.get_mut() = Seen {
            marks: [number(&before, MARK), mark],
            changes: number(&before, CHANGES),
        };
        // On a full disk, the earlier mark has to do.
        let marked = connection.pragma_update(None, "application_id", mark.cast_signed());
        if let Err(error) = marked.and_then(|()| schema::checkpoint(connection)) {
            tracing::debug!(%error, "the database gets no new mark");
        }
        let log = wal::beside(database, "-wal");
        if let Ok(identity) = identity(&log) {
            watch.opened.push((log, identity));
        }
        Ok(watch)
    }

    /// What has happened to the database, if anything has.
    pub(super) fn look(&self) -> Option<StorageTrouble> {
        for (place, opened) in &self.opened {
            match identity(place) {
                Ok(found) if found == *opened => {}
                Ok(_) => return Some(StorageTrouble::Replaced),
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    return Some(StorageTrouble::Deleted);
                }
                // The disk is away for now.
                Err(_) => {}
            }
        }
        let Ok(head) = self.head() else {
            return Some(StorageTrouble::Replaced);
        };
        let (mark, changes) = (number(&head, MARK), number(&head, CHANGES));
        let mut seen = self.seen.lock();
        if !seen.marks.contains(&mark) || changes < seen.changes {
            return Some(StorageTrouble::Replaced);
        }
        seen.changes = changes;
        if mark == seen.marks[1] {
            seen.marks[0] = mark;
        }
        None
    }

    /// What keeps the storage from taking writes.
    pub(super) fn trouble(&self) -> Option<StorageTrouble> {
        let full = || self.is_full.load(Relaxed).then_some(StorageTrouble::Full);
        self.look().or_else(full)
    }

    /// Notes how a write has ended.
    pub(super) fn note(&self, written: &rusqlite::Result<()>) {
        let code = written
            .as_ref()
            .err()
            .and_then(rusqlite::Error::sqlite_error_code);
        let is_full = match code {
            None => false,
            Some(ErrorCode::DiskFull) => true,
            Some(_) => is_full(&self.opened[0].0),
        };
        self.is_full.store(is_full, Relaxed);
    }

    /// Saves what can be saved, once: everything that the writer sees goes into a new file.
    pub(super) fn rescue(&self, connection: &Connection, trouble: StorageTrouble) {
        // Nothing of this database may get into the file that is there now.
        let _ = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        if self.is_rescued.swap(true, Relaxed) {
            return;
        }
        let (database, own) = &self.opened[0];
        if trouble == StorageTrouble::Replaced
            && identity(database).is_ok_and(|found| found == *own)
        {
            self.set_log_aside(database);
            tracing::error!(
                "{trouble}: nothing more is stored. Stop the server, and restore a backup with `brickwood restore`"
            );
            return;
        }
        let rescued = free_name(database, "rescued", "db");
        match archive::copy(connection, &rescued) {
            Ok(()) => tracing::error!(
                copy = %rescued.display(),
                "{trouble}: nothing more is stored. Everything until now is in the copy: stop the server, and restore \
                 it with `brickwood restore`"
            ),
            Err(error) => tracing::error!(
                %error,
                "{trouble}: nothing more is stored, and what was cannot be copied. Stop the server, and restore a \
                 backup with `brickwood restore`"
            ),
        }
        self.set_log_aside(database);
    }

    /// Moves the log away from a database to which it does not belong: with the next start, SQLite would mix the two.
    fn set_log_aside(&self, database: &Path) {
        let log = wal::beside(database, "-wal");
        let is_own = self
            .opened
            .get(1)
            .is_some_and(|(_, opened)| identity(&log).is_ok_and(|found| found == *opened));
        if is_own && identity(database).is_ok() {
            let aside = free_name(database, "log", "wal");
            if fs::rename(&log, &aside).is_ok() {
                tracing::warn!(aside = %aside.display(), "the write-ahead log was set aside");
            }
        }
    }

    /// The beginning of the file.
    fn head(&self) -> io::Result<[u8; HEAD]> {
        let mut head = [0; HEAD];
        #[cfg(unix)]
        std::os::unix::fs::FileExt::read_exact_at(&self.file, &mut head, 0)?;
        #[cfg(windows)]
        std::os::windows::fs::FileExt::seek_read(&self.file, &mut head, 0)?;
        Ok(head)
    }
}

fn number(head: &[u8; HEAD], at: usize) -> u32 {
    let bytes = head[at..].first_chunk().expect("the head is long enough");
    u32::from_be_bytes(*bytes)
}

/// Whether the disk of a database has no room.
pub(super) fn is_full(database: &Path) -> bool {
    private::free_bytes(private::folder_of(database)).is_some_and(|free| free < FULL)
}

/// A name beside the database that is free.
fn free_name(database: &Path, what: &str, end: &str) -> PathBuf {
    let stem = database.file_stem().unwrap_or_default().to_string_lossy();
    private::first_free(|number| database.with_file_name(format!("{stem}-{what}-{number}.{end}")))
}

#[cfg(all(test, unix))]
mod tests {
    use brickwood_table::PersonId;

    use super::*;
    use crate::{Archive, Schema, SqliteStorage, Storage, Unavailable};

    struct Kept {
        folder: tempfile::TempDir,
        file: PathBuf,
        storage: SqliteStorage,
    }

    fn open() -> Kept {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("brickwood.db");
        let storage = SqliteStorage::open(folder.path(), Schema::LOG_ALONE).unwrap();
        Kept {
            folder,
            file,
            storage,
        }
    }

    impl Kept {
        async fn write(&self, person: u8) -> Result<(), Unavailable> {
            let person = PersonId([person; 32]);
            self.storage.persons().add(person, 1).await
        }
    }

    /// The people in a database.
    fn persons(file: &Path) -> u32 {
        let database = Connection::open(file).unwrap();
        let count = "SELECT count(*) FROM person";
        database.query_row(count, [], |row| row.get(0)).unwrap()
    }

    #[tokio::test]
    async fn a_server_whose_database_is_deleted_stores_nothing_more_and_saves_the_rest() {
        for end in ["", "-wal"] {
            let kept = open();
            kept.write(1).await.unwrap();
            assert_eq!(kept.storage.trouble().await, None);
            fs::remove_file(wal::beside(&kept.file, end)).unwrap();
            assert_eq!(kept.storage.trouble().await, Some(StorageTrouble::Deleted));
            assert_eq!(kept.write(2).await, Err(Unavailable), "{end}");
            assert_eq!(kept.storage.check().await, Err(Unavailable));
            drop(kept.storage);
            assert_eq!(
                persons(&kept.folder.path().join("brickwood-rescued-1.db")),
                1
            );
        }
    }

    #[tokio::test]
    async fn a_file_that_takes_the_place_of_the_database_is_noticed_and_not_touched() {
        let kept = open();
        kept.write(1).await.unwrap();
        let other = kept.folder.path().join("monday.db");
        Archive::open(kept.folder.path())
            .unwrap()
            .copy_to(&other)
            .unwrap();
        let precious = fs::read(&other).unwrap();
        kept.write(2).await.unwrap();
        fs::rename(&other, &kept.file).unwrap();
        assert_eq!(kept.storage.trouble().await, Some(StorageTrouble::Replaced));
        assert_eq!(kept.write(3).await, Err(Unavailable));
        drop(kept.storage);
        assert!(fs::read(&kept.file).unwrap() == precious);
        assert_eq!(persons(&kept.file), 1);
        assert_eq!(
            persons(&kept.folder.path().join("brickwood-rescued-1.db")),
            2
        );
    }

    #[tokio::test]
    async fn a_backup_that_is_copied_over_the_database_is_noticed_and_not_spoiled() {
        let kept = open();
        kept.write(1).await.unwrap();
        let backup = kept.folder.path().join("monday.db");
        Archive::open(kept.folder.path())
            .unwrap()
            .copy_to(&backup)
            .unwrap();
        for person in 2..40 {
            kept.write(person).await.unwrap();
        }
        fs::copy(&backup, &kept.file).unwrap();
        assert_eq!(kept.storage.trouble().await, Some(StorageTrouble::Replaced));
        assert_eq!(kept.write(40).await, Err(Unavailable));
        drop(kept.storage);
        assert!(fs::read(&kept.file).unwrap() == fs::read(&backup).unwrap());
        let storage = SqliteStorage::open(kept.folder.path(), Schema::LOG_ALONE).unwrap();
        assert_eq!(storage.damage().await, Ok(None));
        assert_eq!(persons(&kept.file), 1);
    }

    #[tokio::test]
    async fn a_database_that_is_put_back_is_used_again() {
        let kept = open();
        kept.write(1).await.unwrap();
        let away = kept.folder.path().join("away.db");
        fs::rename(&kept.file, &away).unwrap();
        assert_eq!(kept.write(2).await, Err(Unavailable));
        fs::rename(&away, &kept.file).unwrap();
        kept.write(2).await.unwrap();
        assert_eq!(kept.storage.trouble().await, None);
    }

    #[tokio::test]
    async fn checkpoints_and_other_programs_that_read_are_no_trouble() {
        let kept = open();
        for person in 1..60 {
            kept.write(person).await.unwrap();
            if person % 20 == 0 {
                let connection = Connection::open(&kept.file).unwrap();
                schema::checkpoint(&connection).unwrap();
            }
            assert_eq!(kept.storage.trouble().await, None);
        }
    }
}
