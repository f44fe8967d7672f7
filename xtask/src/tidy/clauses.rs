//! Every clause in `docs/rules` has a test that is named after it, and every test that is named
//! after a clause names one that exists.
//!
//! A clause is a heading `### BLD-09 …`. A Rust test for it is `fn bld_09_…`; a test of the web
//! client has a title that begins with `BLD-09`. A clause whose first line says `Status:` (not
//! built yet, say) needs none.
//!
//! A folder in `docs/rules` holds the rules in another language: the same clauses, in files of the same names.
//!
//! Every switch of `docs/rules/editions.json` is set by one of these tests, too: not only by those
//! that set all of them at random.

use std::collections::{BTreeMap, BTreeSet};

use super::{Problem, Source};

pub(super) fn check(sources: &[Source]) -> Vec<Problem> {
    let mut clauses: BTreeMap<String, Clause> = BTreeMap::new();
    let mut tests: Vec<(&Source, usize, String)> = Vec::new();
    for source in sources {
        if chapter(source).is_some_and(|(language, _)| language.is_none()) {
            for (line, id, waits) in headings(&source.text) {
                clauses.insert(
                    id,
                    Clause {
                        source,
                        line,
                        waits,
                    },
                );
            }
        } else if source.path.starts_with("crates/") && source.has_extension(&["rs"]) {
            tests.extend(rust_tests(&source.text).map(|(line, id)| (source, line, id)));
        } else if source.path.starts_with("web/") && source.has_extension(&["ts"]) {
            tests.extend(web_tests(&source.text).map(|(line, id)| (source, line, id)));
        }
    }
    let tested: BTreeSet<&str> = tests.iter().map(|(_, _, id)| id.as_str()).collect();
    let untested = clauses
        .iter()
        .filter(|(id, clause)| !clause.waits && !tested.contains(id.as_str()));
    let mut problems: Vec<Problem> = untested
        .map(|(id, clause)| {
            let name = id.to_lowercase().replace('-', "_");
            let say = format!("{id} has no test: write `fn {name}_…`, or begin it with `Status:` and say what is missing");
            clause.source.problem(clause.line, say)
        })
        .collect();
    let unknown = tests.iter().filter(|(_, _, id)| !clauses.contains_key(id));
    problems.extend(unknown.map(|(source, line, id)| {
        source.problem(
            *line,
            format!("this test is named after {id}, and docs/rules has no such clause"),
        )
    }));
    problems.extend(untranslated(sources, &clauses));
    problems.extend(untested_switches(sources));
    problems
}

/// Where the rules lie.
const RULES: &str = "docs/rules/";

/// The language of a file of rules, unless it is English, and its name.
fn chapter(source: &Source) -> Option<(Option<&str>, &str)> {
    let path = source.path.strip_prefix(RULES)?;
    if !source.has_extension(&["md"]) {
        return None;
    }
    match path.split_once('/') {
        None => Some((None, path)),
        Some((language, name)) => Some((Some(language), name)),
    }
}

/// Clauses that a language lacks, and those that it alone has.
fn untranslated(sources: &[Source], clauses: &BTreeMap<String, Clause>) -> Vec<Problem> {
    let mut languages: BTreeMap<&str, Translated<'_>> = BTreeMap::new();
    for source in sources {
        if let Some((Some(language), name)) = chapter(source) {
            let found = languages.entry(language).or_default();
            for (line, id, _) in headings(&source.text) {
                found.insert((name, id), (source, line));
            }
        }
    }
    let mut problems = Vec::new();
    for (language, mut found) in languages {
        for (id, clause) in clauses {
            let (_, name) = chapter(clause.source).expect("a clause is in a chapter");
            if found.remove(&(name, id.clone())).is_none() {
                let say = format!("{id} is missing in {RULES}{language}/{name}: translate it");
                problems.push(clause.source.problem(clause.line, say));
            }
        }
        problems.extend(found.into_iter().map(|((name, id), (source, line))| {
            source.problem(line, format!("{RULES}{name} has no {id}"))
        }));
    }
    problems
}

/// Where the rules are tested clause by clause.
const CLAUSE_TESTS: &str = "crates/rules/tests/rules/";

