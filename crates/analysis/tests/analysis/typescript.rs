//! The committed TypeScript declarations are those of the statistics.

use std::{fs, path::Path};

use brickwood_test_kit::is_committed;

#[test]
fn the_committed_declarations_are_those_of_the_statistics() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript-analysis");
    let _ = fs::remove_dir_all(&folder);
    brickwood_analysis::declarations(&folder).expect("the declarations are written");
    let fresh = fs::read_to_string(folder.join("protocol/analysis.ts")).expect("it is written");
    is_committed("web/src/lib/base/protocol/analysis.ts", &fresh);
}
