//! `cargo xtask test`: everything, the quick checks first.

use std::ffi::OsString;

use anyhow::{Context, Result, bail};
use xshell::Shell;

use crate::{
    browser, dist, docs, fuzz, postgres, python, release,
    report::Report,
    rust::{self, Profile},
    site, targets, tidy, tools, web, workflows,
};

/// What one of several machines takes on: all shares together are everything.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Share {
    /// The Rust code: lints, tests, documentation, every feature and target.
    Rust,
    /// The page, the packages, the Python package, and the first half of the browser tests.
    Page,
    /// The second half of the browser tests.
    Browser,
}

impl Share {
    /// The one of this name.
    pub(crate) fn named(name: &str) -> Result<Self> {
        match name {
            "rust" => Ok(Self::Rust),
            "page" => Ok(Self::Page),
            "browser" => Ok(Self::Browser),
            _ => bail!("the shares are `rust`, `page` and `browser`, not `{name}`"),
        }
    }

    /// Which of the browser tests are its own, as Playwright is told.
    fn shard(self) -> Option<&'static str> {
        match self {
            Self::Rust => None,
            Self::Page => Some("--shard=1/2"),
            Self::Browser => Some("--shard=2/2"),
        }
    }
}

/// Set for the tests of the long form.
pub(crate) const LONG: &str = "BRICKWOOD_LONG";

/// Everything, or `only` the share of one machine, in the long form or in that of every change.
pub(crate) fn everything(shell: &Shell, only: Option<Share>, is_long: bool) -> Result<()> {
    let [rust, page, browser] = [Share::Rust, Share::Page, Share::Browser]
        .map(|share| only.is_none_or(|only| only == share));
    let mut chromium = None;
    let mut report = Report::new();
    report.need("tools", || {
        tools::check(shell)?;
        chromium = Some(tools::chromium(shell)?);
        Ok(None)
    });
    // Ends with this function.
    let mut database = None;
    if rust {
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
    }
    report.need("web: install", web::install);
    // The compiler takes long over the last part of the module, with one thread.
    let sources = page.then(|| report.beside("web: sources", &["web", "--sources"]));
    // Built before the Rust code that embeds it, and with errors where a build script only warns.
    report.need("web: module", || web::module(shell));
    report.need("web: build", web::build);
    // The program embeds it, too.
    report.need("documentation", || docs::check(shell));
    if page {
        report.step("web: size", || web::script(shell, "size"));
    }
    if rust {
        report.step("clippy", || rust::clippy(shell));
    }
    report.end(sources.flatten(), web::counted);
    if rust {
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
    }
    report.need("programs", || {
        rust::build(shell, Profile::Debug)?;
        if page {
            rust::python_library(shell, Profile::Debug)?;
        }
        Ok(None)
    });
    // One test after the other, in one thread.
    let python = page.then(|| report.beside("Python package", &["python"]));
    if rust {
        report.step("Rust docs", || rust::docs(shell));
        report.step("features", || rust::features(shell, is_long));
        report.step("other targets", || targets::check(shell));
        if is_long {
            report.step("fuzz targets", || fuzz::check(shell));
        }
    }
    if page {
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
    }
    report.end(python.flatten(), python::counted);
    if page || browser {
        report.step("browser tests", || {
            let chromium = chromium.as_ref().expect("the first step finds it or fails");
            let program = rust::binary(shell, Profile::Debug)?;
            let site = site::build(shell)?;
            let shard: Vec<OsString> = only
                .and_then(Share::shard)
                .map(Into::into)
                .into_iter()
                .collect();
            browser::run(shell, chromium, &program, Some(&site), &shard)
        });
    }
    report.finish()
}
