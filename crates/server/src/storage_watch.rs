//! Watches the storage, also while nobody plays, and tells the host what is wrong.

use std::{sync::Arc, time::Duration};

use brickwood_site::http::metrics;
use brickwood_storage::{Storage, StorageTrouble};
use tokio::time::{Instant, MissedTickBehavior, interval};

/// How often it is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// How often sizes are measured.
const MEASURE: Duration = Duration::from_mins(1);

/// A disk with less room than this is soon full: a backup may need as much as the database.
const LOW: u64 = 200 << 20;

/// Looks for as long as the server runs.
pub(crate) async fn watch(log: Arc<dyn Storage>) {
    let mut due = interval(LOOK);
    due.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut known = None;
    let mut measured: Option<Instant> = None;
    let mut is_low = false;
    loop {
        due.tick().await;
        let trouble = log.trouble().await;
        tell(known, trouble);
        known = trouble;
        if measured.is_none_or(|at| at.elapsed() >= MEASURE) {
            measured = Some(Instant::now());
            let Some(disk) = log.disk() else {
                continue;
            };
            metrics::disk(disk);
            let was_low = is_low;
            is_low = disk.free.is_some_and(|free| free < LOW);
            if is_low && !was_low {
                tracing::warn!(free = disk.free, "the disk of the database is nearly full");
            }
        }
    }
}

fn tell(known: Option<StorageTrouble>, trouble: Option<StorageTrouble>) {
    metrics::storage_writable(trouble.is_none());
    match trouble {
        Some(trouble) if known != Some(trouble) => {
            tracing::error!("{trouble}: nothing is stored");
        }
        None if known.is_some() => tracing::info!("the storage takes writes again"),
        _ => {}
    }
}
