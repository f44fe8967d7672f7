//! The package for Python: an environment of its own, the build, and its tests.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::{
    report::Note,
    rust::{self, Profile},
    tools,
};

const HOW_TO_GET_PYTHON: &str = "the tests of the Python package need Python 3.11 or newer with its `venv` module: \
     on Debian and Ubuntu, `apt-get install python3-venv`; PYTHON can name another interpreter";

/// Tests, and what they need.
pub(crate) struct Suite {
    /// Where pytest finds them.
    tests: &'static str,
    /// What is installed.
    requirements: &'static [&'static str],
    /// The environment, in the target folder.
    venv: &'static str,
}

/// The tests of the package.
pub(crate) const TESTS: Suite = Suite {
    tests: "python/tests",
    requirements: &["python/requirements.txt"],
    venv: "venv",
};

/// Those with large libraries: a cluster, learning, notebooks. What they need is gigabytes of downloads, so that nobody
/// should have to wait for them before a change is sent.
pub(crate) const HEAVY: Suite = Suite {
    tests: "python/tests_heavy",
    requirements: &["python/requirements.txt", "python/requirements-heavy.txt"],
    venv: "heavy-venv",
};

/// Builds the package, installs it, and runs its tests, with `arguments` for pytest.
///
/// The profile is usually that of the other tests: these want its checks, and share what it has compiled.
pub(crate) fn test(
    shell: &Shell,
    suite: &Suite,
    profile: Profile,
    arguments: &[String],
) -> Result<()> {
    let folder = rust::target_folder(shell)?.join("python");
    let python = environment(shell, &folder.join(suite.venv))?;
    require(shell, &python, suite.requirements)?;
    // Says whether the package can be packed. `cargo xtask wheels` compiles it as users get it.
    let sources = folder.join("sources");
    cmd!(shell, "{python} -m maturin sdist --out {sources}").run()?;
    install(shell, &python, &rust::python_library(shell, profile)?)?;
    let program = rust::binary(shell, profile)?;
    let mut command = std::process::Command::new(&python);
    command
        .current_dir(shell.current_dir())
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
        .args(["--override-ini", &format!("testpaths={}", suite.tests)])
        .args(arguments)
        .env(
            "MYPY_CACHE_DIR",
            folder.join(format!("mypy-{}", suite.venv)),
        )
        .env("BRICKWOOD_BIN", program);
    tools::tee(&mut command).map(drop)
}

/// How many tests have passed, by what was printed.
pub(crate) fn counted(printed: &str) -> Note {
    let counts = printed.lines().rev().find(|line| line.contains(" passed"));
    counts.map(|line| line.trim_matches(['=', ' ']).to_owned())
}

/// Puts the package where an environment looks for packages, with this library in it.
fn install(shell: &Shell, python: &Path, library: &Path) -> Result<()> {
    const WHERE: &str = "import sysconfig; print(sysconfig.get_path('platlib'))";
    let packages = PathBuf::from(cmd!(shell, "{python} -c {WHERE}").quiet().read()?);
    let package = packages.join("brickwood");
    shell.remove_path(&package)?;
    shell.create_dir(&package)?;
    for file in shell.read_dir("python/brickwood")? {
        if file.is_file() {
            shell.copy_file(&file, &package)?;
        }
    }
    let name = if cfg!(windows) {
        "_core.pyd"
    } else {
        "_core.abi3.so"
    };
    shell.copy_file(library, package.join(name))?;
    Ok(())
}

/// What makes wheels and portable programs, in an environment of its own.
pub(crate) struct Maker {
    pub(crate) python: PathBuf,
}

impl Maker {
    pub(crate) fn new(shell: &Shell) -> Result<Self> {
        let venv = rust::target_folder(shell)?.join("python/release-venv");
        let python = environment(shell, &venv)?;
        require(shell, &python, &["python/requirements-release.txt"])?;
        Ok(Self { python })
    }

    /// The variable `PATH` with which others find its programs, such as Zig.
    pub(crate) fn path(&self) -> Result<OsString> {
        let own = self.python.parent().context("in a folder")?.to_owned();
        let path = env::var_os("PATH").unwrap_or_default();
        let all = [own].into_iter().chain(env::split_paths(&path));
        Ok(env::join_paths(all)?)
    }
}

/// Installs the packages that these files require.
pub(crate) fn require(shell: &Shell, python: &Path, files: &[&str]) -> Result<()> {
    cmd!(
        shell,
        "{python} -m pip --disable-pip-version-check --quiet install"
    )
    .args(files.iter().flat_map(|file| ["--requirement", file]))
    .run()
    .with_context(|| {
        let files = files.join(" and ");
        format!("the packages of {files} could not be installed")
    })
}

/// The interpreter of a virtual environment, which is made where it is missing.
pub(crate) fn environment(shell: &Shell, venv: &Path) -> Result<PathBuf> {
    let python = if cfg!(windows) {
        venv.join("Scripts").join("python.exe")
    } else {
        venv.join("bin").join("python")
    };
    let works = |shell: &Shell| {
        cmd!(shell, "{python} -m pip --version")
            .quiet()
            .ignore_stdout()
            .ignore_stderr()
            .run()
            .is_ok()
    };
    if works(shell) {
        return Ok(python);
    }
    let interpreter = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let make = || cmd!(shell, "{interpreter} -m venv --clear {venv}").run();
    if make().is_err() {
        tools::install(shell, "python3-venv").context(HOW_TO_GET_PYTHON)?;
        make().context(HOW_TO_GET_PYTHON)?;
    }
    Ok(python)
}
