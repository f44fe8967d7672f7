//! `brickwood backup`: copies all games while the server runs.

use std::{error::Error, fs, num::NonZero, path::PathBuf, process::ExitCode};

use brickwood_protocol::Backup;
use brickwood_site::settings;
use brickwood_storage::{Archive, Backups, now_ms};
use clap::Args;

use crate::{
    site::{Access, SiteDatabase},
    storage_options::{Place, StorageOptions},
    stored::archive,
    verify_log,
};

const HELP: &str = "\
The copy is of one moment, complete, and on the disk when the command ends. Only its owner can read it. To restore
it, stop Brickwood, and use `brickwood restore`. A PostgreSQL database is copied by pg_dump, which comes with it.

A server makes such copies by itself, every day: see --backups of `brickwood serve`.

With --into, the copy is named after the time, as brickwood-2026-11-28T03-00-00Z.db. With --keep, older copies
of that name are removed once the new one is complete and without faults. Nothing else in the folder is touched.

Examples:
  brickwood backup --data /var/lib/brickwood --to monday.db
  brickwood verify-log --data monday.db
  brickwood backup --data /var/lib/brickwood --into /var/lib/brickwood-backups --keep 14 --verify";

const HOW_POSTGRESQL_IS_COPIED: &str = "\
PostgreSQL copies its databases itself:
  umask 077; pg_dump --format=custom --file=games.dump --host=HOST --username=brickwood brickwood
and into an empty database again:
  pg_restore --single-transaction --no-owner --exit-on-error --host=HOST --username=brickwood --dbname=brickwood games.dump
Write the password into ~/.pgpass, for nobody but you to read: on the command line, everybody on the machine sees it.";

/// What to copy, and where.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    #[command(flatten)]
    storage: StorageOptions,
    /// The file to write; it must not exist yet
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "into",
        conflicts_with = "into"
    )]
    to: Option<PathBuf>,
    /// The folder of a file that is named after the time
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// How many such files to keep in that folder, the new one among them
    #[arg(long, value_name = "NUMBER", conflicts_with = "to")]
    keep: Option<NonZero<usize>>,
    /// Replay every game of the copy, as `brickwood verify-log` does
    #[arg(long)]
    verify: bool,
}

/// Notes the backup for whoever looks how old the last one is.
fn note(place: &Place, backup: Backup) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let database = SiteDatabase::open(place, Access::Full).await?;
        let value = serde_json::to_string(&backup)?;
        Ok(database.site().set(settings::BACKUP, &value).await?)
    })
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let at_ms = now_ms();
    let place = options.storage.place()?;
    let Place::File(data) = &place else {
        return Err(HOW_POSTGRESQL_IS_COPIED.into());
    };
    // First, so that a mistyped folder of the games creates none for copies.
    let archive = archive(data)?;
    let kept = options
        .into
        .clone()
        .map(|folder| Backups::in_folder(data.clone(), folder));
    let file = match (&options.to, &kept) {
        (Some(file), _) => file.clone(),
        (None, Some(kept)) => kept.place(at_ms)?,
        (None, None) => return Err("no file is named".into()),
    };
    let to = file.display();
    archive.copy_to(&file)?;
    // A copy that cannot be read is useless.
    if let Some(damage) = Archive::open(&file)?.damage()? {
        return Err(format!("the copy {to} is damaged: {damage}").into());
    }
    if options.verify && verify_log::verify(&StorageOptions::at(&file))? > 0 {
        return Err(format!("the copy {to} has faults; older copies stay where they are").into());
    }
    if let (Some(kept), Some(keep)) = (&kept, options.keep) {
        kept.keep_newest(keep.get())?;
    }
    let backup = Backup {
        at_ms,
        bytes: fs::metadata(&file)?.len(),
    };
    if data.is_dir()
        && let Err(error) = note(&place, backup)
    {
        eprintln!("brickwood: the host's page will not tell of this backup: {error}");
    }
    println!("all games are in {to}");
    Ok(ExitCode::SUCCESS)
}
