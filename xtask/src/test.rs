//! `cargo xtask test`: everything, the quick checks first.

use std::env;

use anyhow::Result;
use xshell::Shell;

use crate::{
    browser, dist, postgres, python, report::Report, rust, site, targets, tidy, tools, web,
};

pub(crate) fn everything(shell: &Shell) -> Result<()> {
    if env::var_os("CI").is_some() {
        shell.set_var(rust::INCREMENTAL, "0");
    }
    let mut chromium = None;
    let mut report = Report::new();
    report.step("tools", || {
        tools::check(shell)?;
        chromium = Some(tools::chromium(shell)?);
        Ok(None)
    });
    // Ends with this function.
    let mut database = None;
    report.step("PostgreSQL", || {
        let server = postgres::Server::start(shell)?;
        let name = server.name().to_owned();
        database = Some(server);
        Ok(Some(name))
    });
    report.step("rustfmt", || rust::fmt_check(shell));
    report.step("tidy", || tidy::check(shell).map(|()| None));
    report.step("cargo-deny", || rust::deny(shell));
    report.step("web: install", web::install);
    report.step("web: lint", || web::script(shell, "lint"));
    report.step("web: types", || web::script(shell, "check"));
    report.step("web: unit tests", || web::unit_tests(shell));
    // Built before the Rust code that embeds it, and with errors where a build script only warns.
    report.step("web: module", || web::module(shell));
    report.step("web: build", web::build);
    report.step("web: size", || web::script(shell, "size"));
    report.step("clippy", || rust::clippy(shell));
    report.step("Rust docs", || rust::docs(shell));
    report.step("features", || rust::features(shell));
    report.step("other targets", || targets::check(shell));
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
    report.step("binary", || rust::build(shell).map(|()| None));
    report.step("Python package", || {
        python::test(shell, &python::TESTS, "dev", &[])
    });
    report.step("archive", || {
        let chromium = chromium.as_ref().expect("the first step finds it or fails");
        let archive = dist::pack(shell, dist::Profile::Debug)?;
        dist::try_out(shell, chromium, &archive)
    });
    report.step("browser tests", || {
        let chromium = chromium.as_ref().expect("the first step finds it or fails");
        let program = rust::binary(shell, "debug")?;
        let site = site::build(shell)?;
        browser::run(shell, chromium, &program, Some(&site), &[])
    });
    report.finish()
}
