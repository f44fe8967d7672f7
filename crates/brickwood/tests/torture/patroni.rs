//! Three database nodes: `PostgreSQL` under Patroni, with a member of etcd on each. They are set up by the files in
//! `deploy`, as a host would.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;
use tokio::{task::spawn_blocking, time::sleep};

use crate::{
    database::PROGRAMS,
    network::{Network, give, has, processes},
};

/// The machines with a database come first in the network.
pub const MACHINES: usize = 3;

/// What fills the files of each machine, with certificates and passwords.
const FILL: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../deploy/database-machines.sh"
);

/// How long a primary and its standbys may take until all is as it should be: a former primary may be copied anew.
const HEALTHY_WITHIN: Duration = Duration::from_mins(4);

/// Patroni looks twice in this time.
const STEADY: Duration = Duration::from_secs(4);

/// A process that is started again after it was killed.
struct Service {
    command: Command,
    process: Option<Child>,
}

impl Service {
    fn new(launcher: &[String], program: &str, report: &Path) -> Self {
        let mut command = Command::new(&launcher[0]);
        let report = fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(report);
        let report = report.unwrap();
        command
            .args(&launcher[1..])
            .arg(program)
            .stdin(Stdio::null())
            .stdout(report.try_clone().unwrap())
            .stderr(report);
        Self {
            command,
            process: None,
        }
    }

    fn start(&mut self) {
        if self.process.is_none() {
            self.process = Some(self.command.spawn().expect("the service starts"));
        }
    }

    fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let own = processes(&process);
            process.kill().expect("the process is there");
            process.wait().expect("the process ends");
            while own
                .iter()
                .any(|id| Path::new(&format!("/proc/{id}/exe")).exists())
            {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    fn processes(&self) -> Vec<u32> {
        self.process.as_ref().map(processes).unwrap_or_default()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            // What it has started ends with it.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// One machine of the database.
struct Machine {
    etcd: Service,
    patroni: Service,
}

/// The database. It ends with this.
pub struct PatroniCluster {
    machines: Vec<Machine>,
    folder: TempDir,
    pub network: Network,
}

impl PatroniCluster {
    /// Starts the database, on a network with this many further machines. None where something is missing.
    pub async fn start(further: usize) -> Option<Self> {
        let missing = |what: &str| {
            eprintln!("skipped: {what}");
            None
        };
        let Some(programs) = env::var_os(PROGRAMS).map(PathBuf::from) else {
            return missing("no programs of PostgreSQL are named (`cargo xtask test` does)");
        };
        if !has("patroni") || !has("etcd") {
            return missing("Patroni and etcd are not installed (Debian: patroni, etcd-server)");
        }
        let Some(network) = Network::new(MACHINES + further) else {
            return missing("network namespaces take root on Linux, and `ip` of iproute2");
        };
        let folder = tempfile::tempdir().unwrap();
        fill_files(&network, folder.path());
        let machines = (0..MACHINES)
            .map(|place| machine(place, &network, folder.path(), &programs))
            .collect();
        let mut cluster = Self {
            machines,
            folder,
            network,
        };
        give(cluster.folder.path());
        (0..MACHINES).for_each(|place| cluster.start_again(place));
        let primary = cluster.healthy().await;
        cluster.set_up(primary).await;
        Some(cluster)
    }

    /// Creates the role and the database of the site, as the book says.
    async fn set_up(&self, primary: usize) {
        let folder = self.folder.path();
        let sockets = folder.join(format!("db{}/sockets", primary + 1));
        let mut psql = Command::new("setpriv");
        psql.args([
            "--reuid",
            "postgres",
            "--regid",
            "postgres",
            "--init-groups",
        ])
        .args(["psql", "--quiet", "--set=ON_ERROR_STOP=1", "--host"])
        .arg(sockets)
        .args(["--username=postgres", "--file"])
        .arg(folder.join("db1/create.sql"))
        .current_dir(folder);
        let made = spawn_blocking(move || psql.status()).await.unwrap();
        assert!(made.expect("psql runs").success());
    }

    /// The URL that names all of them.
    pub fn url(&self) -> String {
        let folder = self.folder.path().join("site");
        let file = fs::read_to_string(folder.join("brickwood.env")).unwrap();
        let url = file.trim().strip_prefix("BRICKWOOD_DATABASE=").unwrap();
        url.replace("/etc/brickwood", folder.to_str().unwrap())
    }

    /// Starts whatever does not run on a machine.
    pub fn start_again(&mut self, place: usize) {
        self.machines[place].etcd.start();
        self.machines[place].patroni.start();
    }

    /// Kills everything on a machine, as a loss of its power would.
    pub fn kill_machine(&mut self, place: usize) {
        self.kill_database(place);
        self.kill_etcd(place);
    }

    /// Kills Patroni and `PostgreSQL`.
    pub fn kill_database(&mut self, place: usize) {
        self.machines[place].patroni.kill();
    }

    /// Kills `PostgreSQL` alone; Patroni decides what follows.
    pub fn kill_postmaster(&self, place: usize) {
        let is_postmaster = |id: &u32| {
            let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            let mut words = line.split(|byte| *byte == 0);
            words
                .next()
                .is_some_and(|word| word.ends_with(b"/postgres"))
                && words.next() == Some(b"-D")
        };
        let own = self.machines[place].patroni.processes();
        signal_each(own.into_iter().filter(is_postmaster), "-KILL");
    }

    pub fn kill_etcd(&mut self, place: usize) {
        self.machines[place].etcd.kill();
    }

    /// Suspends Patroni and `PostgreSQL`, which know nothing of it.
    pub fn pause(&self, place: usize) {
        self.signal_all(place, "-STOP");
    }

    /// They continue, as if no time had passed.
    pub fn resume(&self, place: usize) {
        self.signal_all(place, "-CONT");
    }

    fn signal_all(&self, place: usize, what: &str) {
        // Twice, because one may have started another meanwhile.
        for _ in 0..2 {
            signal_each(self.machines[place].patroni.processes(), what);
        }
    }

    /// Asks for another primary, as an operator does. It may refuse while the cluster is not well.
    pub async fn switch_over(&self) -> bool {
        let mut command = Command::new("patronictl");
        command
            .arg("-c")
            .arg(self.folder.path().join("db1/patroni.yml"))
            .args(["switchover", "--force", "brickwood"])
            .stdin(Stdio::null());
        let done = spawn_blocking(move || command.output()).await.unwrap();
        let done = done.expect("patronictl runs");
        let said = String::from_utf8_lossy(&done.stdout);
        done.status.success() && said.contains("Successfully switched over")
    }

    /// Waits until there is a primary with two standbys, one of which has all that is acknowledged. Returns the
    /// place of the primary.
    pub async fn healthy(&self) -> usize {
        let begun = Instant::now();
        // Since when it is so, and whose place it is. What Patroni tells may be from before the last fault.
        let mut well: Option<(Instant, usize)> = None;
        while begun.elapsed() < HEALTHY_WITHIN {
            let told = self.members().await;
            let primary = told.as_ref().and_then(primary_of_healthy);
            well = match (primary, well) {
                (Some(primary), Some((since, place))) if primary == place => {
                    if since.elapsed() > STEADY {
                        return primary;
                    }
                    well
                }
                (primary, _) => primary.map(|primary| (Instant::now(), primary)),
            };
            sleep(Duration::from_millis(250)).await;
        }
        let told = self.members().await;
        panic!(
            "the database does not recover: {told:?}\n{}",
            self.reports()
        );
    }

    /// What the first machine whose Patroni answers knows of all of them.
    async fn members(&self) -> Option<Value> {
        for place in 0..MACHINES {
            if let Some(told) = self.members_at(place).await {
                return Some(told);
            }
        }
        None
    }

    async fn members_at(&self, place: usize) -> Option<Value> {
        let mut curl = Command::new("curl");
        curl.args(["--silent", "--fail", "--max-time", "2", "--cacert"])
            .arg(self.folder.path().join("site/ca.crt"))
            .arg(format!(
                "https://{}:8008/cluster",
                self.network.address(place)
            ));
        let answer = spawn_blocking(move || curl.output()).await.unwrap().ok()?;
        serde_json::from_slice(&answer.stdout).ok()
    }

    /// The last lines that each of them has reported.
    pub fn reports(&self) -> String {
        let mut text = String::new();
        for place in 0..MACHINES {
            for service in ["etcd", "patroni"] {
                let name = format!("db{}/{service}.report", place + 1);
                let report = fs::read(self.folder.path().join(&name)).unwrap_or_default();
                let report = String::from_utf8_lossy(&report);
                let lines: Vec<&str> = report.lines().collect();
                let last = lines[lines.len().saturating_sub(25)..].join("\n");
                text = format!("{text}\n--- {name}\n{last}");
            }
        }
        text
    }
}

/// Sends a signal to processes, some of which may just have ended.
fn signal_each(processes: impl IntoIterator<Item = u32>, what: &str) {
    let ids = processes.into_iter().map(|id| id.to_string());
    let sent = Command::new("kill").arg(what).args(ids).output();
    sent.expect("kill runs");
}

/// The place of the primary, if all is well.
fn primary_of_healthy(cluster: &Value) -> Option<usize> {
    let members = cluster["members"].as_array()?;
    let is = |member: &&Value, role: &str| member["role"] == role;
    let runs = |member: &Value| {
        let state = member["state"].as_str();
        state.is_some_and(|state| matches!(state, "running" | "streaming"))
    };
    let primary = members.iter().find(|member| is(member, "leader"))?;
    let follows = |member: &Value| {
        member["timeline"] == primary["timeline"]
            && member["lag"].as_u64().is_none_or(|lag| lag < 1 << 24)
    };
    let is_well = members.len() == MACHINES
        && members.iter().all(|member| runs(member) && follows(member))
        && members.iter().any(|member| is(&member, "sync_standby"));
    let number: usize = primary["name"].as_str()?.strip_prefix("db")?.parse().ok()?;
    is_well.then_some(number - 1)
}

/// Makes the files of all machines, as a host does.
fn fill_files(network: &Network, folder: &Path) {
    let made = folder.join("made");
    let status = Command::new("sh")
        .args([FILL, "--debian", "12", "--into"])
        .arg(&made)
        .args((0..MACHINES).map(|place| network.address(place).to_string()))
        .stdout(Stdio::null())
        .status();
    assert!(status.expect("sh runs").success());
    for entry in fs::read_dir(&made).unwrap() {
        let entry = entry.unwrap();
        fs::rename(entry.path(), folder.join(entry.file_name())).unwrap();
    }
}

/// Has the files of a machine name a folder of its own instead of those of the system.
fn machine(place: usize, network: &Network, folder: &Path, programs: &Path) -> Machine {
    let name = format!("db{}", place + 1);
    let folder = folder.join(&name);
    let own = folder.to_str().expect("the folder has a name in UTF-8");
    for part in ["sockets", "etcd", "15"] {
        fs::create_dir_all(folder.join(part)).unwrap();
    }
    let read = |file: &str| {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        text.replace("/etc/patroni/", &format!("{own}/"))
            .replace("/etc/etcd/", &format!("{own}/"))
            .replace("/usr/lib/postgresql/15/bin", &programs.to_string_lossy())
            .replace("/var/run/postgresql", &format!("{own}/sockets"))
            .replace("/var/lib/postgresql/", &format!("{own}/"))
            .replace("/var/lib/etcd/brickwood", &format!("{own}/etcd"))
    };
    let launcher = network.service_launcher(place);
    let mut etcd = Service::new(&launcher, "etcd", &folder.join("etcd.report"));
    let settings = read("etcd.conf");
    for line in settings.lines().filter(|line| !line.starts_with('#')) {
        if let Some((variable, value)) = line.split_once('=') {
            etcd.command.env(variable, value);
        }
    }
    let settings = folder.join("patroni.yml");
    fs::write(&settings, read("patroni.yml")).unwrap();
    let mut patroni = Service::new(&launcher, "patroni", &folder.join("patroni.report"));
    // The system's user has a home, in which the database looks for certificates.
    patroni.command.arg(settings).env("HOME", own);
    Machine { etcd, patroni }
}
