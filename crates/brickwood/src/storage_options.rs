//! The options and environment variables for the storage of games.

use std::path::{Path, PathBuf};

use brickwood_storage::{DatabaseUrl, Place};
use clap::Args;

use crate::play::{self, data_folder};

/// Where the games are.
#[derive(Args, Debug)]
pub(crate) struct StorageOptions {
    /// The folder of the games, or a copy of the database; the default is the user's data folder
    #[arg(
        long,
        value_name = "FOLDER",
        env = "BRICKWOOD_DATA",
        conflicts_with = "database"
    )]
    data: Option<PathBuf>,
    /// The database of the games, which several machines may share: postgres://...
    #[arg(
        long,
        value_name = "URL",
        env = "BRICKWOOD_DATABASE",
        hide_env_values = true
    )]
    pub(crate) database: Option<DatabaseUrl>,
}

impl StorageOptions {
    /// A copy of the database.
    pub(crate) fn at(copy: &Path) -> Self {
        Self {
            data: Some(copy.to_owned()),
            database: None,
        }
    }

    /// Wherever a site is.
    pub(crate) fn of(place: &Place) -> Self {
        match place {
            Place::File(path) => Self::at(path),
            Place::Database(url) => Self {
                data: None,
                database: Some(url.clone()),
            },
        }
    }

    /// The folder.
    pub(crate) fn folder(&self) -> Result<PathBuf, play::Failure> {
        match &self.data {
            Some(folder) => Ok(folder.clone()),
            None => data_folder(),
        }
    }
}
