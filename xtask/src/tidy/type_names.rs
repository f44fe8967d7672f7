//! The name of a public type belongs to one crate, so that it means the same everywhere.

use std::collections::BTreeMap;

use super::{Problem, Source};

/// Names that several crates use, and why.
const SHARED: [(&str, &str); 4] = [
    (
        "Answer",
        "to an offer of the game in `rules`; to a room's query in `table`",
    ),
    (
        "Batch",
        "the usual word for episodes that are played together, and for lines that are stored together",
    ),
    (
        "Choice",
        "of an index of the action space in `encode`; of a player in the wire format of `analysis`",
    ),
    (
        "Problem",
        "of two protocols that do not know each other: a table's, and the engine's",
    ),
];

pub(super) fn check(sources: &[Source]) -> Vec<Problem> {
    let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
    let mut problems = Vec::new();
    for source in sources {
        let Some(owner) = crate_of(source) else {
            continue;
        };
        for (number, line) in (1..).zip(source.text.lines()) {
            let Some(name) = public_type(line) else {
                continue;
            };
            let first = *owners.entry(name).or_insert(owner);
            if first != owner && SHARED.iter().all(|(shared, _)| *shared != name) {
                problems.push(source.problem(
                    number,
                    format!("`{name}` is a type of the crate `{first}`, too: rename one of them"),
                ));
            }
        }
    }
    problems
}

fn crate_of(source: &Source) -> Option<&str> {
    let (owner, file) = source.path.strip_prefix("crates/")?.split_once('/')?;
    (file.starts_with("src/") && source.has_extension(&["rs"])).then_some(owner)
}

/// The name of the public type that a line begins to declare.
fn public_type(line: &str) -> Option<&str> {
    let declared = line.strip_prefix("pub ")?;
    let name = ["struct ", "enum ", "trait ", "type "]
        .iter()
        .find_map(|keyword| declared.strip_prefix(keyword))?;
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
    Some(&name[..end.unwrap_or(name.len())])
}

#[cfg(test)]
mod tests {
    use super::{super::source, check};

    #[test]
    fn a_public_type_belongs_to_one_crate() {
        let one = || source("crates/one/src/lib.rs", "pub struct Plan;\nstruct Own;\n");
        let same = source("crates/one/src/plan.rs", "pub enum Plan {\n");
        assert_eq!(check(&[one(), same]), []);
        let private = source(
            "crates/two/src/lib.rs",
            "struct Plan;\npub(crate) struct Plan;\n",
        );
        let test = source("crates/two/tests/two.rs", "pub struct Plan;\n");
        assert_eq!(check(&[one(), private, test]), []);
        let public = source(
            "crates/two/src/lib.rs",
            "use one::Own;\npub struct Plan(u8);\n",
        );
        let problems = check(&[one(), public]);
        assert_eq!(problems.len(), 1);
        assert_eq!(
            (problems[0].path.as_str(), problems[0].line),
            ("crates/two/src/lib.rs", 2)
        );
    }
}
