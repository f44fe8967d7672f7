//! Which crate may know which: only downwards, and never sideways between bots and tables.

use serde_json::Value;

use super::Problem;

/// Each crate with those that it may depend on, for tests and builds too.
const ROOMS: [(&str, &[&str]); 21] = [
    ("brickwood-rules", &[]),
    ("brickwood-notation", &["brickwood-rules"]),
    ("brickwood-fair", &["brickwood-rules"]),
    ("brickwood-bots", &["brickwood-rules", "brickwood-notation"]),
    ("brickwood-encode", &["brickwood-rules"]),
    (
        "brickwood-picture",
        &["brickwood-rules", "brickwood-notation"],
    ),
    (
        "brickwood-analysis",
        &[
            "brickwood-rules",
            "brickwood-notation",
            "brickwood-bots",
            // For tests and measurements.
            "brickwood-arena",
        ],
    ),
    (
        "brickwood-arena",
        &["brickwood-rules", "brickwood-notation", "brickwood-bots"],
    ),
    (
        "brickwood-engine",
        &[
            "brickwood-rules",
            "brickwood-notation",
            "brickwood-bots",
            "brickwood-arena",
        ],
    ),
    (
        "brickwood-episodes",
        &[
            "brickwood-rules",
            "brickwood-bots",
            "brickwood-encode",
            "brickwood-arena",
        ],
    ),
    (
        "brickwood-dataset",
        &[
            "brickwood-rules",
            "brickwood-notation",
            "brickwood-bots",
            "brickwood-encode",
            "brickwood-arena",
        ],
    ),
    (
        "brickwood-python",
        &[
            "brickwood-rules",
            "brickwood-notation",
            "brickwood-bots",
            "brickwood-encode",
            "brickwood-arena",
            "brickwood-episodes",
            "brickwood-dataset",
            "brickwood-picture",
        ],
    ),
    (
        "brickwood-table",
        &["brickwood-rules", "brickwood-notation", "brickwood-fair"],
    ),
    (
        "brickwood-coach",
        &[
            "brickwood-rules",
            "brickwood-notation",
            "brickwood-fair",
            "brickwood-bots",
            "brickwood-analysis",
            "brickwood-table",
        ],
    ),
    (
        "brickwood-browser",
        &[
            "brickwood-coach",
            "brickwood-rules",
            "brickwood-notation",
            "brickwood-analysis",
            "brickwood-table",
        ],
    ),
    (
        "brickwood-storage",
        &[
            "brickwood-rules",
            "brickwood-notation",
            "brickwood-fair",
            "brickwood-table",
        ],
    ),
    (
        "brickwood-server",
        &[
            "brickwood-storage",
            "brickwood-rules",
            "brickwood-fair",
            "brickwood-analysis",
            "brickwood-table",
        ],
    ),
    (
        "brickwood-load",
        &[
            "brickwood-rules",
            "brickwood-fair",
            "brickwood-table",
            "brickwood-server",
            "brickwood-storage",
        ],
    ),
    (
        "brickwood",
        &[
            "brickwood-coach",
            "brickwood-dataset",
            "brickwood-encode",
            "brickwood-rules",
            "brickwood-notation",
            "brickwood-bots",
            "brickwood-analysis",
            "brickwood-arena",
            "brickwood-engine",
            "brickwood-fair",
            "brickwood-table",
            "brickwood-server",
            "brickwood-storage",
            "brickwood-load",
            // For the test that compares the page without a server with a server.
            "brickwood-browser",
            "brickwood-web-build",
        ],
    ),
    ("brickwood-web-build", &[]),
    ("xtask", &["brickwood-web-build"]),
];

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
        let Some((_, allowed)) = ROOMS.iter().find(|(room, _)| *room == name) else {
            problems.push(problem(
                "a new crate: say in xtask/src/tidy/rooms.rs what it may know".to_owned(),
            ));
            continue;
        };
        let dependencies = package["dependencies"].as_array();
        let wrong = dependencies
            .into_iter()
            .flatten()
            .filter_map(|dependency| dependency["name"].as_str())
            // A crate's tests may ask for its own features.
            .filter(|other| names.contains(other) && *other != name && !allowed.contains(other));
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
    fn a_crate_without_a_room_is_found() {
        assert_eq!(check(&workspace("brickwood-attic", "serde")).len(), 1);
    }
}
