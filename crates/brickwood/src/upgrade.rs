//! `brickwood upgrade`: brings a database to the version of this program, and ends.

use std::{error::Error, process::ExitCode};

use brickwood_site::SCHEMA;
use brickwood_storage::{Archive, ArchiveError, Place, SqliteStorage};
use clap::Args;

use crate::storage_options::{StorageOptions, none_or};

const HELP: &str = "\
A PostgreSQL database is changed by this command alone; make a backup first. Where servers of the earlier version, or a
backup, have a table open, this waits for them: it asks for the table for two seconds at a time, says for whom it waits,
and lets the others go on in between. The database in a folder is copied first, beside it; there, starting the new
program does the same.

Examples:
  brickwood upgrade --database postgres://brickwood@localhost/brickwood
  brickwood upgrade --data /var/lib/brickwood";

/// Which database.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    #[command(flatten)]
    storage: StorageOptions,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let folder = match options.storage.place()? {
        Place::Database(url) => {
            upgrade_database(&url).map_err(none_or)?;
            return Ok(ExitCode::SUCCESS);
        }
        Place::File(folder) => folder,
    };
    match Archive::open(&folder) {
        Ok(_) => say(None),
        // Opening it to be written is what brings it to the newest version.
        Err(ArchiveError::Version { .. }) => {
            let storage = SqliteStorage::open(&folder, SCHEMA)?;
            say(storage.upgrade().map(|done| (done.from, done.to)));
            if let Some(done) = storage.upgrade() {
                println!("what it was before is in {}", done.copy.display());
            }
        }
        Err(error) => return Err(none_or(error)),
    }
    Ok(ExitCode::SUCCESS)
}

fn say(change: Option<(u32, u32)>) {
    match change {
        Some((from, to)) => println!("the database was brought from version {from} to {to}"),
        None => println!("the database has the version of this program already"),
    }
}

#[cfg(feature = "postgres")]
fn upgrade_database(url: &brickwood_storage::DatabaseUrl) -> Result<(), Box<dyn Error>> {
    use brickwood_storage::PostgresStorage;

    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let change = runtime.block_on(PostgresStorage::upgrade(url.expose(), SCHEMA))?;
    say(change.map(|change| (change.from.cast_unsigned(), change.to.cast_unsigned())));
    Ok(())
}

#[cfg(not(feature = "postgres"))]
fn upgrade_database(_: &brickwood_storage::DatabaseUrl) -> Result<(), Box<dyn Error>> {
    Err("this program knows no PostgreSQL; build it with `--features full`".into())
}
