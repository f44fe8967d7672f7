//! The web client's checks and build, with the WebAssembly module in it.

use std::{env, process::Command};

use anyhow::{Result, bail};
use brickwood_web_build::{Built, Client, Error, Module};
use xshell::{Shell, cmd};

use crate::{report::Note, root, targets, tools};

/// Everything there is to check of the client without a browser.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    install()?;
    script(shell, "lint")?;
    script(shell, "check")?;
    unit_tests(shell)?;
    module(shell)?;
    build()?;
    script(shell, "size").map(drop)
}

pub(crate) fn fmt(shell: &Shell) -> Result<()> {
    install()?;
    script(shell, "format").map(drop)
}

pub(crate) fn install() -> Result<Note> {
    client().install()?;
    Ok(None)
}

/// Builds the module for play without a server. Where the compiler for it is missing, this fails under
/// CI and is skipped elsewhere.
pub(crate) fn module(shell: &Shell) -> Result<Note> {
    targets::install(shell, targets::WEB)?;
    match Module::new(root()).build() {
        Ok(built) => Ok(fresh(built)),
        Err(error @ Error::NoTarget(_)) if env::var_os("CI").is_none() => {
            eprintln!("skipped: {error}");
            Ok(Some("skipped".to_owned()))
        }
        Err(error) => bail!("{error}"),
    }
}

pub(crate) fn build() -> Result<Note> {
    Ok(fresh(client().build()?))
}

fn fresh(built: Built) -> Note {
    (built == Built::AlreadyFresh).then(|| "already fresh".to_owned())
}

/// Runs a script of `web/package.json`.
pub(crate) fn script(shell: &Shell, name: &str) -> Result<Note> {
    let _web = shell.push_dir("web");
    cmd!(shell, "npm run --silent {name}").run()?;
    Ok(None)
}

pub(crate) fn unit_tests(shell: &Shell) -> Result<Note> {
    let mut command = npm(shell);
    let printed = tools::tee(command.args(["run", "--silent", "test"]))?;
    let tests = printed
        .lines()
        .rev()
        .find_map(|line| line.trim().strip_prefix("Tests "));
    Ok(tests.map(|counts| counts.trim().to_owned()))
}

/// npm, in the client's folder.
pub(crate) fn npm(shell: &Shell) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    // Without colors the counts can be read.
    command
        .current_dir(shell.current_dir().join("web"))
        .env("NO_COLOR", "1");
    command
}

fn client() -> Client {
    Client::new(root().join("web"))
}
