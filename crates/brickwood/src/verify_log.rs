//! `brickwood verify-log`: replays all stored games, and compares them with their fingerprints.

use std::{
    error::Error,
    io::{self, Write},
    process::ExitCode,
};

use brickwood_storage::{LostWrites, first_fault};
use clap::Args;

use crate::{
    output::is_unread,
    storage_options::{NoDatabase, Place, StorageOptions},
    stored::archive,
};

const HELP: &str = "\
Every line of every log must follow on the one before, be legal where it stands, lead to the state that
it led to when it was written, and carry a key that its seat has not used before. Writes that are missing
because the write-ahead log was damaged count as a fault, as long as the copy of that log is there. A
server may go on playing meanwhile.

Exit codes: 0 all is well; 1 something is not; 2 the games cannot be read.

Examples:
  brickwood verify-log --data /var/lib/brickwood
  brickwood verify-log --data backup.db
  brickwood verify-log --database postgres://brickwood@localhost/brickwood";

/// Which games.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    #[command(flatten)]
    storage: StorageOptions,
}

/// The meanings of the exit codes.
const FAULTY: u8 = 1;
const UNREADABLE: u8 = 2;

pub(crate) fn run(options: &Options) -> ExitCode {
    match verify(&options.storage) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(FAULTY),
        Err(error) if is_unread(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            if error.is::<NoDatabase>() {
                eprintln!("brickwood: {error}");
            } else {
                eprintln!("brickwood: the games cannot be read: {error}");
            }
            ExitCode::from(UNREADABLE)
        }
    }
}

/// Prints the result of each game, and counts the faulty ones.
pub(crate) fn verify(storage: &StorageOptions) -> Result<u64, Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let (mut games, mut lines, mut faults) = (0_u64, 0_u64, 0_u64);
    if let Place::File(folder) = storage.place()? {
        let archive = archive(&folder)?;
        for LostWrites {
            copy,
            writes,
            pages,
        } in archive.lost_writes()
        {
            faults += 1;
            let copy = copy.display();
            writeln!(
                out,
                "the write-ahead log was damaged: at least {writes} writes ({pages} pages) are missing; see {copy}"
            )?;
        }
        if let Some(damage) = archive.damage()? {
            faults += 1;
            writeln!(out, "the database is damaged: {damage}")?;
        }
    }
    storage.each(|id, game| {
        games += 1;
        lines += game.records.len() as u64;
        if let Some(fault) = first_fault(id, game) {
            faults += 1;
            // The exit code still counts if the reader has closed the pipe.
            let _ = writeln!(out, "{id}: {fault}");
        }
    })?;
    writeln!(out, "games   {games}")?;
    writeln!(out, "lines   {lines}")?;
    writeln!(out, "faults  {faults}")?;
    Ok(faults)
}
