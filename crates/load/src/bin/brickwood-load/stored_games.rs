//! Stored games that fill the log while others are played.

use std::{error::Error, sync::Arc};

use brickwood_storage::Storage;
use tokio::task::JoinSet;

use crate::log::{lines, new_game, record};

/// The lines of each game, as in a game that is half over.
const LINES: u32 = 80;

/// The number of games that are stored at a time.
const TOGETHER: u32 = 512;

/// Stores this number of games.
pub(crate) async fn store(log: &Arc<dyn Storage>, games: u32) -> Result<(), Box<dyn Error>> {
    let records: Vec<_> = (1..=LINES).map(record).collect();
    let mut begin = 0;
    while begin < games {
        let end = games.min(begin + TOGETHER);
        let mut storing = JoinSet::new();
        for number in begin..end {
            let game = new_game(format!("stored-{number}"))?;
            let (log, id) = (Arc::clone(log), game.setup.id.clone());
            let append = lines(records.clone());
            storing.spawn(async move {
                log.create(game).await.map_err(|error| error.to_string())?;
                let appended = log.append(&id, append).await;
                appended.map_err(|error| error.to_string())
            });
        }
        for stored in storing.join_all().await {
            stored?;
        }
        begin = end;
    }
    Ok(())
}
