//! The page's declarations of what crosses the wire.

use std::{env, fs, process};

use ts_rs::{Config, ExportError};

use crate::is_committed;

/// Checks that the page's `files` are the declarations that `write` writes.
///
/// # Panics
///
/// If they are not, or cannot be written.
#[track_caller]
pub fn are_declared(files: &[&str], write: impl Fn(&Config) -> Result<(), ExportError>) {
    let folder = env::temp_dir().join(format!(
        "brickwood-typescript-{}-{}",
        process::id(),
        files[0]
    ));
    // What JSON.parse makes of them.
    let config = Config::new().with_out_dir(&folder).with_large_int("number");
    write(&config).expect("the declarations are written");
    let fresh = files.iter().map(|file| {
        let file = format!("protocol/{file}.ts");
        let text = fs::read_to_string(folder.join(&file)).expect("it is written");
        (file, text)
    });
    let fresh: Vec<_> = fresh.collect();
    fs::remove_dir_all(&folder).expect("our own folder");
    for (file, text) in fresh {
        is_committed(&format!("web/src/lib/base/{file}"), &text);
    }
}

/// Writes the declarations of types by their names: one line for each crate that has some of the types.
#[macro_export]
macro_rules! export {
    ($($of:ident: $($name:ident)*;)*) => {
        |config: &::ts_rs::Config| {
            $($(<$of::$name as ::ts_rs::TS>::export_all(config)?;)*)*
            Ok(())
        }
    };
}
