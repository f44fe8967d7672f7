//! Folders with all that is in them.

use std::{fs, path::Path};

use anyhow::Result;

/// Copies what is in a folder into another, but for names that begin with a dot.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        // The stamp of a build says nothing to whoever installs it.
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        let to = to.join(name);
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}
