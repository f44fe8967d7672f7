//! What a build of the client is made from.

use std::{
    fs,
    hash::{DefaultHasher, Hasher},
    io,
    path::{Path, PathBuf},
};

use crate::module;

/// What the page shows of the rest of the repository: the rules, the pictures of itself, the outlines of what it draws, the
/// questions of the days.
const ELSEWHERE: [&str; 4] = [
    "../docs/rules",
    "../docs/pictures",
    "../crates/picture/art",
    "../crates/puzzles/data",
];

/// The folders and single files that change what the bundler writes.
pub(crate) fn roots(web: &Path) -> Vec<PathBuf> {
    let mut roots: Vec<PathBuf> = fs::read_dir(web)
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_str().is_some_and(is_input))
        .map(|entry| entry.path())
        .chain(ELSEWHERE.map(|folder| web.join(folder)))
        .chain([web.join(module::FILE)])
        .filter(|root| root.exists())
        .collect();
    roots.sort();
    roots
}

fn is_input(name: &str) -> bool {
    const EXACT: [&str; 6] = [
        "src",
        "plugins",
        "public",
        "index.html",
        "package.json",
        "package-lock.json",
    ];
    const CONFIGURATION: [&str; 3] = ["vite.config.", "svelte.config.", "tsconfig"];
    EXACT.contains(&name) || CONFIGURATION.iter().any(|start| name.starts_with(start))
}

/// A hash over the names and contents of all files under `roots`, the same wherever `web` lies.
/// Unit tests next to the sources do not count: they are not in the build.
pub(crate) fn fingerprint(web: &Path, roots: &[PathBuf]) -> Result<u64, (PathBuf, io::Error)> {
    let mut files = Vec::new();
    for root in roots {
        collect(root, &mut files)?;
    }
    // `DefaultHasher::new` is the same in every process; should a later std change it, the
    // client is built once more than needed.
    let mut hasher = DefaultHasher::new();
    for file in files {
        let name = file.strip_prefix(web).unwrap_or(&file);
        let content = fs::read(&file).map_err(|error| (file.clone(), error))?;
        hasher.write(name.to_string_lossy().replace('\\', "/").as_bytes());
        hasher.write_u8(0);
        hasher.write_usize(content.len());
        hasher.write(&content);
    }
    Ok(hasher.finish())
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
    if path.is_dir() {
        let fail = |error| (path.to_owned(), error);
        let mut children = fs::read_dir(path)
            .and_then(|entries| {
                entries
                    .map(|entry| Ok(entry?.path()))
                    .collect::<io::Result<Vec<_>>>()
            })
            .map_err(fail)?;
        children.sort();
        for child in children {
            collect(&child, files)?;
        }
    } else if !path.to_string_lossy().ends_with(".test.ts") {
        files.push(path.to_owned());
    }
    Ok(())
}
