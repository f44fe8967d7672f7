//! What shells and `man` know about the program.

use std::{io, path::PathBuf};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::{Arguments, client::EmbeddedClient};

#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

#[derive(Args, Debug)]
pub(crate) struct Pages {
    /// An existing folder.
    folder: PathBuf,
}

/// Where people find the documentation that the texts of help speak of.
pub(crate) fn where_docs_are() -> &'static str {
    if EmbeddedClient::has_docs() {
        "The documentation is in the program: while it runs, it is at /docs/ of its address, such as \
         http://localhost:7878/docs/."
    } else {
        "This program was built without the documentation, which `cargo xtask docs` makes."
    }
}

/// Prints the script that a shell loads.
pub(crate) fn completions(options: &Completions) {
    let mut command = Arguments::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut command, name, &mut script);
    print!("{}", String::from_utf8_lossy(&script));
}

/// Writes a page for the program and one for each of its commands.
pub(crate) fn pages(options: &Pages) -> io::Result<()> {
    clap_mangen::generate_to(Arguments::command(), &options.folder)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use clap::Command;

    use super::*;

    /// What follows the title of a page.
    const IN_DOCS: &str = "\" in the documentation";

    /// The texts of help of a command and of those below it, and their manual pages.
    fn texts(command: &Command, texts: &mut Vec<String>) {
        let mut command = command.clone();
        texts.push(command.render_help().to_string());
        texts.push(command.render_long_help().to_string());
        let mut page = Vec::new();
        clap_mangen::Man::new(command.clone())
            .render(&mut page)
            .unwrap();
        texts.push(String::from_utf8(page).unwrap());
        for inner in command.get_subcommands() {
            self::texts(inner, texts);
        }
    }

    fn titles(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                titles(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                let text = fs::read_to_string(path).unwrap();
                let title = text.lines().next().unwrap_or_default();
                found.extend(title.strip_prefix("# ").map(str::to_owned));
            }
        }
    }

    #[test]
    fn help_and_manual_pages_name_what_is_there() {
        let mut command = Arguments::command();
        command.build();
        let mut all = Vec::new();
        texts(&command, &mut all);
        let mut pages = BTreeSet::new();
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        titles(&docs, &mut pages);

        let mut named = BTreeSet::new();
        for text in &all {
            // Lines are as long as a terminal is wide.
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let without_address = text.replace("/docs/ ", "").replace("/docs/.", "");
            assert!(!without_address.contains("docs/"), "{text}");
            for (at, _) in text.match_indices(IN_DOCS) {
                let (_, title) = text[..at].rsplit_once('"').expect("a title has two marks");
                assert!(pages.contains(title), "the documentation has no {title}");
                named.insert(title.to_owned());
            }
        }
        assert!(all.len() > 60 && named.len() > 4, "{named:?}");
    }
}
