//! No file grows beyond what one can keep in mind.

use super::{Problem, Source};

const MOST_LINES: usize = 700;
/// Written by `cargo xtask codegen`, for programs to read.
const GENERATED: &str = "web/src/lib/base/protocol/";

pub(super) fn check(sources: &[Source]) -> Vec<Problem> {
    let code = sources
        .iter()
        .filter(|source| source.has_extension(&["rs", "ts", "svelte"]));
    let written = code.filter(|source| !source.path.starts_with(GENERATED));
    written
        .filter_map(|source| {
            let lines = source.text.lines().count();
            (lines > MOST_LINES).then(|| {
                source.problem(
                    0,
                    format!(
                        "{lines} lines, more than {MOST_LINES}: give its second subject a file"
                    ),
                )
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{super::source, *};

    #[test]
    fn a_long_file_is_found() {
        let long = source("crates/a/src/lib.rs", &"\n".repeat(701));
        let short = source("crates/a/src/b.rs", &"\n".repeat(700));
        let data = source("tests/data.json", &"\n".repeat(5000));
        let problems = check(&[long, short, data]);
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].path, "crates/a/src/lib.rs");
    }
}
