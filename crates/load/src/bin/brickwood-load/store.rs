//! The storage of the games.

use std::{
    error::Error,
    path::{Path, PathBuf},
    sync::Arc,
};

use brickwood_site::SCHEMA;
use brickwood_storage::{DatabaseUrl, SqliteStorage, Storage};

/// The storage that the servers use.
#[derive(Clone, Debug)]
pub(crate) enum Store {
    Folder(PathBuf),
    Database(DatabaseUrl),
}

impl Store {
    /// The database at this address, or else the folder.
    pub(crate) fn new(database: Option<&DatabaseUrl>, folder: &Path) -> Self {
        match database {
            Some(url) => Self::Database(url.clone()),
            None => Self::Folder(folder.to_owned()),
        }
    }

    /// The log, to be read and filled while no server has its folder.
    pub(crate) async fn open(&self) -> Result<Arc<dyn Storage>, Box<dyn Error>> {
        match self {
            Self::Folder(folder) => Ok(Arc::new(SqliteStorage::open(folder, SCHEMA)?)),
            #[cfg(feature = "postgres")]
            Self::Database(url) => {
                let log = brickwood_storage::PostgresStorage::open(url.expose(), SCHEMA).await?;
                Ok(Arc::new(log))
            }
            #[cfg(not(feature = "postgres"))]
            Self::Database(_) => Err("this program cannot keep games in PostgreSQL".into()),
        }
    }
}
