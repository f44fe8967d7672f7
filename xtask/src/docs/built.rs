//! The links of a site of static files.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::{Context, Result};

use crate::{
    html::{self, Html, Link},
    markdown::{is_elsewhere, resolve},
    tidy::has_extension,
};

pub(super) struct Found {
    pub(super) problems: Vec<String>,
    pub(super) pages: usize,
    /// Links to other places of the site.
    pub(super) links: usize,
}

/// Follows every link of every page and style sheet of the site in `folder`. Nothing may be fetched from elsewhere.
pub(super) fn check(folder: &Path) -> Result<Found> {
    let mut files = BTreeSet::new();
    list(folder, "", &mut files)?;
    let mut pages = BTreeMap::new();
    for path in &files {
        let read = || {
            fs::read_to_string(folder.join(path)).with_context(|| format!("{path} cannot be read"))
        };
        if has_extension(path, &["html"]) {
            pages.insert(path.as_str(), html::read(&read()?));
        } else if has_extension(path, &["css"]) {
            pages.insert(path.as_str(), style_sheet(&read()?));
        }
    }
    Ok(follow(&files, &pages))
}

/// What a style sheet fetches.
fn style_sheet(text: &str) -> Html {
    let mut sheet = Html::default();
    for rest in text.split("url(").skip(1) {
        let inner = rest.split(')').next().unwrap_or_default().trim();
        sheet.links.push(Link {
            target: inner.trim_matches(['"', '\'']).to_owned(),
            loads: true,
        });
    }
    sheet
}

/// The files below a folder, by their paths from the site's root.
fn list(folder: &Path, prefix: &str, files: &mut BTreeSet<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.insert(path);
        }
    }
    Ok(())
}

fn follow(files: &BTreeSet<String>, pages: &BTreeMap<&str, Html>) -> Found {
    let html = pages.keys().filter(|path| has_extension(path, &["html"]));
    let mut found = Found {
        problems: Vec::new(),
        pages: html.count(),
        links: 0,
    };
    for (&path, page) in pages {
        for link in &page.links {
            let target = &link.target;
            // A picture may stand in the style sheet itself.
            if target.starts_with("data:") {
                continue;
            }
            if is_elsewhere(target) || target.starts_with("//") {
                if link.loads {
                    let problem = format!("{path}: fetches {target} from elsewhere");
                    found.problems.push(problem);
                }
                continue;
            }
            found.links += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let to = match file {
                "" => path.to_owned(),
                // The site may lie below any path.
                absolute if absolute.starts_with('/') => absolute.to_owned(),
                file if file.ends_with('/') => resolve(path, &format!("{file}index.html")),
                file => resolve(path, file),
            };
            if !files.contains(&to) {
                let problem = format!("{path}: the link to {target} leads nowhere");
                found.problems.push(problem);
            } else if let Some(page) = pages.get(to.as_str())
                && !anchor.is_empty()
                && !page.anchors.contains(anchor)
            {
                let problem = format!("{path}: {to} has no #{anchor}");
                found.problems.push(problem);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_links_and_foreign_files_of_a_site_are_found() {
        let texts = BTreeMap::from([
            (
                "index.html",
                r#"<a href="book/a.html#b"></a><a href="book/a.html#c"></a><a href="/index.html"></a><a href="../a.html"></a>
                <a href="https://b.example"></a><script src="https://c.example/d.js"></script>"#,
            ),
            (
                "book/a.html",
                r##"<h1 id="b"></h1><a href="../index.html"></a><a href="../"></a><a href="#b"></a>
                <img src="../e.png"><img src="f.png"><img src="data:image/png;base64,">"##,
            ),
        ]);
        let mut files: BTreeSet<_> = texts.keys().map(|&path| path.to_owned()).collect();
        files.insert("e.png".to_owned());
        let pages = texts.into_iter();
        let mut pages: BTreeMap<_, _> =
            pages.map(|(path, text)| (path, html::read(text))).collect();
        let sheet = r#"a { src: url('../e.png'), url( g.woff2 ), url("data:image/svg+xml,<svg xmlns='http://a.example'/>"); }"#;
        pages.insert("book/style.css", style_sheet(sheet));
        let found = follow(&files, &pages);
        let problems = [
            "book/a.html: the link to f.png leads nowhere",
            "book/style.css: the link to g.woff2 leads nowhere",
            "index.html: book/a.html has no #c",
            "index.html: the link to /index.html leads nowhere",
            "index.html: the link to ../a.html leads nowhere",
            "index.html: fetches https://c.example/d.js from elsewhere",
        ];
        assert_eq!(found.problems, problems);
        assert_eq!((found.pages, found.links), (2, 11));
    }
}
