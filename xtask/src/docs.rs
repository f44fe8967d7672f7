//! `cargo xtask docs`: the pages of `docs` as a site with search, which any host of static files can serve. mdBook makes it.

mod built;
pub(crate) mod contents;
mod stage;
mod theme;

use std::path::PathBuf;

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

use crate::{addresses::Addresses, browser, report::Note, rust, tidy, tools, web};

/// Builds the site and returns its folder.
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
    Ok(site)
}

/// Builds the site, follows every link in the pages and in what became of them, and reads some in a browser.
pub(crate) fn check(shell: &Shell) -> Result<Note> {
    tidy::check_documentation(shell)?;
    let site = build(shell)?;
    let found = built::check(&site)?;
    for problem in &found.problems {
        eprintln!("{problem}");
    }
    ensure!(
        found.problems.is_empty(),
        "{} links of {} lead nowhere",
        found.problems.len(),
        site.display()
    );
    browser::docs(shell, &tools::chromium(shell)?, &site)?;
    Ok(Some(format!(
        "{} pages, {} links",
        found.pages, found.links
    )))
}
