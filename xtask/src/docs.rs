//! `cargo xtask docs`: the pages of `docs` as a site with search, which any host of static files can serve, and which the program
//! serves at `/docs/`. mdBook makes it.

mod built;
pub(crate) mod contents;
pub(crate) mod packed;
mod policy;
pub(crate) mod stage;
mod theme;

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

use crate::{addresses::Addresses, browser, dist, report::Note, rust, tidy, tools, web};

/// Builds the site and returns its folder. What the program embeds is beside it: the program is to be built after this.
pub(crate) fn build(shell: &Shell) -> Result<PathBuf> {
    tools::mdbook(shell)?;
    web::install()?;
    let target = rust::target_folder(shell)?;
    let staged = target.join("docs-staged");
    let site = target.join("docs-site");
    shell.remove_path(&staged)?;
    let addresses = Addresses::read(&rust::metadata(shell)?)?;
    stage::put(shell, &staged, &addresses)?;
    theme::put(shell, &staged)?;
    let mut mdbook = cmd!(shell, "mdbook build --dest-dir {site} {staged}");
    if let Some(repository) = addresses.repository.get() {
        // The link at the top of every page.
        mdbook = mdbook.env("MDBOOK_OUTPUT__HTML__GIT_REPOSITORY_URL", repository);
    }
    mdbook.run()?;
    policy::obey(&site)?;
    packed::put(&site)?;
    Ok(site)
}

/// Builds the site, and follows every link in the pages and in what became of them.
pub(crate) fn check(shell: &Shell) -> Result<Note> {
    tidy::check_documentation(shell)?;
    let site = build(shell)?;
    let packages = dist::packages_of_docs(shell)?.into_iter();
    let licensed: Vec<_> = packages.map(|it| (it.name, it.version)).collect();
    let found = built::check(&site, &licensed)?;
    for problem in &found.problems {
        eprintln!("{problem}");
    }
    ensure!(
        found.problems.is_empty(),
        "{} problems in {}",
        found.problems.len(),
        site.display()
    );
    Ok(Some(format!(
        "{} pages, {} links",
        found.pages, found.links
    )))
}

/// Reads what a program serves in a browser.
pub(crate) fn read(shell: &Shell, program: &Path) -> Result<Note> {
    let chromium = tools::chromium(shell)?;
    browser::run(shell, &chromium, program, None, &["docs.spec.ts".into()])
}
