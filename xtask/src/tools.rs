//! The programs that the checks need. A missing one is an error that says what to do, or is
//! installed where that is safe; nothing is skipped.

use std::{
    env,
    ffi::OsStr,
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use anyhow::{Context, Result, bail, ensure};
use xshell::{Shell, cmd};

const CHROMIUMS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
const CHROMIUM_ON_MACOS: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/// Everything but Chromium and npm's packages.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    for (command, remedy) in [
        ("cargo fmt --version", "run `rustup component add rustfmt`"),
        (
            "cargo clippy --version",
            "run `rustup component add clippy`",
        ),
        (
            "git --version",
            "install git: `tidy` asks it which files there are",
        ),
        (
            "node --version",
            "install Node.js 20.19 or newer, which brings npm: https://nodejs.org",
        ),
    ] {
        ensure!(works(shell, command), "`{command}` does not work: {remedy}");
    }
    cargo_program(shell, "deny", "cargo-deny")?;
    if !has_nextest(shell) {
        eprintln!("cargo-nextest is missing; `cargo test` does, a little slower");
    }
    Ok(())
}

/// What makes a site of the documentation. Returns its version.
pub(crate) fn mdbook(shell: &Shell) -> Result<String> {
    // Our theme is made for it; others name their colors in other ways.
    const VERSION: &str = "0.5";
    let installed = || {
        let asked = cmd!(shell, "mdbook --version").quiet().ignore_stderr();
        let said = asked.read().ok()?;
        Some(said.strip_prefix("mdbook v")?.to_owned())
    };
    let is_ours = |version: &String| version.starts_with(&format!("{VERSION}."));
    if let Some(found) = installed().filter(is_ours) {
        return Ok(found);
    }
    let version = format!("--version=^{VERSION}");
    let options = [
        version.as_str(),
        "--no-default-features",
        "--features=search",
    ];
    cargo_install(shell, "mdbook", &options)?;
    installed().context("mdbook does not say its version")
}

/// Has cargo know a command of others: installs the crate that brings it.
pub(crate) fn cargo_program(shell: &Shell, command: &str, package: &str) -> Result<()> {
    if works(shell, &format!("cargo {command} --version")) {
        return Ok(());
    }
    cargo_install(shell, package, &[])
}

/// Builds a program of crates.io that is missing.
fn cargo_install(shell: &Shell, package: &str, options: &[&str]) -> Result<()> {
    eprintln!("{package} is missing; building it, which takes some minutes, once");
    // CI runs it once, which is not worth an optimized build.
    let debug = env::var_os("CI").map(|_| "--debug");
    cmd!(
        shell,
        "cargo install {package} --locked {options...} {debug...}"
    )
    .run()
    .with_context(|| {
        format!("{package} could not be installed: see https://crates.io/crates/{package}")
    })
}

pub(crate) fn has_nextest(shell: &Shell) -> bool {
    works(shell, "cargo nextest --version")
}

/// The browser that Playwright drives.
pub(crate) fn chromium(shell: &Shell) -> Result<PathBuf> {
    if let Some(path) = env::var_os("PW_CHROMIUM") {
        let path = PathBuf::from(path);
        ensure!(
            path.is_file(),
            "PW_CHROMIUM names {}, and there is no such file",
            path.display()
        );
        return Ok(path);
    }
    if let Some(path) = installed_chromium() {
        return Ok(path);
    }
    install(shell, "chromium").context(HOW_TO_GET_CHROMIUM)?;
    installed_chromium().context(HOW_TO_GET_CHROMIUM)
}

/// Chromium without a window and what belongs to one, which takes less of processor time. CI installs it; elsewhere
/// it is used where it is found, unless `PW_CHROMIUM` names a browser.
pub(crate) fn headless_shell(shell: &Shell) -> Option<PathBuf> {
    const NAME: &str = "chromium-headless-shell";
    if env::var_os("PW_CHROMIUM").is_some() {
        return None;
    }
    let found = in_path(NAME);
    if found.is_some() || env::var_os("CI").is_none() {
        return found;
    }
    // Ubuntu, for one, has no such package.
    install(shell, NAME).ok()?;
    in_path(NAME)
}

/// What makes a second machine for a browser test. CI installs it; elsewhere, the test is skipped without it.
pub(crate) fn network_namespaces(shell: &Shell) -> Result<()> {
    if in_path("ip").is_some() || env::var_os("CI").is_none() {
        return Ok(());
    }
    install(shell, "iproute2")
}

