//! The committed TypeScript declarations are those of the protocol.

use std::{fs, path::Path};

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/protocol");

/// With `UPDATE_PROTOCOL` set (as `cargo xtask codegen` does) the committed files are written instead.
#[test]
fn the_committed_declarations_are_those_of_the_protocol() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript");
    let _ = fs::remove_dir_all(&folder);
    brickwood_protocol::declarations(&folder).expect("the declarations are written");
    let committed = Path::new(COMMITTED);
    for file in ["problem.ts", "rules.ts", "table.ts", "version.ts"] {
        let fresh = fs::read_to_string(folder.join("protocol").join(file)).expect("it is written");
        if std::env::var_os("UPDATE_PROTOCOL").is_some() {
            fs::create_dir_all(committed).expect("the folder");
            fs::write(committed.join(file), fresh).expect("the file is written");
        } else {
            let committed = fs::read_to_string(committed.join(file)).unwrap_or_default();
            assert!(
                fresh == committed,
                "{file} is stale: run `cargo xtask codegen`"
            );
        }
    }
}
