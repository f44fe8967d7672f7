//! The files that tell a forge what to run: whether they are what it reads, and are safe to run.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{python, report::Note, rust};

/// Lints them.
pub(crate) fn check(shell: &Shell) -> Result<Note> {
    let files = &shell.read_dir(".github/workflows")?;
    let venv = rust::target_folder(shell)?.join("python/workflows-venv");
    let python = python::environment(shell, &venv)?;
    python::require(shell, &python, &["python/requirements-workflows.txt"])?;
    let schema = python.with_file_name("check-jsonschema");
    cmd!(
        shell,
        "{schema} --builtin-schema vendor.github-workflows {files...}"
    )
    .run()?;
    let linter = python.with_file_name("zizmor");
    cmd!(shell, "{linter} --offline --quiet {files...}").run()?;
    Ok(Some(format!("{} files", files.len())))
}
