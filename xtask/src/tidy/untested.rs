//! No test lies where cargo does not look for one.

use super::{Problem, Source};

/// Finds tests in the sources of libraries whose manifest says `test = false`.
pub(super) fn check(sources: &[Source]) -> Vec<Problem> {
    let untested: Vec<String> = sources.iter().filter_map(untested_sources).collect();
    let in_them = |source: &&Source| {
        let path = source.path.as_str();
        source.has_extension(&["rs"]) && untested.iter().any(|folder| path.starts_with(folder))
    };
    sources.iter().filter(in_them).flat_map(tests).collect()
}

/// The folder of the sources of such a library, if this is its manifest.
fn untested_sources(manifest: &Source) -> Option<String> {
    let folder = manifest.path.strip_suffix("Cargo.toml")?;
    let (_, library) = manifest.text.split_once("[lib]\n")?;
    let library = library.split("\n[").next()?;
    let is_untested = library.lines().any(|line| line == "test = false");
    is_untested.then(|| format!("{folder}src/"))
}

fn tests(source: &Source) -> Vec<Problem> {
    let lines = (1..).zip(source.text.lines());
    let tests = lines.filter(|(_, line)| line.trim().starts_with("#[cfg(test)]"));
    tests
        .map(|(number, _)| {
            source.problem(
                number,
                "a test that never runs: put it into `tests`, or let `test = false` go from Cargo.toml",
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{super::source, check};

    const TEST: &str = "fn one() {}\n\n#[cfg(test)]\nmod tests {}\n";

    #[test]
    fn a_test_that_never_runs_is_found() {
        let manifest = |text| source("crates/bots/Cargo.toml", text);
        let library = || source("crates/bots/src/lib.rs", TEST);
        let other = || source("crates/rules/src/lib.rs", TEST);
        let untested = manifest("[lib]\ntest = false\n\n[dependencies]\n");
        let problems = check(&[untested, library(), other()]);
        assert_eq!(problems.len(), 1);
        assert_eq!(
            (problems[0].path.as_str(), problems[0].line),
            ("crates/bots/src/lib.rs", 3)
        );
        let tested = manifest("[lib]\n\n[[bin]]\ntest = false\n");
        assert_eq!(check(&[tested, library()]), []);
    }
}
