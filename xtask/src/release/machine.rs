//! A machine for a test: a fresh Debian with systemd, without Rust and Node.js, in a container without a network.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use xshell::{Cmd, Shell, cmd};

use crate::{rust, tools};

/// The oldest Debian that is supported.
const SUITE: &str = "bookworm";

/// What a machine has besides what every Debian has: systemd, what installs packages for Fedora, and what the book has a
/// host use, because there is no network from which it could be installed.
const PACKAGES: &str = "ca-certificates,caddy,curl,dbus,etcd-client,etcd-server,openssl,patroni,postgresql,python3-idna,rpm,sudo,\
                        systemd,systemd-sysv";

/// What makes such machines, and the Debian packages that bring it.
const TOOLS: [(&str, &str); 6] = [
    ("mmdebstrap", "mmdebstrap"),
    ("systemd-nspawn", "systemd-container"),
    ("nsenter", "util-linux"),
    ("ip", "iproute2"),
    ("dpkg-shlibdeps", "dpkg-dev"),
    ("buildah", "buildah"),
];

/// How long a machine may take to start.
const PATIENCE: Duration = Duration::from_secs(90);

/// Why there can be no such machine here, after what is missing was installed where we may. Under CI, that is an error.
pub(crate) fn missing(shell: &Shell) -> Result<Option<String>> {
    let why = if cfg!(target_os = "linux") && tools::is_root(shell) {
        let mut missing = Vec::new();
        for (program, package) in TOOLS {
            if !tools::has(program) {
                tools::install(shell, package)?;
            }
            if !tools::has(program) {
                missing.push(program);
            }
        }
        if missing.is_empty() {
            return Ok(None);
        }
        format!("needs {}", missing.join(", "))
    } else {
        "needs Linux and root".to_owned()
    };
    let why = format!("a machine to install packages on {why}");
    ensure!(env::var_os("CI").is_none(), "{why}");
    Ok(Some(why))
}

/// A running machine, which ends with this value.
pub(crate) struct Machine {
    root: PathBuf,
    container: Child,
    /// Its first process, by the number that it has here.
    init: Option<u32>,
}

/// A network of machines, which have no other. It ends with this value.
pub(crate) struct Network {
    switch: String,
    machines: usize,
}

impl Network {
    /// One of so many machines, with the addresses from 10.0.0.1 on.
    pub(crate) fn of(machines: usize) -> Result<Self> {
        let network = Self {
            switch: format!("bwx{}", process::id()),
            machines,
        };
        let switch = &*network.switch;
        ip(&["link", "add", switch, "type", "bridge"])?;
        ip(&["link", "set", switch, "up"])?;
        for place in 1..=machines {
            let machine = &*network.machine(place);
            ip(&["netns", "add", machine])?;
            let card = ["peer", "name", "eth0", "netns", machine];
            ip(&[&["link", "add", machine, "type", "veth"][..], &card].concat())?;
            ip(&["link", "set", machine, "master", switch, "up"])?;
            let address = format!("10.0.0.{place}/24");
            ip(&["-n", machine, "addr", "add", &address, "dev", "eth0"])?;
            ip(&["-n", machine, "link", "set", "eth0", "up"])?;
            ip(&["-n", machine, "link", "set", "lo", "up"])?;
        }
        Ok(network)
    }

    fn machine(&self, place: usize) -> String {
        format!("{}-{place}", self.switch)
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        let cables = (1..=self.machines).map(|place| self.machine(place));
        let ended = cables
            .map(|machine| ip(&["netns", "delete", &machine]))
            .chain([ip(&["link", "delete", &self.switch])])
            .collect::<Result<()>>();
        if let Err(error) = ended {
            eprintln!("a part of a network stays: {error}");
        }
    }
}

fn ip(words: &[&str]) -> Result<()> {
    let done = Command::new("ip").args(words).status()?;
    ensure!(done.success(), "`ip {}` fails", words.join(" "));
    Ok(())
}

impl Machine {
    /// Makes one with a network of its own, and waits until it has started.
    pub(crate) fn start(shell: &Shell) -> Result<Self> {
        Self::start_as(shell, "alone", "--private-network")
    }

    /// Makes the one in this place of a network, and waits until it has started.
    pub(crate) fn start_in(shell: &Shell, network: &Network, place: usize) -> Result<Self> {
        let own = format!(
            "--network-namespace-path=/run/netns/{}",
            network.machine(place)
        );
        Self::start_as(shell, &place.to_string(), &own)
    }

