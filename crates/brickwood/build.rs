//! Builds the web client, so that a fresh clone needs no step of its own for it.
//!
//! A client that cannot be built is a warning: the server, the tests of the Rust crates and all
//! else still build, and the browser shows a page that says what to do. With `BRICKWOOD_SKIP_WEB=1`
//! nothing is built. Neither is anything in the package that is published: the page is in it.
//!
//! A release contains the WebAssembly module with which the page plays without a server, if there is a
//! compiler for it. Other builds take the module of the last `cargo xtask web` or release: it would be
//! compiled anew for every change of the rules.

use std::{
    env,
    path::{Path, PathBuf},
    thread,
};

use brickwood_web_build::{ClientFolder, Error, ModuleCrate};

const SKIP: &str = "BRICKWOOD_SKIP_WEB";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(packaged)");
    if is_packaged() {
        println!("cargo::rustc-cfg=packaged");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let client = ClientFolder::new(root.join("web"));
    let module = ModuleCrate::new(root.clone());
    println!("cargo::rerun-if-changed=build.rs");
    // The documentation is embedded if it has been made: in this folder, which is always there.
    watch([&root.join("docs/site")]);
    println!("cargo::rerun-if-env-changed={SKIP}");
    if !is_set(SKIP) && !is_set("DOCS_RS") {
        watch(client.inputs().iter().chain([&client.stamp()]));
        if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
            build_module(&module, &client);
        }
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

/// Whether this is the package of `cargo xtask crates`, which contains the page.
fn is_packaged() -> bool {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.join("page/index.html").is_file() && !here.join("../../web/package.json").is_file()
}

/// Builds the module, and has cargo watch what it is built from. Meanwhile, the client's packages are installed; if that
/// fails, the client's build says why.
fn build_module(module: &ModuleCrate, client: &ClientFolder) {
    let built = thread::scope(|scope| {
        let building = scope.spawn(|| {
            watch(&module.inputs()?);
            module.build()
        });
        let _ = client.install();
        building.join().expect("building does not panic")
    });
    match built {
        Ok(_) => {}
        Err(error @ Error::NoTarget(_)) => warn(&format!("no offline play in the page: {error}")),
        Err(error) => warn(&format!("no new module for offline play: {error}")),
    }
}

/// The client's stamp is watched too: while it is missing, every run of cargo tries again.
fn watch<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) {
    for path in paths {
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
