//! The committed TypeScript declarations are those of the protocol.
#![cfg(feature = "ts")]

use std::{fs, path::Path};

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/protocol.ts");

/// With `UPDATE_PROTOCOL` set (as `cargo xtask codegen` does) the committed file is written instead.
#[test]
fn the_committed_declarations_are_those_of_the_protocol() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript");
    let _ = fs::remove_dir_all(&folder);
    brickwood_table::protocol::declarations(&folder).expect("the declarations are written");
    let fresh = fs::read_to_string(folder.join("protocol.ts")).expect("they are in one file");
    if std::env::var_os("UPDATE_PROTOCOL").is_some() {
        fs::create_dir_all(Path::new(COMMITTED).parent().expect("a folder")).expect("the folder");
        fs::write(COMMITTED, fresh).expect("the file is written");
    } else {
        let committed = fs::read_to_string(COMMITTED).unwrap_or_default();
        assert!(fresh == committed, "stale: run `cargo xtask codegen`");
    }
}
