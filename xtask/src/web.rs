//! The web client's checks and build, with the WebAssembly module in it.

use std::{env, process::Command};

use anyhow::{Result, bail};
use brickwood_web_build::{Built, ClientFolder, Error, ModuleCrate};
use xshell::{Shell, cmd};

use crate::{report::Note, root, targets};

/// Everything there is to check of the client without a browser.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    check_sources(shell)?;
    module(shell)?;
    build()?;
    script(shell, "size").map(drop)
}

/// What there is to check of it without a build.
pub(crate) fn check_sources(shell: &Shell) -> Result<()> {
    install()?;
    script(shell, "lint")?;
    script(shell, "check")?;
    script(shell, "test").map(drop)
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
    match ModuleCrate::new(root()).build() {
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
    // Without colors the counts can be read.
    cmd!(shell, "npm run --silent {name}")
        .env("NO_COLOR", "1")
        .run()?;
    Ok(None)
}

/// Lints these files, which are in the client's folder.
pub(crate) fn lint(shell: &Shell, files: &[&str]) -> Result<Note> {
    let _web = shell.push_dir("web");
    let is_code = |file: &&&str| {
        [".ts", ".svelte", ".js", ".mjs"]
            .iter()
            .any(|extension| file.ends_with(extension))
    };
    let code: Vec<&&str> = files.iter().filter(is_code).collect();
    if !code.is_empty() {
        cmd!(
            shell,
            "npm exec -- eslint --max-warnings 0 --no-warn-ignored"
        )
        .args(code)
        .run()?;
    }
    cmd!(shell, "npm exec -- prettier --check --ignore-unknown")
        .args(files)
        .run()?;
    Ok(None)
}

/// The unit tests of what has changed since a commit.
pub(crate) fn tests_since(shell: &Shell, commit: &str) -> Result<Note> {
    let _web = shell.push_dir("web");
    cmd!(
        shell,
        "npm exec -- vitest run --passWithNoTests --changed {commit}"
    )
    .run()?;
    Ok(None)
}

/// How many unit tests have passed, by what was printed.
pub(crate) fn counted(printed: &str) -> Note {
    let tests = printed
        .lines()
        .rev()
        .find_map(|line| line.trim().strip_prefix("Tests "));
    tests.map(|counts| counts.trim().to_owned())
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

fn client() -> ClientFolder {
    ClientFolder::new(root().join("web"))
}