fn untested_switches(sources: &[Source]) -> Vec<Problem> {
    let Some(table) = sources
        .iter()
        .find(|source| source.path == "docs/rules/editions.json")
    else {
        return Vec::new();
    };
    let all: serde_json::Value = serde_json::from_str(&table.text).unwrap_or_default();
    let ids = all["switches"].as_array().into_iter().flatten();
    let tests = || {
        sources.iter().filter(|source| {
            source
                .path
                .strip_prefix(CLAUSE_TESTS)
                .is_some_and(|name| !name.contains('/') && name != "editions.rs")
        })
    };
    ids.filter_map(|switch| switch["id"].as_str())
        .filter(|id| {
            let (field, assigned) = (format!("{id}: "), format!(".{id} = "));
            !tests().any(|test| test.text.contains(&field) || test.text.contains(&assigned))
        })
        .map(|id| table.problem(1, format!("no test of a clause sets the switch {id}")))
        .collect()
}

/// Where a language has each clause: by its file and id, the source and the line.
type Translated<'a> = BTreeMap<(&'a str, String), (&'a Source, usize)>;

struct Clause<'a> {
    source: &'a Source,
    line: usize,
    /// Whether it says itself that it is not built yet.
    waits: bool,
}

fn headings(text: &str) -> impl Iterator<Item = (usize, String, bool)> {
    let lines: Vec<&str> = text.lines().collect();
    (0..lines.len()).filter_map(move |at| {
        let id = clause_id(lines[at].strip_prefix("### ")?)?;
        let first = lines[at + 1..].iter().find(|line| !line.trim().is_empty());
        Some((
            at + 1,
            id.to_owned(),
            first.is_some_and(|line| line.starts_with("Status:")),
        ))
    })
}

/// The id that `text` begins with: three capitals, a hyphen, one digit or two.
fn clause_id(text: &str) -> Option<&str> {
    let end = text
        .find(|c: char| c != '-' && !c.is_alphanumeric())
        .unwrap_or(text.len());
    let id = &text[..end];
    let (letters, number) = id.split_once('-')?;
    let is_id = letters.len() == 3
        && letters.bytes().all(|b| b.is_ascii_uppercase())
        && matches!(number.len(), 1..=2)
        && number.bytes().all(|b| b.is_ascii_digit());
    is_id.then_some(id)
}

/// Functions `abc_12_…` under an attribute that makes them tests, unless they are ignored.
fn rust_tests(text: &str) -> impl Iterator<Item = (usize, String)> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    (0..lines.len()).filter_map(move |at| {
        let (_, name) = lines[at]
            .split_once("fn ")
            .filter(|(before, _)| matches!(*before, "" | "async "))?;
        let (chapter, rest) = name.split_once('_')?;
        let (number, _) = rest.split_once('_')?;
        let id = format!("{}-{number}", chapter.to_uppercase());
        let id = clause_id(&id).filter(|whole| *whole == id)?.to_owned();
        let above = lines[..at]
            .iter()
            .rev()
            .take_while(|line| line.starts_with('#') || line.starts_with("//"));
        let attributes: Vec<_> = above.filter(|line| line.starts_with("#[")).collect();
        let is_test = attributes.iter().any(|line| line.contains("test"));
        let is_ignored = attributes.iter().any(|line| line.contains("ignore"));
        (is_test && !is_ignored).then_some((at + 1, id))
    })
}

