//! `cargo xtask release`: everything that a version is published as, and each of it installed and tried out.

pub(crate) mod documents;
mod image;
mod machine;
mod packages;
mod player;
mod portable;
pub(crate) mod profile;
pub(crate) mod signature;
pub(crate) mod tag;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use xshell::Shell;

use crate::{
    crates, dist, docs,
    flags::Release,
    report::{Note, Report},
    rust::{self, Profile},
    tools, wheels,
};
use packages::{DEBIAN, FEDORA};

/// The version after the one that is made, for what an upgrade does. Nothing is published as that.
const HIGHER: &str = "9999.0.0";

/// Makes all of it, and says where it is.
pub(crate) fn make(shell: &Shell, chore: &Release) -> Result<()> {
    let mut report = Report::new();
    let mut staged = None;
    report.need("program", || {
        staged = Some(program(shell, chore.debug)?);
        Ok(None)
    });
    let Some(staged) = staged else {
        return report.finish();
    };
    let release = Files::new(shell, &staged)?;
    packed(shell, &mut report, &release, &staged, chore)?;
    if !chore.debug {
        report.step("arm64", || portable::compile_arm64(shell));
        report.step("wheels", || {
            for file in wheels::build(shell)? {
                release.add(shell, &file)?;
            }
            Ok(None)
        });
        report.step("crates", || {
            let folder = crates::pack(shell)?;
            if !chore.check {
                return Ok(None);
            }
            crates::try_out(shell, &folder)?;
            crates::docs(shell)
        });
        report.step("documentation", || {
            if !chore.check {
                return docs::build(shell).map(|_| None);
            }
            docs::check(shell)?;
            docs::read(shell, &staged.program())
        });
    }
    report.step("signature", || signature::sign(shell, &release.folder));
    println!("{}", release.folder.display());
    report.finish()
}

/// The short form, with a program that is staged already: its package and its image, installed and tried out.
pub(crate) fn short(shell: &Shell, staged: &dist::Staged) -> Result<Note> {
    if let Some(why) = machine::missing(shell)? {
        return Ok(Some(format!("skipped: {why}")));
    }
    let release = Files::new(shell, staged)?;
    let note = debian(shell, &release, staged, None)?;
    documents::try_out_databases(shell)?;
    let image = image::build(shell, staged, &release.folder)?;
    image::try_out(shell, &image)?;
    signature::sign(shell, &release.folder)?;
    Ok(note)
}

/// The program as it is published, and what is made of it.
fn program(shell: &Shell, debug: bool) -> Result<dist::Staged> {
    if debug {
        return dist::build(shell, Profile::Debug);
    }
    dist::page(shell)?;
    let profile = profile::gather(shell)?;
    let program = portable::build(shell, &profile)?;
    dist::stage(shell, &program, Profile::Release)
}

/// Everything that holds the program.
fn packed(
    shell: &Shell,
    report: &mut Report,
    release: &Files,
    staged: &dist::Staged,
    chore: &Release,
) -> Result<()> {
    report.step("archive", || {
        let archive = dist::pack(shell, staged)?;
        release.add(shell, &archive.path)?;
        if !chore.check {
            return Ok(None);
        }
        dist::try_out(shell, &tools::chromium(shell)?, &archive)
    });
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    if chore.check
        && let Some(why) = machine::missing(shell)?
    {
        bail!("{why}");
    }
    report.step("deb", || {
        if chore.check {
            debian(shell, release, staged, chore.previous.as_deref())
        } else {
            DEBIAN.pack(shell, staged, &staged.version, &release.folder)?;
            Ok(None)
        }
    });
    report.step("three databases", || {
        if chore.check {
            documents::try_out_databases(shell)?;
        }
        Ok(None)
    });
    report.step("rpm", || {
        let package = FEDORA.pack(shell, staged, &staged.version, &release.folder)?;
        if !chore.check {
            return Ok(None);
        }
        let higher = FEDORA.pack(shell, staged, HIGHER, &release.scratch(shell)?)?;
        FEDORA.try_out(shell, &package, &higher)
    });
    report.step("image", || {
        let image = image::build(shell, staged, &release.folder)?;
        if chore.check {
            image::try_out(shell, &image)?;
        }
        Ok(None)
    });
    Ok(())
}

/// The package for Debian, and what an upgrade to it or from it does.
fn debian(
    shell: &Shell,
    release: &Files,
    staged: &dist::Staged,
    previous: Option<&Path>,
) -> Result<Note> {
    let package = DEBIAN.pack(shell, staged, &staged.version, &release.folder)?;
    if let Some(previous) = previous {
        return DEBIAN.try_out(shell, previous, &package);
    }
    let higher = DEBIAN.pack(shell, staged, HIGHER, &release.scratch(shell)?)?;
    DEBIAN.try_out(shell, &package, &higher)
}

/// The files of a release.
struct Files {
    folder: PathBuf,
}

impl Files {
    /// An empty folder for this version.
    fn new(shell: &Shell, staged: &dist::Staged) -> Result<Self> {
        let folder = rust::target_folder(shell)?
            .join("releases")
            .join(&staged.version);
        shell.remove_path(&folder)?;
        shell.create_dir(&folder)?;
        Ok(Self { folder })
    }

    /// Adds a file that was made elsewhere.
    fn add(&self, shell: &Shell, file: &Path) -> Result<()> {
        Ok(shell.copy_file(file, &self.folder)?)
    }

    /// A folder for what is not published.
    fn scratch(&self, shell: &Shell) -> Result<PathBuf> {
        let folder = self.folder.with_file_name("scratch");
        shell.remove_path(&folder)?;
        Ok(shell.create_dir(&folder)?)
    }
}
