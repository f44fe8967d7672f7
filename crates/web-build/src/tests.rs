use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command},
};

use serde_json::Value;

use super::{
    ClientFolder, Error, ModuleCrate,
    module::{self, folder_of},
    npm::parse_version,
};

/// A folder of its own for one test, removed when it ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("brickwood-web-build-{}-{name}", process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("src")).expect("a folder in the temporary folder");
        Self(path)
    }

    fn write(&self, name: &str, content: &str) {
        fs::write(self.0.join(name), content).expect("the file is written");
    }

    fn client(&self) -> ClientFolder {
        ClientFolder::new(&self.0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_fingerprint_changes_with_a_source_and_not_with_a_unit_test_or_a_build() {
    let folder = Folder::new("fingerprint");
    folder.write("package.json", "{}");
    folder.write("src/board.ts", "export const hexes = 19");
    let before = folder.client().fingerprint().expect("readable");

    folder.write("src/board.test.ts", "test");
    fs::create_dir_all(folder.0.join("dist")).expect("a folder");
    folder.write("dist/index.html", "built");
    assert_eq!(folder.client().fingerprint().expect("readable"), before);

    folder.write("src/board.ts", "export const hexes = 30");
    assert_ne!(folder.client().fingerprint().expect("readable"), before);
}

#[test]
fn a_fingerprint_changes_with_the_rules_that_the_page_shows() {
    let folder = Folder::new("rules");
    let web = folder.0.join("web");
    let rules = folder.0.join("docs/rules");
    fs::create_dir_all(&web).expect("a folder");
    fs::create_dir_all(&rules).expect("a folder");
    folder.write("web/package.json", "{}");
    folder.write("docs/rules/bld-building.md", "# BLD: building");
    let client = ClientFolder::new(&web);
    let before = client.fingerprint().expect("readable");

    folder.write("docs/rules/bld-building.md", "# BLD: building and buying");
    assert_ne!(client.fingerprint().expect("readable"), before);
}

#[test]
fn a_fingerprint_tells_the_name_of_a_file_from_its_content() {
    let (one, other) = (Folder::new("name"), Folder::new("content"));
    one.write("src/ab", "c");
    other.write("src/a", "bc");
    assert_ne!(
        one.client().fingerprint().expect("a"),
        other.client().fingerprint().expect("b")
    );
}

#[test]
fn a_stamp_makes_a_build_fresh_until_a_source_changes() {
    let folder = Folder::new("stamp");
    folder.write("index.html", "<html>");
    assert!(!folder.client().is_fresh().expect("readable"));

    fs::create_dir_all(folder.0.join("dist")).expect("a folder");
    let fingerprint = folder.client().fingerprint().expect("readable");
    folder.client().write_stamp(fingerprint).expect("written");
    assert!(folder.client().is_fresh().expect("readable"));

    folder.write("index.html", "<html lang='en'>");
    assert!(!folder.client().is_fresh().expect("readable"));
}

#[test]
fn a_placeholder_is_written_where_nothing_is_and_never_over_a_build() {
    let folder = Folder::new("placeholder");
    let page = folder.0.join("dist/index.html");
    assert!(folder.client().ensure_some_page().expect("written"));
    assert!(
        fs::read_to_string(&page)
            .expect("a page")
            .contains("nodejs.org")
    );
    assert!(
        folder
            .client()
            .ensure_some_page()
            .expect("still the placeholder")
    );

    fs::write(&page, "a build").expect("written");
    assert!(!folder.client().ensure_some_page().expect("kept"));
    assert_eq!(fs::read_to_string(&page).expect("a page"), "a build");
}

#[test]
fn a_folder_without_a_client_is_an_error_that_names_it() {
    let folder = Folder::new("no-sources");
    let error = folder.client().build().expect_err("nothing to build");
    assert!(
        matches!(&error, Error::NoSources(web) if *web == folder.0),
        "{error}"
    );
}

#[test]
fn node_versions_are_read() {
    assert_eq!(parse_version("v20.19.4"), Some((20, 19)));
    assert_eq!(parse_version("v8.0"), Some((8, 0)));
    assert_eq!(parse_version("node"), None);
    assert_eq!(parse_version(""), None);
}

/// This repository.
fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::canonicalize(root).expect("the repository")
}

/// The folders of the crates in the module, as their manifests tell them.
fn crates_in_module() -> BTreeSet<PathBuf> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let mut found = BTreeSet::new();
    let mut open = vec![root().join("crates/browser")];
    while let Some(folder) = open.pop() {
        let manifest = folder.join("Cargo.toml");
        let package = packages
            .iter()
            .find(|package| package["manifest_path"].as_str().map(Path::new) == Some(&manifest))
            .expect("a package of the workspace");
        let dependencies = package["dependencies"].as_array().expect("dependencies");
        open.extend(
            dependencies
                .iter()
                .filter(|it| it["kind"] != "dev" && it["optional"] == false)
                .filter_map(|it| it["path"].as_str().map(PathBuf::from))
                .filter(|path| !found.contains(path)),
        );
        found.insert(folder);
    }
    found
}

