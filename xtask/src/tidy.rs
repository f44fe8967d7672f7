//! What the linters do not know. Each check is a module; a problem says where it is and what to do.

mod clauses;
mod commands;
mod identifiers;
mod length;
mod links;
mod lockfile;
mod map;
mod names;
mod pages;
mod promises;
mod published;
mod quotes;
mod rooms;
mod type_names;
mod untested;
mod words;

use std::{collections::BTreeMap, fmt};

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::{
    addresses::Addresses,
    markdown::{self, Document},
    rust,
};

/// A text file of the repository.
pub(crate) struct Source {
    /// From the root, with `/` between folders.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// A departure from the house rules.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    path: String,
    /// Counted from 1; 0 means the whole file.
    line: usize,
    /// What is wrong, and what to do.
    text: String,
}

pub(crate) fn check(shell: &Shell) -> Result<()> {
    let sources = sources(shell)?;
    let mut problems = Vec::new();
    problems.extend(clauses::check(&sources));
    problems.extend(words::check(&sources));
    problems.extend(names::check(&sources));
    problems.extend(type_names::check(&sources));
    let metadata = rust::metadata(shell)?;
    problems.extend(rooms::check(&metadata));
    problems.extend(published::check(&metadata));
    problems.extend(promises::check(
        &sources,
        &metadata,
        &Addresses::read(&metadata)?,
    ));
    problems.extend(length::check(&sources));
    problems.extend(lockfile::check(&sources));
    problems.extend(map::check(&sources));
    problems.extend(map::check_drawing(&sources, &metadata));
    problems.extend(untested::check(&sources));
    problems.extend(quotes::check(&sources));
    problems.extend(commands::check(&sources));
    problems.extend(documentation(shell, &sources));
    report(&problems)
}

/// Checks the pages of the documentation and their links alone.
pub(crate) fn check_documentation(shell: &Shell) -> Result<()> {
    report(&documentation(shell, &sources(shell)?))
}

/// What is wrong with the pages of the documentation and their links.
fn documentation(shell: &Shell, sources: &[Source]) -> Vec<Problem> {
    let documents = documents(sources);
    let mut problems = pages::check(sources, &documents);
    problems.extend(links::check(sources, &documents, |path| {
        shell.path_exists(path)
    }));
    problems
}

/// The pages of Markdown, by their paths.
pub(crate) fn documents(sources: &[Source]) -> BTreeMap<&str, Document> {
    let pages = sources
        .iter()
        .filter(|source| source.has_extension(&["md"]));
    pages
        .map(|page| (page.path.as_str(), markdown::read(&page.text)))
        .collect()
}

fn report(problems: &[Problem]) -> Result<()> {
    for problem in problems {
        eprintln!("{problem}");
    }
    match problems.len() {
        0 => Ok(()),
        1 => bail!("tidy found a problem"),
        many => bail!("tidy found {many} problems"),
    }
}

/// The files that git knows or would add, as far as they are text.
pub(crate) fn sources(shell: &Shell) -> Result<Vec<Source>> {
    let listed = cmd!(
        shell,
        "git ls-files -z --cached --others --exclude-standard"
    )
    .quiet()
    .read()
    .context("tidy needs a git checkout: it asks git which files there are")?;
    let mut paths: Vec<&str> = listed.split('\0').filter(|path| !path.is_empty()).collect();
    paths.sort_unstable();
    paths.dedup();
    // A file that was deleted and not yet committed, or is no text, is no source.
    let read = |path: &str| {
        Some(Source {
            path: path.to_owned(),
            text: shell.read_file(path).ok()?,
        })
    };
    Ok(paths.into_iter().filter_map(read).collect())
}

/// Whether the path of a file ends with one of these.
pub(crate) fn has_extension(path: &str, extensions: &[&str]) -> bool {
    path.rsplit_once('.')
        .is_some_and(|(_, extension)| extensions.contains(&extension))
}

impl Source {
    fn has_extension(&self, extensions: &[&str]) -> bool {
        has_extension(&self.path, extensions)
    }

    fn problem(&self, line: usize, text: impl Into<String>) -> Problem {
        Problem {
            path: self.path.clone(),
            line,
            text: text.into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.text),
            line => write!(f, "{}:{line}: {}", self.path, self.text),
        }
    }
}

#[cfg(test)]
fn source(path: &str, text: &str) -> Source {
    Source {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}
