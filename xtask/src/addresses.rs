//! Where the project is on the internet: `[workspace.metadata.links]` in `Cargo.toml`. What is empty there does not exist yet.

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::Value;

/// The addresses of that table.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct Addresses {
    /// A site on which everybody can play.
    pub(crate) site: Address,
    pub(crate) docs: Address,
    pub(crate) releases: Address,
    pub(crate) issues: Address,
    pub(crate) repository: Address,
    /// The program on crates.io.
    pub(crate) crates: Address,
    /// The package for Python on `PyPI`.
    pub(crate) pypi: Address,
}

#[derive(Deserialize, Debug, Default)]
pub(crate) struct Address(String);

impl Address {
    pub(crate) fn get(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(&self.0)
    }
}

impl Addresses {
    /// From what `cargo metadata` says.
    pub(crate) fn read(metadata: &Value) -> Result<Self> {
        let links = metadata["metadata"]["links"].clone();
        serde_json::from_value(links).context("[workspace.metadata.links] in Cargo.toml")
    }

    /// A line of Markdown with a link to each of them; none while there is none.
    pub(crate) fn line(&self) -> Option<String> {
        let links = [
            ("Play", &self.site),
            ("Documentation", &self.docs),
            ("Releases", &self.releases),
            ("Issues", &self.issues),
            ("Source", &self.repository),
            ("crates.io", &self.crates),
            ("PyPI", &self.pypi),
        ];
        let links: Vec<String> = links
            .into_iter()
            .filter_map(|(name, address)| Some(format!("[{name}]({})", address.get()?)))
            .collect();
        (!links.is_empty()).then(|| links.join(" · "))
    }

    /// A page with that line below its title.
    pub(crate) fn below_title(&self, page: &str) -> String {
        match (self.line(), page.split_once('\n')) {
            (Some(line), Some((title, rest))) => format!("{title}\n\n{line}\n{rest}"),
            _ => page.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(site: &str, issues: &str) -> Addresses {
        Addresses::read(&json!({ "metadata": { "links": {
            "site": site, "docs": "", "releases": "", "issues": issues, "repository": "", "crates": "", "pypi": "",
        } } }))
        .unwrap()
    }

    #[test]
    fn what_is_empty_is_not_linked() {
        let page = "# Title\n\nText.\n";
        assert_eq!(read("", "").below_title(page), page);
        let found = read("https://play.example", "https://forge.example/issues").below_title(page);
        let line = "[Play](https://play.example) · [Issues](https://forge.example/issues)";
        assert_eq!(found, format!("# Title\n\n{line}\n\nText.\n"));
    }

    #[test]
    fn a_name_that_nobody_reads_is_refused() {
        let links = json!({ "metadata": { "links": { "isues": "https://forge.example" } } });
        assert!(Addresses::read(&links).is_err());
    }
}
