//! `cargo xtask check`: what a change can have broken, as far as a minute or two can tell.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use xshell::{Shell, cmd};

use crate::{postgres, report::Report, rust, tidy, tools, web};

/// What has changed since some commit.
struct Change {
    /// That commit.
    base: String,
    /// Files, from the root. Some may have been deleted.
    paths: Vec<String>,
}

/// Checks what has changed since the branch has left `main`, or since the last commit of `main`.
pub(crate) fn change(shell: &Shell) -> Result<()> {
    let change = Change::find(shell)?;
    let crates = change.crates(shell)?;
    let mut report = Report::new();
    report.step("rustfmt", || rust::fmt_check(shell));
    report.step("tidy", || tidy::check(shell).map(|()| None));
    let page = change.page(shell);
    if !page.is_empty() {
        report.need("web: install", web::install);
        report.step("web: lint", || web::lint(shell, &page));
        report.step("web: types", || web::script(shell, "check"));
        report.step("web: unit tests", || web::tests_since(shell, &change.base));
    }
    if !crates.is_empty() {
        report.need("clippy", || rust::clippy(shell));
        report.step("Rust tests", || {
            ensure!(
                tools::has_nextest(shell),
                "choosing tests takes cargo-nextest: https://nexte.st"
            );
            let server = postgres::Server::start(shell)?;
            rust::tests_of(shell, &server.url, &crates)
        });
    }
    report.finish()?;
    for advice in change.advice() {
        println!("Not run: {advice}");
    }
    Ok(())
}

impl Change {
    fn find(shell: &Shell) -> Result<Self> {
        let base = cmd!(shell, "git merge-base HEAD main")
            .quiet()
            .ignore_stderr()
            .read()
            .unwrap_or_else(|_| "HEAD".to_owned());
        let changed = cmd!(shell, "git diff --name-only -z {base}")
            .quiet()
            .read()?;
        let new = cmd!(shell, "git ls-files -z --others --exclude-standard")
            .quiet()
            .read()?;
        let paths = changed.split('\0').chain(new.split('\0'));
        let paths = paths.filter(|path| !path.is_empty()).map(str::to_owned);
        let paths = paths.collect();
        Ok(Self { base, paths })
    }

    /// The packages whose sources have changed, or that read in their sources or tests what has changed beside them.
    fn crates(&self, shell: &Shell) -> Result<BTreeSet<String>> {
        let folders = folders(shell, &rust::metadata(shell)?)?;
        let mut crates = BTreeSet::new();
        for path in &self.paths {
            if matches!(path.as_str(), "Cargo.toml" | "Cargo.lock" | "clippy.toml") {
                return Ok(folders.into_iter().map(|(_, name)| name).collect());
            }
            if let Some(name) = package_of(&folders, path) {
                crates.insert(name.to_owned());
            } else {
                crates.extend(readers(shell, &folders, path)?);
            }
        }
        Ok(crates)
    }

    /// The files of the page, from its folder.
    fn page(&self, shell: &Shell) -> Vec<&str> {
        let files = self.paths.iter().filter(|path| shell.path_exists(path));
        files.filter_map(|path| path.strip_prefix("web/")).collect()
    }

    /// What to run as well, sooner or later.
    fn advice(&self) -> Vec<String> {
        let has = |folder: &str| self.paths.iter().any(|path| path.starts_with(folder));
        let specs: Vec<&str> = self
            .paths
            .iter()
            .filter_map(|path| path.strip_prefix("web/tests/"))
            .filter(|path| path.ends_with(".spec.ts"))
            .collect();
        let mut advice = Vec::new();
        if !specs.is_empty() {
            advice.push(format!("`cargo xtask browser -- {}`", specs.join(" ")));
        }
        if has("web/src/") || has("web/tests/support/") {
            advice
                .push("browser tests of what you see: `cargo xtask browser -- --grep WORD`".into());
        }
        if has("python/") || has("crates/python/") {
            advice.push("`cargo xtask python`".into());
        }
        advice.push("everything else: `cargo xtask test`, before you send it".into());
        advice
    }
}

/// The folder of each package, from the root and with a slash at its end, and its name.
fn folders(shell: &Shell, metadata: &Value) -> Result<Vec<(String, String)>> {
    let packages = metadata["packages"]
        .as_array()
        .context("cargo names its packages")?;
    let root = shell.current_dir();
    let folder = |package: &Value| {
        let manifest = std::path::Path::new(package["manifest_path"].as_str()?);
        let folder = manifest.parent()?.strip_prefix(&root).ok()?;
        let name = package["name"].as_str()?.to_owned();
        Some((format!("{}/", folder.to_str()?.replace('\\', "/")), name))
    };
    let folders: Option<_> = packages.iter().map(folder).collect();
    folders.context("a package has a name, and a folder below the root")
}

fn package_of<'a>(folders: &'a [(String, String)], path: &str) -> Option<&'a str> {
    let found = folders.iter().find(|(folder, _)| path.starts_with(folder));
    found.map(|(_, name)| name.as_str())
}

/// The packages in whose sources this file, or its folder as a whole, is named: their tests read it.
fn readers(shell: &Shell, folders: &[(String, String)], path: &str) -> Result<Vec<String>> {
    let names = names(path).map(|name| format!("-e{name}"));
    let found = cmd!(
        shell,
        "git grep --files-with-matches --fixed-strings {names...} -- *.rs"
    )
    .quiet()
    .ignore_status()
    .read()?;
    let found = found.lines().filter_map(|file| package_of(folders, file));
    Ok(found.map(str::to_owned).collect())
}

/// How a source ends a text that names the file or its folder, from the root or from elsewhere.
fn names(path: &str) -> [String; 3] {
    let folder = path.rsplit_once('/').map_or(path, |(folder, _)| folder);
    [
        format!("{path}\""),
        format!("/{folder}\""),
        format!("\"{folder}\""),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_the_package_of_its_folder() {
        let folders = [("crates/bots/", "brickwood-bots"), ("xtask/", "xtask")];
        let folders = folders.map(|(folder, name)| (folder.to_owned(), name.to_owned()));
        let package = |path| package_of(&folders, path);
        assert_eq!(package("crates/bots/src/lib.rs"), Some("brickwood-bots"));
        assert_eq!(package("crates/bots-else/src/lib.rs"), None);
        assert_eq!(package("xtask/src/main.rs"), Some("xtask"));
    }

    #[test]
    fn what_tests_read_is_found_by_its_name_or_that_of_its_folder() {
        let source = r#"join("../../tests-data/perft"); FOLDER = "docs/rules"; include_str!("../../docs/book/notation.md")"#;
        let is_read = |path| names(path).iter().any(|name| source.contains(name));
        assert!(is_read("tests-data/perft/begun.txt"));
        assert!(is_read("docs/rules/set-up.md"));
        assert!(is_read("docs/book/notation.md"));
        assert!(!is_read("docs/book/bots.md"));
        assert!(!is_read("tests-data/perf.txt"));
        assert!(!is_read("README.md"));
    }

    #[test]
    fn specs_are_named_and_not_run() {
        let change = |paths: &[&str]| Change {
            base: "HEAD".to_owned(),
            paths: paths.iter().map(|&path| path.to_owned()).collect(),
        };
        let advice = change(&["web/tests/a.spec.ts", "web/tests/b.spec.ts"]).advice();
        assert_eq!(advice[0], "`cargo xtask browser -- a.spec.ts b.spec.ts`");
        assert_eq!(change(&["README.md"]).advice().len(), 1);
    }
}
