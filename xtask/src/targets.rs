//! What compiles beyond this machine. What plays in a browser is compiled with the page: see `web::module`.

use std::{env, process::Command};

use anyhow::{Result, bail, ensure};
use brickwood_web_build::toolchain::{DEBIAN_PACKAGES, Toolchain, remedy};
use xshell::Shell;

use crate::{report::Note, rust, tools};

/// A target without std.
const BARE: &str = "thumbv7em-none-eabi";
const LIBRARIES: &str = "core,alloc";
const PACKAGE: &str = "brickwood-rules";

/// The target of browsers.
pub(crate) const WEB: &str = "wasm32-unknown-unknown";

/// Checks that the rules compile without std. Where the standard library is missing, this fails under CI
/// and is skipped elsewhere.
pub(crate) fn check(shell: &Shell) -> Result<Note> {
    install(shell, BARE)?;
    let Some(toolchain) = Toolchain::find(BARE) else {
        if env::var_os("CI").is_some() {
            bail!("{}", remedy(BARE));
        }
        eprintln!("skipped: {}", remedy(BARE));
        return Ok(Some("skipped".to_owned()));
    };
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(shell.current_dir())
        .args(["check", "--target", BARE, "--package", PACKAGE]);
    if toolchain != Toolchain::Installed {
        // Artifacts of another compiler, kept apart so that neither displaces the other's.
        let folder = rust::target_folder(shell)?.join("debian");
        cargo.arg("--target-dir").arg(folder);
    }
    toolchain.apply(&mut cargo, LIBRARIES);
    ensure!(cargo.status()?.success(), "the rules need std");
    Ok(None)
}

/// Installs a compiler for a target where we may and there is none.
pub(crate) fn install(shell: &Shell, triple: &str) -> Result<()> {
    if Toolchain::find(triple).is_none() {
        for package in DEBIAN_PACKAGES {
            tools::install(shell, package)?;
        }
    }
    Ok(())
}
