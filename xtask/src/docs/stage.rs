//! What mdBook reads: the pages with their links as they must be on a site, and the table of contents.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use xshell::{Shell, cmd};

use super::contents::{Contents, FIRST};
use crate::{
    addresses::Addresses,
    markdown::{Document, Link, is_elsewhere, resolve},
    tidy,
};

/// Writes everything but the theme into `folder`.
pub(super) fn put(shell: &Shell, folder: &Path, addresses: &Addresses) -> Result<()> {
    let sources = tidy::sources(shell)?;
    let documents = tidy::documents(&sources);
    let contents = Contents::read(&documents);
    let places = contents.paths().into_iter();
    let places = places.map(|path| (path, place(path))).collect();
    let site = Site {
        places,
        repository: addresses.repository.get(),
    };
    let folder = folder.join("src");
    shell.create_dir(&folder)?;
    for source in &sources {
        let Some(place) = site.places.get(source.path.as_str()) else {
            continue;
        };
        let document = &documents[source.path.as_str()];
        let page = site.page(&source.path, &source.text, document)?;
        let mut page = in_its_language(&source.path, page);
        if source.path == FIRST {
            page = addresses.below_title(&page);
        }
        write(shell, folder.join(place), page)?;
    }
    shell.write_file(folder.join("SUMMARY.md"), summary(&contents, &documents)?)?;
    let files = cmd!(
        shell,
        "git ls-files --cached --others --exclude-standard docs"
    )
    .quiet()
    .read()?;
    let on_site = documents
        .iter()
        .filter(|(path, _)| site.places.contains_key(*path));
    let linked: BTreeSet<String> = on_site
        .flat_map(|(path, document)| {
            document
                .links
                .iter()
                .map(|link| resolve(path, &link.target))
        })
        .collect();
    // What no page leads to, such as a picture of the README, nobody needs there.
    let others = files
        .lines()
        .filter(|path| !tidy::has_extension(path, &["md"]) && linked.contains(*path));
    for path in others {
        write(
            shell,
            folder.join(place(path)),
            shell.read_binary_file(path)?,
        )?;
    }
    Ok(())
}

/// Where a page of the repository is found on the site.
pub(crate) fn address(path: &str) -> String {
    let place = place(path);
    let page = place.strip_suffix(".md").map(|page| format!("{page}.html"));
    page.unwrap_or(place)
}

/// A page, with a mark of its language unless that is English, as the site is. Translated are the rules alone.
fn in_its_language(path: &str, page: String) -> String {
    let translated = path.strip_prefix("docs/rules/");
    match translated.and_then(|path| path.split_once('/')) {
        Some((language, _)) => format!("<div lang=\"{language}\">\n\n{page}\n</div>\n"),
        None => page,
    }
}

fn write(shell: &Shell, to: PathBuf, content: impl AsRef<[u8]>) -> Result<()> {
    shell.create_dir(to.parent().context("a file lies in a folder")?)?;
    Ok(shell.write_file(to, content)?)
}

/// Where a file lies on the site: `docs` is its root, and what lies beside `docs` moves in. The README of a folder is what one
/// finds at the folder's address.
fn place(path: &str) -> String {
    let path = path.strip_prefix("docs/").unwrap_or(path);
    match path.rsplit_once('/') {
        None if path == "README.md" => "index.md".to_owned(),
        Some((folder, "README.md")) => format!("{folder}/index.md"),
        _ => path.to_owned(),
    }
}

/// What links are changed by.
struct Site<'a> {
    /// The pages, and where they lie on the site.
    places: BTreeMap<&'a str, String>,
    /// While it has no address, links to files outside of `docs` become their paths.
    repository: Option<&'a str>,
}

impl Site<'_> {
    /// A page whose links lead to other pages, to files of the site, or to the repository.
    fn page(&self, path: &str, text: &str, document: &Document) -> Result<String> {
        let mut page = String::new();
        let mut done = 0;
        for link in &document.links {
            let Some((changed, replacement)) = self.change(path, text, link)? else {
                continue;
            };
            // A picture in a link is read before the link, and neither is changed twice.
            ensure!(
                changed.start >= done,
                "{path}:{}: a link in a link",
                link.line
            );
            page.push_str(&text[done..changed.start]);
            page.push_str(&replacement);
            done = changed.end;
        }
        page.push_str(&text[done..]);
        Ok(page)
    }

    /// The part of a page that a link needs changed, and what it becomes.
    fn change(
        &self,
        from: &str,
        text: &str,
        link: &Link,
    ) -> Result<Option<(std::ops::Range<usize>, String)>> {
        let (file, anchor) = link.target.split_once('#').unwrap_or((&link.target, ""));
        if file.is_empty() || is_elsewhere(&link.target) {
            return Ok(None);
        }
        let path = resolve(from, file);
        let on_site = match self.places.get(path.as_str()) {
            Some(place) => Some(place.clone()),
            None if path.starts_with("docs/") => Some(place(&path)),
            None => None,
        };
        let target = match (on_site, self.repository) {
            (Some(to), _) => relative(&place(from), &to),
            (None, _) if link.is_picture => {
                bail!("{from}:{}: {path} is not in docs", link.line)
            }
            (None, Some(repository)) => format!("{repository}/blob/HEAD/{path}"),
            (None, None) => return Ok(Some((link.at.clone(), named(text, link, &path)))),
        };
        let anchor = if anchor.is_empty() {
            String::new()
        } else {
            format!("#{anchor}")
        };
        let target = target + &anchor;
        if target == link.target {
            return Ok(None);
        }
        let Some(at) = link.target_at.clone() else {
            bail!(
                "{from}:{}: write the link to {} as `[text](target)`",
                link.line,
                link.target
            )
        };
        Ok(Some((at, target)))
    }
}

