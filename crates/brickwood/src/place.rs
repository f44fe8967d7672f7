//! Where games are kept, as options and variables name it.

use std::{fmt, path::PathBuf, str::FromStr};

use clap::Args;

use crate::play::{self, data_folder};

/// Where the games are.
#[derive(Args, Debug)]
pub(crate) struct Place {
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
    pub(crate) database: Option<Database>,
}

impl Place {
    /// The folder.
    pub(crate) fn folder(&self) -> Result<PathBuf, play::Failure> {
        match &self.data {
            Some(folder) => Ok(folder.clone()),
            None => data_folder(),
        }
    }
}

/// The address of a `PostgreSQL` server that several machines share. It may hold a password, and is
/// never shown.
#[derive(Clone)]
pub(crate) struct Database(pub(crate) String);

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Database(..)")
    }
}

impl FromStr for Database {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let schemes = ["postgres://", "postgresql://"];
        if schemes.iter().any(|scheme| text.starts_with(scheme)) {
            return Ok(Self(text.to_owned()));
        }
        Err("a database is like postgres://user@host/name; for a folder there is --data")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_database_is_not_shown() {
        let database: Database = "postgres://ida:secret@host/games".parse().unwrap();
        assert!(!format!("{database:?}").contains("secret"));
        assert!("mysql://host/games".parse::<Database>().is_err());
    }
}
