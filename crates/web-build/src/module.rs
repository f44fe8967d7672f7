//! The WebAssembly module, with which the page plays without a server.

use std::{
    env,
    fs::{self, File},
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, SystemTime},
};

use crate::{
    Built, Error,
    npm::end_of,
    toolchain::{self, Toolchain},
};

const TARGET: &str = "wasm32-unknown-unknown";
const LIBRARIES: &str = "std,panic_abort";
const PACKAGE: &str = "brickwood-browser";
const PROFILE: &str = "browser";

/// The crates that are linked into the module.
const CRATES: [&str; 8] = [
    "rules", "notation", "fair", "bots", "analysis", "table", "coach", "browser",
];

/// Where the bundler finds the module, in the folder of the client.
pub(crate) const FILE: &str = "module/brickwood.wasm";

/// What cargo tells build scripts and other cargos, and what would change the build.
const FOREIGN: [&str; 6] = [
    "CARGO_BUILD_TARGET",
    "CARGO_ENCODED_RUSTFLAGS",
    "RUSTDOCFLAGS",
    "RUSTFLAGS",
    "RUSTC_WORKSPACE_WRAPPER",
    "CARGO_UNSTABLE_BUILD_STD",
];

/// The module of a repository.
#[derive(Debug, Clone)]
pub struct ModuleCrate {
    root: PathBuf,
}

impl ModuleCrate {
    /// The module of the repository in this folder.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The files and folders from which it is built.
    #[must_use]
    pub fn inputs(&self) -> Vec<PathBuf> {
        let crates = CRATES.iter().flat_map(|name| {
            let folder = self.root.join("crates").join(name);
            [folder.join("Cargo.toml"), folder.join("src")]
        });
        let shared = ["Cargo.toml", "Cargo.lock"].map(|name| self.root.join(name));
        crates.chain(shared).collect()
    }

    /// Builds the module and puts it where the bundler finds it. cargo knows whether that is needed.
    ///
    /// # Errors
    /// When there is no compiler for it, or cargo fails. An older module then stays in place.
    pub fn build(&self) -> Result<Built, Error> {
        let toolchain =
            Toolchain::find(TARGET).ok_or_else(|| Error::NoTarget(toolchain::remedy(TARGET)))?;
        let artifacts = self.artifacts(&toolchain);
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .current_dir(&self.root)
            .args(["build", "--quiet", "--package", PACKAGE])
            .args(["--target", TARGET, "--profile", PROFILE])
            .arg("--target-dir")
            .arg(&artifacts);
        for variable in FOREIGN {
            cargo.env_remove(variable);
        }
        toolchain.apply(&mut cargo, LIBRARIES);
        let output = cargo.output().map_err(|_| Error::Missing("cargo"))?;
        if !output.status.success() {
            return Err(Error::Failed {
                command: format!("cargo build --package {PACKAGE} --target {TARGET}"),
                output: end_of(&output),
            });
        }
        let built = artifacts.join(TARGET).join(PROFILE);
        self.install(&built.join("brickwood_browser.wasm"))
    }

    /// Apart from those of the program: that build is running, and has the lock.
    fn artifacts(&self, toolchain: &Toolchain) -> PathBuf {
        let target =
            env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), PathBuf::from);
        target.join(match toolchain {
            Toolchain::Installed => "module",
            Toolchain::Built { .. } => "debian",
        })
    }

    /// Replaces the module where it differs. Its date is very old: cargo watches it, and it must not look
    /// changed since the build script began that writes it.
    fn install(&self, built: &Path) -> Result<Built, Error> {
        let path = self.root.join("web").join(FILE);
        let new = fs::read(built).map_err(|error| Error::Io(built.to_owned(), error))?;
        if fs::read(&path).is_ok_and(|old| old == new) {
            return Ok(Built::AlreadyFresh);
        }
        fs::create_dir_all(path.parent().unwrap_or(&path))
            .and_then(|()| fs::write(&path, new))
            .and_then(|()| File::options().write(true).open(&path))
            .and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1)))
            .map_err(|error| Error::Io(path, error))?;
        Ok(Built::Anew)
    }
}
