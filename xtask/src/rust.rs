//! What cargo does.

use std::{collections::BTreeSet, path::PathBuf, process::Command};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use xshell::{Shell, cmd};

use crate::{drawing, postgres, report::Note, tools};

/// How programs are built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    Debug,
    Release,
}

impl Profile {
    pub(crate) const fn of(release: bool) -> Self {
        if release { Self::Release } else { Self::Debug }
    }

    const fn folder(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Release => "release",
        }
    }
}

/// Under CI nothing is compiled twice, and preparing for that would take time.
pub(crate) const INCREMENTAL: &str = "CARGO_INCREMENTAL";

pub(crate) fn fmt(shell: &Shell) -> Result<()> {
    Ok(cmd!(shell, "cargo fmt --all").run()?)
}

pub(crate) fn fmt_check(shell: &Shell) -> Result<Note> {
    cmd!(shell, "cargo fmt --all --check")
        .run()
        .context("run `cargo xtask fmt`")?;
    Ok(None)
}

/// Licenses, sources and bans; see [`advisories`] for what needs the network.
pub(crate) fn deny(shell: &Shell) -> Result<Note> {
    cmd!(
        shell,
        "cargo deny --log-level error check bans licenses sources"
    )
    .run()?;
    Ok(None)
}

pub(crate) fn advisories(shell: &Shell) -> Result<()> {
    tools::check(shell)?;
    Ok(cmd!(shell, "cargo deny check advisories").run()?)
}

pub(crate) fn clippy(shell: &Shell) -> Result<Note> {
    cmd!(
        shell,
        "cargo clippy --workspace --all-targets --all-features -- -D warnings"
    )
    .run()?;
    Ok(None)
}

/// Builds the documentation. A broken link is an error.
pub(crate) fn docs(shell: &Shell) -> Result<Note> {
    cmd!(
        shell,
        "cargo doc --workspace --exclude xtask --no-deps --all-features"
    )
    .env("RUSTDOCFLAGS", "-D warnings")
    .run()?;
    Ok(None)
}

/// The package of the program.
const PROGRAM: &str = "brickwood";

/// How many games the laws are tried with in the long form.
pub(crate) const MANY_GAMES: &str = "3000";

/// Compiles the program and the load test without features, and with each feature of the program
/// alone; in the long form with each feature of each package: what [`clippy`] and the tests, which turn all of them on, do
/// not see. The packages are compiled together, so that they share their dependencies; only what a feature changes is
/// compiled again.
pub(crate) fn features(shell: &Shell, is_long: bool) -> Result<Note> {
    let metadata = metadata(shell)?;
    let packages = metadata["packages"]
        .as_array()
        .context("cargo names its packages")?;
    let mut sets = vec![String::new()];
    for package in packages {
        let name = package["name"].as_str().context("a package has a name")?;
        if !is_long && name != PROGRAM {
            continue;
        }
        let features = package["features"]
            .as_object()
            .context("a package has features")?;
        let features = features.keys().filter(|&feature| feature != "default");
        sets.extend(features.map(|feature| format!("{name}/{feature}")));
    }
    for set in &sets {
        cmd!(
            shell,
            "cargo check --workspace --exclude xtask --no-default-features --features {set}"
        )
        .run()?;
    }
    Ok(Some(format!("{} sets compile", sets.len())))
}

/// What is built and tested together. Whatever names the same packages shares all that is compiled: with others,
/// cargo joins the features of dependencies in another way, and compiles them again. Left out is xtask, which is
/// running just now.
const TOGETHER: [&str; 3] = ["--workspace", "--exclude=xtask", "--all-features"];

/// Tests that only [`tests`] has the time for, as nextest chooses them: a third of the time of all.
const LONG: &str = "(binary(torture) + (binary(reference) - test(/^perft::/)) + test(/^strength::|^secrets::tables_that|^network_bot::|^external::|^kill::/))";

