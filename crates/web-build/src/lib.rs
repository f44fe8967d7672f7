//! Installs and builds the web client in `web/`, and the WebAssembly module in it.
//!
//! Two callers share this: the build script of `brickwood`, for which a client that cannot be
//! built is a warning, and `cargo xtask`, for which it is an error.

mod inputs;
mod module;
mod npm;
pub mod toolchain;

use std::{
    fmt,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

pub use module::ModuleCrate;
pub use npm::MINIMUM_NODE;

/// Lies in `web/dist` and holds the fingerprint of what that build was made from. The bundler
/// empties the folder first, so a build that was interrupted leaves no stamp.
const STAMP: &str = ".inputs";
/// Tells a placeholder from a build.
const PLACEHOLDER_MARK: &str = "brickwood-placeholder";
const PLACEHOLDER: &str = include_str!("placeholder.html");

/// The folder of the web client.
#[derive(Debug, Clone)]
pub struct ClientFolder {
    web: PathBuf,
}

/// What [`ClientFolder::build`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Built {
    /// The build at hand was made from just these sources.
    AlreadyFresh,
    /// A new build was made.
    Anew,
}

/// Why the client could not be installed or built. Its text says what to do.
#[derive(Debug)]
pub enum Error {
    /// There is no `package.json` in the folder.
    NoSources(PathBuf),
    /// A program is not in `PATH`, or cannot be started.
    Missing(&'static str),
    /// Node is older than [`MINIMUM_NODE`]; holds what `node --version` says.
    OldNode(String),
    /// There is no compiler for WebAssembly; says what to install.
    NoTarget(String),
    /// A command failed; holds the end of what it printed.
    Failed {
        /// The command line.
        command: String,
        /// The last lines of its output.
        output: String,
    },
    /// A file could not be read or written.
    Io(PathBuf, io::Error),
}

impl ClientFolder {
    /// The client in the folder `web`.
    #[must_use]
    pub fn new(web: impl Into<PathBuf>) -> Self {
        Self { web: web.into() }
    }

    /// The files and folders that a build is made from, as far as they exist.
    #[must_use]
    pub fn inputs(&self) -> Vec<PathBuf> {
        inputs::roots(&self.web)
    }

    /// The file that says what the build at hand was made from.
    #[must_use]
    pub fn stamp(&self) -> PathBuf {
        self.dist().join(STAMP)
    }

    /// Whether the build at hand was made from the sources as they are now.
    ///
    /// # Errors
    /// When a source cannot be read.
    pub fn is_fresh(&self) -> Result<bool, Error> {
        Ok(self.stamped()? == Some(self.fingerprint()?))
    }

    /// Installs the packages of the lock file, unless they are there.
    ///
    /// # Errors
    /// When Node or npm is missing or too old, or npm fails.
    pub fn install(&self) -> Result<(), Error> {
        self.check_sources()?;
        let _lock = self.lock()?;
        npm::install(&self.web)
    }

    /// Builds the client, unless the build at hand is fresh. Several processes may call this at
    /// once: one builds, the others wait and find a fresh build.
    ///
    /// # Errors
    /// When Node or npm is missing or too old, or npm fails. An older build then stays in place.
    pub fn build(&self) -> Result<Built, Error> {
        self.check_sources()?;
        let _lock = self.lock()?;
        // Taken before the build: what changes while it runs makes it stale.
        let fingerprint = self.fingerprint()?;
        if self.stamped()? == Some(fingerprint) {
            return Ok(Built::AlreadyFresh);
        }
        self.remove_stamp()?;
        npm::install(&self.web)?;
        npm::run_script(&self.web, "build")?;
        self.write_stamp(fingerprint)?;
        Ok(Built::Anew)
    }

    /// Puts a page that says what to do where the client would be, unless some build is there.
    /// Returns whether the page is now that placeholder.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn ensure_some_page(&self) -> Result<bool, Error> {
        let page = self.dist().join("index.html");
        if let Ok(present) = fs::read_to_string(&page) {
            return Ok(present.contains(PLACEHOLDER_MARK));
        }
        fs::create_dir_all(self.dist()).map_err(|error| Error::Io(self.dist(), error))?;
        fs::write(&page, PLACEHOLDER).map_err(|error| Error::Io(page, error))?;
        Ok(true)
    }

    fn dist(&self) -> PathBuf {
        self.web.join("dist")
    }

    fn check_sources(&self) -> Result<(), Error> {
        if self.web.join("package.json").is_file() {
            Ok(())
        } else {
            Err(Error::NoSources(self.web.clone()))
        }
    }

    fn fingerprint(&self) -> Result<u64, Error> {
        inputs::fingerprint(&self.web, &self.inputs())
            .map_err(|(path, error)| Error::Io(path, error))
    }

    fn stamped(&self) -> Result<Option<u64>, Error> {
        let stamp = self.stamp();
        match fs::read_to_string(&stamp) {
            Ok(text) => Ok(u64::from_str_radix(text.trim(), 16).ok()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::Io(stamp, error)),
        }
    }

    /// The file is given a very old date: cargo watches it, and it must not look changed since the
    /// build script began that writes it.
    fn write_stamp(&self, fingerprint: u64) -> Result<(), Error> {
        let path = self.stamp();
        fs::write(&path, format!("{fingerprint:016x}\n"))
            .and_then(|()| File::options().write(true).open(&path))
            .and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1)))
            .map_err(|error| Error::Io(path, error))
    }

    /// Without a stamp, a build that fails is tried again.
    fn remove_stamp(&self) -> Result<(), Error> {
        let path = self.stamp();
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::Io(path, error)),
            _ => Ok(()),
        }
    }

    /// Held until dropped. Debug and release builds and a chore may run at the same time.
    fn lock(&self) -> Result<File, Error> {
        let path = self.web.join(".build-lock");
        let file = File::create(&path).map_err(|error| Error::Io(path.clone(), error))?;
        file.lock().map_err(|error| Error::Io(path, error))?;
        Ok(file)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = MINIMUM_NODE;
        match self {
            Self::NoSources(web) => write!(f, "there is no package.json in {}", show(web)),
            Self::Missing(program) => write!(
                f,
                "`{program}` was not found: install Node.js {major}.{minor} or newer, which brings npm \
                 (https://nodejs.org), and run the same command again"
            ),
            Self::OldNode(found) => write!(
                f,
                "Node.js {found} is too old: install {major}.{minor} or newer (https://nodejs.org), \
                 and run the same command again"
            ),
            Self::NoTarget(remedy) => f.write_str(remedy),
            Self::Failed { command, output } => {
                write!(f, "`{command}` failed; it ended with:\n{output}")
            }
            Self::Io(path, error) => write!(f, "{}: {error}", show(path)),
        }
    }
}

impl std::error::Error for Error {}

fn show(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests;
