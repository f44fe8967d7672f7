//! Whether the version number of the crates says what has changed in them since the release before.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{report::Note, tools};

/// The crates whose interfaces `docs/book/versions.md` promises.
const PROMISED: [&str; 5] = [
    "brickwood-rules",
    "brickwood-notation",
    "brickwood-bots",
    "brickwood-engine",
    "brickwood-encode",
];

/// Compares the interfaces with those of the last tag before this commit. Without one there is nothing to compare.
pub(crate) fn check(shell: &Shell) -> Result<Note> {
    let Some(tag) = last_release(shell) else {
        return Ok(Some("there is no release before this one".to_owned()));
    };
    compare(shell, &tag)?;
    Ok(Some(format!("{} crates since {tag}", PROMISED.len())))
}

/// Compares the interfaces with those of any revision.
fn compare(shell: &Shell, revision: &str) -> Result<()> {
    tools::cargo_program(shell, "semver-checks", "cargo-semver-checks")?;
    let packages = PROMISED.iter().flat_map(|name| ["--package", name]);
    cmd!(shell, "cargo semver-checks --baseline-rev {revision}")
        .args(packages)
        .run()?;
    Ok(())
}

/// The last tag of a version, such as `v1.0.0`, that an earlier commit has.
fn last_release(shell: &Shell) -> Option<String> {
    let find = cmd!(
        shell,
        "git describe --tags --abbrev=0 --match v[0-9]* HEAD^"
    );
    find.quiet().ignore_stderr().read().ok()
}
