//! The backups that a server makes of its own database: one a day, each of them verified, for the host to take away.

pub(crate) mod api;

use std::{fs::File, io, sync::Arc, time::Duration};

use brickwood_protocol::{Backup, KeptBackup};
use brickwood_storage::{Backups, Storage, Unavailable};
use tokio::{
    sync::Mutex,
    task::spawn_blocking,
    time::{sleep, timeout},
};

use crate::{StoresSite, http::metrics, settings};

/// The age at which the last backup is old enough for another.
const DAY: Duration = Duration::from_hours(24);

/// Players who come back after a start come first.
const QUIET: Duration = Duration::from_mins(1);

/// How often it is asked whether a backup is due: clocks are set, and machines sleep.
const LOOK: Duration = Duration::from_mins(10);

/// After what time a backup that has failed is tried again.
const AGAIN: Duration = Duration::from_hours(1);

/// Makes backups, one at a time. Cheap to clone.
#[derive(Clone)]
pub struct BackupKeeper {
    backups: Arc<Backups>,
    storage: Arc<dyn Storage>,
    one_at_a_time: Arc<Mutex<()>>,
}

impl BackupKeeper {
    /// Makes backups of this storage in these places.
    pub fn new(backups: Backups, storage: Arc<dyn Storage>) -> Self {
        Self {
            backups: Arc::new(backups),
            storage,
            one_at_a_time: Arc::default(),
        }
    }

    /// Makes a backup. Why it fails, the log says.
    pub(crate) async fn make(&self, now_ms: u64) -> Result<KeptBackup, Unavailable> {
        let _turn = self.one_at_a_time.lock().await;
        let made = self.with(move |backups| backups.make(now_ms)).await?;
        let made = made.map_err(|error| {
            tracing::error!(%error, "no backup could be made");
            Unavailable
        })?;
        metrics::backed_up(made.at_ms);
        tracing::info!(bytes = made.bytes, "a backup was made and verified");
        let noted = Backup {
            at_ms: made.at_ms,
            bytes: made.bytes,
        };
        // The file is there, whether this can be stored or not.
        if let Ok(noted) = serde_json::to_string(&noted) {
            let _ = self.storage.site().set(settings::BACKUP, &noted).await;
        }
        Ok(made)
    }

    /// All backups, the newest first.
    pub(crate) async fn all(&self) -> Result<Vec<KeptBackup>, Unavailable> {
        self.with(Backups::all).await?.map_err(|error| {
            tracing::error!(%error, "the folder of the backups cannot be read");
            Unavailable
        })
    }

    /// Opens the backup of this name.
    async fn open(&self, name: String) -> Result<io::Result<File>, Unavailable> {
        self.with(move |backups| backups.open(&name)).await
    }

    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Backups) -> T + Send + 'static,
    ) -> Result<T, Unavailable> {
        let backups = Arc::clone(&self.backups);
        let done = spawn_blocking(move || work(&backups)).await;
        done.map_err(|_| Unavailable)
    }

    /// Makes a backup whenever one is due, for as long as the server runs. What was missed while it did not run is made up
    /// for soon after it has started.
    pub async fn keep_making(self, now_ms: impl Fn() -> u64) {
        sleep(QUIET).await;
        loop {
            let wait = match self.due_in(now_ms()).await {
                Ok(Duration::ZERO) => match self.make(now_ms()).await {
                    Ok(_) => LOOK,
                    Err(Unavailable) => AGAIN,
                },
                Ok(due) => due.min(LOOK),
                Err(Unavailable) => AGAIN,
            };
            sleep(wait).await;
        }
    }

    async fn due_in(&self, now_ms: u64) -> Result<Duration, Unavailable> {
        let all = self.all().await?;
        let Some(last) = all.first() else {
            return Ok(Duration::ZERO);
        };
        metrics::backed_up(last.at_ms);
        // One from the future was made when the clock was wrong.
        let age = now_ms.checked_sub(last.at_ms).map(Duration::from_millis);
        Ok(age.map_or(Duration::ZERO, |age| DAY.saturating_sub(age)))
    }

    /// Makes a backup, and waits for it for a while; none if it is still being made then.
    pub(crate) async fn make_soon(
        &self,
        now_ms: u64,
        patience: Duration,
    ) -> Result<Option<KeptBackup>, Unavailable> {
        let keeper = self.clone();
        let making = tokio::spawn(async move { keeper.make(now_ms).await });
        match timeout(patience, making).await {
            Ok(made) => made.map_err(|_| Unavailable)?.map(Some),
            Err(_) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use brickwood_storage::SqliteStorage;
    use tokio::time::Instant;

    use super::*;
    use crate::SCHEMA;

    /// 28 November 2026.
    const BEGIN_MS: u64 = 1_795_824_000_000;

    struct Kept {
        keeper: BackupKeeper,
        _folder: tempfile::TempDir,
    }

    fn keeper() -> Kept {
        let folder = tempfile::tempdir().unwrap();
        let storage = SqliteStorage::open(folder.path(), SCHEMA).unwrap();
        let keeper = BackupKeeper::new(Backups::of(folder.path()), Arc::new(storage));
        Kept {
            keeper,
            _folder: folder,
        }
    }

    /// Lets a keeper work for so many hours of its own clock, which begins at that hour.
    async fn work(kept: &Kept, from_hour: u64, hours: u64) {
        let begun = Instant::now();
        let now = move || BEGIN_MS + from_hour * 3_600_000 + begun.elapsed().as_millis() as u64;
        let keeper = kept.keeper.clone();
        let working = tokio::spawn(keeper.keep_making(now));
        for _ in 0..hours * 6 {
            sleep(Duration::from_mins(10)).await;
            // Virtual time does not wait for the thread that writes.
            drop(kept.keeper.one_at_a_time.lock().await);
        }
        working.abort();
        let _ = working.await;
    }

    async fn hours(kept: &Kept) -> Vec<u64> {
        let all = kept.keeper.all().await.unwrap();
        all.iter()
            .map(|backup| (backup.at_ms - BEGIN_MS) / 3_600_000)
            .collect()
    }

    #[tokio::test(start_paused = true)]
    async fn a_backup_is_made_every_day_and_one_that_was_missed_after_the_start() {
        let kept = keeper();
        work(&kept, 0, 49).await;
        assert_eq!(hours(&kept).await, [48, 24, 0]);
        // The server has stood still for five days, and a restart within a day adds none.
        work(&kept, 168, 1).await;
        work(&kept, 170, 1).await;
        assert_eq!(hours(&kept).await, [168, 48, 24, 0]);
        let noted = settings::setting::<Backup>(kept.keeper.storage.site(), settings::BACKUP).await;
        let noted = noted.unwrap().unwrap();
        assert_eq!((noted.at_ms - BEGIN_MS) / 3_600_000, 168);
    }

    #[tokio::test(start_paused = true)]
    async fn a_backup_that_fails_is_tried_again_within_hours_and_harms_none() {
        let kept = keeper();
        work(&kept, 0, 1).await;
        let folder = kept.keeper.backups.folder().to_owned();
        let aside = folder.with_extension("aside");
        fs::rename(&folder, &aside).unwrap();
        fs::write(&folder, "no folder").unwrap();
        work(&kept, 30, 2).await;
        fs::remove_file(&folder).unwrap();
        fs::rename(&aside, &folder).unwrap();
        work(&kept, 32, 2).await;
        assert_eq!(hours(&kept).await, [32, 0]);
    }
}
