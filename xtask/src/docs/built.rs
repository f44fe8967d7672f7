//! The links of a site of static files, and what is in its pages.

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

/// Follows every link of every page and style sheet of the site in `folder`. Nothing may be fetched from elsewhere, and no page
/// may have in itself what the program's content security policy refuses. Scripts of others are `licensed`, by name and version.
pub(super) fn check(folder: &Path, licensed: &[(String, String)]) -> Result<Found> {
    let files = files(folder)?;
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
    let mut found = follow(&files, &pages);
    for path in files.iter().filter(|path| has_extension(path, &["js"])) {
        let script = fs::read_to_string(folder.join(path))?;
        found.problems.extend(script_problem(path, &script));
        found.problems.extend(unlicensed(path, &script, licensed));
    }
    Ok(found)
}

/// Whether a script that begins with its license is on the list of those in the documentation.
fn unlicensed(path: &str, script: &str, licensed: &[(String, String)]) -> Option<String> {
    let begin: String = script.chars().take(400).collect();
    let begin = begin.to_lowercase();
    let is_listed = licensed.iter().any(|(name, version)| {
        begin.contains(name.trim_end_matches(".js")) && begin.contains(version)
    });
    let is_ours = !begin.contains("license");
    (!is_ours && !is_listed).then(|| format!("{path}: docs/site/licenses.json lacks its license"))
}

/// Whether a script writes into a page what the policy refuses.
fn script_problem(path: &str, script: &str) -> Option<String> {
    let styles = ["setAttribute('style'", "setAttribute(\"style\""];
    let writes = styles.iter().any(|style| script.contains(style));
    writes.then(|| format!("{path}: the script writes a style into a page"))
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

/// The files of the site in `folder`, by their paths from there.
pub(super) fn files(folder: &Path) -> Result<BTreeSet<String>> {
    let mut files = BTreeSet::new();
    list(folder, "", &mut files)?;
    Ok(files)
}

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
        let forbidden = page.forbidden.iter();
        let forbidden = forbidden.map(|what| format!("{path}: the page itself has {what}"));
        found.problems.extend(forbidden);
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
                <img src="../e.png"><img src="f.png"><img src="data:image/png;base64,"><script>g()</script>"##,
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
            "book/a.html: the page itself has <script>",
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

    #[test]
    fn licenses_of_scripts_are_known() {
        let listed = [("mark.js".to_owned(), "8.11.1".to_owned())];
        let unlisted = |script| unlicensed("a.js", script, &listed).is_some();
        assert!(!unlisted("/* mark.js v8.11.1, under the MIT license */"));
        assert!(unlisted("/* mark.js v9.0.0, under the MIT license */"));
        assert!(unlisted("/* other v8.11.1, under the MIT license */"));
        assert!(!unlisted("roads();"));
    }

    #[test]
    fn scripts_write_no_styles_into_pages() {
        let script = "a.style.top = '1px'; b.setAttribute('class', 'c');";
        assert_eq!(script_problem("a.js", script), None);
        assert!(script_problem("a.js", "b.setAttribute('style', 'top: 1px')").is_some());
    }
}
