//! The program serves the site under the policy of its own page, which runs no script and applies no style that stands in a page
//! itself: they move into files. `built.rs` finds what is left.

use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use super::built;
use crate::tidy::has_extension;

/// What mdBook writes into pages beside scripts, and what stands there instead. The classes are in `style.css`.
const IN_PAGES: [(&str, &str); 4] = [
    (r#"style="clear: both""#, r#"class="clear""#),
    (r#"style="text-align: center""#, r#"class="centered""#),
    (r#"style="text-align: left""#, r#"class="left""#),
    (r#"style="text-align: right""#, r#"class="right""#),
];
/// What it writes into scripts.
const IN_SCRIPTS: (&str, &str) = (
    "setAttribute('style', 'position: absolute; opacity: 0;')",
    "style.cssText = 'position: absolute; opacity: 0;'",
);
/// The contents for browsers without scripts. Frames are refused: a link does as well.
const FRAME: (&str, &str, &str) = (
    r#"<iframe class="sidebar-iframe-outer" src=""#,
    r#""></iframe>"#,
    r#"">Contents</a>"#,
);
const SCRIPT: (&str, &str) = ("<script>", "</script>");

/// Changes the site in this folder.
pub(super) fn obey(site: &Path) -> Result<()> {
    let mut scripts = BTreeMap::new();
    for path in built::files(site)? {
        let file = site.join(&path);
        let change = |change: &mut dyn FnMut(&str) -> String| -> Result<()> {
            let text =
                fs::read_to_string(&file).with_context(|| format!("{path} cannot be read"))?;
            let changed = change(&text);
            if changed != text {
                fs::write(&file, changed)?;
            }
            Ok(())
        };
        if has_extension(&path, &["html"]) {
            let up = "../".repeat(path.matches('/').count());
            change(&mut |text| page(text, &up, &mut scripts))?;
        } else if has_extension(&path, &["js"]) {
            change(&mut |text| text.replace(IN_SCRIPTS.0, IN_SCRIPTS.1))?;
        }
    }
    for (name, script) in scripts {
        fs::write(site.join(name), script)?;
    }
    Ok(())
}

/// A page whose scripts are files beside the first page, to which `up` leads.
fn page(text: &str, up: &str, scripts: &mut BTreeMap<String, String>) -> String {
    let mut parts = text.split(SCRIPT.0);
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (script, rest) = part.split_once(SCRIPT.1).unwrap_or((part, ""));
        let name = file_name(script);
        let _ = write!(page, "<script src=\"{up}{name}\"></script>{rest}");
        scripts.insert(name, script.to_owned());
    }
    for (style, class) in IN_PAGES {
        page = page.replace(style, class);
    }
    let (start, end, link_end) = FRAME;
    let Some((before, frame)) = page.split_once(start) else {
        return page;
    };
    let (contents, after) = frame.split_once(end).unwrap_or((frame, ""));
    format!("{before}<a href=\"{contents}{link_end}{after}")
}

/// As mdBook names files: with the beginning of a hash of what is in them.
fn file_name(script: &str) -> String {
    let hash: [u8; 32] = Sha256::digest(script).into();
    let [a, b, c, d, ..] = hash;
    format!("inline-{a:02x}{b:02x}{c:02x}{d:02x}.js")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html;

    #[test]
    fn what_the_policy_forbids_moves_into_files() {
        let text = r#"<script>let a = "</b>";</script><th style="text-align: right">1</th><script src="c.js"></script>
            <noscript><iframe class="sidebar-iframe-outer" src="../toc.html"></iframe></noscript><script>let a = "</b>";</script>"#;
        // What is for browsers without scripts is no markup to others.
        assert_eq!(html::read(text).forbidden.len(), 3);
        let mut scripts = BTreeMap::new();
        let page = page(text, "../", &mut scripts);
        assert!(html::read(&page).forbidden.is_empty(), "{page}");
        let (name, script) = scripts.first_key_value().unwrap();
        assert_eq!((scripts.len(), &**script), (1, r#"let a = "</b>";"#));
        let tag = format!(r#"<script src="../{name}"></script>"#);
        assert_eq!(page.matches(&tag).count(), 2);
        assert!(page.contains(r#"<a href="../toc.html">Contents</a>"#));
        assert!(page.contains(r#"<th class="right">"#));
    }
}
