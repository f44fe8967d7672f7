//! Which crate may know which: only downwards, and never sideways between bots and tables.

use serde_json::Value;

use super::Problem;

/// Each crate with those that it may depend on, for tests and builds too; all without `brickwood-`.
const ROOMS: [(&str, &[&str]); 30] = [
    ("wire", &[]),
    ("rules", &["wire"]),
    ("notation", &["rules", "wire"]),
    ("fair", &["rules"]),
    ("bots", &["rules", "notation", "protocol"]),
    ("encode", &["rules"]),
    ("rating", &[]),
    ("picture", &["rules", "notation"]),
    // The arena is for tests and measurements.
    (
        "analysis",
        &["wire", "rules", "notation", "protocol", "bots", "arena"],
    ),
    ("arena", &["rules", "notation", "bots"]),
    ("engine", &["rules", "notation", "bots", "arena"]),
    (
        "puzzles",
        &["wire", "rules", "notation", "bots", "arena", "analysis"],
    ),
    ("tuning", &["rules", "notation", "bots", "arena", "dataset"]),
    ("episodes", &["rules", "bots", "encode", "arena"]),
    ("dataset", &["rules", "notation", "bots", "encode", "arena"]),
    (
        "python",
        &[
            "rules", "notation", "bots", "encode", "arena", "episodes", "dataset", "picture",
            "engine",
        ],
    ),
    ("protocol", &["wire", "rules", "notation", "fair"]),
    ("table", &["wire", "rules", "notation", "fair", "protocol"]),
    (
        "table-bots",
        &["rules", "notation", "protocol", "bots", "analysis", "table"],
    ),
    (
        "browser",
        &[
            "wire",
            "table-bots",
            "rules",
            "notation",
            "protocol",
            "bots",
            "analysis",
            "table",
        ],
    ),
    (
        "storage",
        &["rules", "notation", "fair", "protocol", "table"],
    ),
    (
        "site",
        &[
            "storage", "rules", "protocol", "analysis", "table", "rating",
        ],
    ),
    (
        "server",
        &[
            "site", "storage", "rules", "fair", "protocol", "analysis", "table",
        ],
    ),
    (
        "load",
        &[
            "client",
            "test-client",
            "rules",
            "protocol",
            "table",
            "server",
            "site",
            "storage",
        ],
    ),
    // The browser's crate is for the test that compares the page without a server with a server.
    (
        "brickwood",
        &[
            "table-bots",
            "dataset",
            "encode",
            "rules",
            "notation",
            "bots",
            "analysis",
            "puzzles",
            "arena",
            "engine",
            "fair",
            "protocol",
            "table",
            "server",
            "site",
            "storage",
            "load",
            "browser",
            "web-build",
        ],
    ),
    ("web-build", &[]),
    ("client", &["rules", "fair", "protocol"]),
    ("test-client", &["fair", "protocol", "site", "table"]),
    ("test-kit", &["rules", "protocol", "storage", "table"]),
    ("xtask", &["web-build"]),
];

/// What the tests of any crate may use.
const FOR_TESTS: [&str; 3] = ["test-kit", "test-client", "client"];

/// The name of a crate as [`ROOMS`] has it.
fn short(name: &str) -> &str {
    name.strip_prefix("brickwood-").unwrap_or(name)
}

fn is_for_tests(dependency: &Value) -> bool {
    let name = dependency["name"].as_str().unwrap_or_default();
    dependency["kind"] == "dev" && FOR_TESTS.contains(&short(name))
}

/// Checks what `cargo metadata` says.
pub(super) fn check(metadata: &Value) -> Vec<Problem> {
    let packages = || metadata["packages"].as_array().into_iter().flatten();
    let names: Vec<&str> = packages()
        .filter_map(|package| package["name"].as_str())
        .collect();
    let mut problems = Vec::new();
    for package in packages() {
        let name = package["name"].as_str().unwrap_or_default();
        let problem = |text: String| Problem {
            path: format!("{name}/Cargo.toml"),
            line: 0,
            text,
        };
        let Some((_, allowed)) = ROOMS.iter().find(|(room, _)| *room == short(name)) else {
            problems.push(problem(
                "a new crate: say in xtask/src/tidy/rooms.rs what it may know".to_owned(),
            ));
            continue;
        };
        let dependencies = package["dependencies"].as_array();
        let wrong = dependencies
            .into_iter()
            .flatten()
            .filter(|dependency| !is_for_tests(dependency))
            .filter_map(|dependency| dependency["name"].as_str())
            // A crate's tests may ask for its own features.
            .filter(|other| names.contains(other) && *other != name)
            .filter(|other| !allowed.contains(&short(other)));
        problems.extend(wrong.map(|other| {
            problem(format!(
                "depends on {other}, and must not know it: see `Crates and folders` in ARCHITECTURE.md"
            ))
        }));
    }
    problems
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn workspace(name: &str, dependency: &str) -> Value {
        json!({ "packages": [
            { "name": name, "dependencies": [{ "name": dependency }, { "name": "serde" }] },
            { "name": "brickwood-bots", "dependencies": [] },
            { "name": "brickwood-table", "dependencies": [] },
            { "name": "brickwood-test-kit", "dependencies": [] },
        ] })
    }

    #[test]
    fn downwards_is_allowed() {
        assert_eq!(check(&workspace("brickwood", "brickwood-table")), []);
    }

    #[test]
    fn sideways_is_found() {
        let problems = check(&workspace("brickwood-table", "brickwood-bots"));
        assert_eq!(problems.len(), 1);
        assert!(problems[0].text.contains("depends on brickwood-bots"));
    }

    #[test]
    fn the_kit_of_tests_is_for_tests_only() {
        let mut workspace = workspace("brickwood-rules", "brickwood-test-kit");
        assert_eq!(check(&workspace).len(), 1);
        workspace["packages"][0]["dependencies"][0]["kind"] = json!("dev");
        assert_eq!(check(&workspace), []);
    }

    #[test]
    fn a_crate_without_a_room_is_found() {
        assert_eq!(check(&workspace("brickwood-attic", "serde")).len(), 1);
    }
}
