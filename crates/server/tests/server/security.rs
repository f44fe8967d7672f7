//! The book's chapter on security: the tests that it names exist.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sources below a folder, one after the other.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text += &fs::read_to_string(path).unwrap();
        }
    }
    text
}

fn is_of_the_page(name: &str) -> bool {
    name.split_once('.')
        .is_some_and(|(_, rest)| rest == "spec.ts")
}

#[test]
fn every_test_that_the_book_names_for_security_is_there() {
    let book = fs::read_to_string(repository().join("docs/book/security.md")).unwrap();
    let quoted = book.split('`').skip(1).step_by(2);
    let is_word = |name: &str| {
        name.bytes()
            .all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
    };
    let is_test =
        |name: &&str| is_of_the_page(name) || (is_word(name) && name.matches('_').count() > 1);
    let named: Vec<&str> = quoted.filter(is_test).chain(["tokens_differ"]).collect();
    assert!(named.len() > 40, "{named:?}");
    let sources = sources(&repository().join("crates"));
    for name in named {
        let is_there = if is_of_the_page(name) {
            repository().join("web/tests").join(name).exists()
        } else {
            sources.contains(&format!("fn {name}("))
        };
        assert!(is_there, "{name}");
    }
}
