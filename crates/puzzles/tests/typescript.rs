//! The committed TypeScript declarations are those of questions.
#![cfg(feature = "ts")]

use std::{fs, path::Path};

use brickwood_test_kit::is_committed;

#[test]
fn typescript_knows_what_a_question_is() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript-puzzles");
    let _ = fs::remove_dir_all(&folder);
    brickwood_puzzles::declarations(&folder).expect("the declarations are written");
    let fresh = fs::read_to_string(folder.join("protocol/puzzles.ts")).expect("it is written");
    is_committed("web/src/lib/base/protocol/puzzles.ts", &fresh);
}
