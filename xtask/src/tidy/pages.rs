//! Every page of the documentation is in a list that leads to it from the first one.

use std::collections::BTreeMap;

use super::{Problem, Source};
use crate::{
    docs::contents::{self, Contents},
    markdown::Document,
};

pub(super) fn check(sources: &[Source], documents: &BTreeMap<&str, Document>) -> Vec<Problem> {
    let contents = Contents::read(documents);
    let listed = contents.paths();
    let pages = sources
        .iter()
        .filter(|source| contents::is_page(&source.path));
    let lost = pages.filter(|page| !listed.contains(page.path.as_str()));
    lost.map(|page| {
        let first = contents::FIRST;
        page.problem(0, format!("no list leads to this page: name it in {first}, or in the README that is listed there"))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::{
        super::{documents, source},
        *,
    };

    #[test]
    fn a_page_that_no_list_names_is_found() {
        let sources = [
            source("docs/README.md", "See [c](c.md).\n## All\n- [a](a.md)\n"),
            source("docs/a.md", ""),
            source("docs/b.md", ""),
            source("docs/c.md", ""),
            source("elsewhere/d.md", ""),
        ];
        let problems = check(&sources, &documents(&sources));
        let paths: Vec<_> = problems.iter().map(|problem| &*problem.path).collect();
        assert_eq!(paths, ["docs/b.md", "docs/c.md"]);
    }
}
