//! An image for containers: the program, the C library, and certificates. `deploy/Containerfile` describes it.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use xshell::{Shell, cmd};

use super::{documents, player::Player};
use crate::{dist::Staged, rust};

/// The certificates of authorities that the system trusts, which a database or a provider may need.
const CERTIFICATES: &str = "etc/ssl/certs/ca-certificates.crt";

/// Where the program listens in its container.
const ADDRESS: &str = "http://127.0.0.1:7878";

/// From its start to a server that is ready.
const SOON: Duration = Duration::from_secs(20);

/// Has programs of others keep what they store beside our own.
const STORE: &str = "CONTAINERS_STORAGE_CONF";

/// Builds it as an archive that every engine loads.
pub(crate) fn build(shell: &Shell, staged: &Staged, folder: &Path) -> Result<PathBuf> {
    let context = rust::target_folder(shell)?.join("release/image");
    shell.remove_path(&context)?;
    let root = context.join("root");
    shell.create_dir(root.join("usr/bin"))?;
    shell.create_dir(context.join("data"))?;
    let program = staged.program();
    shell.copy_file(&program, root.join("usr/bin/brickwood"))?;
    for library in libraries(shell, &program)? {
        let place = root.join(library.strip_prefix("/").context("an absolute path")?);
        shell.create_dir(place.parent().context("in a folder")?)?;
        shell.copy_file(&library, place)?;
    }
    let certificates = Path::new("/").join(CERTIFICATES);
    if certificates.is_file() {
        shell.create_dir(root.join("etc/ssl/certs"))?;
        shell.copy_file(certificates, root.join(CERTIFICATES))?;
    }
    let (machine, _) = staged.triple.split_once('-').context("a triple")?;
    let image = folder.join(format!("brickwood-{}-{machine}.oci.tar", staged.version));
    let name = format!("brickwood:{}", staged.version);
    let version = format!("org.opencontainers.image.version={}", staged.version);
    let destination = format!("oci-archive:{}:{name}", image.display());
    let _store = shell.push_env(STORE, store(shell)?);
    cmd!(
        shell,
        "buildah build --quiet --isolation chroot --format oci --timestamp 0 --file deploy/Containerfile --label {version} --tag {name} {context}"
    )
    .ignore_stdout()
    .run()?;
    cmd!(shell, "buildah push --quiet {name} {destination}").run()?;
    Ok(image)
}

/// Unpacks it and plays a turn with what it says is to be run, in a root of its own and with a network of its own.
pub(crate) fn try_out(shell: &Shell, image: &Path) -> Result<()> {
    let source = format!("oci-archive:{}", image.display());
    let _store = shell.push_env(STORE, store(shell)?);
    let container = cmd!(shell, "buildah from --quiet {source}").read()?;
    let outcome = play(shell, &container);
    cmd!(shell, "buildah rm {container}")
        .quiet()
        .ignore_stdout()
        .run()?;
    outcome
}

fn play(shell: &Shell, container: &str) -> Result<()> {
    let root = cmd!(shell, "buildah mount {container}").quiet().read()?;
    let described = cmd!(shell, "buildah inspect {container}").quiet().read()?;
    let described: Value = serde_json::from_str(&described)?;
    let config = &described["OCIv1"]["config"];
    let words = |name: &str| -> Result<Vec<String>> {
        let words = config[name].as_array();
        let words = words.with_context(|| format!("the image has no {name}"))?;
        let words = words.iter().filter_map(Value::as_str);
        Ok(words.map(str::to_owned).collect())
    };
    for label in ["title", "description", "licenses", "version"] {
        let label = format!("org.opencontainers.image.{label}");
        ensure!(
            config["Labels"][&label].is_string(),
            "the image has no label {label}"
        );
    }
    let user = config["User"].as_str().context("the image has a user")?;
    ensure!(!user.starts_with('0'), "the image runs as root");
    let inside = [
        &["env".to_owned(), "--ignore-environment".to_owned()][..],
        &words("Env")?,
        &["chroot".to_owned(), format!("--userspec={user}"), root],
    ]
    .concat();
    let entry = words("Entrypoint")?;
    let serve = |options: &[String]| {
        let mut server = Command::new("unshare");
        server
            // Nothing in between: what is ended is the server itself.
            .args(["--net", "sh", "-c"])
            .arg("ip link set lo up && exec \"$@\"")
            .arg("sh")
            .args(&inside)
            .args(&entry)
            .args(options);
        server.spawn()
    };
    let beside = |server: &Child| {
        let mut beside = Command::new("nsenter");
        beside.args(["--target", &server.id().to_string(), "--net", "--"]);
        beside
    };
    let program = entry.first().context("the image runs a program")?;

    let mut server = serve(&documents::options_of_image(shell)?)?;
    let begun = Instant::now();
    let mut health = beside(&server);
    health.args(&inside).args([program, "health"]);
    let mut is_well = false;
    while !is_well && begun.elapsed() < SOON && server.try_wait()?.is_none() {
        is_well = health.stderr(Stdio::null()).status()?.success();
    }
    server.kill()?;
    server.wait()?;
    ensure!(is_well, "the image does not run as the book says");

    let mut server = serve(&[])?;
    let played = Player::open(shell, beside(&server), ADDRESS).and_then(|mut player| player.turn());
    server.kill()?;
    server.wait()?;
    played
}

/// The shared libraries that a program needs, and what loads them.
fn libraries(shell: &Shell, program: &Path) -> Result<Vec<PathBuf>> {
    let printed = cmd!(shell, "ldd {program}").quiet().read()?;
    let found = loaded(&printed);
    ensure!(!found.is_empty(), "ldd names no libraries");
    Ok(found)
}

/// The files that `ldd` names.
fn loaded(printed: &str) -> Vec<PathBuf> {
    let words = printed.split_whitespace();
    words
        .filter(|word| word.starts_with('/'))
        .map(PathBuf::from)
        .collect()
}

/// A place in the target folder for what buildah keeps, with the one driver that works everywhere.
fn store(shell: &Shell) -> Result<PathBuf> {
    let folder = rust::target_folder(shell)?.join("containers");
    shell.create_dir(&folder)?;
    let file = folder.join("storage.conf");
    let place = folder.display();
    shell.write_file(
        &file,
        format!("[storage]\ndriver = \"vfs\"\ngraphroot = \"{place}/graph\"\nrunroot = \"{place}/run\"\n"),
    )?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loader_of_libraries_is_one_of_them() {
        let printed = "\tlinux-vdso.so.1 (0x0001)\n\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x0002)\n\
                       \t/lib64/ld-linux-x86-64.so.2 (0x0003)\n";
        let expected = [
            "/lib/x86_64-linux-gnu/libc.so.6",
            "/lib64/ld-linux-x86-64.so.2",
        ];
        assert_eq!(loaded(printed), expected.map(PathBuf::from));
    }
}
