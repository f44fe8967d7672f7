//! The committed TypeScript declarations are those of the protocol.

use std::{fs, path::Path};

use brickwood_test_kit::is_committed;

#[test]
fn the_committed_declarations_are_those_of_the_protocol() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript");
    let _ = fs::remove_dir_all(&folder);
    brickwood_protocol::declarations(&folder).expect("the declarations are written");
    for file in ["problem.ts", "rules.ts", "table.ts", "version.ts"] {
        let fresh = fs::read_to_string(folder.join("protocol").join(file)).expect("it is written");
        is_committed(&format!("web/src/lib/protocol/{file}"), &fresh);
    }
}
