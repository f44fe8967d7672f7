//! The order of the pages: that of the lists below the headings of the second level in `docs/README.md`. Where these name the
//! README of a folder, its own lists follow.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    markdown::{Document, resolve},
    tidy::has_extension,
};

/// The page that readers see first.
pub(crate) const FIRST: &str = "docs/README.md";

/// Whether a file must be in the contents.
pub(crate) fn is_page(path: &str) -> bool {
    path.starts_with("docs/") && has_extension(path, &["md"])
}

/// All pages but the first one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Contents {
    pub(crate) parts: Vec<Part>,
}

/// What stands below one heading.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) title: String,
    pub(crate) pages: Vec<Page>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page {
    /// From the root of the repository.
    pub(crate) path: String,
    /// How many pages contain this one.
    pub(crate) depth: usize,
}

impl Contents {
    pub(crate) fn read(documents: &BTreeMap<&str, Document>) -> Self {
        let mut contents = Self { parts: Vec::new() };
        let mut listed = BTreeSet::from([FIRST.to_owned()]);
        let Some(first) = documents.get(FIRST) else {
            return contents;
        };
        for entry in &first.entries {
            // The four doors, above all headings, lead to pages that have their places below.
            let Some(section) = &entry.section else {
                continue;
            };
            if contents
                .parts
                .last()
                .is_none_or(|part| part.title != *section)
            {
                contents.parts.push(Part {
                    title: section.clone(),
                    pages: Vec::new(),
                });
            }
            let part = contents.parts.last_mut().expect("one was pushed");
            let path = resolve(FIRST, &entry.target);
            list(documents, &path, entry.depth, &mut listed, &mut part.pages);
        }
        contents.parts.retain(|part| !part.pages.is_empty());
        contents
    }

    /// The paths of all pages, with the first one.
    pub(crate) fn paths(&self) -> BTreeSet<&str> {
        let pages = self.parts.iter().flat_map(|part| &part.pages);
        let paths = pages.map(|page| page.path.as_str());
        paths.chain([FIRST]).collect()
    }
}

/// Puts a page into `pages` if it has no place so far, and after a README what that lists.
fn list(
    documents: &BTreeMap<&str, Document>,
    path: &str,
    depth: usize,
    listed: &mut BTreeSet<String>,
    pages: &mut Vec<Page>,
) {
    let Some(document) = documents.get(path) else {
        return;
    };
    if !listed.insert(path.to_owned()) {
        return;
    }
    let is_list = path.ends_with("/README.md");
    pages.push(Page {
        path: path.to_owned(),
        depth,
    });
    for entry in document.entries.iter().filter(|_| is_list) {
        let inner = resolve(path, &entry.target);
        if is_page(&inner) {
            list(documents, &inner, depth + 1 + entry.depth, listed, pages);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown;

    #[test]
    fn lists_give_pages_their_order() {
        let documents = BTreeMap::from([
            (
                FIRST,
                "- [b](b.md)\n## One\n- [a](a.md)\n  - [map](../MAP.md)\n- [rules](rules/README.md)\n\
                 - [gone](gone.md), [code](../crates)\n## Two\n[c](c.md)\n## Three\n- [b](b.md)\n- [a](a.md)\n",
            ),
            ("MAP.md", ""),
            ("docs/a.md", "- [c](c.md)"),
            ("docs/b.md", ""),
            ("docs/c.md", ""),
            ("docs/rules/README.md", "| |\n|-|\n| [roads](roads.md) |\n"),
            ("docs/rules/roads.md", ""),
        ]);
        let documents = documents.into_iter();
        let documents = documents.map(|(path, text)| (path, markdown::read(text)));
        let contents = Contents::read(&documents.collect());
        let part = |title: &str, pages: &[(&str, usize)]| Part {
            title: title.to_owned(),
            pages: pages
                .iter()
                .map(|&(path, depth)| Page {
                    path: path.to_owned(),
                    depth,
                })
                .collect(),
        };
        let one = [
            ("docs/a.md", 0),
            ("MAP.md", 1),
            ("docs/rules/README.md", 0),
            ("docs/rules/roads.md", 1),
        ];
        assert_eq!(
            contents.parts,
            [part("One", &one), part("Three", &[("docs/b.md", 0)])]
        );
        assert_eq!(contents.paths().len(), 6);
    }
}
