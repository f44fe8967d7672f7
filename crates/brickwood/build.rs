//! Builds the web client, so that a fresh clone needs no step of its own for it.
//!
//! A client that cannot be built is a warning: the server, the tests of the Rust crates and all
//! else still build, and the browser shows a page that says what to do. With `BRICKWOOD_SKIP_WEB=1`
//! nothing is built.

use std::{env, path::Path};

use brickwood_web_build::Client;

const SKIP: &str = "BRICKWOOD_SKIP_WEB";

fn main() {
    let client = Client::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web"));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={SKIP}");
    if !is_set(SKIP) && !is_set("DOCS_RS") {
        watch(&client);
        if let Err(error) = client.build() {
            warn(&format!("the web client was not built: {error}"));
        }
    }
    // The page is embedded: something must be there.
    match client.ensure_some_page() {
        Ok(false) => {}
        Ok(true) => warn("the browser will show a placeholder instead of the game"),
        Err(error) => warn(&format!("no page could be written: {error}")),
    }
}

/// The stamp is watched too: while it is missing, every run of cargo tries again.
fn watch(client: &Client) {
    for path in client.inputs().iter().chain([&client.stamp()]) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

fn is_set(variable: &str) -> bool {
    env::var_os(variable).is_some_and(|value| !value.is_empty() && value != "0")
}

fn warn(text: &str) {
    for line in text.lines() {
        println!("cargo::warning={line}");
    }
}
