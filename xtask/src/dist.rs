//! `cargo xtask dist`: an archive of the program with everything that belongs to it.

mod contents;
mod notices;
mod sbom;

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::{
    browser,
    report::Note,
    rust::{self, Profile},
    web,
};

/// Files that are copied from the repository.
const FILES: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Sample configurations for hosts.
const DEPLOY: [&str; 3] = ["brickwood.service", "haproxy.cfg", "nginx.conf"];

/// The shells with a completion script, and the usual name of its file.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "brickwood.bash"),
    ("elvish", "brickwood.elv"),
    ("fish", "brickwood.fish"),
    ("powershell", "_brickwood.ps1"),
    ("zsh", "_brickwood"),
];

/// A test of the browser that plays at a table of the packed program.
pub(crate) const TURN: [&str; 3] = [
    "table.spec.ts",
    "--grep",
    "a placed settlement can be taken back",
];

/// A packed program.
pub(crate) struct Archive {
    pub(crate) path: PathBuf,
    /// The folder inside the archive.
    name: String,
}

/// Builds the program and packs it.
pub(crate) fn pack(shell: &Shell, profile: Profile) -> Result<Archive> {
    web::install()?;
    web::module(shell)?;
    web::build()?;
    match profile {
        // As the tests have it, so that nothing is compiled twice.
        Profile::Debug => rust::build(shell, profile)?,
        Profile::Release => cmd!(
            shell,
            "cargo build --release --package brickwood --features full"
        )
        .run()?,
    }
    let program = rust::binary(shell, profile)?;
    let host = host(shell)?;
    let contents = contents::Contents::of_program(shell, &host)?;

    let name = format!("brickwood-{}-{host}", contents.version);
    let dist = rust::target_folder(shell)?.join("dist");
    let folder = dist.join(&name);
    shell.remove_path(&folder)?;
    for inner in ["completions", "deploy", "man"] {
        shell.create_dir(folder.join(inner))?;
    }
    shell.copy_file(&program, &folder)?;
    for file in FILES {
        shell.copy_file(file, &folder)?;
    }
    for file in DEPLOY {
        shell.copy_file(format!("deploy/{file}"), folder.join("deploy"))?;
    }
    for (kind, file) in COMPLETIONS {
        let script = cmd!(shell, "{program} completions {kind}").quiet().read()?;
        shell.write_file(folder.join("completions").join(file), script + "\n")?;
    }
    let man = folder.join("man");
    cmd!(shell, "{program} man {man}").quiet().run()?;
    shell.write_file(
        folder.join("THIRD-PARTY-LICENSES.txt"),
        notices::text(&contents.packages),
    )?;
    shell.write_file(folder.join("sbom.cdx.json"), sbom::json(&contents)?)?;

    let path = dist.join(format!("{name}.tar.gz"));
    cmd!(shell, "tar -C {dist} -czf {path} {name}").run()?;
    Ok(Archive { path, name })
}

/// The licenses of the third-party packages in a page that needs no program.
pub(crate) fn notices_of_site(shell: &Shell, page: &Path) -> Result<String> {
    let contents = contents::Contents::of_page(shell, page)?;
    Ok(notices::text(&contents.packages))
}

/// Unpacks an archive, checks its contents, and plays a turn with the program in it.
pub(crate) fn try_out(shell: &Shell, chromium: &Path, archive: &Archive) -> Result<Note> {
    let folder = rust::target_folder(shell)?.join("dist/unpacked");
    shell.remove_path(&folder)?;
    shell.create_dir(&folder)?;
    let path = &archive.path;
    cmd!(shell, "tar -C {folder} -xzf {path}").run()?;
    let unpacked = folder.join(&archive.name);

    for page in ["brickwood.1", "brickwood-serve.1"] {
        let text = fs::read_to_string(unpacked.join("man").join(page))
            .with_context(|| format!("there is no manual page {page}"))?;
        ensure!(text.contains(".SH OPTIONS"), "{page} describes no options");
    }
    for (_, file) in COMPLETIONS {
        let script = fs::read_to_string(unpacked.join("completions").join(file))?;
        ensure!(script.contains("serve"), "{file} does not know `serve`");
    }
    let notices = fs::read_to_string(unpacked.join("THIRD-PARTY-LICENSES.txt"))?;
    let sbom = fs::read_to_string(unpacked.join("sbom.cdx.json"))?;
    for package in [
        "tokio",
        "svelte",
        "@fontsource-variable/bricolage-grotesque",
    ] {
        ensure!(notices.contains(package), "no license of {package}");
        ensure!(
            sbom.contains(package),
            "no {package} in the bill of materials"
        );
    }

    let program = unpacked.join(format!("brickwood{}", env::consts::EXE_SUFFIX));
    let version = cmd!(shell, "{program} --version").read()?;
    ensure!(
        archive
            .name
            .contains(version.trim_start_matches("brickwood "))
    );
    browser::run(shell, chromium, &program, None, &TURN.map(Into::into))
}

/// The kind of machine that this is, as `x86_64-unknown-linux-gnu`.
fn host(shell: &Shell) -> Result<String> {
    let version = cmd!(shell, "rustc --version --verbose").quiet().read()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc names its host")?.to_owned())
}
