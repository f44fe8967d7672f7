//! Crates that can be published say on crates.io what they are, and show their features on docs.rs.

use serde_json::Value;

use super::Problem;

const MOST_KEYWORDS: usize = 5;
const LONGEST_KEYWORD: usize = 20;

/// The categories of crates.io that we use; it refuses others than those of <https://crates.io/category_slugs>.
const CATEGORIES: [&str; 18] = [
    "algorithms",
    "command-line-utilities",
    "cryptography",
    "database",
    "development-tools",
    "development-tools::build-utils",
    "game-engines",
    "games",
    "mathematics",
    "network-programming",
    "no-std",
    "parser-implementations",
    "rendering",
    "science",
    "simulation",
    "web-programming",
    "web-programming::http-server",
    "web-programming::websocket",
];

/// Checks what `cargo metadata` says.
pub(super) fn check(metadata: &Value) -> Vec<Problem> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let public = packages.filter(|package| package["publish"].is_null());
    public.flat_map(problems).collect()
}

fn problems(package: &Value) -> Vec<Problem> {
    let texts = |key: &str| -> Vec<&str> {
        let values = package[key].as_array().into_iter().flatten();
        values.filter_map(Value::as_str).collect()
    };
    let mut found = Vec::new();
    for key in ["description", "documentation", "license", "readme"] {
        if package[key].as_str().is_none_or(str::is_empty) {
            found.push(format!("has no {key}"));
        }
    }
    let keywords = texts("keywords");
    if keywords.is_empty() || keywords.len() > MOST_KEYWORDS {
        found.push(format!("has {} keywords: name 1 to 5", keywords.len()));
    }
    let wrong = keywords.iter().filter(|keyword| !is_keyword(keyword));
    found.extend(wrong.map(|keyword| {
        format!(
            "crates.io takes no keyword such as {keyword}: at most 20 letters, digits, `_`, `+` and `-`, a letter first"
        )
    }));
    let categories = texts("categories");
    if categories.is_empty() {
        found.push("has no categories".to_owned());
    }
    let unknown = categories.iter().filter(|one| !CATEGORIES.contains(one));
    found.extend(unknown.map(|category| {
        format!(
            "is {category} a category of crates.io? Then name it in xtask/src/tidy/published.rs"
        )
    }));
    let has_features = package["features"]
        .as_object()
        .is_some_and(|features| features.keys().any(|feature| feature != "default"));
    if has_features && package["metadata"]["docs"]["rs"]["all-features"] != true {
        found.push("has features that docs.rs does not show: `all-features = true` below [package.metadata.docs.rs]".to_owned());
    }
    let name = package["name"].as_str().unwrap_or_default();
    let problem = |text| Problem {
        path: format!("{name}/Cargo.toml"),
        line: 0,
        text,
    };
    found.into_iter().map(problem).collect()
}

fn is_keyword(word: &str) -> bool {
    word.len() <= LONGEST_KEYWORD
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_+-".contains(c))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn package() -> Value {
        json!({
            "name": "brickwood-bots", "description": "Bots.", "documentation": "https://docs.rs/brickwood-bots",
            "license": "MIT", "readme": "README.md", "publish": null, "features": {}, "metadata": null,
            "keywords": ["board-game"], "categories": ["games", "algorithms"],
        })
    }

    fn texts(package: &Value) -> Vec<String> {
        let problems = check(&json!({ "packages": [package] }));
        problems.into_iter().map(|problem| problem.text).collect()
    }

    #[test]
    fn a_crate_that_says_what_it_is_is_fine() {
        assert_eq!(texts(&package()), [""; 0]);
    }

    #[test]
    fn what_crates_io_refuses_is_found() {
        let mut wrong = package();
        wrong["readme"] = Value::Null;
        wrong["keywords"] = json!(["imperfect-information"]);
        wrong["categories"] = json!(["fun"]);
        let found = texts(&wrong);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0], "has no readme");
        assert!(found[1].contains("imperfect-information"));
        assert!(found[2].contains("fun"));
        wrong["publish"] = json!([]);
        assert_eq!(texts(&wrong), [""; 0]);
    }

    #[test]
    fn features_are_shown() {
        let mut hidden = package();
        hidden["features"] = json!({ "ts": [] });
        assert_eq!(texts(&hidden).len(), 1);
        hidden["metadata"] = json!({ "docs": { "rs": { "all-features": true } } });
        assert_eq!(texts(&hidden), [""; 0]);
    }
}
