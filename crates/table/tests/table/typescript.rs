//! The committed TypeScript declarations are those of what goes into a room and comes out.

use std::{fs, path::Path};

use brickwood_test_kit::is_committed;

#[test]
fn the_committed_declarations_are_those_of_a_room() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript-table");
    let _ = fs::remove_dir_all(&folder);
    brickwood_table::room::declarations(&folder).expect("the declarations are written");
    let fresh = fs::read_to_string(folder.join("protocol/room.ts")).expect("it is written");
    is_committed("web/src/lib/base/protocol/room.ts", &fresh);
}
