//! Relative links in the documentation lead to files that exist, and to headings that these have.

use std::collections::BTreeMap;

use super::{Problem, Source};
use crate::markdown::{Document, is_elsewhere, resolve};

pub(super) fn check(
    sources: &[Source],
    documents: &BTreeMap<&str, Document>,
    exists: impl Fn(&str) -> bool,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for source in sources {
        let Some(document) = documents.get(source.path.as_str()) else {
            continue;
        };
        for link in &document.links {
            let target = &link.target;
            if is_elsewhere(target) {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() {
                source.path.clone()
            } else {
                resolve(&source.path, file)
            };
            if path.starts_with("..") || !exists(&path) {
                let text = format!("the link to {target} leads nowhere: correct it");
                problems.push(source.problem(link.line, text));
            } else if let Some(to) = documents.get(path.as_str())
                && !anchor.is_empty()
                && !to.anchors.contains(anchor)
            {
                let text = format!("{path} has no heading #{anchor}: correct the link to {target}");
                problems.push(source.problem(link.line, text));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::{
        super::{documents, source},
        *,
    };

    fn problems(sources: &[Source]) -> Vec<(usize, String)> {
        let exists = |path: &str| sources.iter().any(|source| source.path == path);
        let problems = check(sources, &documents(sources), exists);
        problems
            .into_iter()
            .map(|problem| (problem.line, problem.text))
            .collect()
    }

    #[test]
    fn a_dead_link_is_found_with_its_line() {
        let text = "[a](../adr/0001.md#why)\n\n![b](missing.png) [c](https://example.org)\n";
        let sources = [
            source("docs/book/a.md", text),
            source("docs/adr/0001.md", "# Why\n"),
        ];
        let text = "the link to missing.png leads nowhere: correct it".to_owned();
        assert_eq!(problems(&sources), [(3, text)]);
    }

    #[test]
    fn a_link_to_a_heading_that_is_gone_is_found() {
        let text = "# Here\n[a](b.md#old) [b](b.md#new) [c](#here) [d](#there)\n";
        let sources = [
            source("docs/a.md", text),
            source("docs/b.md", "# B\n## New\n"),
        ];
        let texts = [
            "docs/b.md has no heading #old: correct the link to b.md#old",
            "docs/a.md has no heading #there: correct the link to #there",
        ];
        assert_eq!(
            problems(&sources),
            texts.map(|text| (2, text.to_owned())).to_vec()
        );
    }

    #[test]
    fn code_blocks_hold_no_links() {
        let text = "```rust\nlet a = b[0](missing.md);\n```\n";
        assert_eq!(problems(&[source("README.md", text)]), []);
    }
}
