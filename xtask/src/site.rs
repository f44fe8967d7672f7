//! `cargo xtask site`: the page as a folder of files that any host of static files can serve, under any
//! path. Everything that needs no server plays there.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

use crate::{dist, rust, web};

/// Builds the folder.
pub(crate) fn build(shell: &Shell) -> Result<PathBuf> {
    web::install()?;
    web::module(shell)?;
    let module = shell.current_dir().join("web/module/brickwood.wasm");
    ensure!(module.is_file(), "a site without a server needs the module");
    let folder = rust::target_folder(shell)?.join("site");
    {
        let _web = shell.push_dir("web");
        let vite = cmd!(
            shell,
            "npm run --silent build -- --mode static --base ./ --logLevel warn"
        );
        vite.args(["--emptyOutDir", "--outDir"])
            .arg(&folder)
            .run()?;
    }
    shell.write_file(
        folder.join("THIRD-PARTY-LICENSES.txt"),
        dist::notices_of_site(shell, &folder)?,
    )?;
    Ok(folder)
}
