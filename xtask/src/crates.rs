//! `cargo xtask crates`: the crates as they can be published. The page and the documentation are in that of the program, which
//! is installed without Node.js and mdBook.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::{browser, dist, docs, folders, report::Note, root, rust, tools};

/// A folder in the package of the program, as long as this exists. A clone has none there.
struct Packed(PathBuf);

impl Packed {
    fn put(from: &Path, name: &str) -> Result<Self> {
        let folder = Self(root().join("crates/brickwood").join(name));
        folder.remove()?;
        folders::copy(from, &folder.0)?;
        Ok(folder)
    }

    fn remove(&self) -> Result<()> {
        if self.0.is_dir() {
            fs::remove_dir_all(&self.0)?;
        }
        Ok(())
    }
}

impl Drop for Packed {
    fn drop(&mut self) {
        if let Err(error) = self.remove() {
            eprintln!("{} stays: {error}", self.0.display());
        }
    }
}

/// Packs all crates that can be published, and returns the folder.
pub(crate) fn pack(shell: &Shell) -> Result<PathBuf> {
    dist::page(shell)?;
    let page = Packed::put(&root().join("web/dist"), "page")?;
    let docs = Packed::put(&docs::packed::folder(), "docs")?;
    cmd!(shell, "cargo package --no-verify --allow-dirty --quiet")
        .args(public(shell)?.iter().flat_map(|name| ["--package", name]))
        .run()?;
    drop((page, docs));
    Ok(rust::target_folder(shell)?.join("package"))
}

/// The crates that can be published.
fn public(shell: &Shell) -> Result<Vec<String>> {
    let metadata = rust::metadata(shell)?;
    let packages = metadata["packages"].as_array();
    let packages = packages.context("cargo names its packages")?.iter();
    let public = packages.filter(|package| package["publish"].is_null());
    let names = public.filter_map(|package| package["name"].as_str().map(str::to_owned));
    Ok(names.collect())
}

/// Builds the documentation as docs.rs does, which names the feature that an item needs: that takes what is not stable.
pub(crate) fn docs(shell: &Shell) -> Result<Note> {
    let names = public(shell)?;
    // With this variable, cargo compiles everything again.
    let target = rust::target_folder(shell)?.join("docs-rs");
    cmd!(
        shell,
        "cargo doc --no-deps --all-features --target-dir {target}"
    )
    .args(names.iter().flat_map(|name| ["--package", name]))
    .env("RUSTC_BOOTSTRAP", "1")
    .env("RUSTDOCFLAGS", "--cfg docsrs -D warnings")
    .env("DOCS_RS", "1")
    // The page is in the package of the program.
    .env("BRICKWOOD_SKIP_WEB", "1")
    .run()?;
    Ok(Some(format!("{} crates", names.len())))
}

/// Unpacks the crates, installs the program from them where there is no Node.js, and plays a turn with it.
pub(crate) fn try_out(shell: &Shell, folder: &Path) -> Result<()> {
    let chromium = tools::chromium(shell)?;
    let unpacked = folder.join("unpacked");
    shell.remove_path(&unpacked)?;
    shell.create_dir(&unpacked)?;
    let mut patches = Vec::new();
    let mut program = None;
    for entry in shell.read_dir(folder)? {
        let Some(crate_name) = entry
            .file_name()
            .and_then(|name| name.to_str()?.strip_suffix(".crate").map(str::to_owned))
        else {
            continue;
        };
        cmd!(shell, "tar -C {unpacked} -xzf {entry}").run()?;
        let (name, _) = crate_name
            .rsplit_once('-')
            .context("a crate has a version")?;
        let place = unpacked.join(&crate_name);
        if name == "brickwood" {
            program = Some(place);
        } else {
            let place = place.display();
            patches.push(format!("patch.crates-io.{name}.path='{place}'"));
        }
    }
    let program = program.context("the program is packed")?;
    for file in ["page/index.html", "docs/index.html.gz"] {
        ensure!(program.join(file).is_file(), "{file} is not in the package");
    }
    let installed = unpacked.join("installed");
    let nowhere = unpacked.join("empty");
    shell.create_dir(&nowhere)?;
    let configs = patches.iter().flat_map(|patch| ["--config", patch]);
    // Whatever asks for npm finds one that fails.
    shell.write_file(nowhere.join("npm"), "#!/bin/sh\nexit 1\n")?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(nowhere.join("npm"), fs::Permissions::from_mode(0o755))?;
    }
    let mut places = vec![nowhere];
    places.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    cmd!(
        shell,
        "cargo install --quiet --debug --path {program} --root {installed}"
    )
    .args(configs)
    .env("PATH", env::join_paths(places)?)
    .env_remove("BRICKWOOD_SKIP_WEB")
    .run()?;
    let binary = installed.join(format!("bin/brickwood{}", env::consts::EXE_SUFFIX));
    browser::run(shell, &chromium, &binary, None, &dist::TURN.map(Into::into)).map(drop)
}
