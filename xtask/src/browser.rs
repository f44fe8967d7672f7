//! The browser tests: Playwright drives the system's Chromium against the real binary.

use std::{ffi::OsString, path::Path};

use anyhow::{Result, ensure};
use xshell::Shell;

use crate::{report::Note, rust, tools, web};

/// Runs the tests. The binary must be built.
pub(crate) fn run(shell: &Shell, chromium: &Path, arguments: &[OsString]) -> Result<Note> {
    let binary = rust::binary(shell)?;
    ensure!(binary.is_file(), "{} was not built", binary.display());
    web::install()?;
    let mut command = web::npm(shell);
    command
        .args(["run", "--silent", "e2e", "--"])
        .args(arguments);
    command
        .env("BRICKWOOD_BIN", binary)
        .env("PW_CHROMIUM", chromium);
    let printed = tools::tee(&mut command)?;
    Ok(printed
        .lines()
        .rev()
        .map(str::trim)
        .find(|line| line.contains(" passed ("))
        .map(str::to_owned))
}
