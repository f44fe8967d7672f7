//! Packages for Debian and for Fedora, which bring a service. What they contain is in the manifest of the program.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use super::{HIGHER, documents, machine::Machine, player::Player};
use crate::{dist::Staged, report::Note, tools};

/// Where the service listens when it was just installed.
const ADDRESS: &str = "http://127.0.0.1:7878";

/// From the package to a page that plays.
const SOON: Duration = Duration::from_mins(1);

/// What is installed besides the program.
const INSTALLED: [&str; 12] = [
    "/etc/brickwood.env",
    "/usr/lib/systemd/system/brickwood-backup.service",
    "/usr/lib/systemd/system/brickwood-backup.timer",
    "/usr/lib/systemd/system/brickwood.service",
    "/usr/lib/sysusers.d/brickwood.conf",
    "/usr/share/applications/org.brickwood.Brickwood.desktop",
    "/usr/share/bash-completion/completions/brickwood",
    "/usr/share/doc/brickwood/THIRD-PARTY-LICENSES.txt",
    "/usr/share/fish/vendor_completions.d/brickwood.fish",
    "/usr/share/icons/hicolor/scalable/apps/org.brickwood.Brickwood.svg",
    "/usr/share/metainfo/org.brickwood.Brickwood.metainfo.xml",
    "/var/lib/brickwood/brickwood.db",
];

/// A kind of package, and how a machine takes it: the file is `$0`.
pub(crate) struct Packages {
    pack: fn(&Shell, &Staged, &str, &Path) -> Result<PathBuf>,
    install: &'static str,
    upgrade: &'static str,
    downgrade: &'static str,
    remove: &'static str,
    /// Removes what was played, too, where the system knows such a thing.
    purge: Option<&'static str>,
    /// Prints the version that is installed.
    version: &'static str,
    /// Whether the book's commands are for it.
    is_in_book: bool,
}

/// For Debian and what descends from it.
pub(crate) const DEBIAN: Packages = Packages {
    pack: pack_deb,
    install: "apt-get install --yes $0",
    upgrade: "apt-get install --yes $0",
    downgrade: "apt-get install --yes --allow-downgrades $0",
    remove: "apt-get remove --yes brickwood",
    purge: Some("apt-get purge --yes brickwood"),
    version: "dpkg-query --show --showformat '${Version}' brickwood",
    is_in_book: true,
};

/// For Fedora and its relatives. It is tried out on Debian, which does not have the packages that it requires: hence
/// `--nodeps`.
pub(crate) const FEDORA: Packages = Packages {
    pack: pack_rpm,
    install: "rpm --install --nodeps $0",
    upgrade: "rpm --upgrade --nodeps $0",
    downgrade: "rpm --upgrade --oldpackage --nodeps $0",
    remove: "rpm --erase brickwood",
    purge: None,
    version: "rpm --query --queryformat '%{VERSION}' brickwood",
    is_in_book: false,
};

impl Packages {
    /// Makes the package of this version in this folder.
    pub(crate) fn pack(
        &self,
        shell: &Shell,
        staged: &Staged,
        version: &str,
        folder: &Path,
    ) -> Result<PathBuf> {
        (self.pack)(shell, staged, version, folder)
    }

