//! `brickwood backup`: copies all games while the server runs.

use std::{error::Error, path::PathBuf, process::ExitCode};

use brickwood_protocol::Backup;
use brickwood_server::host::settings;
use brickwood_storage::{Archive, now_ms};
use clap::Args;

use crate::{site::Desk, storage_options::StorageOptions};

const HELP: &str = "\
The copy is of one moment, complete, and on the disk when the command ends. To restore it, stop Brickwood,
put it in the data folder as brickwood.db, remove brickwood.db-wal and brickwood.db-shm there, and start
Brickwood. A PostgreSQL database is copied by pg_dump, which comes with it.

Examples:
  brickwood backup --data /var/lib/brickwood --to brickwood-monday.db
  brickwood verify-log --data brickwood-monday.db";

/// What to copy, and where.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    #[command(flatten)]
    storage: StorageOptions,
    /// The file to write; it must not exist yet
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

/// Notes the backup for whoever looks how old the last one is.
fn note(storage: &StorageOptions, backup: Backup) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let desk = Desk::open(storage).await?;
        let value = serde_json::to_string(&backup)?;
        Ok(desk.site().set(settings::BACKUP, &value).await?)
    })
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let to = options.to.display();
    if options.storage.database.is_some() {
        // Without the URL itself: it may contain a password, and other users can see commands.
        return Err(format!(
            "PostgreSQL copies its databases itself:\n\
             \x20 pg_dump --format=custom --file={to} \"$BRICKWOOD_DATABASE\"\n\
             and into an empty database again:\n\
             \x20 pg_restore --no-owner --exit-on-error --dbname=\"$BRICKWOOD_DATABASE\" {to}"
        )
        .into());
    }
    options.storage.archive()?.copy_to(&options.to)?;
    // A copy that cannot be read is useless.
    if let Some(damage) = Archive::open(&options.to)?.damage()? {
        return Err(format!("the copy {to} is damaged: {damage}").into());
    }
    let backup = Backup {
        at_ms: now_ms(),
        bytes: std::fs::metadata(&options.to)?.len(),
    };
    if options.storage.folder()?.is_dir()
        && let Err(error) = note(&options.storage, backup)
    {
        eprintln!("brickwood: the host's page will not tell of this backup: {error}");
    }
    println!("all games are in {to}");
    Ok(ExitCode::SUCCESS)
}
