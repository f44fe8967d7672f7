//! What `docs/book/questions.md` quotes is what the page and the program say, so that people find it.

use super::{Problem, Source};

const PAGE: &str = "docs/book/questions.md";
/// Where the sentences are.
const WORDS: [(&str, &str); 2] = [("web/src/messages/en/", "json"), ("crates/", "rs")];
/// The words that explain the quotation marks themselves.
const EXPLAINED: &str = "in such quotation marks";

pub(super) fn check(sources: &[Source]) -> Vec<Problem> {
    let Some(page) = sources.iter().find(|source| source.path == PAGE) else {
        return Vec::new();
    };
    let said: Vec<String> = sources
        .iter()
        .filter(|source| {
            let is_in = |(folder, kind): &(&str, &str)| {
                source.path.starts_with(folder) && source.has_extension(&[kind])
            };
            WORDS.iter().any(is_in)
        })
        .map(|source| joined(&source.text))
        .collect();
    let mut problems = Vec::new();
    for (line, quoted) in quotes(&page.text) {
        if quoted == EXPLAINED {
            continue;
        }
        for part in quoted.split('…').map(|part| part.trim_matches([' ', ';'])) {
            if !said.iter().any(|text| text.contains(part)) {
                problems.push(page.problem(
                    line,
                    format!("nothing says “{part}” any more: quote what it says now"),
                ));
            }
        }
    }
    problems
}

/// What stands between quotation marks, with the line where it begins, in one line.
fn quotes(text: &str) -> impl Iterator<Item = (usize, String)> {
    text.match_indices('“').filter_map(|(at, mark)| {
        let (quoted, _) = text[at + mark.len()..].split_once('”')?;
        let line = text[..at].lines().count().max(1);
        Some((
            line,
            quoted.split_whitespace().collect::<Vec<_>>().join(" "),
        ))
    })
}

/// A source with the strings that go on in the next line in one.
fn joined(text: &str) -> String {
    let mut parts = text.split("\\\n");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        whole.push_str(part.trim_start());
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::{super::source, *};

    #[test]
    fn what_nothing_says_is_found() {
        let sources = [
            source(
                PAGE,
                "As “in such quotation marks”.\n“Port … is\ntaken; end it”, “Play\nnow” and “Play later”.\n",
            ),
            source("web/src/messages/en/a.json", "{ \"play\": \"Play now\" }"),
            source(
                "web/src/messages/de/a.json",
                "{ \"later\": \"Play later\" }",
            ),
            source(
                "crates/a/src/lib.rs",
                "\"Port {0} is \\\n         taken; end it\"",
            ),
        ];
        let problems = check(&sources);
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "docs/book/questions.md:4: nothing says “Play later” any more: quote what it says now"
            ]
        );
    }
}
