//! Compilers for targets other than this machine.

use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Debian's compiler, which brings the sources of the standard library.
const DEBIAN_COMPILER: &str = "/usr/bin/rustc";

/// The Debian packages of that compiler and these sources.
pub const DEBIAN_PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];

/// How a target's standard library comes about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Toolchain {
    /// `rustup target add` has brought it.
    Installed,
    /// Debian's compiler builds it.
    Built {
        /// That compiler.
        compiler: PathBuf,
        /// A linker for WebAssembly, if there is one: Debian's compiler has none.
        linker: Option<PathBuf>,
    },
}

impl Toolchain {
    /// The toolchain for a target, if this machine has one.
    #[must_use]
    pub fn find(triple: &str) -> Option<Self> {
        let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let library = library_of(&compiler);
        if library.as_ref().is_some_and(|it| it.join(triple).is_dir()) {
            return Some(Self::Installed);
        }
        let debian = Path::new(DEBIAN_COMPILER);
        let sources = library_of(debian)?.join("src/rust/library");
        sources.is_dir().then(|| Self::Built {
            compiler: debian.to_owned(),
            linker: library.as_deref().and_then(linker_in).or_else(linker),
        })
    }

    /// Has cargo use it. `libraries` are the parts of the standard library that are needed. Artifacts of
    /// Debian's compiler need a target folder of their own.
    pub fn apply(&self, cargo: &mut Command, libraries: &str) {
        let Self::Built { compiler, linker } = self else {
            return;
        };
        cargo
            .arg(format!("-Zbuild-std={libraries}"))
            .env("RUSTC", compiler)
            .env("RUSTC_BOOTSTRAP", "1");
        if let Some(linker) = linker {
            cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
    }
}

/// What to install where [`Toolchain::find`] has found nothing.
#[must_use]
pub fn remedy(triple: &str) -> String {
    format!(
        "there is no standard library for {triple}: run `rustup target add {triple}`, or on Debian \
         `apt-get install {}`",
        DEBIAN_PACKAGES.join(" ")
    )
}

/// The folder of a compiler's standard libraries.
fn library_of(compiler: impl AsRef<OsStr>) -> Option<PathBuf> {
    let printed = Command::new(compiler)
        .args(["--print", "sysroot"])
        .output()
        .ok()?;
    let root = String::from_utf8(printed.stdout).ok()?;
    Some(Path::new(root.trim()).join("lib/rustlib"))
}

/// The linker that comes with a compiler of rustup.
fn linker_in(library: &Path) -> Option<PathBuf> {
    let hosts = fs::read_dir(library).ok()?.filter_map(Result::ok);
    let mut linkers = hosts.map(|host| host.path().join("bin/rust-lld"));
    linkers.find(|linker| linker.is_file())
}

/// A linker in `PATH`.
fn linker() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let names = ["wasm-ld", "rust-lld"].into_iter();
    names
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
}
