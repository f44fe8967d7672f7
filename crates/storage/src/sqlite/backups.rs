//! Backups in a folder beside the database: which of them are kept, and how each is made.

use std::{
    collections::HashSet,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use brickwood_protocol::KeptBackup;
use chrono::{DateTime, NaiveDateTime};
use thiserror::Error;

use super::archive::{Archive, ArchiveError};
use crate::{first_fault, private};

/// What a backup is called.
const NAME: &str = "brickwood-%Y-%m-%dT%H-%M-%SZ.db";

const DAY_MS: u64 = 24 * 3_600_000;

/// The newest backup of each of so many days and weeks is kept.
const DAYS: usize = 7;
const WEEKS: usize = 4;

/// Games that are read at a time.
const PORTION: u32 = 1_000;

/// Why there is no backup.
#[derive(Debug, Error)]
#[expect(missing_docs)]
pub enum BackupError {
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error("the folder {} cannot be used: {error}{}", folder.display(), private::why_not(folder, error))]
    Folder { folder: PathBuf, error: io::Error },
    /// The clock shows no time that has a name.
    #[error("the clock shows a time that no file can be named after")]
    Clock,
    /// The copy is not as it should be, and was removed.
    #[error("the copy is damaged: {0}")]
    Damaged(String),
    /// A game in the copy is not as it should be. The copy was removed, and no earlier one.
    #[error("game {game} has a fault: {fault}")]
    Faulty { game: String, fault: String },
}

/// The backups of the database in a folder.
#[derive(Clone, Debug)]
pub struct Backups {
    data: PathBuf,
    folder: PathBuf,
}

impl Backups {
    /// Those in the folder `backups` beside the database.
    pub fn of(data: &Path) -> Self {
        Self::in_folder(data.to_owned(), data.join("backups"))
    }

    /// Those in another folder.
    pub const fn in_folder(data: PathBuf, folder: PathBuf) -> Self {
        Self { data, folder }
    }

    /// Where the backups are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of the database.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// All that there are, the newest first. Other files do not count.
    ///
    /// # Errors
    ///
    /// If the folder is there, and cannot be read.
    pub fn all(&self) -> io::Result<Vec<KeptBackup>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut all = Vec::new();
        for entry in entries {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            if let Some(at_ms) = made_ms(&name)
                && entry.file_type()?.is_file()
            {
                let bytes = entry.metadata()?.len();
                all.push(KeptBackup { name, at_ms, bytes });
            }
        }
        all.sort_unstable_by_key(|backup| std::cmp::Reverse(backup.at_ms));
        Ok(all)
    }

    /// Opens a backup of this name.
    ///
    /// # Errors
    ///
    /// If there is none, or it cannot be read.
    pub fn open(&self, name: &str) -> io::Result<File> {
        if made_ms(name).is_none() {
            return Err(io::ErrorKind::NotFound.into());
        }
        File::open(self.folder.join(name))
    }

    /// Where a backup of this moment goes.
    ///
    /// # Errors
    ///
    /// If the moment has no name, or there is no such folder and it cannot be created.
    pub fn place(&self, now_ms: u64) -> Result<PathBuf, BackupError> {
        private::create_folder(&self.folder).map_err(|error| BackupError::Folder {
            folder: self.folder.clone(),
            error,
        })?;
        let now = DateTime::from_timestamp_millis(now_ms.cast_signed());
        let now = now.ok_or(BackupError::Clock)?;
        Ok(self.folder.join(now.format(NAME).to_string()))
    }

    /// Makes a backup while a server plays, verifies each game in it, and removes those that are kept no longer. If it
    /// fails, no earlier one is removed. This takes the time to play all games.
    ///
    /// # Errors
    ///
    /// If it cannot be made, or is not as it should be: then it is removed.
    pub fn make(&self, now_ms: u64) -> Result<KeptBackup, BackupError> {
        let file = self.place(now_ms)?;
        Archive::open(&self.data)?.copy_to(&file)?;
        if let Err(error) = verified(&file) {
            let _ = fs::remove_file(&file);
            return Err(error);
        }
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let made = KeptBackup {
            name: name.into_owned(),
            at_ms: now_ms,
            bytes: fs::metadata(&file).map_or(0, |found| found.len()),
        };
        if let Err(error) = self.keep(superfluous) {
            tracing::warn!(%error, "old backups cannot be removed");
        }
        Ok(made)
    }

    /// Removes all but the newest ones.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read, or a file not be removed.
    pub fn keep_newest(&self, count: usize) -> io::Result<()> {
        self.keep(|all| all.iter().skip(count).collect())
    }

    fn keep(&self, old: impl FnOnce(&[KeptBackup]) -> Vec<&KeptBackup>) -> io::Result<()> {
        let all = self.all()?;
        old(&all)
            .into_iter()
            .try_for_each(|backup| fs::remove_file(self.folder.join(&backup.name)))
    }
}

