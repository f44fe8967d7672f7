//! A database server for the tests: the one that `DATABASE_URL` names, or one of our own in a
//! temporary folder, which ends with the tests.

use std::{
    env, fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};
use xshell::Shell;

use crate::tools;

/// The variable that the tests read.
pub(crate) const VARIABLE: &str = "BRICKWOOD_TEST_DATABASE";

/// Where distributions put the programs of each version.
const HOMES: [&str; 4] = [
    "/usr/lib/postgresql",
    "/usr/pgsql",
    "/opt/homebrew/opt",
    "/usr/local/opt",
];

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
        let folder = env::temp_dir().join(format!("brickwood-postgres-{}", std::process::id()));
        fs::create_dir(&folder)
            .with_context(|| format!("{} cannot be created", folder.display()))?;
        let cluster = Self {
            folder,
            programs,
            user,
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
        // As a careful host sets it up: every commit waits for the disk.
        let settings = format!(
            "-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={} -c fsync=on",
            cluster.folder.display()
        );
        let report = cluster.folder.join("report");
        cluster.run(
            "pg_ctl",
            &[
                "start",
                "--wait",
                "--silent",
                "--pgdata",
                &data.to_string_lossy(),
                "--log",
                &report.to_string_lossy(),
                "--options",
                &settings,
            ],
        )?;
        Ok(cluster)
    }

    /// Runs one of the database's programs, as its user.
    fn run(&self, program: &str, arguments: &[&str]) -> Result<()> {
        let program = self.programs.join(program);
        let mut command = match self.user {
            Some(user) => {
                let mut command = Command::new("setpriv");
                command
                    .args(["--reuid", user, "--regid", user, "--init-groups", "--"])
                    .arg(&program);
                command
            }
            None => Command::new(&program),
        };
        // The server goes on after `pg_ctl`: it must not hold a pipe of ours open.
        let errors = self.folder.join("errors");
        let status = command
            .args(arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(fs::File::create(&errors)?)
            .status()
            .with_context(|| format!("{} could not be started", program.display()))?;
        if !status.success() {
            let said = fs::read_to_string(&errors).unwrap_or_default();
            let report = fs::read_to_string(self.folder.join("report")).unwrap_or_default();
            bail!("{} failed ({status}): {said}{report}", program.display());
        }
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.folder.join("data");
        let stopped = self.run(
            "pg_ctl",
            &[
                "stop",
                "--mode=immediate",
                "--silent",
                "--pgdata",
                &data.to_string_lossy(),
            ],
        );
        if let Err(error) = stopped {
            eprintln!("the test database goes on running: {error:#}");
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The folder of the programs, which are installed where they are missing.
pub(crate) fn ensure_installed(shell: &Shell) -> Result<PathBuf> {
    if installed().is_none() {
        tools::install(shell, "postgresql").context(HOW_TO_GET_POSTGRES)?;
    }
    installed().context(HOW_TO_GET_POSTGRES)
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
