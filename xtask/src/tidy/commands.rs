//! Each block of commands that the book tells a host to type is run by a test, or said to be apart.

use super::{Problem, Source};
use crate::release::documents::{APART, DATABASES, PAGES, STEPS, WITHOUT_PACKAGE, blocks};

pub(super) fn check(sources: &[Source]) -> Vec<Problem> {
    let steps = STEPS.iter().chain([&WITHOUT_PACKAGE]).chain(&DATABASES);
    let known: Vec<&str> = steps
        .map(|step| step.begins)
        .chain(APART.map(|(begins, _)| begins))
        .collect();
    let pages = PAGES.map(|page| sources.iter().find(|source| source.path == page));
    compare(&pages.into_iter().flatten().collect::<Vec<_>>(), &known)
}

/// What is on the pages and not known, or the other way round, or twice.
fn compare(pages: &[&Source], known: &[&str]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut begun = vec![0; known.len()];
    for page in pages {
        for block in blocks(&page.text) {
            let fitting = (0..known.len()).filter(|&at| block.text.starts_with(known[at]));
            let fitting: Vec<usize> = fitting.collect();
            if let [only] = fitting[..] {
                begun[only] += 1;
            } else {
                let text = format!(
                    "{} steps of xtask/src/release/documents.rs run these commands: have one do so, or say there why none can",
                    fitting.len()
                );
                problems.push(page.problem(block.line, text));
            }
        }
    }
    if let Some(page) = pages.last() {
        let wrong = begun.iter().zip(known).filter(|(times, _)| **times != 1);
        problems.extend(wrong.map(|(times, begins)| {
            page.problem(
                0,
                format!("{times} blocks of commands begin with `{begins}`"),
            )
        }));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::{super::source, *};

    #[test]
    fn commands_that_nothing_runs_and_steps_without_commands_are_found() {
        let page = source(
            "a.md",
            "```sh\na b\n```\n```text\nno\n```\n1. B\n\n   ```sh\n   b\n   ```\n",
        );
        let told = |known: &[&str]| -> Vec<String> {
            let problems = compare(&[&page], known);
            problems.iter().map(ToString::to_string).collect()
        };
        assert!(told(&["a", "b"]).is_empty());
        let missing = told(&["a"]);
        assert!(
            missing.len() == 1 && missing[0].starts_with("a.md:9: 0 steps"),
            "{missing:?}"
        );
        let stale = told(&["a", "b", "c"]);
        assert_eq!(stale, ["a.md: 0 blocks of commands begin with `c`"]);
        assert_eq!(told(&["a", "a b", "b"]).len(), 3);
    }
}
