//! The site as the program embeds it: compressed, and without what the page has as well.

use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use flate2::{Compression, write::GzEncoder};

use super::built;
use crate::{root, tidy::has_extension};

/// Where the program's build looks for it.
const FOLDER: &str = "docs/site/dist";
/// The fonts of the page, if it has been built. Their names change with their bytes.
const PAGE: &str = "web/dist";
const ASSETS: &str = "assets";

pub(crate) fn folder() -> PathBuf {
    root().join(FOLDER)
}

/// Whether the program that is built now has the documentation.
pub(crate) fn exists() -> bool {
    folder().join("index.html.gz").is_file()
}

/// Puts it there. What has not changed stays as it is, so that the program need not be built again.
pub(super) fn put(site: &Path) -> Result<()> {
    let page = fonts(&root().join(PAGE).join(ASSETS))?;
    let packed = pack(read(site)?, &page)?;
    let folder = folder();
    fs::create_dir_all(&folder)?;
    for path in built::files(&folder)? {
        if !packed.contains_key(&path) {
            fs::remove_file(folder.join(path))?;
        }
    }
    for (path, content) in &packed {
        let file = folder.join(path);
        if fs::read(&file).is_ok_and(|there| there == *content) {
            continue;
        }
        fs::create_dir_all(file.parent().context("a file lies in a folder")?)?;
        fs::write(file, content)?;
    }
    Ok(())
}

type Files = BTreeMap<String, Vec<u8>>;

fn read(folder: &Path) -> Result<Files> {
    let paths = built::files(folder)?.into_iter();
    let read = |path: String| Ok((path.clone(), fs::read(folder.join(path))?));
    paths.map(read).collect()
}

fn fonts(folder: &Path) -> Result<Files> {
    if !folder.is_dir() {
        return Ok(Files::new());
    }
    let mut files = read(folder)?;
    files.retain(|path, _| has_extension(path, &["woff2"]));
    Ok(files)
}

/// Each file, compressed if that makes it shorter: then its name ends with `.gz`. Style sheets take fonts from the page.
fn pack(mut site: Files, page: &Files) -> Result<Files> {
    let mut fonts = Vec::new();
    site.retain(|path, content| {
        let same = page.iter().find(|(_, there)| *there == content);
        fonts.extend(
            same.map(|(there, _)| (format!("'../{path}'"), format!("'/{ASSETS}/{there}'"))),
        );
        same.is_none()
    });
    let mut packed = Files::new();
    for (path, mut content) in site {
        // For hosts of static files.
        if path.starts_with('.') {
            continue;
        }
        if has_extension(&path, &["css"]) {
            let mut sheet = String::from_utf8(content)?;
            for (here, there) in &fonts {
                sheet = sheet.replace(here, there);
            }
            content = sheet.into_bytes();
        }
        let mut packing = GzEncoder::new(Vec::new(), Compression::best());
        packing.write_all(&content)?;
        let short = packing.finish()?;
        if short.len() < content.len() {
            packed.insert(format!("{path}.gz"), short);
        } else {
            packed.insert(path, content);
        }
    }
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn what_the_page_has_is_taken_from_there_and_the_rest_is_short() {
        let text = "a road, a settlement, a city. ".repeat(100);
        let sheet = "a { src: url('../fonts/b-1a2b3c4d.woff2'); } c { src: url('../fonts/d-1a2b3c4d.woff2'); }";
        let site = [
            (".nojekyll", ""),
            ("e.html", &text),
            ("f.png", "7"),
            ("fonts/b-1a2b3c4d.woff2", "letters"),
            ("fonts/d-1a2b3c4d.woff2", "digits"),
            ("fonts/fonts.css", &sheet.repeat(9)),
        ];
        let files = |files: &[(&str, &str)]| -> Files {
            let files = files.iter();
            files
                .map(|&(path, text)| (path.to_owned(), text.into()))
                .collect()
        };
        let packed = pack(files(&site), &files(&[("b-XY.woff2", "letters")])).unwrap();
        let paths: Vec<&str> = packed.keys().map(String::as_str).collect();
        let expected = [
            "e.html.gz",
            "f.png",
            "fonts/d-1a2b3c4d.woff2",
            "fonts/fonts.css.gz",
        ];
        assert_eq!(paths, expected);
        let unpacked = |path: &str| {
            let mut text = String::new();
            GzDecoder::new(&*packed[path])
                .read_to_string(&mut text)
                .unwrap();
            text
        };
        assert_eq!(unpacked("e.html.gz"), text);
        let expected = sheet.replace("../fonts/b-1a2b3c4d.woff2", "/assets/b-XY.woff2");
        assert_eq!(unpacked("fonts/fonts.css.gz"), expected.repeat(9));
    }
}
