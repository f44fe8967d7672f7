//! The committed TypeScript declarations are those of the statistics.

use std::{fs, path::Path};

const COMMITTED: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../web/src/lib/protocol/analysis.ts"
);

/// With `UPDATE_PROTOCOL` set (as `cargo xtask codegen` does) the committed file is written instead.
#[test]
fn the_committed_declarations_are_those_of_the_statistics() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript");
    let _ = fs::remove_dir_all(&folder);
    brickwood_analysis::declarations(&folder).expect("the declarations are written");
    let fresh = fs::read_to_string(folder.join("protocol/analysis.ts")).expect("it is written");
    if std::env::var_os("UPDATE_PROTOCOL").is_some() {
        fs::write(COMMITTED, fresh).expect("the file is written");
    } else {
        let committed = fs::read_to_string(COMMITTED).unwrap_or_default();
        assert!(
            fresh == committed,
            "analysis.ts is stale: run `cargo xtask codegen`"
        );
    }
}
