//! The texts of the repository as packages have them. They lead to what is packed beside them, and to the documentation where
//! that is published; all other links become their texts.

use anyhow::Result;
use xshell::Shell;

use crate::{
    addresses::Addresses,
    docs::stage,
    markdown::{self, Link, is_elsewhere, resolve},
    rust,
};

/// The files that are changed like this.
pub(super) const FILES: [&str; 2] = ["README.md", "CHANGELOG.md"];

/// What packages have beside them.
const BESIDE: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Where the first of them says that the documentation is.
const DOCS: &str = "The documentation is in the program: while it runs, it is at `/docs/` of its address, such as \
    <http://localhost:7878/docs/>.";

/// The text of one of these files, for a package.
pub(super) fn packed(shell: &Shell, path: &str) -> Result<String> {
    let addresses = Addresses::read(&rust::metadata(shell)?)?;
    let text = shell.read_file(path)?;
    let text = without_dead_links(path, &text, addresses.docs.get());
    let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
    Ok(if path == FILES[0] {
        format!("{title}\n\n{DOCS}\n\n{}", rest.trim_start())
    } else {
        text
    })
}

fn without_dead_links(path: &str, text: &str, docs: Option<&str>) -> String {
    let mut links = markdown::read(text).links;
    links.sort_by_key(|link| link.at.start);
    let mut packed = String::new();
    let mut done = 0;
    for link in &links {
        // What lies in another link, or in the same piece of HTML, has been changed with it.
        if link.at.start < done {
            continue;
        }
        let Some(instead) = instead(path, text, link, docs) else {
            continue;
        };
        packed.push_str(&text[done..link.at.start]);
        packed.push_str(&instead);
        done = link.at.end;
    }
    packed + &text[done..]
}

/// What stands in the place of a link; none if it can stay.
fn instead(path: &str, text: &str, link: &Link, docs: Option<&str>) -> Option<String> {
    let (file, anchor) = link.target.split_once('#').unwrap_or((&link.target, ""));
    let target = resolve(path, file);
    if file.is_empty() || is_elsewhere(&link.target) || BESIDE.contains(&&*target) {
        return None;
    }
    if link.is_picture {
        return Some(String::new());
    }
    let written = &text[link.at.clone()];
    let words = written
        .strip_prefix('[')
        .and_then(|rest| Some(&rest[..rest.rfind("](")?]));
    let words = words.unwrap_or(&link.text);
    Some(match docs {
        Some(docs) => {
            let address = stage::address(&target);
            let hash = if anchor.is_empty() { "" } else { "#" };
            format!(
                "[{words}]({}/{address}{hash}{anchor})",
                docs.trim_end_matches('/')
            )
        }
        None => words.to_owned(),
    })
}

/// The links of a text that lead to nothing in a folder.
pub(super) fn dead_links(path: &str, text: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let links = markdown::read(text).links.into_iter();
    let targets = links.map(|link| link.target);
    targets
        .filter(|target| {
            let file = target.split('#').next().unwrap_or_default();
            !file.is_empty() && !is_elsewhere(target) && !exists(&resolve(path, file))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    const TEXT: &str = "# A\n\n<picture>\n  <source srcset=\"docs/b.webp\">\n  <img src=\"docs/c.webp\">\n</picture>\n\n\
        [The *d*](docs/book/d.md#e), [f](LICENSE-MIT), [all](docs/README.md), <https://g.example>, [below](#h).\n";

    #[test]
    fn links_stay_where_they_lead_somewhere() {
        let packed = "# A\n\n\nThe *d*, [f](LICENSE-MIT), all, <https://g.example>, [below](#h).\n";
        assert_eq!(without_dead_links("README.md", TEXT, None), packed);
        let packed = "# A\n\n\n[The *d*](https://i.example/book/d.html#e), [f](LICENSE-MIT), [all](https://i.example/index.html), \
            <https://g.example>, [below](#h).\n";
        let docs = Some("https://i.example/");
        assert_eq!(without_dead_links("README.md", TEXT, docs), packed);
    }

    #[test]
    fn packed_texts_have_no_dead_links() {
        let shell = Shell::new().unwrap();
        shell.change_dir(root());
        for path in FILES {
            let text = packed(&shell, path).unwrap();
            let dead = dead_links(path, &text, |file| BESIDE.contains(&file));
            assert_eq!(dead, [""; 0], "{path}");
            let written = shell.read_file(path).unwrap();
            assert!(!dead_links(path, &written, |file| BESIDE.contains(&file)).is_empty());
        }
        assert!(packed(&shell, "README.md").unwrap().contains(DOCS));
    }
}
