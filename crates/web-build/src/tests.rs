use std::{env, fs, path::PathBuf, process};

use super::{ClientFolder, Error, npm::parse_version};

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
