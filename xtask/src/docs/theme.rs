//! How the site looks: mdBook's own theme with the colors, letters and icons of the page.

use std::{fmt::Write, path::Path};

use anyhow::{Context, Result};
use xshell::Shell;

/// What is written for the site alone.
const FOLDER: &str = "docs/site/";
const ICONS: [(&str, &str); 2] = [
    ("web/public/icon.svg", "favicon.svg"),
    ("web/public/icon-192.png", "favicon.png"),
];
/// A font file in a style sheet of the page begins with this.
const URL: &str = "url('";

/// Writes `book.toml`, and all that it names, into `folder`.
pub(super) fn put(shell: &Shell, folder: &Path) -> Result<()> {
    let ours = Path::new(FOLDER);
    shell.copy_file(ours.join("book.toml"), folder)?;
    let style = shell.read_file(ours.join("style.css"))?;
    let colors = colors(&shell.read_file("web/src/theme.css")?)?;
    shell.write_file(folder.join("style.css"), colors + &style)?;
    let theme = folder.join("theme");
    let fonts = theme.join("fonts");
    shell.create_dir(&fonts)?;
    for (icon, name) in ICONS {
        shell.copy_file(icon, theme.join(name))?;
    }
    let sheet = shell.read_file("web/src/fonts.css")?;
    let (sheet, files) = fonts_beside(&sheet);
    shell.write_file(fonts.join("fonts.css"), sheet)?;
    for file in files {
        let file = if file.starts_with("./") {
            Path::new("web/src").join(file)
        } else {
            Path::new("web/node_modules").join(file)
        };
        shell.copy_file(&file, &fonts)?;
        // A package has its license two folders above its files.
        let license = file
            .parent()
            .and_then(Path::parent)
            .map(|package| package.join("LICENSE"));
        if let Some(license) = license.filter(|license| shell.path_exists(license)) {
            let name = file.file_stem().context("a font has a name")?;
            let name = format!("{}-LICENSE.txt", name.to_string_lossy());
            shell.copy_file(license, fonts.join(name))?;
        }
    }
    Ok(())
}

/// The first rule of the page's style sheet: its colors by day and by night.
fn colors(theme: &str) -> Result<String> {
    let (_, rule) = theme.split_once(":root {").context("the page has colors")?;
    let (colors, _) = rule.split_once("\n}").context("a rule ends")?;
    // mdBook switches between day and night itself.
    let colors: Vec<&str> = colors
        .lines()
        .filter(|line| !line.trim_start().starts_with("color-scheme:"))
        .collect();
    // As mdBook's own colors have it where there are no scripts.
    Ok(format!("html:root {{{}\n}}\n\n", colors.join("\n")))
}

/// A style sheet that finds its fonts beside itself, and where they are now.
fn fonts_beside(sheet: &str) -> (String, Vec<&str>) {
    let mut parts = sheet.split(URL);
    let mut beside = parts.next().unwrap_or_default().to_owned();
    let mut files = Vec::new();
    for part in parts {
        let (file, rest) = part.split_once('\'').unwrap_or((part, ""));
        let name = file.rsplit('/').next().unwrap_or(file);
        // mdBook puts a hash of the content into the name of a file.
        let _ = write!(beside, "{URL}{{{{ resource \"fonts/{name}\" }}}}'{rest}");
        files.push(file);
    }
    (beside, files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colors_of_the_page_are_those_of_the_site() {
        let colors = colors(include_str!("../../../web/src/theme.css")).unwrap();
        for name in [
            "--bg", "--panel", "--text", "--link", "--line", "--accent", "--focus",
        ] {
            assert!(colors.contains(&format!("{name}: ")), "{name}");
        }
        assert!(!colors.contains("color-scheme"));
        assert_eq!(colors.matches('{').count(), 1);
    }

    #[test]
    fn fonts_are_found_beside_their_style_sheet() {
        let sheet =
            "a { src: url('@b/c/files/d.woff2') format('x'); }\ne { src: url('./f/g.woff2'); }";
        let (beside, files) = fonts_beside(sheet);
        let expected = r#"a { src: url('{{ resource "fonts/d.woff2" }}') format('x'); }
e { src: url('{{ resource "fonts/g.woff2" }}'); }"#;
        assert_eq!(beside, expected);
        assert_eq!(files, ["@b/c/files/d.woff2", "./f/g.woff2"]);
    }
}
