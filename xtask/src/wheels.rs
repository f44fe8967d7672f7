//! The package for Python as people install it who have no Rust: a source distribution, and a wheel made of it.

use std::env;

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::{python, rust};

/// A game from its beginning to its end, in an environment that has nothing but the wheel.
const CHECK: &str = "import brickwood; game = brickwood.Game(brickwood.Rules(players=3), seed=1); \
     print(brickwood.__version__, brickwood.play_game(game, ['hard', 'medium', 'easy'], seed=1).winners)";

/// The containers of manylinux set it to their policy, such as `manylinux_2_28`.
const CONTAINER: &str = "AUDITWHEEL_POLICY";

/// Writes both into target/wheels, and plays a game with the wheel.
///
/// On Linux the wheel is for every distribution with glibc 2.17 or newer (manylinux2014), because Zig links it against
/// that version. In a container of manylinux, the system's own linker does, and the container says for which version.
pub(crate) fn build(shell: &Shell) -> Result<()> {
    let target = rust::target_folder(shell)?;
    let wheels = target.join("wheels");
    if wheels.exists() {
        shell.remove_path(&wheels)?;
    }
    let maker = python::environment(shell, &target.join("python/wheels-venv"))?;
    cmd!(
        shell,
        "{maker} -m pip --disable-pip-version-check --quiet install --requirement python/requirements-wheels.txt"
    )
    .run()?;
    let policy = env::var(CONTAINER).ok();
    let portable = if cfg!(target_os = "linux") {
        portable(policy.as_deref())
    } else {
        Vec::new()
    };
    // Zig is looked for where programs are.
    let programs = maker.parent().context("the interpreter is in a folder")?;
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(
        [programs.to_owned()]
            .into_iter()
            .chain(env::split_paths(&path)),
    )?;
    // `--sdist` makes the wheel of the source distribution, which shows that it builds. Not `--locked`: the lock file
    // also names what only the rest of the workspace needs, and is pruned there.
    cmd!(
        shell,
        "{maker} -m maturin build --release --sdist {portable...} --out {wheels}"
    )
    .env("PATH", path)
    .run()?;
    let made = shell.read_dir(&wheels)?;
    let wheel = made
        .iter()
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .context("maturin makes a wheel")?;
    let user = python::environment(shell, &target.join("python/wheel-check-venv"))?;
    cmd!(
        shell,
        "{user} -m pip --disable-pip-version-check --quiet install --force-reinstall {wheel}"
    )
    .run()?;
    cmd!(shell, "{user} -c {CHECK}").run()?;
    for path in &made {
        println!("{} ({} bytes)", path.display(), path.metadata()?.len());
    }
    Ok(())
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
