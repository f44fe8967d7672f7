//! What is checked before a version is tagged.

use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use xshell::Shell;

use crate::{root, rust, semver};

/// Checks all of it.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    let version = version(shell)?;
    versions(shell, &version)?;
    let changelog = fs::read_to_string(root().join("CHANGELOG.md"))?;
    let newest = newest(&changelog).context("CHANGELOG.md has no version")?;
    ensure!(
        newest.0 == version,
        "the newest version of CHANGELOG.md is {}, not {version}",
        newest.0
    );
    ensure!(
        is_date(newest.1),
        "CHANGELOG.md gives {version} no date: `## [{version}] - YYYY-MM-DD`"
    );
    let citation = fs::read_to_string(root().join("CITATION.cff"))?;
    ensure!(
        citation.contains(&format!("date-released: \"{}\"", newest.1)),
        "CITATION.cff has another date than CHANGELOG.md"
    );
    rust::deny(shell)?;
    rust::advisories(shell)?;
    let compared = semver::check(shell)?.unwrap_or_default();
    println!("{version}, of {}: {compared}", newest.1);
    Ok(())
}

/// The version of the program.
fn version(shell: &Shell) -> Result<String> {
    let metadata = rust::metadata(shell)?;
    let packages = metadata["packages"].as_array().context("packages")?;
    let program = packages
        .iter()
        .find(|package| package["name"] == "brickwood");
    let version = program.and_then(|package| package["version"].as_str());
    Ok(version.context("the program has a version")?.to_owned())
}

/// Whether everything of ours has this version: all crates, what they require of each other, the page, and what is cited. That of the
/// package for Python is that of its crate.
fn versions(shell: &Shell, version: &str) -> Result<()> {
    let metadata = rust::metadata(shell)?;
    for package in metadata["packages"].as_array().context("packages")? {
        let name = &package["name"];
        ensure!(package["version"] == version, "{name} is not {version}");
        let required = package["dependencies"].as_array().context("dependencies")?;
        for dependency in required.iter().filter(|it| !it["path"].is_null()) {
            let wanted = &dependency["req"];
            ensure!(
                [format!("^{version}"), format!("={version}")]
                    .iter()
                    .any(|it| wanted == it)
                    || wanted == "*",
                "{name} requires {} {wanted}, not {version}",
                dependency["name"]
            );
        }
    }
    let page = fs::read_to_string(root().join("web/package.json"))?;
    let page: Value = serde_json::from_str(&page)?;
    ensure!(page["version"] == version, "the page is not {version}");
    let citation = fs::read_to_string(root().join("CITATION.cff"))?;
    ensure!(
        citation
            .lines()
            .any(|line| line == format!("version: {version}")),
        "CITATION.cff is not of {version}"
    );
    Ok(())
}

/// The newest version in a changelog, and what follows it in its heading: its date.
fn newest(changelog: &str) -> Option<(&str, &str)> {
    changelog.lines().find_map(|line| {
        let (version, rest) = line.strip_prefix("## [")?.split_once(']')?;
        (version != "Unreleased").then(|| (version, rest.trim_start_matches([' ', '-'])))
    })
}

/// Whether this is `YYYY-MM-DD`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let digits = parts
        .iter()
        .all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    digits && parts.iter().map(|part| part.len()).eq([4, 2, 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_of_ours_has_one_version() {
        let shell = Shell::new().unwrap();
        shell.change_dir(root());
        versions(&shell, &version(&shell).unwrap()).unwrap();
    }

    #[test]
    fn a_version_without_a_date_is_not_ready() {
        let dated = "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-30\n\n## [1.2.2] - 2026-01-01\n";
        assert_eq!(newest(dated), Some(("1.2.3", "2026-11-30")));
        assert!(is_date("2026-11-30"));
        for text in ["", "soon", "2026-11", "26-11-30"] {
            assert!(!is_date(text), "{text}");
        }
    }
}