/// What stands in the place of a link to a file that the site does not have: its text, and the file's path.
fn named(text: &str, link: &Link, path: &str) -> String {
    let written = &text[link.at.clone()];
    let inner = written
        .strip_prefix('[')
        .and_then(|rest| Some(&rest[..rest.rfind("](")?]));
    let inner = inner.unwrap_or(&link.text);
    if link.text.contains(path) {
        inner.to_owned()
    } else if path.ends_with(&format!("/{}", link.text)) {
        format!("`{path}`")
    } else {
        format!("{inner} (`{path}`)")
    }
}

/// The way from one file of the site to another.
fn relative(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').collect();
    let to: Vec<&str> = to.split('/').collect();
    let (from_folders, to_folders) = (&from[..from.len() - 1], &to[..to.len() - 1]);
    let pairs = from_folders.iter().zip(to_folders);
    let shared = pairs.take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", from_folders.len() - shared);
    let down = to[shared..].iter().copied();
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// The table of contents as mdBook reads it.
fn summary(contents: &Contents, documents: &BTreeMap<&str, Document>) -> Result<String> {
    let title = |path: &str| {
        let title = documents.get(path).and_then(|page| page.title.as_deref());
        title.with_context(|| format!("{path} has no heading of the first level"))
    };
    let mut summary = format!("# Contents\n\n[{}]({})\n", title(FIRST)?, place(FIRST));
    for part in &contents.parts {
        writeln!(summary, "\n# {}\n", part.title)?;
        for page in &part.pages {
            let indent = "  ".repeat(page.depth);
            let (title, place) = (title(&page.path)?, place(&page.path));
            writeln!(summary, "{indent}- [{title}]({place})")?;
        }
    }
    Ok(summary)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown;

    fn staged(text: &str, repository: Option<&str>) -> String {
        let paths = [
            "docs/README.md",
            "docs/book/a.md",
            "docs/rules/b.md",
            "MAP.md",
        ];
        let site = Site {
            places: paths.map(|path| (path, place(path))).into(),
            repository,
        };
        let document = markdown::read(text);
        site.page("docs/book/a.md", text, &document).unwrap()
    }

    #[test]
    fn links_between_pages_stay_links() {
        let text = "[b](../rules/b.md#c), [all](../README.md), [map](../../MAP.md#d), [here](#e), ![p](../p.svg), <https://f.example>";
        let page = "[b](../rules/b.md#c), [all](../index.md), [map](../MAP.md#d), [here](#e), ![p](../p.svg), <https://f.example>";
        assert_eq!(staged(text, None), page);
    }

    #[test]
    fn links_to_other_files_become_their_paths() {
        let text = "[the *client*](../../x/client.py), [`client.py`](../../x/client.py), [`x/client.py`](../../x/client.py#L1).";
        let page = "the *client* (`x/client.py`), `x/client.py`, `x/client.py`.";
        assert_eq!(staged(text, None), page);
    }

    #[test]
    fn links_to_other_files_lead_to_the_repository_where_it_has_an_address() {
        let text = "[`client.py`](../../x/client.py#L1) and [b](../rules/b.md)";
        let page = "[`client.py`](https://forge.example/a/b/blob/HEAD/x/client.py#L1) and [b](../rules/b.md)";
        assert_eq!(staged(text, Some("https://forge.example/a/b")), page);
    }

    #[test]
    fn translated_rules_have_a_mark_of_their_language() {
        let page = |path| in_its_language(path, "# Bauen\n".to_owned());
        assert_eq!(page("docs/rules/bld-building.md"), "# Bauen\n");
        assert_eq!(page("docs/book/page.md"), "# Bauen\n");
        assert_eq!(
            page("docs/rules/de/bld-building.md"),
            "<div lang=\"de\">\n\n# Bauen\n\n</div>\n"
        );
    }

    #[test]
    fn pages_have_a_table_of_contents() {
        let documents = BTreeMap::from([
            (
                FIRST,
                "# First\n## Part\n- [b](rules/b.md)\n  - [map](../MAP.md)\n",
            ),
            ("docs/rules/b.md", "# Bees\n"),
            ("MAP.md", "# The `map`\n"),
        ]);
        let documents: BTreeMap<_, _> = documents
            .into_iter()
            .map(|(path, text)| (path, markdown::read(text)))
            .collect();
        let summary = summary(&Contents::read(&documents), &documents).unwrap();
        let expected = "# Contents\n\n[First](index.md)\n\n# Part\n\n- [Bees](rules/b.md)\n  - [The map](MAP.md)\n";
        assert_eq!(summary, expected);
    }
}
