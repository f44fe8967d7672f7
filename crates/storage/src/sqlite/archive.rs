//! Reads and copies a database while a server may be using it.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, ErrorCode, OpenFlags};
use thiserror::Error;

use super::{
    FILE, LostWrites, games,
    schema::{self, Medium},
    wal, watch,
};
use crate::{StoredGame, private};

/// Why a database cannot be read or copied.
#[derive(Debug, Error)]
#[expect(missing_docs)]
pub enum ArchiveError {
    /// There is none.
    #[error("there is no Brickwood database in {}", .0.display())]
    Missing(PathBuf),
    /// There may be one, and this user may not look.
    #[error("{} cannot be read: {error}{}", place.display(), private::why_not(place, error))]
    Unreadable { place: PathBuf, error: io::Error },
    /// Another version has written it.
    #[error(
        "the database has version {found}, and this Brickwood reads version {known}; an older one is \
         brought up to date when the game is served"
    )]
    Version {
        /// The database's.
        found: u32,
        /// The one that is known here.
        known: u32,
    },
    /// Nothing can be written beside it, and not all of it is in the file itself.
    #[error(
        "nothing can be written beside {}, and not everything is in that file yet: copy it, with the files whose names \
         begin like its own, to a folder that can be written", .0.display()
    )]
    Log(PathBuf),
    /// There is a file where the copy should go.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// The copy cannot be written.
    #[error("{} cannot be written: {error}{}", file.display(), private::why_not(file, error))]
    Unwritable { file: PathBuf, error: io::Error },
    /// The copy would fill the disk.
    #[error("{} needs {needed} bytes, and the disk has room for {free}", file.display())]
    NoRoom {
        file: PathBuf,
        needed: u64,
        free: u64,
    },
    /// SQLite has a problem with it.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
}

/// A database that is open to be read.
pub(super) struct Opened {
    pub(super) file: PathBuf,
    pub(super) connection: Connection,
    pub(super) medium: Medium,
    lost: Vec<LostWrites>,
}

/// Opens the database in a folder, or in a file of any name.
pub(super) fn open(place: &Path) -> Result<Opened, ArchiveError> {
    let file = if place.is_dir() {
        place.join(FILE)
    } else {
        place.to_owned()
    };
    match std::fs::metadata(&file) {
        Ok(found) if found.is_file() => {}
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            let place = place.to_owned();
            return Err(ArchiveError::Unreadable { place, error });
        }
        _ => return Err(ArchiveError::Missing(place.to_owned())),
    }
    let lost = wal::lost_writes(&file);
    let (connection, medium) = match open_beside_others(&file) {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => {
            return Err(ArchiveError::Missing(place.to_owned()));
        }
        Err(error) if needs_files(&error) => {
            if !wal::is_complete(&file) {
                return Err(ArchiveError::Log(file));
            }
            let medium = Medium::ReadOnly;
            (schema::open_reader(&file, medium)?, medium)
        }
        opened => (opened?, Medium::Writable),
    };
    let found = match schema::version(&connection) {
        // Another program's, or one in which nothing was ever stored.
        Ok(0) => return Err(ArchiveError::Missing(place.to_owned())),
        found => found?,
    };
    if found != schema::VERSION {
        return Err(ArchiveError::Version {
            found,
            known: schema::VERSION,
        });
    }
    Ok(Opened {
        file,
        connection,
        medium,
        lost,
    })
}

/// Opens a database that a server may be using. If none runs, reading its log takes the permission to write in the folder.
fn open_beside_others(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(schema::BUSY)?;
    connection.pragma_update(None, "query_only", true)?;
    // Only reading shows whether that can be done.
    schema::version(&connection)?;
    Ok(connection)
}

