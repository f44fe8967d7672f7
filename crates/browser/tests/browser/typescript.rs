//! The committed TypeScript declarations are those of calls and answers.

use std::{fs, path::Path};

use brickwood_test_kit::is_committed;

#[test]
fn the_committed_declarations_are_those_of_calls_and_answers() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript-browser");
    let _ = fs::remove_dir_all(&folder);
    brickwood_browser::declarations(&folder).expect("the declarations are written");
    let fresh = fs::read_to_string(folder.join("protocol/module.ts")).expect("it is written");
    is_committed("web/src/lib/base/protocol/module.ts", &fresh);
}
