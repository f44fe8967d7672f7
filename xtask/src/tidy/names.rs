//! The trademarks of the game's publishers stand in one sentence of the README and nowhere else.

use super::{Problem, Source};

/// In two halves, so that this file does not name them either.
const TRADEMARKS: [(&str, &str); 3] = [("cat", "an"), ("settlers", " of"), ("siedler", " von")];
const WHERE_THEY_MAY_STAND: &str = "README.md";

pub(super) fn check(sources: &[Source]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for source in sources
        .iter()
        .filter(|source| source.path != WHERE_THEY_MAY_STAND)
    {
        for (number, line) in source.text.lines().enumerate() {
            if is_trademark_in(line) {
                problems.push(source.problem(number + 1, "names a trademark: say `the game`"));
            }
        }
    }
    problems
}

fn is_trademark_in(line: &str) -> bool {
    let line = line.to_lowercase();
    TRADEMARKS.iter().any(|(start, end)| {
        let name = format!("{start}{end}");
        line.match_indices(&name).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = line[at + name.len()..].chars().next();
            // Not inside another word; a data file may hold any run of letters.
            let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            !is_letter(before) && !is_letter(after)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{super::source, *};

    #[test]
    fn a_trademark_is_found_outside_the_readme() {
        let (start, end) = TRADEMARKS[0];
        let text = format!("a line\nplay {}{end}!\n", start.to_uppercase());
        assert_eq!(check(&[source("docs/book/README.md", &text)])[0].line, 2);
        assert_eq!(check(&[source("README.md", &text)]), []);
    }

    #[test]
    fn letters_inside_another_word_are_no_trademark() {
        let (start, end) = TRADEMARKS[0];
        assert!(!is_trademark_in(&format!("{start}{end}ary")));
    }
}