    /// On a fresh machine: installs a package, plays, upgrades to another while the table runs, goes back, and removes
    /// it. Says how long it took until the page played.
    pub(crate) fn try_out(&self, shell: &Shell, package: &Path, higher: &Path) -> Result<Note> {
        let machine = Machine::start(shell)?;
        let on = |command: &str| machine.run(shell, command);
        let put = |command: &str, file: &Path| -> Result<String> {
            let place = machine.put(shell, file)?;
            on(&command.replace("$0", &place))
        };
        let begun = Instant::now();
        put(self.install, package)?;
        let mut player = Player::open(shell, machine.beside()?, ADDRESS)?;
        player.turn()?;
        let soon = begun.elapsed();
        ensure!(soon < SOON, "it took {soon:?} until the page played");

        for file in INSTALLED {
            on(&format!("test -e {file}")).with_context(|| format!("there is no {file}"))?;
        }
        on("test -e /usr/share/man/man1/brickwood-serve.1*").context("there is no manual page")?;
        on("! grep '](docs/' /usr/share/doc/brickwood/*.md").context("links lead nowhere")?;
        on("systemctl is-enabled brickwood")?;
        ensure!(
            on("stat --format %U /proc/$(systemctl show --property MainPID --value brickwood)")?
                == "brickwood",
            "whose process is it?"
        );
        ensure!(on("stat --format %a /etc/brickwood.env")? == "600");
        on("brickwood site link").context("root does not find the service's games")?;
        on("brickwood doctor").context("something is wrong")?;

        on("! systemctl is-enabled brickwood-backup.timer")?;
        on("systemctl start brickwood-backup").context("no backup is made")?;
        on("test $(stat --format %U:%a /var/lib/brickwood-backups/brickwood-*Z.db) = brickwood:600")
            .context("whose backup is it?")?;
        on("systemctl stop brickwood")?;
        on("brickwood restore --from /var/lib/brickwood-backups/brickwood-*.db")?;
        on("systemctl start brickwood")?;
        player.turn().context("after a backup was restored")?;
        on("systemctl enable --now brickwood-backup.timer")?;

        let before = on(self.version)?;
        on("echo BRICKWOOD_DRAIN=0 >> /etc/brickwood.env")?;
        put(self.upgrade, higher)?;
        ensure!(on(self.version)? != before, "nothing was upgraded");
        player.turn().context("after the upgrade")?;
        put(self.downgrade, package)?;
        ensure!(on(self.version)? == before, "nothing went back");
        player.turn().context("after the way back")?;
        on("grep --quiet DRAIN=0 /etc/brickwood.env").context("the settings were changed")?;
        drop(player);

        on(self.remove)?;
        on("test ! -e /usr/bin/brickwood")?;
        on("! systemctl is-active brickwood brickwood-backup.timer")?;
        on("test -e /var/lib/brickwood/brickwood.db").context("games were removed")?;
        if let Some(purge) = self.purge {
            on(purge)?;
            on("test ! -e /var/lib/brickwood -a ! -e /etc/brickwood.env")?;
            on("test -e /var/lib/brickwood-backups").context("backups were removed")?;
        }
        if self.is_in_book {
            on("rm -r /var/lib/brickwood-backups")?;
            documents::try_out(shell, &machine, &machine.put(shell, package)?)?;
        }
        Ok(Some(format!(
            "plays {:.1} s after its package came",
            soon.as_secs_f64()
        )))
    }
}

fn pack_deb(shell: &Shell, staged: &Staged, version: &str, folder: &Path) -> Result<PathBuf> {
    tools::cargo_program(shell, "deb", "cargo-deb")?;
    let (machine, _) = machines(staged)?;
    let package = folder.join(format!("brickwood_{version}_{machine}.deb"));
    // What nobody downloads need not be small.
    let fast = (staged.debug || version == HIGHER).then_some("--fast");
    cmd!(
        shell,
        "cargo deb --quiet --no-build --no-strip {fast...} --package brickwood --deb-version {version} --output {package}"
    )
    .run()?;
    Ok(package)
}

fn pack_rpm(shell: &Shell, staged: &Staged, version: &str, folder: &Path) -> Result<PathBuf> {
    tools::cargo_program(shell, "generate-rpm", "cargo-generate-rpm")?;
    let (_, machine) = machines(staged)?;
    let package = folder.join(format!("brickwood-{version}-1.{machine}.rpm"));
    let set = format!("version = \"{version}\"");
    cmd!(
        shell,
        "cargo generate-rpm --package crates/brickwood --set-metadata {set} --auto-req builtin --output {package}"
    )
    .run()?;
    ensure!(fs::metadata(&package)?.len() > 0, "an empty package");
    Ok(package)
}

/// What Debian and Fedora call the kind of machine.
fn machines(staged: &Staged) -> Result<(&'static str, &'static str)> {
    match staged.triple.split('-').next() {
        Some("x86_64") => Ok(("amd64", "x86_64")),
        Some("aarch64") => Ok(("arm64", "aarch64")),
        _ => anyhow::bail!("there are no packages for {}", staged.triple),
    }
}