/// All tests but those in the documentation, which only cargo itself can run.
pub(crate) fn tests(shell: &Shell, database: &str) -> Result<Note> {
    let run = |packages: &[&str]| -> Result<String> {
        let mut command = with_database(shell, database)?;
        if tools::has_nextest(shell) {
            // One run names all that fails.
            command
                .args(["nextest", "run", "--no-fail-fast"])
                .args(packages);
        } else {
            command.args(["test", "--no-fail-fast"]).args(packages);
            command.args(["--lib", "--bins", "--tests"]);
        }
        Ok(counted(&tools::tee(&mut command)?))
    };
    run(&["--package=xtask"])?;
    Ok(Some(run(&TOGETHER)?))
}

/// The tests of these packages and of all that depend on them, but for those that take long. Needs nextest.
pub(crate) fn tests_of(shell: &Shell, database: &str, packages: &BTreeSet<String>) -> Result<Note> {
    // What one has just read says most about the change: few games find what breaks at all.
    const FEW_GAMES: &str = "100";
    if packages.contains("xtask") {
        cmd!(shell, "cargo nextest run --package xtask").run()?;
    }
    let dependents: Vec<String> = packages
        .iter()
        .filter(|&package| package != "xtask")
        .map(|package| format!("rdeps(={package})"))
        .collect();
    if dependents.is_empty() {
        return Ok(None);
    }
    let mut command = with_database(shell, database)?;
    command
        .env("LAW_GAMES", FEW_GAMES)
        .args(["nextest", "run", "--no-tests=pass"])
        .args(TOGETHER)
        .args(["-E", &format!("({}) - {LONG}", dependents.join(" + "))]);
    Ok(Some(counted(&tools::tee(&mut command)?)))
}

/// A cargo whose tests find the database.
fn with_database(shell: &Shell, database: &str) -> Result<Command> {
    let mut command = cargo(shell);
    command
        .env(postgres::VARIABLE, database)
        .env(postgres::PROGRAMS, postgres::ensure_installed(shell)?);
    Ok(command)
}

/// Tests that crash the database while it is in use. They run only on a server of our own.
pub(crate) fn crash_tests(shell: &Shell, database: &postgres::Server) -> Result<Note> {
    if !database.is_own() {
        return Ok(Some("not on the server of DATABASE_URL".to_owned()));
    }
    let mut command = cargo(shell);
    command
        .env(postgres::VARIABLE, &database.url)
        .arg("test")
        .args(TOGETHER)
        .args(["--test", "storage", "--", "--ignored", "crashes"]);
    Ok(Some(counted(&tools::tee(&mut command)?)))
}

pub(crate) fn doc_tests(shell: &Shell) -> Result<Note> {
    let mut command = cargo(shell);
    command.arg("test").args(TOGETHER).arg("--doc");
    Ok(Some(counted(&tools::tee(&mut command)?)))
}

/// The examples of the crates that others build on, and what each reads from its input.
const EXAMPLES: [(&str, &str, &str); 8] = [
    ("brickwood-rules", "first_legal", ""),
    (
        "brickwood-notation",
        "read_record",
        include_str!("../../tests-data/records/short.record"),
    ),
    ("brickwood-bots", "one_game", ""),
    ("brickwood-engine", "two_lines", ""),
    ("brickwood-encode", "random_choices", ""),
    ("brickwood-arena", "one_match", ""),
    ("brickwood-fair", "check_dice", ""),
    ("brickwood-protocol", "first_messages", ""),
];

/// Runs the examples of the crates.
pub(crate) fn examples(shell: &Shell) -> Result<Note> {
    for (package, example, input) in EXAMPLES {
        let run = cmd!(
            shell,
            "cargo run --quiet --package {package} --example {example}"
        );
        let said = run.quiet().stdin(input).read()?;
        ensure!(
            !said.is_empty(),
            "the example {example} of {package} says nothing"
        );
    }
    Ok(Some(format!("{} run", EXAMPLES.len())))
}

/// The program with all features: a debug build is that of [`tests`].
pub(crate) fn build(shell: &Shell, profile: Profile) -> Result<()> {
    let build = match profile {
        Profile::Debug => cmd!(shell, "cargo build {TOGETHER...} --bins"),
        Profile::Release => cmd!(
            shell,
            "cargo build --release --package brickwood --all-features"
        ),
    };
    Ok(build.run()?)
}

