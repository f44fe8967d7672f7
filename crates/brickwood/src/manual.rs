//! What shells and `man` know about the program.

use std::{io, path::PathBuf};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Arguments;

#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

#[derive(Args, Debug)]
pub(crate) struct Pages {
    /// An existing folder.
    folder: PathBuf,
}

/// Prints the script that a shell loads.
pub(crate) fn completions(options: &Completions) {
    let mut command = Arguments::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(options.shell, &mut command, name, &mut io::stdout());
}

/// Writes a page for the program and one for each of its commands.
pub(crate) fn pages(options: &Pages) -> io::Result<()> {
    clap_mangen::generate_to(Arguments::command(), &options.folder)
}
