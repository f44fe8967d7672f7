//! `cargo xtask test`: everything, the quick checks first.

use anyhow::{Context, Result};
use xshell::Shell;

use crate::{
    browser, dist, docs, postgres, python, release,
    report::Report,
    rust::{self, Profile},
    site, targets, tidy, tools, web, workflows,
};

pub(crate) fn everything(shell: &Shell) -> Result<()> {
    let mut chromium = None;
    let mut report = Report::new();
    report.need("tools", || {
        tools::check(shell)?;
        chromium = Some(tools::chromium(shell)?);
        Ok(None)
    });
    // Ends with this function.
    let mut database = None;
    report.need("PostgreSQL", || {
        let server = postgres::Server::start(shell)?;
        let name = server.name().to_owned();
        database = Some(server);
        postgres::ensure_patroni(shell)?;
        Ok(Some(name))
    });
    report.step("rustfmt", || rust::fmt_check(shell));
    report.step("tidy", || tidy::check(shell).map(|()| None));
    report.step("cargo-deny", || rust::deny(shell));
    report.step("workflows", || workflows::check(shell));
    report.need("web: install", web::install);
    // The compiler takes long over the last part of the module, with one thread.
    let sources = report.beside("web: sources", &["web", "--sources"]);
    // Built before the Rust code that embeds it, and with errors where a build script only warns.
    report.need("web: module", || web::module(shell));
    report.need("web: build", web::build);
    // The program embeds it, too.
    report.need("documentation", || docs::check(shell));
    report.step("web: size", || web::script(shell, "size"));
    report.step("clippy", || rust::clippy(shell));
    report.end(sources, web::counted);
    report.step("Rust tests", || {
        let database = database
            .as_ref()
            .expect("an earlier step starts it or fails");
        rust::tests(shell, &database.url)
    });
    report.step("crashes of PostgreSQL", || {
        let database = database
            .as_ref()
            .expect("an earlier step starts it or fails");
        rust::crash_tests(shell, database)
    });
    report.step("Rust doc tests", || rust::doc_tests(shell));
    report.step("examples", || rust::examples(shell));
    report.need("programs", || {
        rust::build(shell, Profile::Debug)?;
        rust::python_library(shell, Profile::Debug)?;
        Ok(None)
    });
    // One test after the other, in one thread.
    let python = report.beside("Python package", &["python"]);
    report.step("Rust docs", || rust::docs(shell));
    report.step("features", || rust::features(shell));
    report.step("other targets", || targets::check(shell));
    let mut staged = None;
    report.step("archive", || {
        let chromium = chromium.as_ref().expect("the first step finds it or fails");
        let made = dist::build(shell, Profile::Debug)?;
        let note = dist::try_out(shell, chromium, &dist::pack(shell, &made)?)?;
        staged = Some(made);
        Ok(note)
    });
    report.step("packages", || {
        let staged = staged.as_ref().context("there is no program to pack")?;
        release::short(shell, staged)
    });
    report.end(python, python::counted);
    report.step("browser tests", || {
        let chromium = chromium.as_ref().expect("the first step finds it or fails");
        let program = rust::binary(shell, Profile::Debug)?;
        let site = site::build(shell)?;
        browser::run(shell, chromium, &program, Some(&site), &[])
    });
    report.finish()
}
