//! `brickwood verify`: recomputes the random draws of a recorded game.

use std::{
    io::{self, BufRead},
    path::PathBuf,
    process::ExitCode,
};

use brickwood_table::{FairnessCheck, FairnessVerdict};
use clap::Args;

use crate::replay::open;

const EXAMPLES: &str = "\
Exit codes: 0 all chance is as it had to be; 1 it is not, or the record does not say from what it
followed; 2 the record cannot be read, or is not sound.

Examples:
  brickwood verify game.record
  brickwood verify - < game.record";

/// Which record.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// The record; `-` reads it from stdin
    file: PathBuf,
}

/// The meanings of the exit codes.
const DIFFERS: u8 = 1;
const UNREADABLE: u8 = 2;

pub(crate) fn run(options: &Options) -> ExitCode {
    let file = options.file.display();
    let unreadable = |error: &dyn std::fmt::Display| {
        eprintln!("brickwood: {file}: {error}");
        ExitCode::from(UNREADABLE)
    };
    let verdict = match open(&options.file).and_then(|mut input| verify(&mut *input)) {
        Ok(verdict) => verdict,
        Err(error) => return unreadable(&error),
    };
    match verdict {
        FairnessVerdict::Unsound(error) => unreadable(&error),
        FairnessVerdict::Unfair(text) => {
            println!("{}", text.trim_end());
            ExitCode::from(DIFFERS)
        }
        FairnessVerdict::Fair(text) => {
            println!("{}", text.trim_end());
            ExitCode::SUCCESS
        }
    }
}

fn verify(input: &mut dyn BufRead) -> io::Result<FairnessVerdict> {
    let mut check = FairnessCheck::default();
    let mut text = String::new();
    while input.read_line(&mut text)? > 0 && check.line(&text) {
        text.clear();
    }
    Ok(check.finish())
}