/// Whether SQLite cannot write the files beside a database that it needs to read it.
fn needs_files(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// A database that is only read.
pub struct Archive {
    connection: Connection,
    lost: Vec<LostWrites>,
}

impl Archive {
    /// Opens the database in a folder, or in a file of any name.
    ///
    /// # Errors
    ///
    /// If there is none, or not of this version.
    pub fn open(place: &Path) -> Result<Self, ArchiveError> {
        let opened = open(place)?;
        Ok(Self {
            connection: opened.connection,
            lost: opened.lost,
        })
    }

    /// The writes that are missing because the write-ahead log was damaged.
    pub fn lost_writes(&self) -> &[LostWrites] {
        &self.lost
    }

    /// The ids of all games that come after `after`, in the order of their bytes, at most `limit`.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn ids(&self, after: &str, limit: u32) -> Result<Vec<String>, ArchiveError> {
        Ok(games::ids(&self.connection, after, limit)?)
    }

    /// Everything about a game, as it stood at one moment; `None` if there is no such game.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn load(&mut self, game: &str) -> Result<Option<StoredGame>, ArchiveError> {
        Ok(games::tail(&mut self.connection, game, 0)?)
    }

    /// Checks all pages with SQLite: returns none, or the fault.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn damage(&self) -> Result<Option<String>, ArchiveError> {
        let said: String = self
            .connection
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        Ok((said != "ok").then_some(said))
    }

    /// Copies everything, as it stands at one moment, into a new file. A server may go on writing.
    ///
    /// # Errors
    ///
    /// If there is such a file, or it cannot be written.
    pub fn copy_to(&self, file: &Path) -> Result<(), ArchiveError> {
        self.connection.pragma_update(None, "query_only", false)?;
        let copied = copy(&self.connection, file);
        self.connection.pragma_update(None, "query_only", true)?;
        copied
    }
}

/// Copies everything in a database, as it stands at one moment, into a new file. If that fails, nothing is left.
pub(super) fn copy(connection: &Connection, file: &Path) -> Result<(), ArchiveError> {
    if file.exists() {
        return Err(ArchiveError::Exists(file.to_owned()));
    }
    if let Some(free) = private::free_bytes(private::folder_of(file)) {
        let needed = size(connection)?;
        if free < needed {
            let file = file.to_owned();
            return Err(ArchiveError::NoRoom { file, needed, free });
        }
    }
    // Under a temporary name until it is complete and on the disk.
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = file.with_file_name(name);
    let copied = copy_by(connection, &part, file);
    let removed = std::fs::remove_file(&part);
    copied?;
    removed.map_err(|error| unusable(file, error))?;
    #[cfg(unix)]
    File::open(private::folder_of(file))
        .and_then(|folder| folder.sync_all())
        .map_err(|error| unusable(file, error))?;
    Ok(())
}

/// The bytes of a database.
fn size(connection: &Connection) -> rusqlite::Result<u64> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    Ok(number("page_count")?.unsigned_abs() * number("page_size")?.unsigned_abs())
}

/// Copies by way of a file that takes the final name once it is complete.
fn copy_by(connection: &Connection, part: &Path, file: &Path) -> Result<(), ArchiveError> {
    let unusable = |error| unusable(file, error);
    match std::fs::remove_file(part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(unusable(error)),
        _ => {}
    }
    // SQLite fills a file that is empty, and leaves its rights as they are.
    let mut copy = private::create_file(part).map_err(unusable)?;
    let path = part.to_str().ok_or_else(|| {
        unusable(io::Error::new(
            io::ErrorKind::InvalidFilename,
            "the name is not Unicode",
        ))
    })?;
    connection.execute("VACUUM INTO ?1", [path])?;
    watch::unmark(&mut copy)
        .and_then(|()| copy.sync_all())
        // Unlike a rename, a hard link never replaces another file.
        .and_then(|()| std::fs::hard_link(part, file))
        .map_err(unusable)
}

fn unusable(file: &Path, error: io::Error) -> ArchiveError {
    let file = file.to_owned();
    match error.kind() {
        io::ErrorKind::AlreadyExists => ArchiveError::Exists(file),
        _ => ArchiveError::Unwritable { file, error },
    }
}
