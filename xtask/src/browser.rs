//! The browser tests: Playwright drives the system's Chromium against the real binary, and against a site
//! without a server.

use std::{ffi::OsString, path::Path};

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

use crate::{docs, report::Note, tools, web};

/// Runs the tests against `program`, and those of a static site against `site`.
pub(crate) fn run(
    shell: &Shell,
    chromium: &Path,
    program: &Path,
    site: Option<&Path>,
    arguments: &[OsString],
) -> Result<Note> {
    tools::network_namespaces(shell)?;
    ensure!(program.is_file(), "{} was not built", program.display());
    web::install()?;
    let mut command = web::npm(shell);
    command
        .args(["run", "--silent", "e2e", "--"])
        .args(arguments);
    command
        .env("BRICKWOOD_BIN", program)
        .env("PW_CHROMIUM", chromium);
    if let Some(program) = tools::headless_shell(shell) {
        command.env("PW_HEADLESS_SHELL", program);
    }
    if let Some(site) = site {
        command.env("BRICKWOOD_SITE", site);
    }
    if docs::packed::exists() {
        command.env("BRICKWOOD_DOCS", "1");
    }
    let printed = tools::tee(&mut command)?;
    Ok(printed
        .lines()
        .rev()
        .map(str::trim)
        .find(|line| line.contains(" passed ("))
        .map(str::to_owned))
}

/// Takes the pictures of the page with `program`.
pub(crate) fn pictures(shell: &Shell, chromium: &Path, program: &Path) -> Result<()> {
    web::install()?;
    let _web = shell.push_dir("web");
    cmd!(shell, "node scripts/pictures.mjs ../docs/pictures")
        .env("BRICKWOOD_BIN", program)
        .env("PW_CHROMIUM", chromium)
        .run()?;
    Ok(())
}
