//! `cargo xtask dist`: an archive of the program with everything that belongs to it.

mod contents;
mod notices;
mod readme;
mod sbom;

pub(crate) use contents::of_docs as packages_of_docs;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::{
    browser, docs, folders,
    report::Note,
    rust::{self, Profile},
    web,
};

/// Files that are copied from the repository as they are.
const FILES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// Sample configurations for hosts.
const DEPLOY: [&str; 12] = [
    "brickwood-backup.service",
    "brickwood-backup.timer",
    "brickwood.env",
    "brickwood.service",
    "brickwood.sysusers",
    "compose.yml",
    "database-alerts.yml",
    "database-machines.sh",
    "etcd.conf",
    "haproxy.cfg",
    "nginx.conf",
    "patroni.yml",
];

/// The shells with a completion script, and the usual name of its file.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "brickwood.bash"),
    ("elvish", "brickwood.elv"),
    ("fish", "brickwood.fish"),
    ("powershell", "_brickwood.ps1"),
    ("zsh", "_brickwood"),
];

/// Tests of the browser that play at a table of the packed program, and search in its documentation.
pub(crate) const TURN: [&str; 4] = [
    "table.spec.ts",
    "docs.spec.ts",
    "--grep",
    "a placed settlement can be taken back|a search in the documentation",
];

/// The program and what is made of it, from which every package is made.
pub(crate) struct Staged {
    /// `target/release/package`, where the manifest of the program expects it, also for a debug build.
    pub(crate) folder: PathBuf,
    pub(crate) version: String,
    /// The kind of machine that the program is for, as `x86_64-unknown-linux-gnu`.
    pub(crate) triple: String,
    /// Whether it is a debug build, which is only tried out.
    pub(crate) debug: bool,
}

impl Staged {
    /// The program itself.
    pub(crate) fn program(&self) -> PathBuf {
        self.folder.join(PROGRAM)
    }
}

/// The file name of the program.
const PROGRAM: &str = if cfg!(windows) {
    "brickwood.exe"
} else {
    "brickwood"
};

/// A packed program.
pub(crate) struct Archive {
    pub(crate) path: PathBuf,
    /// The folder inside the archive.
    name: String,
}

/// Builds the program with this profile, and what is made of it.
pub(crate) fn build(shell: &Shell, profile: Profile) -> Result<Staged> {
    page(shell)?;
    match profile {
        // As the tests have it, so that nothing is compiled twice.
        Profile::Debug => rust::build(shell, profile)?,
        Profile::Release => cmd!(
            shell,
            "cargo build --release --package brickwood --features full"
        )
        .run()?,
    }
    stage(shell, &rust::binary(shell, profile)?, profile)
}

/// Builds the page and the documentation that the program contains.
pub(crate) fn page(shell: &Shell) -> Result<()> {
    web::install()?;
    web::module(shell)?;
    web::build()?;
    docs::build(shell)?;
    Ok(())
}

/// Puts a program for this machine, and all that is made of it, into one folder.
pub(crate) fn stage(shell: &Shell, program: &Path, profile: Profile) -> Result<Staged> {
    let triple = rust::host(shell)?;
    let contents = contents::Contents::of_program(shell, &triple)?;
    let folder = rust::target_folder(shell)?.join("release/package");
    shell.remove_path(&folder)?;
    for inner in ["completions", "man"] {
        shell.create_dir(folder.join(inner))?;
    }
    let staged = Staged {
        folder,
        version: contents.version.clone(),
        triple,
        debug: profile == Profile::Debug,
    };
    let folder = &staged.folder;
    let copy = staged.program();
    shell.copy_file(program, &copy)?;
    if cfg!(target_os = "linux") {
        cmd!(shell, "strip {copy}").run()?;
    }
    for (kind, file) in COMPLETIONS {
        let script = cmd!(shell, "{program} completions {kind}").quiet().read()?;
        shell.write_file(folder.join("completions").join(file), script + "\n")?;
    }
    let man = folder.join("man");
    cmd!(shell, "{program} man {man}").quiet().run()?;
    for file in readme::FILES {
        shell.write_file(folder.join(file), readme::packed(shell, file)?)?;
    }
    let notices = notices::text(&contents.packages);
    shell.write_file(folder.join("THIRD-PARTY-LICENSES.txt"), notices)?;
    shell.write_file(folder.join("sbom.cdx.json"), sbom::json(&contents)?)?;
    Ok(staged)
}

/// Packs it with the documents and the samples for hosts.
pub(crate) fn pack(shell: &Shell, staged: &Staged) -> Result<Archive> {
    let name = format!("brickwood-{}-{}", staged.version, staged.triple);
    let dist = rust::target_folder(shell)?.join("dist");
    let folder = dist.join(&name);
    shell.remove_path(&folder)?;
    shell.create_dir(folder.join("deploy"))?;
    folders::copy(&staged.folder, &folder)?;
    for file in FILES {
        shell.copy_file(file, &folder)?;
    }
    for file in DEPLOY {
        shell.copy_file(format!("deploy/{file}"), folder.join("deploy"))?;
    }
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
    for file in readme::FILES {
        let text = fs::read_to_string(unpacked.join(file))?;
        let dead = readme::dead_links(file, &text, |target| unpacked.join(target).exists());
        ensure!(dead.is_empty(), "{file} leads to {dead:?}");
    }
    let notices = fs::read_to_string(unpacked.join("THIRD-PARTY-LICENSES.txt"))?;
    let sbom = fs::read_to_string(unpacked.join("sbom.cdx.json"))?;
    for package in [
        "tokio",
        "svelte",
        "mdbook",
        "@fontsource-variable/bricolage-grotesque",
    ] {
        ensure!(notices.contains(package), "no license of {package}");
        ensure!(
            sbom.contains(package),
            "no {package} in the bill of materials"
        );
    }

    let program = unpacked.join(PROGRAM);
    let version = cmd!(shell, "{program} --version").read()?;
    ensure!(
        archive
            .name
            .contains(version.trim_start_matches("brickwood "))
    );
    browser::run(shell, chromium, &program, None, &TURN.map(Into::into))
}