#[test]
fn a_change_of_any_crate_in_the_module_makes_it_anew() {
    let found = crates_in_module();
    assert!(found.len() > 5, "{found:?}");
    let module = ModuleCrate::new(root());
    assert_eq!(module.crates().expect("cargo answers"), found);
    let watched = module.inputs().expect("readable");
    for folder in found {
        for name in ["Cargo.toml", "src"] {
            assert!(watched.contains(&folder.join(name)), "{folder:?} {name}");
        }
    }
    // As cargo calls the build script, the path is that of the repository with `..` in it.
    let spelled = ModuleCrate::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    assert_eq!(
        spelled.crates().expect("cargo answers"),
        module.crates().expect("cargo answers")
    );
}

#[test]
fn a_second_build_does_nothing() {
    let module = ModuleCrate::new(root());
    let client = ClientFolder::new(root().join("web"));
    let written = ["target", "web/dist", "web/generated", "web/node_modules"];
    for path in [module.inputs().expect("readable"), client.inputs()].concat() {
        // Of what is missing, cargo believes that it has changed.
        assert!(path.exists(), "{path:?}");
        for folder in written {
            assert!(!path.starts_with(root().join(folder)), "{path:?}");
        }
    }
    // What a build writes and cargo watches looks older than the build.
    let folder = Folder::new("dates");
    folder.write("built.wasm", "a module");
    fs::create_dir_all(folder.0.join("web/dist")).expect("a folder");
    let before = fs::metadata(folder.0.join("built.wasm")).and_then(|data| data.modified());
    let module = ModuleCrate::new(&folder.0);
    module
        .install(&folder.0.join("built.wasm"))
        .expect("installed");
    let client = ClientFolder::new(folder.0.join("web"));
    client.write_stamp(1).expect("written");
    for path in [folder.0.join("web").join(module::FILE), client.stamp()] {
        let date = fs::metadata(&path).and_then(|data| data.modified());
        assert!(
            date.expect("a date") < *before.as_ref().expect("a date"),
            "{path:?}"
        );
    }
}

#[test]
fn whatever_the_page_takes_from_elsewhere_makes_it_anew() {
    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = path.to_string_lossy().into_owned();
            if path.is_dir() {
                sources(&path, found);
            } else if [".ts", ".svelte"].iter().any(|end| name.ends_with(end))
                && !name.ends_with(".test.ts")
            {
                found.push(path);
            }
        }
    }
    let web = root().join("web");
    let roots: Vec<PathBuf> = ClientFolder::new(&web)
        .inputs()
        .iter()
        .map(|path| fs::canonicalize(path).expect("it exists"))
        .collect();
    let mut files = Vec::new();
    for folder in ["src", "plugins"] {
        sources(&web.join(folder), &mut files);
    }
    let mut taken = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        let names = text.split('\'').filter(|name| name.starts_with("../"));
        let paths = names.filter_map(|name| {
            let folder = file.parent().expect("a folder");
            fs::canonicalize(folder.join(name.split('?').next()?)).ok()
        });
        for path in paths.filter(|path| !path.starts_with(&web)) {
            taken += 1;
            let is_watched = roots.iter().any(|root| path.starts_with(root));
            assert!(is_watched, "{file:?} takes {path:?}");
        }
    }
    assert!(taken > 10, "{taken}");
}

#[test]
fn the_folder_of_a_crate_is_read() {
    let folder = if cfg!(windows) {
        r"C:\rules (1)"
    } else {
        "/rules (1)"
    };
    for line in [
        format!("brickwood-rules v1.0.0 ({folder})"),
        format!("brickwood-macros v1.0.0 (proc-macro) ({folder})"),
    ] {
        assert_eq!(folder_of(&line), Some(folder.into()), "{line}");
    }
    for line in ["serde v1.0.229", "serde_derive v1.0.229 (proc-macro)", ""] {
        assert_eq!(folder_of(line), None, "{line}");
    }
}
