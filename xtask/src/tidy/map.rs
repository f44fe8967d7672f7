//! The map of the code, `ARCHITECTURE.md`: every file, folder and type that it mentions exists, and its drawing is that of the
//! crates as they are.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Problem, Source};
use crate::drawing;

const MAP: &str = drawing::PAGE;
const CODE: [&str; 3] = ["rs", "ts", "svelte"];
/// What a declaration begins with, in Rust and TypeScript.
const DECLARES: [&str; 6] = ["struct", "enum", "trait", "type", "class", "interface"];

pub(super) fn check(sources: &[Source]) -> Vec<Problem> {
    let Some(map) = sources.iter().find(|source| source.path == MAP) else {
        return Vec::new();
    };
    let code: Vec<&Source> = sources.iter().filter(|s| s.has_extension(&CODE)).collect();
    let types = declared(&code, &DECLARES);
    let functions = declared(&code, &["fn"]);
    let mut problems = Vec::new();
    for (line, span) in spans(&map.text) {
        if is_path(span) && !exists(sources, span) {
            problems.push(map.problem(line, format!("there is no file or folder `{span}`")));
        } else if let Some((of, function)) = type_name(span)
            && (!types.contains(of) || function.is_some_and(|name| !functions.contains(name)))
        {
            problems.push(map.problem(line, format!("the code declares no `{span}`")));
        }
    }
    problems
}

/// Whether the drawing shows what `cargo metadata` says.
pub(super) fn check_drawing(sources: &[Source], metadata: &Value) -> Vec<Problem> {
    let Some(map) = sources.iter().find(|source| source.path == MAP) else {
        return Vec::new();
    };
    match drawing::drawn(&map.text, metadata) {
        Ok(drawn) if drawn == map.text => Vec::new(),
        Ok(_) => vec![map.problem(0, "the drawing is stale: run `cargo xtask codegen`")],
        Err(error) => vec![map.problem(0, error.to_string())],
    }
}

/// The code spans outside of code blocks, with their lines.
fn spans(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    let lines = text.lines().enumerate().filter(move |(_, line)| {
        let fence = line.starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    });
    lines.flat_map(|(at, line)| {
        let inside = line.split('`').skip(1).step_by(2);
        inside.map(move |span| (at + 1, span))
    })
}

fn is_path(span: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let file = span
        .rsplit_once('.')
        .is_some_and(|(_, extension)| ["rs", "ts", "toml", "md", "json"].contains(&extension));
    span.chars().all(plain) && (span.contains('/') || file)
}

/// Whether a path, or the end of one, is that of a file or folder.
fn exists(sources: &[Source], span: &str) -> bool {
    let wanted = format!("/{}", span.trim_end_matches('/'));
    sources.iter().any(|source| {
        let path = format!("/{}", source.path);
        path.ends_with(&wanted) || path.contains(&format!("{wanted}/"))
    })
}

/// A type, perhaps with one of its functions: `State`, `State::apply`.
fn type_name(span: &str) -> Option<(&str, Option<&str>)> {
    let (of, function) = match span.split_once("::") {
        Some((of, function)) => (of, Some(function)),
        None => (span, None),
    };
    let camel = of.starts_with(|c: char| c.is_ascii_uppercase())
        && of.contains(|c: char| c.is_ascii_lowercase())
        && of.chars().all(|c| c.is_ascii_alphanumeric());
    camel.then_some((of, function))
}

/// The names that follow one of these keywords.
fn declared<'a>(code: &[&'a Source], keywords: &[&str]) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    for source in code {
        let mut words = source
            .text
            .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .filter(|word| !word.is_empty());
        while let Some(word) = words.next() {
            if keywords.contains(&word) {
                names.extend(words.next());
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{super::source, *};

    fn problems(map: &str) -> Vec<String> {
        let sources = [
            source(MAP, map),
            source(
                "crates/rules/src/step/build.rs",
                "pub struct State;\nfn apply() {}",
            ),
        ];
        let problems = check(&sources);
        problems.into_iter().map(|problem| problem.text).collect()
    }

    #[test]
    fn what_exists_may_be_mentioned() {
        let map = "`State::apply` in `step/build.rs`, in `crates/rules`, `step/`\n\
                   ```text\n`Gone`\n```\n`cargo run`, `act {key, action}`, `choices`";
        assert_eq!(problems(map), [""; 0]);
    }

    #[test]
    fn what_is_gone_is_found() {
        let map = "`Gone`, `State::gone`, `step/gone.rs`, `crates/gone`";
        assert_eq!(
            problems(map),
            [
                "the code declares no `Gone`",
                "the code declares no `State::gone`",
                "there is no file or folder `step/gone.rs`",
                "there is no file or folder `crates/gone`",
            ]
        );
    }
}
