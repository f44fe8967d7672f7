//! What the program contains: the crates that are linked into it, and the packages in the page.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::{Context, Result};
use serde_json::Value;
use xshell::{Shell, cmd};

use crate::{targets::WEB, tools};

/// Where the page of the program is built.
const PAGE: &str = "web/dist";

/// What mdBook puts into the documentation that the program serves.
const DOCS: &str = "docs/site/licenses.json";

/// The terms of its own scripts and styles.
const MDBOOK: &str = "The pages of the documentation contain scripts and styles of mdBook, which are subject to the terms of the \
    Mozilla Public License, v. 2.0. A copy of it is at https://mozilla.org/MPL/2.0/, and the source code is at \
    https://github.com/rust-lang/mdBook.";

/// The list of packages that a build of the page writes.
const LIST: &str = "licenses.json";

/// The beginnings of the names of license files, in lower case.
const LICENSE_FILES: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];

/// The program's version and the third-party packages in it.
pub(crate) struct Contents {
    pub(crate) version: String,
    pub(crate) packages: Vec<Package>,
}

/// A third-party package.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) registry: Registry,
    pub(crate) name: String,
    pub(crate) version: String,
    /// An SPDX expression.
    pub(crate) license: String,
    /// Named in the notices if there is no license file.
    pub(crate) authors: Vec<String>,
    pub(crate) license_texts: Vec<String>,
    /// The URLs of the packages that it depends on.
    pub(crate) uses: Vec<String>,
}

/// The registry of a package.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Registry {
    Cargo,
    Npm,
}

impl Package {
    /// The package URL, <https://github.com/package-url/purl-spec>.
    pub(crate) fn url(&self) -> String {
        package_url(self.registry, &self.name, &self.version)
    }
}

fn package_url(registry: Registry, name: &str, version: &str) -> String {
    match registry {
        Registry::Cargo => format!("pkg:cargo/{name}@{version}"),
        Registry::Npm => format!("pkg:npm/{}@{version}", name.replace('@', "%40")),
    }
}

impl Contents {
    /// What is in the program for this kind of machine. The page must be built.
    pub(crate) fn of_program(shell: &Shell, host: &str) -> Result<Self> {
        let page = shell.current_dir().join(PAGE);
        let trees = [
            tree(shell, "brickwood", &["--features", "full"], host)?,
            module(shell)?,
        ];
        let mut contents = Self::of(shell, host, &trees, &page)?;
        contents.packages.extend(of_docs(shell)?);
        contents.sort();
        Ok(contents)
    }

    /// What is in the page in this folder, which needs no program.
    pub(crate) fn of_page(shell: &Shell, page: &Path) -> Result<Self> {
        Self::of(shell, WEB, &[module(shell)?], page)
    }

    fn of(
        shell: &Shell,
        target: &str,
        trees: &[BTreeSet<(String, String)>],
        page: &Path,
    ) -> Result<Self> {
        let json = cmd!(
            shell,
            "cargo metadata --format-version 1 --filter-platform {target}"
        );
        let metadata: Value = serde_json::from_str(&json.quiet().read()?)?;
        let linked = trees.iter().flatten().cloned().collect();
        let all = metadata["packages"].as_array().context("packages")?;
        let ours = all.iter().find(|package| package["name"] == "brickwood");
        let mut packages = crates(&metadata, &linked)?;
        let list = page.join(LIST);
        let list = fs::read_to_string(&list)
            .with_context(|| format!("the page has left no {}", list.display()))?;
        packages.extend(page_packages(&list)?);
        let mut contents = Self {
            version: text(&ours.context("the program")?["version"])?,
            packages,
        };
        contents.sort();
        Ok(contents)
    }

    fn sort(&mut self) {
        self.packages.sort_by(|a, b| {
            (a.registry, &a.name, &a.version).cmp(&(b.registry, &b.name, &b.version))
        });
    }
}

/// The crates in the module that the page loads.
fn module(shell: &Shell) -> Result<BTreeSet<(String, String)>> {
    tree(shell, "brickwood-browser", &[], WEB)
}

/// The crates that are linked into a package.
fn tree(
    shell: &Shell,
    package: &str,
    features: &[&str],
    target: &str,
) -> Result<BTreeSet<(String, String)>> {
    let tree = cmd!(
        shell,
        "cargo tree --package {package} {features...} --edges normal --target {target} --prefix none"
    );
    Ok(linked(&tree.quiet().read()?))
}