    fn start_as(shell: &Shell, name: &str, network: &str) -> Result<Self> {
        let template = template(shell)?;
        let name = format!("brickwood-{}-{name}", process::id());
        let root = template.with_file_name(&name);
        shell.remove_path(&root)?;
        shell.create_dir(&root)?;
        cmd!(
            shell,
            "tar --extract --numeric-owner --file {template} --directory {root}"
        )
        .run()?;
        let container = Command::new("systemd-nspawn")
            .args(["--quiet", "--boot", "--register=no", "--keep-unit"])
            .args([network, "--console=pipe"])
            .arg(format!("--machine={name}"))
            .arg(format!("--directory={}", root.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            // It complains of how it ends.
            .stderr(Stdio::null())
            .spawn()
            .context("systemd-nspawn does not start")?;
        let mut machine = Self {
            root,
            container,
            init: None,
        };
        let begun = Instant::now();
        while !machine.has_started(shell)? {
            ensure!(begun.elapsed() < PATIENCE, "the machine does not start");
            thread::sleep(Duration::from_millis(200));
        }
        Ok(machine)
    }

    /// Whether all that starts by itself has. It is as good as `running` where some unit does not like a container.
    fn has_started(&mut self, shell: &Shell) -> Result<bool> {
        let ended = self.container.try_wait()?;
        ensure!(ended.is_none(), "systemd-nspawn runs no container");
        // The first child of all only makes the one that stays.
        self.init = child_of(self.container.id());
        if self.init.is_none() {
            return Ok(false);
        }
        let state = "systemctl is-system-running --wait | grep -E 'running|degraded'";
        let asked = self.command(shell, state)?.ignore_stdout().ignore_stderr();
        Ok(asked.run().is_ok())
    }

    /// What a command of its shell prints. If it fails, the error has all that it printed.
    pub(crate) fn run(&self, shell: &Shell, command: &str) -> Result<String> {
        let ran = self.command(shell, command)?.ignore_status().output()?;
        let printed = String::from_utf8_lossy(&ran.stdout);
        ensure!(
            ran.status.success(),
            "`{command}` fails ({}):\n{printed}{}",
            ran.status,
            String::from_utf8_lossy(&ran.stderr)
        );
        Ok(printed.trim_end().to_owned())
    }

    fn command<'a>(&self, shell: &'a Shell, command: &str) -> Result<Cmd<'a>> {
        let init = self.init()?;
        Ok(cmd!(
            shell,
            "nsenter --target {init} --mount --uts --ipc --net --pid --root
             env --ignore-environment --chdir=/ LANG=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive
             PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c {command}"
        )
        .quiet())
    }

    fn init(&self) -> Result<String> {
        let init = self.init.context("the machine has no first process")?;
        Ok(init.to_string())
    }

    /// Copies a file onto it, and says where to.
    pub(crate) fn put(&self, shell: &Shell, file: &Path) -> Result<String> {
        let name = file.file_name().and_then(|name| name.to_str());
        let name = name.context("a file has a name")?;
        shell.copy_file(file, self.folder("srv"))?;
        Ok(format!("/srv/{name}"))
    }

    /// Where a folder of it is here.
    pub(crate) fn folder(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// A program of this machine in the network of that one: how it begins.
    pub(crate) fn beside(&self) -> Result<Command> {
        let mut command = Command::new("nsenter");
        command.args(["--target", &self.init()?, "--net", "--"]);
        Ok(command)
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // With its first process end all others.
        if let Ok(init) = self.init() {
            let _ = Command::new("kill").args(["-KILL", &init]).status();
        } else {
            let _ = self.container.kill();
        }
        let _ = self.container.wait();
        if let Err(error) = fs::remove_dir_all(&self.root) {
            eprintln!("{} stays: {error}", self.root.display());
        }
    }
}

/// An archive of a fresh system with these packages, which is made once.
fn template(shell: &Shell) -> Result<PathBuf> {
    let folder = rust::target_folder(shell)?.join("machines");
    shell.create_dir(&folder)?;
    let archive = folder.join(format!("{SUITE},{PACKAGES}.tar"));
    if !archive.is_file() {
        let unfinished = folder.join("unfinished.tar");
        cmd!(
            shell,
            "mmdebstrap --quiet --variant=minbase --aptopt=Acquire::Retries=5 --include={PACKAGES} {SUITE} {unfinished}"
        )
        .run()?;
        fs::rename(unfinished, &archive)?;
    }
    Ok(archive)
}

/// The first child of a process.
fn child_of(parent: u32) -> Option<u32> {
    let children = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).ok()?;
    children.split_whitespace().next()?.parse().ok()
}
