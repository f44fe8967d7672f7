//! `brickwood restore`: puts a backup in the place of the games.

use std::{error::Error, path::PathBuf, process::ExitCode};

use brickwood_storage::restore;
use clap::Args;

use crate::storage_options::{StorageOptions, none_or};

const HELP: &str = "\
Stop the server first. Each game of the backup is replayed before anything changes, and the backup itself is only
read. The games that were there are kept, in the folder that is printed.

Examples:
  brickwood restore --from monday.db --data /var/lib/brickwood
  brickwood restore --from /var/lib/brickwood/backups/brickwood-2026-11-28T03-00-00Z.db";

/// What to restore, and where.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    #[command(flatten)]
    storage: StorageOptions,
    /// The backup
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let folder = options.storage.folder()?;
    let aside = restore(&options.from, &folder).map_err(none_or)?;
    println!(
        "the games in {} are those of {}",
        folder.display(),
        options.from.display()
    );
    if let Some(aside) = aside {
        println!("those that were there before are in {}", aside.display());
    }
    Ok(ExitCode::SUCCESS)
}