/// The names and versions in the output of `cargo tree`, one `name v1.2.3 …` in a line.
fn linked(tree: &str) -> BTreeSet<(String, String)> {
    let words = tree.lines().map(str::split_whitespace);
    words
        .filter_map(|mut words| {
            let name = words.next()?;
            let version = words.next()?.strip_prefix('v')?;
            Some((name.to_owned(), version.to_owned()))
        })
        .collect()
}

/// The linked packages of others, from the output of `cargo metadata`.
fn crates(metadata: &Value, linked: &BTreeSet<(String, String)>) -> Result<Vec<Package>> {
    let mut by_id = BTreeMap::new();
    for package in metadata["packages"].as_array().context("packages")? {
        let key = (text(&package["name"])?, text(&package["version"])?);
        // Without a source, it is ours.
        if linked.contains(&key) && !package["source"].is_null() {
            by_id.insert(text(&package["id"])?, package);
        }
    }
    let nodes = metadata["resolve"]["nodes"].as_array().context("nodes")?;
    let mut used = BTreeMap::new();
    for node in nodes {
        let names = node["dependencies"].as_array().context("dependencies")?;
        let linked = names.iter().filter_map(|id| by_id.get(id.as_str()?));
        let urls: Result<Vec<String>> = linked
            .map(|package| {
                let (name, version) = (text(&package["name"])?, text(&package["version"])?);
                Ok(package_url(Registry::Cargo, &name, &version))
            })
            .collect();
        used.insert(text(&node["id"])?, urls?);
    }
    by_id
        .into_iter()
        .map(|(id, package)| {
            let manifest = text(&package["manifest_path"])?;
            let folder = Path::new(&manifest).parent().context("a folder")?;
            let authors = package["authors"].as_array().context("authors")?;
            Ok(Package {
                registry: Registry::Cargo,
                name: text(&package["name"])?,
                version: text(&package["version"])?,
                license: expression(package["license"].as_str().unwrap_or("NOASSERTION")),
                authors: authors.iter().map(text).collect::<Result<_>>()?,
                license_texts: license_texts(folder)?,
                uses: used.remove(&id).unwrap_or_default(),
            })
        })
        .collect()
}

/// The packages in the documentation.
pub(crate) fn of_docs(shell: &Shell) -> Result<Vec<Package>> {
    let mut packages = page_packages(&shell.read_file(DOCS)?)?;
    packages.push(Package {
        registry: Registry::Cargo,
        name: "mdbook-html".to_owned(),
        version: tools::mdbook(shell)?,
        license: "MPL-2.0".to_owned(),
        authors: Vec::new(),
        license_texts: vec![MDBOOK.to_owned()],
        uses: Vec::new(),
    });
    Ok(packages)
}

/// The packages in the page, as its build names them, or in the documentation.
fn page_packages(json: &str) -> Result<Vec<Package>> {
    let packages: Vec<Value> = serde_json::from_str(json)?;
    packages
        .iter()
        .map(|package| {
            Ok(Package {
                registry: Registry::Npm,
                name: text(&package["name"])?,
                version: text(&package["version"])?,
                license: expression(&text(&package["identifier"])?),
                authors: Vec::new(),
                license_texts: vec![text(&package["text"])?],
                uses: Vec::new(),
            })
        })
        .collect()
}

/// Old packages write `MIT/Apache-2.0`.
fn expression(license: &str) -> String {
    license
        .split('/')
        .map(str::trim)
        .collect::<Vec<_>>()
        .join(" OR ")
}

fn license_texts(folder: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.to_lowercase();
        if path.is_file() && LICENSE_FILES.iter().any(|start| name.starts_with(start)) {
            files.push(path);
        }
    }
    files.sort();
    let texts = files.iter().map(|path| Ok(fs::read_to_string(path)?));
    texts.collect()
}

fn text(value: &Value) -> Result<String> {
    let text = value.as_str();
    Ok(text
        .with_context(|| format!("{value} is no text"))?
        .to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_that_cargo_prints_twice_is_counted_once() {
        let tree = "a v1.0.0 (/home/a)\nb v2.0.0 (proc-macro)\n\na v1.0.0 (*)\n";
        let names = linked(tree).into_iter().map(|(name, _)| name);
        assert_eq!(names.collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn package_urls_escape_the_scopes_of_npm() {
        let url = package_url(Registry::Npm, "@noble/hashes", "2.4.0");
        assert_eq!(url, "pkg:npm/%40noble/hashes@2.4.0");
    }

    #[test]
    fn licenses_are_expressions_of_spdx() {
        assert_eq!(expression("MIT/Apache-2.0"), "MIT OR Apache-2.0");
        assert_eq!(expression("MIT AND ISC"), "MIT AND ISC");
    }
}
