//! What an instrumented program does most, by which the published one is compiled.

use std::{
    env,
    net::TcpListener,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Duration,
};

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

use super::portable;
use crate::{rust, tools};

/// Plays games as researchers and bot authors do, and lets bots think as at a table: arguments of the program.
const WORK: [&str; 4] = [
    "bench playout --games 20000",
    "bench playout --games 5000 --players 2",
    "match --a hard --b medium --games 40 --threads 2",
    "match --a expert --b hard --games 4 --threads 2",
];

/// Clients at tables: arguments of the load test. Without them, all that serves would count as never used, and would be
/// compiled to be small.
const LOAD: &str = "--tables 50 --rate 300 --seconds 15";

/// What a profile is to a compiler.
#[derive(Clone, Copy)]
pub(crate) enum Use<'a> {
    /// What is compiled writes down here what it does.
    Generate(&'a Path),
    /// What is compiled is fast at what is written down here.
    Profile(&'a Path),
}

impl Use<'_> {
    /// Whether what is compiled is what people get.
    pub(crate) fn is_final(self) -> bool {
        matches!(self, Self::Profile(_))
    }

    /// What the compiler is told.
    pub(crate) fn flag(self) -> String {
        match self {
            // Zig does not link what writes a profile. Cargo makes the names of functions from the linker that it is told
            // of, among other things, and a profile fits only functions of the same names: so a flag replaces the linker.
            Self::Generate(folder) if cfg!(target_os = "linux") => {
                format!("-Cprofile-generate={} -Clinker=cc", folder.display())
            }
            Self::Generate(folder) => format!("-Cprofile-generate={}", folder.display()),
            Self::Profile(file) => format!("-Cprofile-use={}", file.display()),
        }
    }
}

/// Builds an instrumented program, has it work, and returns the file with what it did.
pub(crate) fn gather(shell: &Shell) -> Result<PathBuf> {
    let folder = rust::target_folder(shell)?.join("profile");
    shell.remove_path(&folder)?;
    shell.create_dir(&folder)?;
    let program = portable::compile(shell, Use::Generate(&folder))?;
    for work in WORK {
        let work = work.split(' ');
        cmd!(shell, "{program} {work...}").ignore_stdout().run()?;
    }
    if cfg!(unix) {
        serve(shell, &program, &folder)?;
    }
    merge(shell, &folder)
}

/// Merges what instrumented programs have written into a folder.
pub(crate) fn merge(shell: &Shell, folder: &Path) -> Result<PathBuf> {
    let tool = merger(shell)?;
    let merged = folder.join("merged.profdata");
    cmd!(shell, "{tool} merge --output {merged} {folder}").run()?;
    Ok(merged)
}

/// Lets clients play at a server, which writes down what it did when it is told to stop.
fn serve(shell: &Shell, program: &Path, folder: &Path) -> Result<()> {
    let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
    let data = folder.join("data");
    let mut server = Command::new(program)
        .args(["serve", "--listen", &address, "--data"])
        .arg(&data)
        .spawn()?;
    thread::sleep(Duration::from_secs(1));
    let load = program.with_file_name(format!("brickwood-load{}", env::consts::EXE_SUFFIX));
    let arguments = LOAD.split(' ');
    let played = cmd!(shell, "{load} server --server {address} {arguments...}").run();
    let number = server.id().to_string();
    cmd!(shell, "kill -TERM {number}").run()?;
    ensure!(server.wait()?.success(), "the server did not end well");
    shell.remove_path(data)?;
    Ok(played?)
}

/// The program that merges profiles, of the version of LLVM that the compiler has.
fn merger(shell: &Shell) -> Result<PathBuf> {
    let version = rust::compiler(shell, "LLVM version")?;
    let major = version.split('.').next().unwrap_or_default();
    let host = rust::host(shell)?;
    let library = PathBuf::from(cmd!(shell, "rustc --print sysroot").quiet().read()?);
    let name = format!("llvm-profdata{}", env::consts::EXE_SUFFIX);
    let own = library
        .join("lib/rustlib")
        .join(host)
        .join("bin")
        .join(name);
    if own.is_file() {
        return Ok(own);
    }
    let debian = format!("llvm-profdata-{major}");
    if !tools::has(&debian) {
        tools::install(shell, &format!("llvm-{major}"))?;
    }
    ensure!(
        tools::has(&debian),
        "there is no llvm-profdata of LLVM {major}: run `rustup component add llvm-tools`"
    );
    Ok(PathBuf::from(debian))
}
