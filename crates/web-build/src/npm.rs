//! Node and npm.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
    time::Duration,
};

use crate::Error;

/// The oldest Node (major, minor) that the bundler runs on.
pub const MINIMUM_NODE: (u32, u32) = (20, 19);

const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// `npm ci`, unless `node_modules` is as new as the lock file.
pub(crate) fn install(web: &Path) -> Result<(), Error> {
    check_node()?;
    if is_installed(web) {
        return Ok(());
    }
    // No package here needs an install script, and none gets to run one.
    npm(
        web,
        &[
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--prefer-offline",
        ],
    )
}

/// `npm run <script>`.
pub(crate) fn run_script(web: &Path, script: &str) -> Result<(), Error> {
    check_node()?;
    npm(web, &["run", "--silent", script])
}

fn npm(web: &Path, arguments: &[&str]) -> Result<(), Error> {
    let output = Command::new(NPM)
        .args(arguments)
        .current_dir(web)
        // Browser tests drive the system's Chromium.
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .env("npm_config_update_notifier", "false")
        .env("NO_COLOR", "1")
        .output()
        .map_err(|_| Error::Missing("npm"))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(Error::Failed {
            command: format!("npm {}", arguments.join(" ")),
            output: end_of(&output),
        })
    }
}

/// npm keeps a copy of the lock file that it installed from; whoever ran it, it is as new as the
/// installation. (`npm install` writes both files in one go, in either order.)
fn is_installed(web: &Path) -> bool {
    const ONE_GO: Duration = Duration::from_secs(5);
    let modified = |name: &str| {
        fs::metadata(web.join(name))
            .and_then(|data| data.modified())
            .ok()
    };
    match (
        modified("node_modules/.package-lock.json"),
        modified("package-lock.json"),
    ) {
        (Some(installed), Some(locked)) => locked <= installed + ONE_GO,
        _ => false,
    }
}

fn check_node() -> Result<(), Error> {
    let output = Command::new("node")
        .arg("--version")
        .output()
        .map_err(|_| Error::Missing("node"))?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match parse_version(&text) {
        Some(version) if version >= MINIMUM_NODE => Ok(()),
        _ => Err(Error::OldNode(text)),
    }
}

/// `v20.19.4` as `(20, 19)`.
pub(crate) fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// The last lines that are about the problem, not about the bundler's insides.
pub(crate) fn end_of(output: &Output) -> String {
    const LINES: usize = 20;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    let telling = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("at ");
    let lines: Vec<&str> = text.lines().filter(telling).collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}
