//! The WebAssembly module, with which the page plays without a server.

use std::{
    collections::BTreeSet,
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

/// What lies in the folder of a crate and changes nothing of the module.
const BESIDE: [&str; 4] = ["benches", "examples", "target", "tests"];

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

    /// The files and folders from which it is built: of each crate in it that lies here, all but its tests.
    ///
    /// # Errors
    /// When cargo fails, or a folder cannot be read.
    pub fn inputs(&self) -> Result<Vec<PathBuf>, Error> {
        let mut inputs: Vec<PathBuf> = ["Cargo.toml", "Cargo.lock"]
            .map(|name| self.root.join(name))
            .into();
        for folder in self.crates()? {
            let fail = |error| Error::Io(folder.clone(), error);
            for entry in fs::read_dir(&folder).map_err(fail)? {
                let entry = entry.map_err(fail)?;
                if !BESIDE.iter().any(|name| entry.file_name() == *name) {
                    inputs.push(entry.path());
                }
            }
        }
        inputs.sort();
        Ok(inputs)
    }

    /// The folders of the crates of this repository that are linked into it. The output of `cargo tree` has no need of a
    /// reader of JSON, which that of `cargo metadata` has: nothing would have to be compiled before this crate.
    pub(crate) fn crates(&self) -> Result<BTreeSet<PathBuf>, Error> {
        let printed = run(self
            .cargo()
            .args(["tree", "--quiet", "--package", PACKAGE, "--target", TARGET])
            .args(["--edges", "normal,build", "--prefix", "none"])
            .args(["--no-dedupe", "--format", "{p}"]))?;
        Ok(printed.lines().filter_map(folder_of).collect())
    }

    /// Builds the module and puts it where the bundler finds it. cargo knows whether that is needed.
    ///
    /// # Errors
    /// When there is no compiler for it, or cargo fails. An older module then stays in place.
    pub fn build(&self) -> Result<Built, Error> {
        let toolchain =
            Toolchain::find(TARGET).ok_or_else(|| Error::NoTarget(toolchain::remedy(TARGET)))?;
        let artifacts = self.artifacts(&toolchain);
        let mut cargo = self.cargo();
        cargo
            .args(["build", "--quiet", "--package", PACKAGE])
            .args(["--target", TARGET, "--profile", PROFILE])
            .arg("--target-dir")
            .arg(&artifacts);
        toolchain.apply(&mut cargo, LIBRARIES);
        run(&mut cargo)?;
        let built = artifacts.join(TARGET).join(PROFILE);
        self.install(&built.join("brickwood_browser.wasm"))
    }

    /// cargo for this repository, as if nobody had called it from a build script.
    fn cargo(&self) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(&self.root);
        for variable in FOREIGN {
            cargo.env_remove(variable);
        }
        cargo
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
    pub(crate) fn install(&self, built: &Path) -> Result<Built, Error> {
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

/// What cargo prints.
fn run(cargo: &mut Command) -> Result<String, Error> {
    let output = cargo.output().map_err(|_| Error::Missing("cargo"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let subcommand = cargo.get_args().next().unwrap_or_default();
    Err(Error::Failed {
        command: format!(
            "cargo {} --package {PACKAGE} --target {TARGET}",
            subcommand.to_string_lossy()
        ),
        output: end_of(&output),
    })
}

/// The folder in a line such as `brickwood-rules v1.0.0 (/home/ida/brickwood/crates/rules)`. What comes from a registry has
/// none; of a macro, `(proc-macro)` stands before it.
pub(crate) fn folder_of(line: &str) -> Option<PathBuf> {
    let (_, place) = line.trim_end().strip_suffix(')')?.split_once(" (")?;
    let place = place.strip_prefix("proc-macro) (").unwrap_or(place);
    let path = Path::new(place);
    path.is_absolute().then(|| path.to_owned())
}
