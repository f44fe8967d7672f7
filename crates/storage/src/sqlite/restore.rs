//! Puts a backup in the place of a database. Neither is lost: the backup is copied, and the database set aside.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::{
    FILE, OpenError,
    archive::{Archive, ArchiveError},
    backups::{BackupError, verified},
    lock, wal,
};
use crate::private;

/// Why nothing is restored. The database is as it was.
#[derive(Debug, Error)]
#[expect(missing_docs)]
pub enum BackupRestoreError {
    /// A server uses the folder, or it cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The backup cannot be read or copied.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The backup is not as it should be.
    #[error("{} is not restored: {error}", file.display())]
    Unsound { file: PathBuf, error: BackupError },
    #[error("{} cannot be moved: {error}", file.display())]
    Unmovable { file: PathBuf, error: io::Error },
}

/// What belongs to a database, besides its file.
const ENDS: [&str; 4] = ["-wal", "-shm", "-journal", ""];

/// Restores a backup, each of whose games is verified first, into a folder that no server uses. Returns where the database
/// is that was there before.
///
/// # Errors
///
/// If anything is not as it should be. Then nothing has changed.
pub fn restore(backup: &Path, folder: &Path) -> Result<Option<PathBuf>, BackupRestoreError> {
    let archive = Archive::open(backup)?;
    verified(backup).map_err(|error| BackupRestoreError::Unsound {
        file: backup.to_owned(),
        error,
    })?;
    private::create_folder(folder).map_err(|error| OpenError::folder(folder, error))?;
    let _lock = lock(folder)?;
    let copy = free_name(folder, "restored", ".db");
    archive.copy_to(&copy)?;
    drop(archive);
    let database = folder.join(FILE);
    let aside = free_name(folder, "before-restore", "");
    let placed = set_aside(&database, &aside).and_then(|found| {
        move_to(&copy, &database)?;
        Ok(found.then_some(aside.clone()))
    });
    if placed.is_err() {
        let _ = move_back(&aside, &database);
        let _ = fs::remove_file(&copy);
    }
    #[cfg(unix)]
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    placed
}

/// Moves a database into a new folder, with what SQLite keeps beside it. `false` if there is none.
fn set_aside(database: &Path, aside: &Path) -> Result<bool, BackupRestoreError> {
    let ends = ENDS.map(|end| wal::beside(database, end));
    if !ends.iter().any(|file| file.exists()) {
        return Ok(false);
    }
    private::create_folder(aside).map_err(|error| OpenError::folder(aside, error))?;
    for file in ends.iter().filter(|file| file.exists()) {
        move_to(file, &aside.join(file.file_name().unwrap_or_default()))?;
    }
    Ok(true)
}

fn move_back(aside: &Path, database: &Path) -> io::Result<()> {
    for end in ENDS {
        let own = wal::beside(database, end);
        let moved = aside.join(own.file_name().unwrap_or_default());
        if moved.exists() && !own.exists() {
            fs::rename(moved, own)?;
        }
    }
    fs::remove_dir(aside)
}

fn move_to(from: &Path, to: &Path) -> Result<(), BackupRestoreError> {
    fs::rename(from, to).map_err(|error| BackupRestoreError::Unmovable {
        file: from.to_owned(),
        error,
    })
}

/// A name in a folder that nothing has yet.
fn free_name(folder: &Path, what: &str, end: &str) -> PathBuf {
    private::first_free(|number| folder.join(format!("{what}-{number}{end}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backups, Schema, SqliteStorage};

    fn person(folder: &Path, person: u8) {
        let database = rusqlite::Connection::open(folder.join(FILE)).unwrap();
        let insert = "INSERT INTO person (id, created_ms, seen_ms) VALUES (?1, 1, 1)";
        database.execute(insert, [[person; 32]]).unwrap();
    }

    fn persons(file: &Path) -> u32 {
        let database = rusqlite::Connection::open(file).unwrap();
        let count = "SELECT count(*) FROM person";
        database.query_row(count, [], |row| row.get(0)).unwrap()
    }

    fn backed_up() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        drop(SqliteStorage::open(folder.path(), Schema::LOG_ALONE).unwrap());
        person(folder.path(), 1);
        let backups = Backups::of(folder.path());
        let made = backups.make(1_795_824_000_000).unwrap();
        person(folder.path(), 2);
        let backup = backups.folder().join(made.name);
        (folder, backup)
    }

    #[test]
    fn a_backup_takes_the_place_of_the_database_which_is_kept() {
        let (folder, backup) = backed_up();
        let aside = restore(&backup, folder.path()).unwrap().unwrap();
        assert_eq!(persons(&folder.path().join(FILE)), 1);
        assert_eq!(persons(&aside.join(FILE)), 2);
        assert_eq!(persons(&backup), 1);
        // Again, and into a folder that is not there.
        let second = restore(&backup, folder.path()).unwrap().unwrap();
        assert_ne!(second, aside);
        let new = folder.path().join("new");
        assert_eq!(restore(&backup, &new).unwrap(), None);
        assert_eq!(persons(&new.join(FILE)), 1);
        drop(SqliteStorage::open(&new, Schema::LOG_ALONE).unwrap());
    }

    #[test]
    fn nothing_is_restored_while_a_server_runs_or_from_what_is_no_sound_backup() {
        let (folder, backup) = backed_up();
        let server = SqliteStorage::open(folder.path(), Schema::LOG_ALONE).unwrap();
        let refused = restore(&backup, folder.path()).unwrap_err();
        assert!(matches!(
            refused,
            BackupRestoreError::Open(OpenError::InUse(_))
        ));
        drop(server);
        let before: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        let torn = folder.path().join("backups/torn.db");
        let bytes = fs::read(&backup).unwrap();
        for text in [&bytes[..bytes.len() / 2], b"no database", b""] {
            fs::write(&torn, text).unwrap();
            restore(&torn, folder.path()).unwrap_err();
        }
        restore(&folder.path().join("none.db"), folder.path()).unwrap_err();
        assert_eq!(persons(&folder.path().join(FILE)), 2);
        let after: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(before.len(), after.len());
    }
}
