//! Relative links in the documentation lead to files that exist.

use super::{Problem, Source};

pub(super) fn check(sources: &[Source], exists: impl Fn(&str) -> bool) -> Vec<Problem> {
    let mut problems = Vec::new();
    for source in sources
        .iter()
        .filter(|source| source.has_extension(&["md"]))
    {
        for (line, target) in targets(&source.text) {
            let file = target.split('#').next().unwrap_or_default();
            if !file.is_empty() && !is_elsewhere(file) && !exists(&resolve(&source.path, file)) {
                problems.push(source.problem(
                    line,
                    format!("the link to {target} leads nowhere: correct it"),
                ));
            }
        }
    }
    problems
}

/// The targets of `[text](target)`, with their lines.
fn targets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    text.lines().enumerate().flat_map(move |(number, line)| {
        in_code ^= line.trim_start().starts_with("```");
        let line = if in_code { "" } else { line };
        line.split("](").skip(1).filter_map(move |rest| {
            let target = rest.split_once(')')?.0;
            Some((number + 1, target.split_whitespace().next()?))
        })
    })
}

fn is_elsewhere(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// A target in the file `from`, as a path from the root.
fn resolve(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::{super::source, *};

    #[test]
    fn a_dead_link_is_found_with_its_line() {
        let text = "[a](../adr/0001.md#why)\n[b](missing.md) [c](https://example.org) [d](#here)\n";
        let problems = check(&[source("docs/book/README.md", text)], |path| {
            path == "docs/adr/0001.md"
        });
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].line, 2);
        assert!(problems[0].text.contains("missing.md"));
    }

    #[test]
    fn code_blocks_hold_no_links() {
        let text = "```rust\nlet a = b[0](missing.md);\n```\n";
        assert_eq!(check(&[source("README.md", text)], |_| false), []);
    }
}
