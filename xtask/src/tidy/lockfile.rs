//! npm's lock file names packages by version and hash, not by the registry that somebody used.

use super::{Problem, Source};

pub(super) fn check(sources: &[Source]) -> Vec<Problem> {
    let locks = sources
        .iter()
        .filter(|source| source.path.ends_with("package-lock.json"));
    locks
        .filter_map(|lock| {
            let line = lock
                .text
                .lines()
                .position(|line| line.contains("\"resolved\": \"http"))?;
            Some(lock.problem(
                line + 1,
                "holds addresses of a registry: delete the `resolved` lines, and set \
                 `omit-lockfile-registry-resolved=true` in web/.npmrc",
            ))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{super::source, *};

    #[test]
    fn an_address_is_found() {
        let with = source(
            "web/package-lock.json",
            "{\n\"resolved\": \"https://example.org/a.tgz\"\n}",
        );
        let without = source("web/package-lock.json", "{\n\"integrity\": \"sha512-x\"\n}");
        assert_eq!(check(&[with])[0].line, 2);
        assert_eq!(check(&[without]), []);
    }
}
