//! Access to stored games while a server uses them.

use std::{error::Error, path::Path};

use brickwood_storage::{Archive, DatabaseUrl, StoredGame};

use crate::storage_options::{Place, StorageOptions, none_or};

/// The number of games that are read at a time.
const PORTION: u32 = 1_000;

impl StorageOptions {
    /// Passes all games to `look`, in the order of their ids.
    pub(crate) fn each(&self, look: impl FnMut(&str, StoredGame)) -> Result<(), Box<dyn Error>> {
        match self.place()? {
            Place::Database(url) => each_in_database(&url, look),
            Place::File(folder) => each_in_archive(&mut archive(&folder)?, look),
        }
    }
}

/// The database in a folder, or a copy of one.
pub(crate) fn archive(place: &Path) -> Result<Archive, Box<dyn Error>> {
    Archive::open(place).map_err(none_or)
}

fn each_in_archive(
    archive: &mut Archive,
    mut look: impl FnMut(&str, StoredGame),
) -> Result<(), Box<dyn Error>> {
    let mut last = String::new();
    loop {
        let ids = archive.ids(&last, PORTION)?;
        for id in &ids {
            // It may have been removed meanwhile.
            if let Some(game) = archive.load(id)? {
                look(id, game);
            }
        }
        match ids.into_iter().next_back() {
            Some(id) => last = id,
            None => return Ok(()),
        }
    }
}

#[cfg(feature = "postgres")]
fn each_in_database(
    url: &DatabaseUrl,
    mut look: impl FnMut(&str, StoredGame),
) -> Result<(), Box<dyn Error>> {
    use brickwood_storage::{GameLog, PostgresStorage};

    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let log = PostgresStorage::existing(url.expose())
            .await
            .map_err(none_or)?;
        let mut last = String::new();
        loop {
            let ids = log.ids(&last, PORTION).await?;
            for id in &ids {
                if let Some(game) = log.load(id).await? {
                    look(id, game);
                }
            }
            match ids.into_iter().next_back() {
                Some(id) => last = id,
                None => return Ok(()),
            }
        }
    })
}

#[cfg(not(feature = "postgres"))]
fn each_in_database(
    _: &DatabaseUrl,
    _: impl FnMut(&str, StoredGame),
) -> Result<(), Box<dyn Error>> {
    Err("this program cannot read PostgreSQL; build it with `--features full`".into())
}
