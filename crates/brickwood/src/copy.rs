//! `brickwood copy`: takes a whole site from a folder to a database, and back.

use std::{error::Error, process::ExitCode};

use brickwood_site::SCHEMA;
use brickwood_storage::{CopiedTable, Place, Source, copy_site};
use clap::Args;

use crate::{storage_options::StorageOptions, verify_log};

const HELP: &str = "\
Everything goes along: games, chat, people, devices, passkeys, ratings, what moderators have decided, settings. A place
is a folder, a file that `brickwood backup` has made, or a PostgreSQL database, postgres://.... The other place has to be
empty: a folder without a database, a file ending in .db that is not there yet, or a database without tables. What is
stored in both is compared, and every game of the copy is replayed, as `brickwood verify-log` does. A copy that did not
come to its end is never served.

Stop Brickwood first: what people do during the copy would be lost with the original. With --at-one-moment, it may go
on, and the copy is one of that moment, such as a backup, or a site to try something with.

An address with a password is better given by a variable, which other users of the machine do not see:
BRICKWOOD_COPY_FROM, BRICKWOOD_COPY_TO.

Exit codes: 0 all is copied; 1 nothing is copied, or games of the copy have faults.

Examples:
  brickwood copy --from /var/lib/brickwood --to postgres://brickwood@localhost/brickwood
  brickwood copy --from postgres://brickwood@localhost/brickwood --to /var/lib/brickwood";

/// From where to where.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    /// The folder, file or database to copy
    #[arg(
        long,
        value_name = "PLACE",
        env = "BRICKWOOD_COPY_FROM",
        hide_env_values = true
    )]
    from: Place,
    /// The folder, file or database to write, which has to be empty
    #[arg(
        long,
        value_name = "PLACE",
        env = "BRICKWOOD_COPY_TO",
        hide_env_values = true
    )]
    to: Place,
    /// Copy what is stored at this moment, while servers go on using it
    #[arg(long)]
    at_one_moment: bool,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let source = if options.at_one_moment {
        Source::AtOneMoment
    } else {
        Source::AtRest
    };
    let told = |table: &CopiedTable| println!("{}", line(table));
    let copying = copy_site(&options.from, &options.to, source, SCHEMA, told);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let rows: u64 = (runtime.block_on(copying)?.iter())
        .map(|table| table.rows)
        .sum();
    println!(
        "all {rows} rows are in {}, and the same as they were",
        options.to
    );
    if verify_log::verify(&StorageOptions::of(&options.to))? > 0 {
        eprintln!("brickwood: the copy is like the original, which has these faults");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// A table, how many rows it has, and the beginning of their checksum.
fn line(
    CopiedTable {
        name,
        rows,
        checksum,
    }: &CopiedTable,
) -> String {
    let beginning = checksum.first_chunk().copied().unwrap_or_default();
    let checksum = u64::from_be_bytes(beginning);
    format!("{name:20} {rows:>10}  {checksum:016x}")
}
