//! A database server for the tests: the one that `DATABASE_URL` names, or one of our own in a
//! temporary folder, which ends with the tests.

use std::{
    env, fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use xshell::Shell;

use crate::tools;

/// The variable that names a server to the tests.
pub(crate) const VARIABLE: &str = "BRICKWOOD_TEST_DATABASE";

/// The variable that names the folder of the programs to the tests that start servers of their own.
pub(crate) const PROGRAMS: &str = "BRICKWOOD_TEST_POSTGRES";

/// Where distributions put the programs of each version.
const HOMES: [&str; 4] = [
    "/usr/lib/postgresql",
    "/usr/pgsql",
    "/opt/homebrew/opt",
    "/usr/local/opt",
];

/// The names of our folders begin like this, and end with the number of the process.
const FOLDER: &str = "brickwood-postgres-";

/// How long a new server may take until it answers.
const START_WITHIN: Duration = Duration::from_mins(1);

const HOW_TO_GET_POSTGRES: &str = "the tests of the log need PostgreSQL 13 or newer: install your system's package (Debian and \
     Ubuntu: `apt-get install postgresql`), or set DATABASE_URL to a database in which they may create \
     schemas";

/// A server that is there, or that ends with this.
pub(crate) struct Server {
    pub(crate) url: String,
    own: Option<Cluster>,
}

/// A server of our own.
struct Cluster {
    folder: PathBuf,
    programs: PathBuf,
    user: Option<&'static str>,
    server: Option<Child>,
}

impl Server {
    pub(crate) fn start(shell: &Shell) -> Result<Self> {
        if let Ok(url) = env::var("DATABASE_URL")
            && url.starts_with("postgres")
        {
            return Ok(Self { url, own: None });
        }
        let programs = ensure_installed(shell)?;
        let port = free_port()?;
        let own = Cluster::start(shell, programs, port)?;
        Ok(Self {
            url: format!("postgresql://postgres@127.0.0.1:{port}/postgres"),
            own: Some(own),
        })
    }

    /// Whether nobody else uses it.
    pub(crate) const fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// What to call it.
    pub(crate) fn name(&self) -> &str {
        match &self.own {
            Some(own) => own.programs.to_str().unwrap_or("PostgreSQL"),
            None => "DATABASE_URL",
        }
    }
}

impl Cluster {
    fn start(shell: &Shell, programs: PathBuf, port: u16) -> Result<Self> {
        // PostgreSQL refuses to run as root.
        let user = tools::is_root(shell).then_some("postgres");
        clear_away();
        let folder = env::temp_dir().join(format!("{FOLDER}{}", std::process::id()));
        fs::create_dir(&folder)
            .with_context(|| format!("{} cannot be created", folder.display()))?;
        let mut cluster = Self {
            folder,
            programs,
            user,
            server: None,
        };
        if let Some(user) = user {
            let owner = Command::new("chown")
                .arg(user)
                .arg(&cluster.folder)
                .status();
            ensure!(
                owner.is_ok_and(|status| status.success()),
                "there is no user {user} whom the database could run as"
            );
        }
        let data = cluster.folder.join("data");
        cluster.run(
            "initdb",
            &[
                "--auth=trust",
                "--username=postgres",
                "--encoding=UTF8",
                "--no-locale",
                "--pgdata",
                &data.to_string_lossy(),
            ],
        )?;
        cluster.serve(port)?;
        Ok(cluster)
    }

    /// Starts the server, and waits until it answers.
    fn serve(&mut self, port: u16) -> Result<()> {
        let report = fs::File::create(self.folder.join("report"))?;
        let data = self.folder.join("data");
        let mut server = self
            .command("postgres")
            .arg("-D")
            .arg(&data)
            .args(["-p", &port.to_string()])
            .args(["-c", "listen_addresses=127.0.0.1"])
            // As a careful host sets it up: every commit waits for the disk.
            .args(["-c", "fsync=on"])
            .arg("-c")
            .arg(format!("unix_socket_directories={}", self.folder.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(report)
            .spawn()
            .context("the database server could not be started")?;
        let begun = Instant::now();
        while !self.answers(port) {
            if server.try_wait()?.is_some() || begun.elapsed() > START_WITHIN {
                let report = fs::read_to_string(self.folder.join("report")).unwrap_or_default();
                let _ = server.kill();
                bail!("the database server does not answer: {report}");
            }
            thread::sleep(Duration::from_millis(50));
        }
        self.server = Some(server);
        Ok(())
    }

    fn answers(&self, port: u16) -> bool {
        let answer = Command::new(self.programs.join("pg_isready"))
            .args(["--quiet", "--host=127.0.0.1"])
            .arg(format!("--port={port}"))
            .status();
        answer.is_ok_and(|status| status.success())
    }

    /// One of the database's programs, as its user. Where the system can, it ends when we do, however
    /// that happens.
    fn command(&self, program: &str) -> Command {
        let program = self.programs.join(program);
        if !tools::has("setpriv") {
            return Command::new(program);
        }
        let mut command = Command::new("setpriv");
        if let Some(user) = self.user {
            command.args(["--reuid", user, "--regid", user, "--init-groups"]);
        }
        command.args(["--pdeathsig", "INT", "--"]).arg(program);
        command.current_dir(&self.folder);
        command
    }

    /// Runs one of the database's programs to its end.
    fn run(&self, program: &str, arguments: &[&str]) -> Result<()> {
        let errors = self.folder.join("errors");
        let status = self
            .command(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(fs::File::create(&errors)?)
            .status()
            .with_context(|| format!("{program} could not be started"))?;
        if !status.success() {
            let said = fs::read_to_string(&errors).unwrap_or_default();
            bail!("{program} failed ({status}): {said}");
        }
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.folder.join("data");
        let data = data.to_string_lossy();
        let stop = ["stop", "--mode=immediate", "--silent", "--pgdata", &data];
        if let Some(mut server) = self.server.take() {
            match self.run("pg_ctl", &stop) {
                Ok(()) => drop(server.wait()),
                Err(error) => eprintln!("the test database goes on running: {error:#}"),
            }
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Removes what runs that were killed have left.
fn clear_away() {
    let left = fs::read_dir(env::temp_dir())
        .into_iter()
        .flatten()
        .flatten();
    for entry in left {
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.strip_prefix(FOLDER));
        if let Some(id) = id
            && Path::new("/proc/self").exists()
            && !Path::new("/proc").join(id).exists()
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The folder of the programs, which are installed where they are missing.
pub(crate) fn ensure_installed(shell: &Shell) -> Result<PathBuf> {
    if installed().is_none() {
        tools::install(shell, "postgresql").context(HOW_TO_GET_POSTGRES)?;
    }
    installed().context(HOW_TO_GET_POSTGRES)
}

/// What runs several servers of `PostgreSQL` as one. CI installs it; elsewhere, the test of it is skipped without.
/// No service of theirs is to run: the test starts its own.
pub(crate) fn ensure_patroni(shell: &Shell) -> Result<()> {
    const PACKAGES: [(&str, &str); 2] = [("etcd", "etcd-server"), ("patroni", "patroni")];
    if env::var_os("CI").is_none() {
        return Ok(());
    }
    tools::network_namespaces(shell)?;
    for (program, package) in PACKAGES {
        if !tools::has(program) {
            tools::install_without_service(shell, package, program)?;
        }
    }
    Ok(())
}

/// The folder of the newest programs.
fn installed() -> Option<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = HOMES
        .iter()
        .filter_map(|home| fs::read_dir(home).ok())
        .flatten()
        .filter_map(|entry| {
            let name = entry.ok()?.path();
            let version = name.file_name()?.to_str()?.rsplit(['@', '-']).next()?;
            Some((version.parse().ok()?, name.join("bin")))
        })
        .filter(|(_, programs)| has_programs(programs))
        .collect();
    found.sort_unstable();
    let in_path = || {
        let path = env::var_os("PATH")?;
        env::split_paths(&path).find(|folder| has_programs(folder))
    };
    found.pop().map(|(_, programs)| programs).or_else(in_path)
}

fn has_programs(folder: &Path) -> bool {
    ["initdb", "pg_ctl", "postgres"]
        .iter()
        .all(|program| folder.join(program).is_file())
}

/// A port that is free now. Somebody may take it before the server does; then that says so.
fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