/// Tests whose title begins with an id: `test('BLD-09 …'` and `it("BLD-09: …"`.
fn web_tests(text: &str) -> impl Iterator<Item = (usize, String)> {
    ["test(", "it("].into_iter().flat_map(move |call| {
        text.match_indices(call).filter_map(move |(at, _)| {
            let is_whole = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let title = text[at + call.len()..]
                .trim_start()
                .strip_prefix(['\'', '"', '`'])?;
            let id = clause_id(title).filter(|_| is_whole)?;
            Some((text[..at].matches('\n').count() + 1, id.to_owned()))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{super::source, *};

    const BUILDING: &str = "# Building\n\n### BLD-09 Distance rule\n\nNo neighbor.\n";

    fn problems(path: &str, test: &str) -> Vec<Problem> {
        check(&[
            source("docs/rules/building.md", BUILDING),
            source(path, test),
        ])
    }

    #[test]
    fn a_clause_without_a_test_is_found() {
        let problems = problems("crates/rules/tests/building.rs", "");
        assert_eq!(problems.len(), 1);
        assert_eq!(
            (problems[0].path.as_str(), problems[0].line),
            ("docs/rules/building.md", 3)
        );
        assert!(problems[0].text.contains("fn bld_09_"));
    }

    #[test]
    fn a_rust_test_or_a_browser_test_is_enough() {
        let rust = "#[test]\n// Why.\nfn bld_09_keeps_distance() {}\n";
        assert_eq!(problems("crates/rules/tests/building.rs", rust), []);
        let tokio = "    #[tokio::test]\n    async fn bld_09_keeps_distance() {}\n";
        assert_eq!(problems("crates/server/tests/building.rs", tokio), []);
        assert_eq!(
            problems(
                "web/tests/building.spec.ts",
                "test(\n  'BLD-09 keeps distance', f)"
            ),
            []
        );
    }

    #[test]
    fn a_helper_or_an_ignored_test_is_not_enough() {
        let path = "crates/rules/tests/building.rs";
        assert_eq!(problems(path, "fn bld_09_helper() {}\n").len(), 1);
        assert_eq!(
            problems(path, "#[test]\n#[ignore = \"slow\"]\nfn bld_09_slow() {}\n").len(),
            1
        );
        assert_eq!(
            problems(
                "web/tests/a.spec.ts",
                "test.skip('BLD-09 keeps distance', f)"
            )
            .len(),
            1
        );
    }

    #[test]
    fn a_test_of_an_unknown_clause_is_found() {
        let test = "#[test]\nfn bld_09_a() {}\n#[test]\nfn bld_99_b() {}\n";
        let problems = problems("crates/rules/tests/building.rs", test);
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].line, 4);
        assert!(problems[0].text.contains("BLD-99"));
    }

    #[test]
    fn a_clause_may_have_one_digit() {
        let rules = source("docs/rules/variants.md", "### VAR-3 After the roll\n");
        let test = |text| source("crates/rules/tests/variants.rs", text);
        assert_eq!(check(&[rules, test("#[test]\nfn var_3_after() {}\n")]), []);
        let rules = source("docs/rules/variants.md", "### VAR-3 After the roll\n");
        let other = test("#[test]\nfn var_6_building() {}\n#[test]\nfn var_nothing() {}\n");
        assert_eq!(check(&[rules, other]).len(), 2);
    }

    #[test]
    fn a_clause_that_says_its_status_may_wait() {
        let rules = "### TRD-12 Like for like\n\nStatus: the older editions are not built yet.\n";
        assert_eq!(check(&[source("docs/rules/trade.md", rules)]), []);
    }

    #[test]
    fn a_translation_has_the_clauses_of_english_and_is_none_of_them() {
        let check = |german: &str| {
            let test = "#[test]\nfn bld_09_keeps_distance() {}\n";
            check(&[
                source("docs/rules/building.md", BUILDING),
                source("docs/rules/de/README.md", "# Regeln\n"),
                source("docs/rules/de/building.md", german),
                source("crates/rules/tests/building.rs", test),
            ])
        };
        assert_eq!(check("# Bauen\n\n### BLD-09 Abstand\n"), []);
        let missing = check("# Bauen\n");
        assert_eq!(missing.len(), 1);
        assert_eq!(missing[0].path, "docs/rules/building.md");
        assert!(missing[0].text.contains("docs/rules/de/building.md"));
        let more = check("### BLD-09 Abstand\n\n### BLD-10 Mehr\n");
        assert_eq!(more.len(), 1);
        assert_eq!(
            (more[0].path.as_str(), more[0].line),
            ("docs/rules/de/building.md", 3)
        );
    }

    #[test]
    fn a_switch_that_no_test_sets_is_found() {
        let table = || {
            source(
                "docs/rules/editions.json",
                r#"{ "switches": [{ "id": "like_for_like" }] }"#,
            )
        };
        let test = |path, text| check(&[table(), source(path, text)]).len();
        assert_eq!(test("crates/rules/tests/rules/trade.rs", ""), 1);
        let set = "Rules { like_for_like: true, ..modern(3) }";
        assert_eq!(test("crates/rules/tests/rules/trade.rs", set), 0);
        assert_eq!(
            test("crates/rules/tests/rules/laws/random_rules.rs", set),
            1
        );
    }

    #[test]
    fn ids_are_told_from_other_words() {
        assert_eq!(clause_id("BLD-09 x"), Some("BLD-09"));
        assert_eq!(clause_id("BLD-09"), Some("BLD-09"));
        assert_eq!(clause_id("VAR-3 x"), Some("VAR-3"));
        assert_eq!(clause_id("BLD-091"), None);
        assert_eq!(clause_id("Bld-09"), None);
        assert_eq!(clause_id("BL"), None);
    }
}
