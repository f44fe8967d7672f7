//! Programs that run on every Linux of the last years: Zig links them against an old version of the C library.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use brickwood_web_build::toolchain::Toolchain;
use xshell::Shell;

use super::profile::Use;
use crate::{python::Maker, report::Note, rust, targets};

/// The C library of 2018: that of Debian 10, Ubuntu 18.10 and Red Hat Enterprise Linux 8.
const LIBRARY: &str = "2.28";

/// The machines of small computers at home.
const ARM64: &str = "aarch64-unknown-linux-gnu";

/// Builds the program that is published, with this profile.
pub(crate) fn build(shell: &Shell, profile: &Path) -> Result<PathBuf> {
    compile(shell, Use::Profile(profile))
}

/// Builds the program for this machine. Flags hold for it alone, and not for what builds it, because it is named as a
/// target.
pub(crate) fn compile(shell: &Shell, how: Use) -> Result<PathBuf> {
    let host = rust::host(shell)?;
    let mut cargo = if cfg!(target_os = "linux") {
        zigbuild(shell, &host)?
    } else {
        let mut cargo = Command::new("cargo");
        cargo.args(["build", "--target", &host]);
        cargo
    };
    cargo.env("RUSTFLAGS", how.flag());
    run(shell, cargo)?;
    let name = format!("brickwood{}", env::consts::EXE_SUFFIX);
    Ok(rust::target_folder(shell)?
        .join(host)
        .join("release")
        .join(name))
}

/// Compiles the program for arm64, which no test runs.
pub(crate) fn compile_arm64(shell: &Shell) -> Result<Note> {
    if !cfg!(target_os = "linux") {
        return Ok(Some("only on Linux".to_owned()));
    }
    targets::install(shell, ARM64)?;
    let toolchain = Toolchain::find(ARM64).context("there is no standard library for arm64")?;
    let mut cargo = zigbuild(shell, ARM64)?;
    if toolchain != Toolchain::Installed {
        let folder = rust::target_folder(shell)?.join("debian");
        cargo.env("CARGO_TARGET_DIR", folder);
    }
    toolchain.apply(&mut cargo, "std");
    run(shell, cargo).map(|()| None)
}

/// A cargo that links with Zig, which is installed where programs of Python are.
fn zigbuild(shell: &Shell, triple: &str) -> Result<Command> {
    let maker = Maker::new(shell)?;
    let mut cargo = Command::new("cargo");
    cargo
        .args(["zigbuild", "--target", &format!("{triple}.{LIBRARY}")])
        .env("PATH", maker.path()?);
    Ok(cargo)
}

fn run(shell: &Shell, mut cargo: Command) -> Result<()> {
    cargo
        .current_dir(shell.current_dir())
        .args(["--release", "--features", "brickwood/full"])
        // Always both: with one of them alone, cargo compiles what they share in another way.
        .args(["--package", "brickwood", "--package", "brickwood-load"])
        // The page is built already.
        .env("BRICKWOOD_SKIP_WEB", "1");
    ensure!(cargo.status()?.success(), "the program was not built");
    Ok(())
}
