//! What compiles beyond this machine: the rules without std, and a whole table in a browser.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::{report::Note, tools};

struct Target {
    triple: &'static str,
    /// The parts of the standard library that the packages need.
    libraries: &'static str,
    packages: &'static [&'static str],
}

const TARGETS: [Target; 2] = [
    Target {
        triple: "thumbv7em-none-eabi",
        libraries: "core,alloc",
        packages: &["brickwood-rules"],
    },
    Target {
        triple: "wasm32-unknown-unknown",
        libraries: "std,panic_abort",
        packages: &["brickwood-table", "brickwood-bots", "brickwood-fair"],
    },
];

/// Debian's compiler, which brings the sources of the standard library.
const DEBIAN_COMPILER: &str = "/usr/bin/rustc";
const DEBIAN_PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];

/// How a target's standard library comes about.
enum Toolchain {
    /// `rustup target add` has brought it.
    Installed,
    /// Debian's compiler builds it.
    Built { compiler: PathBuf },
}

/// Checks that the packages compile for their targets. Where a standard library is missing, this
/// fails under CI and is skipped elsewhere.
pub(crate) fn check(shell: &Shell) -> Result<Note> {
    let mut skipped = Vec::new();
    for target in &TARGETS {
        match toolchain(shell, target)? {
            Some(toolchain) => compile(shell, target, &toolchain)?,
            None if env::var_os("CI").is_some() => bail!("{}", remedy(target)),
            None => {
                eprintln!("skipped: {}", remedy(target));
                skipped.push(target.triple);
            }
        }
    }
    Ok((!skipped.is_empty()).then(|| format!("skipped: {}", skipped.join(", "))))
}

fn remedy(target: &Target) -> String {
    format!(
        "there is no standard library for {0}: run `rustup target add {0}`, or on Debian \
         `apt-get install {1}`",
        target.triple,
        DEBIAN_PACKAGES.join(" ")
    )
}

fn toolchain(shell: &Shell, target: &Target) -> Result<Option<Toolchain>> {
    if library_of(shell, "rustc")?.join(target.triple).is_dir() {
        return Ok(Some(Toolchain::Installed));
    }
    let compiler = Path::new(DEBIAN_COMPILER);
    if !builds_libraries(shell, compiler) {
        for package in DEBIAN_PACKAGES {
            tools::install(shell, package)?;
        }
    }
    Ok(builds_libraries(shell, compiler).then(|| Toolchain::Built {
        compiler: compiler.to_owned(),
    }))
}

/// Whether the compiler has the sources of its standard library beside it.
fn builds_libraries(shell: &Shell, compiler: &Path) -> bool {
    compiler.is_file()
        && library_of(shell, compiler)
            .is_ok_and(|folder| fs::exists(folder.join("src/rust/library")).unwrap_or(false))
}

/// The folder of a compiler's standard libraries.
fn library_of(shell: &Shell, compiler: impl AsRef<Path>) -> Result<PathBuf> {
    let compiler = compiler.as_ref();
    let root = cmd!(shell, "{compiler} --print sysroot").quiet().read()?;
    Ok(PathBuf::from(root).join("lib/rustlib"))
}

fn compile(shell: &Shell, target: &Target, toolchain: &Toolchain) -> Result<()> {
    let Target {
        triple,
        libraries,
        packages,
    } = target;
    let packages = packages.iter().flat_map(|package| ["--package", package]);
    let check = cmd!(shell, "cargo check --target {triple}").args(packages);
    match toolchain {
        Toolchain::Installed => check.run()?,
        // Artifacts of another compiler, kept apart so that neither displaces the other's.
        Toolchain::Built { compiler } => check
            .arg(format!("-Zbuild-std={libraries}"))
            .args(["--target-dir", "target/debian"])
            .env("RUSTC", compiler)
            .env("RUSTC_BOOTSTRAP", "1")
            .run()?,
    }
    Ok(())
}
