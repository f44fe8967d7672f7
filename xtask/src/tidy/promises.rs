//! Pages send nobody to a place that does not exist yet; and where there is one, it is named where people look for it.

use serde_json::Value;

use super::{Problem, Source};
use crate::addresses::{Address, Addresses};

/// The page at which people begin.
const FIRST: &str = "README.md";

pub(super) fn check(sources: &[Source], metadata: &Value, addresses: &Addresses) -> Vec<Problem> {
    let mut problems = Vec::new();
    let promises: [(&str, &Address, &str); 3] = [
        (
            "releases page",
            &addresses.releases,
            "say `once a release is published`, or begin with a clone",
        ),
        (
            "pip install brickwood",
            &addresses.pypi,
            "say `pip install .` or `pip install ./brickwood-….whl`",
        ),
        (
            "cargo install brickwood",
            &addresses.crates,
            "say `cargo install --path crates/brickwood`",
        ),
    ];
    for page in sources
        .iter()
        .filter(|source| source.has_extension(&["md"]))
    {
        for (line, text) in page.text.lines().enumerate() {
            let broken = promises
                .iter()
                .filter(|(words, address, _)| address.get().is_none() && text.contains(words));
            problems.extend(broken.map(|(words, _, better)| {
                let text = format!("there is no `{words}` yet, says Cargo.toml: {better}");
                page.problem(line + 1, text)
            }));
        }
    }
    let first = sources.iter().find(|source| source.path == FIRST);
    if let (Some(first), Some(line)) = (first, addresses.line())
        && !first.text.lines().any(|written| written == line)
    {
        problems.push(first.problem(1, format!("write this below the title: {line}")));
    }
    if let Some(repository) = addresses.repository.get() {
        let packages = metadata["packages"].as_array().into_iter().flatten();
        let public = packages.filter(|package| package["publish"].is_null());
        let without = public.filter(|package| package["repository"] != repository);
        problems.extend(without.map(|package| Problem {
            path: format!(
                "{}/Cargo.toml",
                package["name"].as_str().unwrap_or_default()
            ),
            line: 0,
            text: format!("say repository = \"{repository}\", as [workspace.metadata.links] does"),
        }));
    }
    problems
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::source, *};

    fn problems(releases: &str, repository: &str) -> Vec<String> {
        let metadata = json!({
            "metadata": { "links": {
                "site": "", "docs": "", "releases": releases, "issues": "", "repository": repository, "crates": "", "pypi": "",
            } },
            "packages": [
                { "name": "brickwood", "publish": null, "repository": null },
                { "name": "xtask", "publish": [], "repository": null },
            ],
        });
        let addresses = Addresses::read(&metadata).unwrap();
        let sources = [
            source(
                FIRST,
                "# Title\n\n[Releases](https://forge.example/releases)\n",
            ),
            source(
                "docs/a.md",
                "Take it from the releases page.\n`pip install ./brickwood-1.0.0.whl`\n",
            ),
            source("python/README.md", "pip install brickwood  # alone\n"),
        ];
        let problems = check(&sources, &metadata, &addresses);
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn nobody_is_sent_to_what_does_not_exist() {
        let found = problems("", "");
        assert_eq!(found.len(), 2);
        assert!(found[0].starts_with("docs/a.md:1: there is no `releases page` yet"));
        assert!(found[1].starts_with("python/README.md:1: "));
    }

    #[test]
    fn what_exists_is_named() {
        assert_eq!(problems("https://forge.example/releases", "").len(), 1);
        let found = problems("https://elsewhere.example", "");
        assert!(
            found[1].contains("write this below the title: [Releases](https://elsewhere.example)")
        );
        let found = problems("", "https://forge.example");
        assert!(
            found
                .last()
                .unwrap()
                .starts_with("brickwood/Cargo.toml: say repository")
        );
    }
}
