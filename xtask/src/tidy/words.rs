//! One word for one thing: identifiers use the words of `docs/book/glossary.md`.
//!
//! Of the glossary's right-hand column, `move` and `mode` are left to reviewers: the first is a
//! keyword of Rust, the second means many harmless things.

use super::{
    Problem, Source,
    identifiers::{self, Language},
};

/// What identifiers must not say, and what they say instead.
const WORDS: [(&str, &str); 30] = [
    ("tile", "hex"),
    ("tiles", "hexes"),
    ("node", "intersection"),
    ("nodes", "intersections"),
    ("vertex", "intersection"),
    ("vertices", "intersections"),
    ("edge", "path"),
    ("edges", "paths"),
    ("port", "harbor"),
    ("ports", "harbors"),
    ("harbour", "harbor"),
    ("harbours", "harbors"),
    ("chit", "token"),
    ("chits", "tokens"),
    ("wood", "lumber"),
    ("wheat", "grain"),
    ("sheep", "wool"),
    ("clay", "brick"),
    ("stock", "bank, supply, deck or hand"),
    ("soldier", "knight"),
    ("soldiers", "knights"),
    ("rollout", "playout"),
    ("rollouts", "playouts"),
    ("turnstile", "rate limit"),
    ("errand", "limit kind"),
    ("errands", "limit kinds"),
    ("haggle", "suggestion"),
    ("haggles", "suggestions"),
    ("resting", "suspended"),
    ("studies", "replays"),
];

/// A word that means something else in some files.
struct Exception {
    word: &'static str,
    /// Paths begin with one of these.
    folders: &'static [&'static str],
    #[expect(dead_code, reason = "explains the entry to readers of the list")]
    reason: &'static str,
}

const EXCEPTIONS: [Exception; 6] = [
    Exception {
        word: "port",
        folders: &[
            "crates/server/",
            "crates/site/",
            "crates/storage/",
            "crates/test-kit/src/database.rs",
            "crates/brickwood/",
            "crates/load/",
            "xtask/",
            "web/scripts/",
            "web/tests/",
            "web/playwright.config.ts",
            "web/vite.config.ts",
        ],
        reason: "the port of a network address",
    },
    Exception {
        word: "node",
        folders: &["crates/web-build/", "xtask/", "web/eslint.config."],
        reason: "Node.js",
    },
    Exception {
        word: "node",
        folders: &["web/src/", "web/tests/", "web/scripts/"],
        reason: "a node of the page's document; the board's places come from the protocol",
    },
    Exception {
        word: "node",
        folders: &[
            "crates/server/",
            "crates/site/",
            "crates/storage/",
            "crates/brickwood/",
            "crates/load/",
            "crates/browser/src/",
            "crates/table-bots/tests/",
            "crates/table/src/lib.rs",
            "crates/table/src/room",
            "crates/table/src/stored.rs",
            "crates/table/tests/room/",
            "crates/table/tests/simulation/",
            "fuzz/fuzz_targets/room.rs",
            "crates/test-kit/src/room_storage.rs",
        ],
        reason: "a server among several that are one site",
    },
    Exception {
        word: "node",
        folders: &["crates/bots/src/", "crates/engine/"],
        reason: "a position that a search evaluates",
    },
    Exception {
        word: "sheep",
        folders: &[
            "web/src/lib/play/board/TerrainDefs.svelte",
            "web/src/lib/play/art/",
        ],
        reason: "an animal in a drawing, not a card",
    },
];

pub(super) fn check(sources: &[Source]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for source in sources {
        let scripts;
        let found = if source.has_extension(&["rs"]) {
            identifiers::identifiers(&source.text, Language::Rust)
        } else if source.has_extension(&["ts", "js", "mjs"]) {
            identifiers::identifiers(&source.text, Language::TypeScript)
        } else if source.has_extension(&["svelte"]) {
            scripts = identifiers::scripts(&source.text);
            identifiers::identifiers(&scripts, Language::TypeScript)
        } else {
            continue;
        };
        for (line, identifier) in found {
            problems.extend(better_word(identifier, &source.path).map(|(word, better)| {
                let say = format!(
                    "`{identifier}` says `{word}`: say {better}, or see docs/book/glossary.md"
                );
                source.problem(line, say)
            }));
        }
    }
    problems
}

/// The first word of `identifier` that has a better one.
fn better_word(identifier: &str, path: &str) -> Option<(&'static str, &'static str)> {
    words_of(identifier).into_iter().find_map(|word| {
        let (word, better) = WORDS.iter().find(|(banned, _)| *banned == word)?;
        (!is_excepted(word, path)).then_some((*word, *better))
    })
}

fn is_excepted(word: &str, path: &str) -> bool {
    EXCEPTIONS.iter().any(|exception| {
        let same = word.strip_suffix('s').unwrap_or(word) == exception.word;
        same && exception
            .folders
            .iter()
            .any(|folder| path.starts_with(folder))
    })
}

/// `SnakeCase`, `camelCase`, `snake_case` and `SCREAMING_CASE` in their words, in small letters.
fn words_of(identifier: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_small = false;
    for c in identifier.chars() {
        if c == '_' || c.is_ascii_digit() || (c.is_uppercase() && after_small) {
            words.push(String::new());
        }
        if c != '_' && !c.is_ascii_digit() {
            words
                .last_mut()
                .expect("never empty")
                .extend(c.to_lowercase());
        }
        after_small = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::{super::source, *};

    #[test]
    fn identifiers_fall_into_words() {
        assert_eq!(
            words_of("longestRoad_of2Seats"),
            ["longest", "road", "of", "seats"]
        );
        assert_eq!(words_of("MAX_TILES"), ["max", "tiles"]);
        assert_eq!(words_of("__"), Vec::<String>::new());
    }

    #[test]
    fn a_banned_word_is_found_in_every_language() {
        for path in ["crates/rules/src/a.rs", "web/src/a.ts"] {
            let problems = check(&[source(path, "let best_tile = 1;\n")]);
            assert_eq!(problems.len(), 1, "{path}");
            assert!(problems[0].text.contains("say hex"), "{path}");
        }
        let component = source(
            "web/src/A.svelte",
            "<script>\nlet sheepCount;\n</script>\n<i>sheep</i>\n",
        );
        assert_eq!(check(&[component])[0].line, 2);
    }

    #[test]
    fn words_inside_words_and_prose_are_free() {
        let text = "// a tile\nimport brickwood, viewport, Textile, \"wood\";\n";
        assert_eq!(check(&[source("web/src/a.ts", text)]), []);
    }

    #[test]
    fn a_network_address_names_no_harbor() {
        let text = "let port = 7878;";
        assert_eq!(check(&[source("crates/server/src/lib.rs", text)]), []);
        assert_eq!(check(&[source("crates/rules/src/lib.rs", text)]).len(), 1);
    }
}
