//! Whether the program makes backups of its own.

use brickwood_storage::Backups;
use clap::{Args, ValueEnum};

use crate::storage_options::Place;

#[derive(Args, Debug)]
pub(crate) struct BackupOptions {
    /// Which backups the program makes of its own, in the folder `backups` beside the games. PostgreSQL has its own means
    #[arg(
        long,
        value_enum,
        value_name = "WHICH",
        env = "BRICKWOOD_BACKUPS",
        default_value_t
    )]
    backups: Which,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Which {
    /// One a day, verified. Those of the last seven days and four weeks are kept
    #[default]
    Daily,
    /// None
    Off,
}

impl BackupOptions {
    /// Where backups of these games go; none if there are none.
    pub(crate) fn of(&self, place: &Place) -> Option<Backups> {
        match (self.backups, place) {
            (Which::Daily, Place::File(folder)) => Some(Backups::of(folder)),
            (Which::Off, _) | (_, Place::Database(_)) => None,
        }
    }
}