/// Installs a package where we may: as root on Debian or Ubuntu.
pub(crate) fn install(shell: &Shell, package: &str) -> Result<()> {
    if in_path("apt-get").is_none() || !is_root(shell) {
        return Ok(());
    }
    eprintln!("{package} is missing; installing the distribution's package");
    let install = cmd!(
        shell,
        "apt-get install --yes --no-install-recommends {package}"
    )
    .env("DEBIAN_FRONTEND", "noninteractive");
    cmd!(shell, "apt-get update --quiet")
        .run()
        .and_then(|()| install.run())
        .with_context(|| format!("the package {package} could not be installed"))
}

/// Installs the package of a service where we may, and does not let it run.
pub(crate) fn install_without_service(shell: &Shell, package: &str, service: &str) -> Result<()> {
    install(shell, package)?;
    if in_path("systemctl").is_some() && is_root(shell) {
        // Where systemd does not run, nothing has been started.
        cmd!(shell, "systemctl disable --now {service}")
            .quiet()
            .ignore_stdout()
            .ignore_stderr()
            .ignore_status()
            .run()?;
    }
    Ok(())
}

pub(crate) fn is_root(shell: &Shell) -> bool {
    cmd!(shell, "id -u")
        .quiet()
        .ignore_stderr()
        .read()
        .is_ok_and(|id| id == "0")
}

const HOW_TO_GET_CHROMIUM: &str = "the browser tests need Chromium or Chrome: install your system's package (Debian and \
     Ubuntu: `apt-get install chromium`), or set PW_CHROMIUM to the path of the program";

fn installed_chromium() -> Option<PathBuf> {
    let on_macos = Some(PathBuf::from(CHROMIUM_ON_MACOS)).filter(|path| path.is_file());
    CHROMIUMS.iter().find_map(in_path).or(on_macos)
}

/// Whether there is such a program.
pub(crate) fn has(program: &str) -> bool {
    in_path(program).is_some()
}

fn in_path(name: impl AsRef<Path>) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(&name))
        .find(|path| path.is_file())
}

fn works(shell: &Shell, command: &str) -> bool {
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default();
    shell
        .cmd(program)
        .args(words)
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run()
        .is_ok()
}

/// Runs a command, passes on what it prints, and returns that too.
pub(crate) fn tee(command: &mut Command) -> Result<String> {
    eprintln!("$ {}", command_line(command));
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("`{}` could not be started", command_line(command)))?;
    let stdout = child.stdout.take().expect("piped");
    let stderr = child.stderr.take().expect("piped");
    let printed = thread::scope(|scope| {
        let errors = scope.spawn(|| pass_on(stderr, std::io::stderr()));
        let mut printed = pass_on(stdout, std::io::stdout());
        printed.push_str(&errors.join().expect("reading does not panic"));
        printed
    });
    let status = child.wait()?;
    if !status.success() {
        bail!(
            "`{}` failed ({status}){}",
            command_line(command),
            panics(&printed)
        );
    }
    Ok(printed)
}

/// Each panic that was printed, with its place and the first line of what it said: thousands of lines may have come since.
fn panics(printed: &str) -> String {
    let mut found = String::new();
    let mut lines = printed.lines();
    while let Some(line) = lines.next() {
        if line.trim().starts_with("thread '") && line.contains(" panicked at ") {
            let said = lines.next().unwrap_or_default();
            found = format!("{found}\n{}\n    {:.500}", line.trim(), said.trim());
        }
    }
    found
}

fn pass_on(from: impl Read, mut to: impl Write) -> String {
    let mut all = String::new();
    for line in BufReader::new(from).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        // A closed terminal is no reason to stop the tests.
        let _ = writeln!(to, "{line}");
        all.push_str(&line);
        all.push('\n');
    }
    all
}

fn command_line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn the_error_of_a_command_repeats_the_panics_that_it_printed() {
        let script = "echo passed; printf \"    thread 'one' (7) panicked at a.rs:1:2:\\n    why\\n    more\\n\"; exit 1";
        let failed = tee(Command::new("sh").args(["-c", script]));
        let error = failed.expect_err("it ends with 1").to_string();
        assert!(
            error.ends_with("\nthread 'one' (7) panicked at a.rs:1:2:\n    why"),
            "{error}"
        );
    }
}