/// The library that Python loads.
pub(crate) fn python_library(shell: &Shell, profile: Profile) -> Result<PathBuf> {
    match profile {
        Profile::Debug => cmd!(shell, "cargo build {TOGETHER...} --lib").run()?,
        Profile::Release => {
            cmd!(shell, "cargo build --release --package brickwood-python").run()?;
        }
    }
    let name = format!(
        "{}_core{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    Ok(target_folder(shell)?.join(profile.folder()).join(name))
}

/// Where cargo puts the program.
pub(crate) fn binary(shell: &Shell, profile: Profile) -> Result<PathBuf> {
    let name = format!("brickwood{}", std::env::consts::EXE_SUFFIX);
    Ok(target_folder(shell)?.join(profile.folder()).join(name))
}

pub(crate) fn target_folder(shell: &Shell) -> Result<PathBuf> {
    let metadata = metadata(shell)?;
    let target = metadata["target_directory"].as_str();
    Ok(PathBuf::from(
        target.context("cargo names its target folder")?,
    ))
}

/// The kind of machine that this is, as `x86_64-unknown-linux-gnu`.
pub(crate) fn host(shell: &Shell) -> Result<String> {
    compiler(shell, "host")
}

/// What the compiler says of itself, such as its `host` or its `LLVM version`.
pub(crate) fn compiler(shell: &Shell, about: &str) -> Result<String> {
    let version = cmd!(shell, "rustc --version --verbose").quiet().read()?;
    let said = version
        .lines()
        .find_map(|line| line.strip_prefix(about)?.strip_prefix(": "));
    let said = said.with_context(|| format!("rustc does not name its {about}"))?;
    Ok(said.to_owned())
}

/// A cargo whose output is passed on and kept, which the shell's commands cannot do.
fn cargo(shell: &Shell) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(shell.current_dir());
    if let Ok(value) = shell.var(INCREMENTAL) {
        command.env(INCREMENTAL, value);
    }
    command
}

/// What cargo knows of the workspace.
pub(crate) fn metadata(shell: &Shell) -> Result<Value> {
    let json = cmd!(shell, "cargo metadata --format-version 1 --no-deps")
        .quiet()
        .read()?;
    Ok(serde_json::from_str(&json)?)
}

/// The programs with the tests that hold generated files to the code.
const GENERATING: [&str; 8] = [
    "analysis",
    "browser",
    "encode",
    "protocol",
    "rules",
    "server",
    "table",
    "typescript",
];

/// Those tests. Snapshots, which change on purpose only, are held by others.
const GENERATORS: [&str; 9] = [
    "documented::",
    "every_setting_is_told",
    "fixtures::",
    "openapi::",
    "problems::",
    "python_knows",
    "reliability::",
    "the_books_tables",
    "typescript",
];

/// What is written from the code: each by the test that fails while it is stale.
pub(crate) fn codegen(shell: &Shell) -> Result<()> {
    let programs = GENERATING.iter().flat_map(|program| ["--test", program]);
    // With the features of all other tests, so that nothing is compiled for this alone.
    cmd!(
        shell,
        "cargo test --workspace --exclude=xtask --all-features {programs...} -- {GENERATORS...}"
    )
    .env("UPDATE_COMMITTED", "1")
    .env("BRICKWOOD_SKIP_WEB", "1")
    .run()?;
    drawing::write(shell)
}

/// The closing line of nextest, or the sum of those of `cargo test`.
fn counted(printed: &str) -> String {
    let closing = printed
        .lines()
        .rev()
        .find(|line| line.contains("tests run:"));
    if let Some((_, counts)) = closing.and_then(|line| line.split_once("] ")) {
        return counts.trim().to_owned();
    }
    let results = printed
        .lines()
        .filter_map(|line| line.strip_prefix("test result: ok. "));
    let passed: u64 = results
        .filter_map(|rest| rest.split(' ').next()?.parse::<u64>().ok())
        .sum();
    format!("{passed} passed")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn tests_are_counted() {
        let nextest = "   PASS [ 0.1s] a b\n  Summary [ 1.5s] 3 tests run: 3 passed, 1 skipped\n";
        assert_eq!(counted(nextest), "3 tests run: 3 passed, 1 skipped");
        let cargo = "test result: ok. 2 passed; 0 failed;\ntest result: ok. 40 passed; 0 failed;\n";
        assert_eq!(counted(cargo), "42 passed");
    }
}
