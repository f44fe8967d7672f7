//! Inputs without end, thrown at the laws of `fuzz/`.

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::report::Note;

const SECONDS: u64 = 60;

/// Checks that the targets compile. They are not in the workspace, so nothing else would notice.
pub(crate) fn check(shell: &Shell) -> Result<Note> {
    cmd!(shell, "cargo check --manifest-path fuzz/Cargo.toml").run()?;
    Ok(None)
}

/// Runs each target for a while; what it finds stays in `fuzz/artifacts`.
pub(crate) fn run(shell: &Shell, seconds: Option<u64>, only: &[String]) -> Result<()> {
    cmd!(shell, "cargo +nightly fuzz --version")
        .quiet()
        .ignore_stderr()
        .read()
        .context("fuzzing needs a nightly compiler and `cargo install cargo-fuzz`")?;
    let listed = cmd!(shell, "cargo +nightly fuzz list").read()?;
    let all: Vec<&str> = listed.lines().collect();
    for target in only {
        let known = all.join(", ");
        ensure!(
            all.contains(&target.as_str()),
            "there is no target {target}: there are {known}"
        );
    }
    let seconds = seconds.unwrap_or(SECONDS);
    let limit = format!("-max_total_time={seconds}");
    for target in all {
        if !only.is_empty() && !only.iter().any(|name| name == target) {
            continue;
        }
        // What is found goes to the first folder; the second holds lines to begin with.
        let corpus = format!("fuzz/corpus/{target}");
        let seeds = format!("fuzz/seeds/{target}");
        shell.create_dir(&corpus)?;
        let seeds = shell.path_exists(&seeds).then_some(seeds);
        cmd!(
            shell,
            "cargo +nightly fuzz run {target} {corpus} {seeds...} -- {limit} -timeout=20 -len_control=0"
        )
        .run()
        .with_context(|| format!("the target {target} found something"))?;
    }
    Ok(())
}
