//! Files of the repository that the code makes.

use std::path::{Path, PathBuf};

/// With it in the environment, a test writes the files that it would compare.
const UPDATE: &str = "UPDATE_COMMITTED";

/// A file or folder by its path from the root of the repository.
pub fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// The text of a file of the repository.
///
/// # Panics
///
/// If there is no such text.
#[track_caller]
pub fn read(path: &str) -> String {
    std::fs::read_to_string(in_repository(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Writes a file of the repository anew where that is asked for.
///
/// # Panics
///
/// If it cannot be written.
#[track_caller]
pub fn update(path: &str, text: impl FnOnce() -> String) {
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(in_repository(path), text())
            .unwrap_or_else(|error| panic!("{path}: {error}"));
    }
}

/// Checks that a committed file is what the code makes of it.
///
/// # Panics
///
/// If it is not.
#[track_caller]
pub fn is_committed(path: &str, text: &str) {
    update(path, || text.to_owned());
    let committed = std::fs::read_to_string(in_repository(path)).unwrap_or_default();
    assert!(
        committed == text,
        "{path} is stale: run `cargo xtask codegen`, or this test with {UPDATE}=1"
    );
}
