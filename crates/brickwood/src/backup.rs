//! `brickwood backup`: copies all games while the server runs.

use std::{
    error::Error,
    fs, io,
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
};

use brickwood_protocol::Backup;
use brickwood_site::settings;
use brickwood_storage::{Archive, now_ms};
use chrono::{DateTime, NaiveDateTime};
use clap::Args;

use crate::{site::SiteDatabase, storage_options::StorageOptions, verify_log};

const HELP: &str = "\
The copy is of one moment, complete, and on the disk when the command ends. To restore it, stop Brickwood,
put it in the data folder as brickwood.db, remove brickwood.db-wal and brickwood.db-shm there, and start
Brickwood. A PostgreSQL database is copied by pg_dump, which comes with it.

With --into, the copy is named after the time, as brickwood-2026-11-28T03-00-00Z.db. With --keep, older copies
of that name are removed once the new one is complete and without faults. Nothing else in the folder is touched.

Examples:
  brickwood backup --data /var/lib/brickwood --to monday.db
  brickwood verify-log --data monday.db
  brickwood backup --data /var/lib/brickwood --into /var/lib/brickwood-backups --keep 14 --verify";

/// What a copy in a folder of copies is called.
const NAME: &str = "brickwood-%Y-%m-%dT%H-%M-%SZ.db";

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

impl Options {
    fn file(&self, now_ms: u64) -> Result<PathBuf, Box<dyn Error>> {
        match (&self.to, &self.into) {
            (Some(file), _) => Ok(file.clone()),
            (None, Some(folder)) => {
                let now = DateTime::from_timestamp_millis(now_ms.cast_signed());
                let now = now.ok_or("the clock shows no time that has a name")?;
                Ok(folder.join(now.format(NAME).to_string()))
            }
            (None, None) => Err("no file is named".into()),
        }
    }
}

/// Removes all but the newest copies in a folder.
fn remove_older(folder: &Path, keep: NonZero<usize>) -> io::Result<()> {
    let mut copies = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let made = name
            .to_str()
            .map(|name| NaiveDateTime::parse_from_str(name, NAME));
        if let Some(Ok(made)) = made
            && entry.file_type()?.is_file()
        {
            copies.push((made, entry.path()));
        }
    }
    copies.sort_unstable();
    let superfluous = copies.len().saturating_sub(keep.get());
    copies[..superfluous]
        .iter()
        .try_for_each(|(_, copy)| fs::remove_file(copy))
}

/// Notes the backup for whoever looks how old the last one is.
fn note(storage: &StorageOptions, backup: Backup) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let database = SiteDatabase::open(storage).await?;
        let value = serde_json::to_string(&backup)?;
        Ok(database.site().set(settings::BACKUP, &value).await?)
    })
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let at_ms = now_ms();
    let file = options.file(at_ms)?;
    let to = file.display();
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
    options.storage.archive()?.copy_to(&file)?;
    // A copy that cannot be read is useless.
    if let Some(damage) = Archive::open(&file)?.damage()? {
        return Err(format!("the copy {to} is damaged: {damage}").into());
    }
    if options.verify && verify_log::verify(&StorageOptions::at(&file))? > 0 {
        return Err(format!("the copy {to} has faults; older copies stay where they are").into());
    }
    if let (Some(folder), Some(keep)) = (&options.into, options.keep) {
        remove_older(folder, keep)?;
    }
    let backup = Backup {
        at_ms,
        bytes: fs::metadata(&file)?.len(),
    };
    if options.storage.folder()?.is_dir()
        && let Err(error) = note(&options.storage, backup)
    {
        eprintln!("brickwood: the host's page will not tell of this backup: {error}");
    }
    println!("all games are in {to}");
    Ok(ExitCode::SUCCESS)
}