/// Checks the pages of a copy, and plays each of its games.
pub(super) fn verified(file: &Path) -> Result<(), BackupError> {
    let mut copy = Archive::open(file)?;
    if let Some(damage) = copy.damage()? {
        return Err(BackupError::Damaged(damage));
    }
    let mut last = String::new();
    loop {
        let ids = copy.ids(&last, PORTION)?;
        for id in &ids {
            if let Some(game) = copy.load(id)?
                && let Some(fault) = first_fault(id, game)
            {
                let game = id.clone();
                return Err(BackupError::Faulty { game, fault });
            }
        }
        match ids.into_iter().next_back() {
            Some(id) => last = id,
            None => return Ok(()),
        }
    }
}

/// When a backup of this name was made; none if it is not the name of one.
fn made_ms(name: &str) -> Option<u64> {
    let made = NaiveDateTime::parse_from_str(name, NAME).ok()?;
    u64::try_from(made.and_utc().timestamp_millis()).ok()
}

/// The backups that are neither the newest of one of the last days that have one, nor of one of the last weeks. The newest
/// comes first.
fn superfluous(all: &[KeptBackup]) -> Vec<&KeptBackup> {
    let (mut days, mut weeks) = (HashSet::new(), HashSet::new());
    let old = all.iter().filter(|backup| {
        let day = backup.at_ms / DAY_MS;
        let is_of_day = days.len() < DAYS && days.insert(day);
        let is_of_week = weeks.len() < WEEKS && weeks.insert(day / 7);
        !is_of_day && !is_of_week
    });
    old.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Schema, SqliteStorage};

    #[test]
    fn a_week_of_days_and_a_month_of_weeks_are_kept() {
        let noon = |day: u64| day * DAY_MS + DAY_MS / 2;
        let mut kept: Vec<KeptBackup> = Vec::new();
        for day in 1..=200 {
            for at_ms in [noon(day), noon(day) + 1_000] {
                let name = String::new();
                kept.insert(
                    0,
                    KeptBackup {
                        name,
                        at_ms,
                        bytes: 1,
                    },
                );
                let old: Vec<u64> = superfluous(&kept).iter().map(|old| old.at_ms).collect();
                kept.retain(|backup| !old.contains(&backup.at_ms));
            }
        }
        let days: Vec<u64> = kept.iter().map(|backup| backup.at_ms / DAY_MS).collect();
        // Day 195 is the last of its week: with its six neighbours, it is one of the last seven.
        assert_eq!(days, [200, 199, 198, 197, 196, 195, 194, 188, 181]);
        assert!(kept.iter().all(|backup| backup.at_ms % 60_000 == 1_000));
    }

    #[test]
    fn a_backup_is_complete_verified_and_its_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let server = SqliteStorage::open(folder.path(), Schema::LOG_ALONE).unwrap();
        let backups = Backups::of(folder.path());
        assert!(backups.all().unwrap().is_empty());
        let made = backups.make(1_795_824_000_000).unwrap();
        assert_eq!(made.name, "brickwood-2026-11-28T00-00-00Z.db");
        assert_eq!(backups.all().unwrap(), std::slice::from_ref(&made));
        Archive::open(&backups.folder().join(&made.name)).unwrap();
        backups.open(&made.name).unwrap();
        for name in ["../brickwood.db", "monday.db", ""] {
            assert!(backups.open(name).is_err(), "{name}");
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let rights = |place: &Path| fs::metadata(place).unwrap().permissions().mode() & 0o777;
            assert_eq!(rights(backups.folder()), 0o700);
            assert_eq!(rights(&backups.folder().join(&made.name)), 0o600);
            assert_eq!(rights(&folder.path().join("brickwood.db-wal")), 0o600);
        }
        drop(server);
    }

    #[test]
    fn a_backup_that_fails_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        drop(SqliteStorage::open(folder.path(), Schema::LOG_ALONE).unwrap());
        let backups = Backups::of(folder.path());
        let first = backups.make(1_795_824_000_000).unwrap();
        let database = rusqlite::Connection::open(folder.path().join("brickwood.db")).unwrap();
        let faulty = "INSERT INTO game (id, created_ms, progress, listed, setup, people, watchable)
             VALUES ('a', 1, 0, 0, '{}', '{}', 1)";
        database.execute(faulty, []).unwrap();
        drop(database);
        backups.make(1_795_824_060_000).unwrap_err();
        assert_eq!(backups.all().unwrap(), [first]);
        assert_eq!(fs::read_dir(backups.folder()).unwrap().count(), 1);
    }
}
