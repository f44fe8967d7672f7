//! The package for Python as people install it who have no Rust: a source distribution, and a wheel made of it.

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::{
    python::{self, Maker},
    release::profile::{self, Use},
    rust,
};

/// A game from its beginning to its end, in an environment that has nothing but the wheel.
const CHECK: &str = "import brickwood; game = brickwood.Game(brickwood.Rules(players=3), seed=1); \
     print(brickwood.__version__, brickwood.play_game(game, ['hard', 'medium', 'easy'], seed=1).winners)";

/// What a wheel is compiled to be fast at.
const TRAINING: &str = "python/bench/training.py";

/// The containers of manylinux set it to their policy, such as `manylinux_2_28`.
const CONTAINER: &str = "AUDITWHEEL_POLICY";

/// Writes both into target/wheels, and plays a game with the wheel. Says which files these are.
///
/// On Linux the wheel is for every distribution with glibc 2.17 or newer (manylinux2014), because Zig links it against
/// that version. In a container of manylinux, the system's own linker does, and the container says for which version.
///
/// The first wheel is instrumented. What is published is fast at what that one did.
pub(crate) fn build(shell: &Shell) -> Result<Vec<PathBuf>> {
    let folder = rust::target_folder(shell)?.join("python");
    let trained = folder.join("profile");
    shell.remove_path(&trained)?;
    let instrumented = folder.join("instrumented");
    let wheel = maturin(shell, Use::Generate(&trained), &instrumented)?;
    let user = user(shell, &wheel)?;
    cmd!(shell, "{user} {TRAINING}").run()?;
    let profile = profile::merge(shell, &trained)?;

    let wheels = rust::target_folder(shell)?.join("wheels");
    let wheel = maturin(shell, Use::Profile(&profile), &wheels)?;
    let user = self::user(shell, &wheel)?;
    cmd!(shell, "{user} -c {CHECK}").run()?;
    let made = shell.read_dir(&wheels)?;
    for path in &made {
        println!("{} ({} bytes)", path.display(), path.metadata()?.len());
    }
    Ok(made)
}

/// Builds a wheel in an empty folder; the one that people get is made of a source distribution.
fn maturin(shell: &Shell, how: Use, folder: &Path) -> Result<PathBuf> {
    shell.remove_path(folder)?;
    let policy = env::var(CONTAINER).ok();
    let portable = if cfg!(target_os = "linux") {
        portable(policy.as_deref())
    } else {
        Vec::new()
    };
    let maker = Maker::new(shell)?;
    let python = &maker.python;
    // `--sdist` makes the wheel of the source distribution, which shows that it builds. Not `--locked`: the lock file
    // also names what only the rest of the workspace needs, and is pruned there.
    let sources = how.is_final().then_some("--sdist");
    // What is instrumented only runs here.
    let unchecked = (!how.is_final()).then_some("--auditwheel=skip");
    cmd!(
        shell,
        "{python} -m maturin build --release {sources...} {unchecked...} {portable...} --out {folder}"
    )
    .env("PATH", maker.path()?)
    .env("RUSTFLAGS", how.flag())
    .run()?;
    let made = shell.read_dir(folder)?;
    let mut wheels = made
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "whl"));
    wheels.next().context("maturin makes a wheel")
}

/// An environment in which nothing but this wheel is installed.
fn user(shell: &Shell, wheel: &Path) -> Result<PathBuf> {
    let folder = rust::target_folder(shell)?.join("python");
    let user = python::environment(shell, &folder.join("wheel-check-venv"))?;
    cmd!(
        shell,
        "{user} -m pip --disable-pip-version-check --quiet install --force-reinstall {wheel}"
    )
    .run()?;
    Ok(user)
}

/// What maturin is told on Linux, in a container of this policy or outside of one.
fn portable(policy: Option<&str>) -> Vec<&str> {
    match policy {
        Some(policy) => vec!["--compatibility", policy],
        None => vec!["--zig", "--compatibility", "manylinux2014"],
    }
}

#[test]
fn a_container_of_manylinux_says_for_which_systems_it_links() {
    let policy = Some("manylinux_2_28");
    assert_eq!(portable(policy), ["--compatibility", "manylinux_2_28"]);
    assert!(portable(None).contains(&"--zig"));
}
